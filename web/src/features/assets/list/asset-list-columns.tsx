import {
  type Asset,
  type AssetFilter,
  indexedAssetOrders,
  mostSortedAssets,
} from '@ats/contract/assets/assets.ts'
import { details } from '@ats/contract/assets/fields.ts'
import type { AssetColumn } from '@ats/contract/exports.ts'
import type { FieldName } from '@ats/contract/own-fields/field-filters.ts'
import { placeKinds } from '@ats/contract/places.ts'
import { Button, Text } from '@mantine/core'
import { IconMapPin, IconReplace, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { assetTitle, placeNames, placePath } from '#features/assets/asset-place.ts'
import { AssetState } from '#features/assets/asset-state.tsx'
import { AssetPicture, PrintedPicture } from '#features/assets/panel/asset-picture.tsx'
import { RentalEnded } from '#features/assets/rental-ended.tsx'
import { TagExpected } from '#features/assets/tag-expected.tsx'
import { ownFieldColumns, ownFieldList } from '#features/own-fields/own-fields.ts'
import { PendingMark } from '#features/state-changes/state-changes.ts'
import { fieldLabels } from '#kernel/words/asset-labels.ts'
import { m } from '#texts'
import { PanelLink } from '#ui/dialog/panel-link.tsx'
import { type ColumnOf, type Length, unsortedBeyond } from '#ui/table/column.ts'
import { RowActions } from '#ui/table/row-actions.tsx'
import { Cut, CutName, PlacePath } from '#ui/text/cell.tsx'
import { CopyId } from '#ui/text/copy-id.tsx'
import { Matched } from '#ui/text/matched.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { useAssetActions } from './asset-actions.ts'
import classes from './asset-list.module.css'

const orNotGiven = (text: string | null) => text ?? m.common_not_given()

export type AssetListColumn = ColumnOf<Asset, AssetFilter['sort'], AssetColumn | FieldName>

/** Sort orders with an index are available for any list; all others only up to `mostSortedAssets` rows. */
const sortedBy = (
  sort: AssetFilter['sort'],
  header: () => string,
): Pick<AssetListColumn, 'sort' | 'unsorted'> =>
  indexedAssetOrders.some((order) => order === sort)
    ? { sort }
    : { sort, unsorted: (list) => unsortedBeyond(mostSortedAssets, list, header) }

/** Rental dates and periods are shown in the panel only. */
const listed = details.filter(({ is }) => is === 'text' || is === 'master')

const assetColumns: AssetListColumn[] = [
  {
    id: 'image',
    header: m.assets_image,
    cell: (asset) => <AssetPicture asset={asset} />,
    yields: 1,
    card: 'picture',
    onCard: (asset) => <PictureOnCard asset={asset} />,
    onPaper: (asset) => <PrintedPicture asset={asset} />,
  },
  {
    id: 'id',
    header: m.assets_id,
    cell: ({ assetTagId }) => <Code text={assetTagId} />,
    card: 'second',
    onCard: ({ assetTagId }) => <Matched text={assetTagId} />,
    onPaper: ({ assetTagId }) => assetTagId,
    ...sortedBy('assetTagId', m.assets_id),
    exports: ['assetTagId'],
  },
  {
    id: 'rfidTag',
    header: fieldLabels.rfidTag,
    cell: (asset) => <Tag asset={asset} />,
    sort: 'rfidTag',
    yields: 2,
  },
  {
    id: 'assetName',
    header: fieldLabels.assetName,
    cell: (asset) => <Name asset={asset} />,
    ...sortedBy('assetName', fieldLabels.assetName),
    hidden: 'never',
    card: 'title',
    onCard: ({ _id, assetName }) => (
      <PanelLink id={_id} inherit>
        <Matched text={assetName} />
      </PanelLink>
    ),
  },
  {
    id: 'assignedUser',
    header: fieldLabels.assignedUser,
    cell: ({ assignedUser }) => <Cut text={orNotGiven(assignedUser?.name ?? null)} />,
    ...sortedBy('assignedUser', fieldLabels.assignedUser),
    yields: 1,
  },
  {
    id: 'location',
    header: m.assets_location,
    cell: (asset) => <PlacePath names={placeNames(asset)} />,
    ...sortedBy('place', m.assets_location),
    card: 'third',
    onPaper: placePath,
    exports: placeKinds,
  },
  {
    id: 'state',
    header: fieldLabels.assetState,
    cell: (asset) => (
      <span className={classes.state}>
        <AssetState state={asset.assetState} />
        <RentalEnded asset={asset} />
        <PendingMark assetId={asset._id} />
      </span>
    ),
    sort: 'assetState',
    card: 'second',
    exports: ['assetState'],
  },
  ...listed.map(
    ({ name }): AssetListColumn => ({
      id: name,
      header: fieldLabels[name],
      cell: (asset) => (name === 'serialNo' ? <Serial asset={asset} /> : orNotGiven(asset[name])),
      ...sortedBy(name, fieldLabels[name]),
      hidden: 'at-first',
      yields: 1,
    }),
  ),
  {
    id: 'registeredAt',
    header: fieldLabels.registeredAt,
    cell: (asset) => <Moment at={asset.registeredAt} />,
    sort: 'registeredAt',
    hidden: 'at-first',
    yields: 1,
  },
  {
    id: 'createdBy',
    header: fieldLabels.createdBy,
    cell: ({ createdBy }) => orNotGiven(createdBy),
    ...sortedBy('createdBy', fieldLabels.createdBy),
    hidden: 'at-first',
    yields: 1,
  },
  {
    id: 'action',
    header: m.assets_action,
    cell: (asset) => <Actions asset={asset} />,
    yields: 1,
    card: 'actions',
  },
]

/** The columns of the list, with the fields of the organisation before its buttons. */
export function useAssetColumns(): AssetListColumn[] {
  const { data: fields } = useQuery(ownFieldList())
  return useMemo(() => {
    if (fields === undefined || fields.length === 0) return assetColumns
    const unsorted = (list: Length, header: () => string) => unsortedBeyond(mostSortedAssets, list, header)
    return [
      ...assetColumns.slice(0, -1),
      ...ownFieldColumns<Asset>(fields, { unsorted }),
      ...assetColumns.slice(-1),
    ]
  }, [fields])
}

function PictureOnCard({ asset }: { asset: Asset }) {
  return (
    <div className={classes.onCard}>
      <AssetPicture asset={asset} />
    </div>
  )
}

function Code({ text }: { text: string }) {
  return (
    <span className={classes.code}>
      <CopyId id={text} show={text.length} />
    </span>
  )
}

function Tag({ asset }: { asset: Asset }) {
  const { rfidTag } = asset
  return rfidTag === null ? (
    <Text span inherit c="dimmed">
      {m.assets_no_tag()}
    </Text>
  ) : (
    <>
      <Code text={rfidTag} /> <TagExpected asset={asset} isShort />
    </>
  )
}

function Serial({ asset: { serialNo } }: { asset: Asset }) {
  return serialNo === null ? m.common_not_given() : <Matched text={serialNo} />
}

function Name({ asset }: { asset: Asset }) {
  return (
    <CutName title={asset.assetName}>
      <PanelLink id={asset._id} inherit>
        <Matched text={asset.assetName} />
      </PanelLink>
    </CutName>
  )
}

function Actions({ asset }: { asset: Asset }) {
  const { edit, remove, requestState, move, assign } = useAssetActions()
  const name = assetTitle(asset)
  const more = [
    {
      ...{ text: m.requests_ask(), named: m.assets_ask_named({ name }), icon: IconReplace },
      run: () => requestState(asset),
    },
    {
      ...{ text: m.assets_move(), named: m.assets_move_named({ name }), icon: IconMapPin },
      run: () => move(asset),
    },
    {
      ...{ text: m.assets_assign(), named: m.assets_assign_named({ name }), icon: IconUser },
      run: () => assign(asset),
    },
  ]
  return (
    <RowActions name={name} more={more}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={m.assets_edit_named({ name })}
        onClick={() => edit(asset)}
      >
        {m.common_edit()}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={m.assets_delete_named({ name })}
        onClick={() => remove(asset)}
      >
        {m.common_delete()}
      </Button>
    </RowActions>
  )
}
