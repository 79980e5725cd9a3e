import type { Asset } from '@ats/contract/assets/assets.ts'
import { assetTitle } from '#features/assets/asset-place.ts'
import { DeleteDialog } from '#features/assets/bin/asset-delete.tsx'
import type { BulkTask } from '#features/assets/bulk/asset-bulk-buttons.tsx'
import { EditDialog } from '#features/assets/edit/asset-edit.tsx'
import { AssetPanel } from '#features/assets/panel/asset-panel.tsx'
import { PictureZoom } from '#features/assets/panel/asset-picture-zoom.tsx'
import { RequestDialog } from '#features/state-changes/state-changes.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { AssetActions } from './asset-actions.ts'

const BulkDialog = lazyPart(async () => (await import('#features/assets/bulk/asset-bulk.tsx')).BulkDialog)

export type OpenDialog = { what: keyof AssetActions; asset: Asset }

type Props = {
  panel: { id: string | undefined; show: (id: string) => void; close: () => void }
  open: OpenDialog | null
  onClose: () => void
}

/** A bulk change of one asset. */
const taskFor = (kind: 'move' | 'assign', asset: Asset): BulkTask => ({
  kind,
  chosen: { ids: [asset._id], allMatching: false, except: [], count: 1, clear: () => undefined },
  filter: undefined,
  names: new Map([[asset._id, assetTitle(asset)]]),
})

/** The overlays of the list: the panel, and above it the dialogs of one asset. */
export function AssetDialogs({ panel, open, onClose }: Props) {
  return (
    <>
      {panel.id !== undefined && <AssetPanel id={panel.id} onShow={panel.show} onClose={panel.close} />}
      {open?.what === 'edit' && <EditDialog asset={open.asset} onClose={onClose} />}
      {open?.what === 'zoom' && <PictureZoom asset={open.asset} onClose={onClose} />}
      {open?.what === 'requestState' && (
        <RequestDialog chosen={{ ids: [open.asset._id], asset: open.asset }} onClose={onClose} />
      )}
      {(open?.what === 'move' || open?.what === 'assign') && (
        <BulkDialog task={taskFor(open.what, open.asset)} onClose={onClose} />
      )}
      {open?.what === 'remove' && (
        <DeleteDialog
          asset={open.asset}
          onClose={onClose}
          onDeleted={() => panel.id !== undefined && panel.close()}
        />
      )}
    </>
  )
}
