import { part } from '#ui/part.tsx'

/** Asks for another state of chosen assets; the screen shows it while it is open. */
export const RequestDialog = part(async () => (await import('./request-dialog.tsx')).RequestDialog)
