import own from '../../package.json' with { type: 'json' }

/** What this program is, as its package says. */
export const { version } = own
