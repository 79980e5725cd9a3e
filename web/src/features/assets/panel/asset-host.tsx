import { assetReaders } from '@ats/contract/permissions.ts'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { type AssetActions, AssetActionsContext } from '#features/assets/list/asset-actions.ts'
import type { OpenDialog } from '#features/assets/list/asset-dialogs.tsx'
import { useHolds } from '#kernel/address/screen.ts'
import { usePanelAddress } from '#ui/dialog/panel-address.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { useStateOf } from '#ui/table/state-of.ts'

export const loadAssetDialogs = async () =>
  (await import('#features/assets/list/asset-dialogs.tsx')).AssetDialogs
const AssetDialogs = lazyPart(loadAssetDialogs, {
  close: ({ panel, open, onClose }) => (open === null ? panel.close() : onClose()),
})

/** On any screen: the panel of the asset in the address, and above it the dialogs of one asset. */
export function AssetHost({ children }: { children: ReactNode }) {
  const panel = usePanelAddress('asset')
  const isPermitted = useHolds(assetReaders)
  const pathname = useLocation({ select: (place) => place.pathname })
  const [open, setOpen] = useStateOf<OpenDialog | null>(pathname, null)
  const actions = useMemo<AssetActions>(
    () => ({
      edit: (asset) => setOpen({ what: 'edit', asset }),
      remove: (asset) => setOpen({ what: 'remove', asset }),
      zoom: (asset) => setOpen({ what: 'zoom', asset }),
      requestState: (asset) => setOpen({ what: 'requestState', asset }),
      move: (asset) => setOpen({ what: 'move', asset }),
      assign: (asset) => setOpen({ what: 'assign', asset }),
    }),
    [setOpen],
  )
  return (
    <AssetActionsContext value={actions}>
      {children}
      {isPermitted && (panel.id !== undefined || open !== null) && (
        <AssetDialogs panel={panel} open={open} onClose={() => setOpen(null)} />
      )}
    </AssetActionsContext>
  )
}
