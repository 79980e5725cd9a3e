import { PageAssets } from '#features/state-changes/request/page-assets.ts'
import { lazyPart } from '#ui/lazy/part.tsx'

export { PageAssets }

/** Requests another state for the selected assets; the screen mounts it while it is open. */
export const RequestDialog = lazyPart(
  async () => (await import('#features/state-changes/request/request-dialog.tsx')).RequestDialog,
)

// These accompany an asset: if they cannot be loaded, the asset is shown without them.
const silently = { failed: () => null }

/** The pending request, in the asset's panel. */
export const PendingChange = lazyPart(
  async () => (await import('#features/state-changes/request/asked-already.tsx')).PendingChange,
  silently,
)
/** The pending request, in the asset's row, within `PageAssets`. */
export const PendingMark = lazyPart(
  async () => (await import('#features/state-changes/request/asked-already.tsx')).PendingMark,
  silently,
)
