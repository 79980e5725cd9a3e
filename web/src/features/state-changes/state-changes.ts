import { part } from '#ui/part.tsx'
import { PageAssets } from './page-assets.ts'

export { PageAssets }

/** Asks for another state of chosen assets; the screen shows it while it is open. */
export const RequestDialog = part(async () => (await import('./request-dialog.tsx')).RequestDialog)

// Beside what an asset is known by: where it cannot be loaded, the rest is shown without.
const silently = { failed: () => null }

/** The change that waits for a decision, on the asset's panel. */
export const PendingChange = part(async () => (await import('./asked-already.tsx')).PendingChange, silently)
/** The same on its row, within `PageAssets`. */
export const PendingMark = part(async () => (await import('./asked-already.tsx')).PendingMark, silently)
