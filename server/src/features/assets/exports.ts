import { assetFilter, assets } from '@ats/contract/assets/assets.ts'
import { assetBin, deletedFilter } from '@ats/contract/assets/bin.ts'
import { closingFields, leadingFields } from '@ats/contract/assets/fields.ts'
import type { AssetColumn } from '@ats/contract/exports.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { sql } from 'kysely'
import { fieldColumnsOf } from '#features/own-fields/own-fields.ts'
import {
  type ExportColumn,
  exportSource,
  momentColumn,
  nameColumn,
  personColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { detailExports } from './details.ts'
import { binOrder, shownInBin } from './list/deleted-list.ts'
import { resolveAssetFilter } from './list/filters.ts'
import { assetOrder, shownAssets } from './list/lists.ts'
import { resolveAssetOrder } from './list/orders.ts'

const own = (column: string) => sql.ref(`assets.${column}`)
const named = (name: 'assetName' | 'assetState', table: string, column: string) =>
  nameColumn(leadingFields[name].heading, { table, id: `assets.${column}` })
const placed = (kind: PlaceKind, column: string) =>
  nameColumn(leadingFields[kind].heading, { table: 'places', id: `assets.${column}`, kind })

/** The headings are the ones that an import recognises. */
export const assetFileColumns: Record<AssetColumn, ExportColumn> = {
  rfidTag: textColumn(leadingFields.rfidTag.heading, own('rfid_tag')),
  assetTagId: plainColumn(leadingFields.assetTagId.heading, sql`asset_tag_id(assets.number)`),
  assetName: named('assetName', 'asset_names', 'name_id'),
  assignedUser: textColumn(leadingFields.assignedUser.heading, own('assigned_name')),
  city: placed('city', 'city_id'),
  mm: placed('mm', 'mm_id'),
  property: placed('property', 'property_id'),
  aou: placed('aou', 'aou_id'),
  room: placed('room', 'place_id'),
  assetState: named('assetState', 'asset_states', 'state_id'),
  ...detailExports,
  registeredAt: momentColumn(closingFields.registeredAt.heading, own('registered_at')),
  createdBy: personColumn(closingFields.createdBy.heading, 'assets.created_by'),
}

export const assetExport = exportSource({
  title: 'Assets',
  permission: assets.list.permission,
  filter: assetFilter.omit({ cursor: true, size: true }),
  columns: assetFileColumns,
  fieldColumns: fieldColumnsOf('assets.fields'),
  choose: async (db, actor, filter) => ({
    from: sql`assets`,
    ...(await shownAssets(db, actor, await resolveAssetFilter(db, actor, filter))),
    order: assetOrder(await resolveAssetOrder(db, actor, filter)),
  }),
})

const binColumns = {
  ...assetFileColumns,
  deletedAt: momentColumn('Deleted At', own('deleted_at')),
  deletedBy: personColumn('Deleted By', 'assets.deleted_by'),
  reason: textColumn('Reason', own('delete_reason')),
}

export const binExport = exportSource({
  title: 'Deleted assets',
  permission: assetBin.list.permission,
  filter: deletedFilter.omit({ cursor: true, size: true }),
  columns: binColumns,
  fieldColumns: fieldColumnsOf('assets.fields'),
  choose: async (db, actor, filter) => ({
    from: sql`assets`,
    ...(await shownInBin(db, actor, filter)),
    order: binOrder(filter),
  }),
})
