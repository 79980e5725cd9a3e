import { PageAssets } from '#features/state-changes/request/page-assets.ts'
import { lazyPart } from '#ui/lazy/part.tsx'

export { PageAssets }

/** Asks for another state of chosen assets; the screen shows it while it is open. */
export const RequestDialog = lazyPart(
  async () => (await import('#features/state-changes/request/request-dialog.tsx')).RequestDialog,
)

// Beside what an asset is known by: where it cannot be loaded, the rest is shown without.
const silently = { failed: () => null }

/** The change that waits for a decision, on the asset's panel. */
export const PendingChange = lazyPart(
  async () => (await import('#features/state-changes/request/asked-already.tsx')).PendingChange,
  silently,
)
/** The same on its row, within `PageAssets`. */
export const PendingMark = lazyPart(
  async () => (await import('#features/state-changes/request/asked-already.tsx')).PendingMark,
  silently,
)
