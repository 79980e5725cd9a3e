import type { DeletedAsset } from '@ats/contract/assets/upkeep.ts'
import { Button } from '@mantine/core'
import { m } from '#texts'
import { CopyId } from '#ui/copy-id.tsx'
import { Moment } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { assetTitle, placeInCity } from './asset-place.ts'

type Restoring = { restore: (asset: DeletedAsset) => unknown; busy: boolean }

export const deletedColumns = ({ restore, busy }: Restoring): Column<DeletedAsset>[] => [
  { id: 'assetTagId', header: m.deleted_asset_tag, cell: (asset) => asset.assetTagId },
  {
    id: 'rfidTag',
    header: m.deleted_rfid_tag,
    cell: ({ rfidTag }) =>
      rfidTag === null ? m.deleted_no_tag() : <CopyId id={rfidTag} show={rfidTag.length} />,
  },
  {
    id: 'assetName',
    header: m.deleted_name,
    cell: (asset) => asset.assetName,
    hidden: 'never',
    card: 'title',
  },
  { id: 'city', header: m.deleted_city, cell: (asset) => asset.city },
  {
    id: 'place',
    header: m.deleted_place,
    cell: (asset) => placeInCity(asset) || m.common_not_given(),
    hidden: 'at-first',
  },
  { id: 'state', header: m.deleted_state, cell: (asset) => asset.assetState, hidden: 'at-first' },
  {
    id: 'serialNo',
    header: m.deleted_serial,
    cell: (asset) => asset.serialNo ?? m.common_not_given(),
    hidden: 'at-first',
  },
  { id: 'deletedBy', header: m.deleted_by, cell: (asset) => asset.deletedBy ?? m.common_not_given() },
  {
    id: 'deletedAt',
    header: m.deleted_at,
    cell: (asset) => <Moment at={asset.deletedAt} />,
    sort: 'deletedAt',
  },
  { id: 'reason', header: m.deleted_reason, cell: (asset) => asset.reason || m.deleted_no_reason() },
  {
    id: 'options',
    header: m.deleted_options,
    card: 'actions',
    cell: (asset) => (
      <Button
        size="compact-sm"
        variant="subtle"
        ml={-8}
        aria-label={m.deleted_restore_named({ name: assetTitle(asset) })}
        aria-disabled={busy}
        onClick={() => restore(asset)}
      >
        {m.deleted_restore()}
      </Button>
    ),
  },
]
