import { lazyPart } from '#ui/lazy/part.tsx'

const load = () => import('#features/papers/papers-section.tsx')
/** A screen works without its papers. */
const look = { failed: () => null }

/** Public exports for other features: the papers of a record, in a section or behind a button. */
export const PapersSection = lazyPart(async () => (await load()).PapersSection, look)
export const PapersButton = lazyPart(async () => (await import('./papers-button.tsx')).PapersButton, look)
