import { mostSortedAssets } from '@ats/contract/assets/assets.ts'
import type { DeletedAsset, DeletedFilter } from '@ats/contract/assets/bin.ts'
import { Button, Text } from '@mantine/core'
import { assetTitle, namesInCity } from '#features/assets/asset-place.ts'
import { TagEnd } from '#features/assets/panel/asset-tag-end.tsx'
import { shownName } from '#kernel/words/seeded-names.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { type Column, type Length, unsortedBeyond } from '#ui/table/column.ts'
import { RowActions } from '#ui/table/row-actions.tsx'
import { Cut, PlacePath, WithDetail } from '#ui/text/cell.tsx'
import { Matched } from '#ui/text/matched.tsx'
import { Moment } from '#ui/text/moment.tsx'

type Restoring = { restore: (asset: DeletedAsset) => unknown; busy: boolean }
/** Null for people who may only view deleted assets. */
type Managing = Restoring | null

const sortedBy = (sort: DeletedFilter['sort'], header: () => string) => ({
  sort,
  unsorted: (list: Length) => unsortedBeyond(mostSortedAssets, list, header),
})

const nameColumn = (opens: boolean): Column<DeletedAsset> => ({
  id: 'assetName',
  header: m.deleted_name,
  ...sortedBy('assetName', m.deleted_name),
  cell: (asset) => <Name asset={asset} opens={opens} />,
  hidden: 'never',
  card: 'title',
})

const facts: Column<DeletedAsset>[] = [
  {
    id: 'rfidTag',
    header: m.deleted_rfid_tag,
    ...sortedBy('rfidTag', m.deleted_rfid_tag),
    cell: ({ rfidTag }) => <TagEnd tag={rfidTag} />,
  },
  {
    id: 'city',
    header: m.deleted_city,
    cell: (asset) => asset.city,
    ...sortedBy('city', m.deleted_city),
  },
  {
    id: 'place',
    header: m.deleted_place,
    ...sortedBy('place', m.deleted_place),
    cell: (asset) => {
      const names = namesInCity(asset)
      return names.length === 0 ? m.common_not_given() : <PlacePath names={names} />
    },
    hidden: 'at-first',
    exports: ['mm', 'property', 'aou', 'room'],
  },
  {
    id: 'state',
    header: m.deleted_state,
    ...sortedBy('assetState', m.deleted_state),
    cell: (asset) => shownName(asset.assetState),
    hidden: 'at-first',
    exports: ['assetState'],
  },
  {
    id: 'serialNo',
    header: m.deleted_serial,
    ...sortedBy('serialNo', m.deleted_serial),
    cell: ({ serialNo }) => (serialNo === null ? m.common_not_given() : <Matched text={serialNo} />),
    hidden: 'at-first',
  },
  {
    id: 'deletedBy',
    header: m.deleted_by,
    cell: (asset) => asset.deletedBy ?? m.common_not_given(),
    ...sortedBy('deletedBy', m.deleted_by),
  },
  {
    id: 'deletedAt',
    header: m.deleted_at,
    cell: (asset) => <Moment at={asset.deletedAt} />,
    sort: 'deletedAt',
  },
  {
    id: 'reason',
    header: m.deleted_reason,
    cell: (asset) => <Reason text={asset.reason} />,
    ...sortedBy('reason', m.deleted_reason),
  },
]

export const deletedColumns = (managing: Managing): Column<DeletedAsset>[] => [
  nameColumn(managing !== null),
  ...facts,
  ...(managing === null ? [] : [options(managing)]),
]

const options = ({ restore, busy }: Restoring): Column<DeletedAsset> => ({
  id: 'options',
  header: m.deleted_options,
  card: 'actions',
  cell: (asset) => (
    <RowActions name={assetTitle(asset)}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={m.deleted_restore_named({ name: assetTitle(asset) })}
        aria-disabled={busy}
        onClick={() => restore(asset)}
      >
        {m.deleted_restore()}
      </Button>
    </RowActions>
  ),
})

/** A link to the asset's panel, for people who may open it. */
function Name({ asset, opens }: { asset: DeletedAsset; opens: boolean }) {
  return (
    <WithDetail detail={asset.assetTagId}>
      {opens ? (
        <PanelLink id={asset._id} inherit>
          <Matched text={asset.assetName} />
        </PanelLink>
      ) : (
        <Matched text={asset.assetName} />
      )}
    </WithDetail>
  )
}

function Reason({ text }: { text: string | null }) {
  if (text === null)
    return (
      <Text span inherit c="dimmed">
        {m.deleted_no_reason()}
      </Text>
    )
  return <Cut text={text} />
}
