import { assetFilter, assets } from '@ats/contract/assets/assets.ts'
import { assetUpkeep, deletedFilter } from '@ats/contract/assets/upkeep.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { sql } from 'kysely'
import {
  exportSource,
  momentColumn,
  nameColumn,
  personColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { assetOrder, binOrder, resolveAssetFilter, shownAssets, shownInBin } from './list/lists.ts'

const own = (column: string) => sql.ref(`assets.${column}`)
const named = (title: string, table: string, column: string) =>
  nameColumn(title, { table, id: `assets.${column}` })
const placed = (title: string, kind: PlaceKind, column: string) =>
  nameColumn(title, { table: 'places', id: `assets.${column}`, kind })

/** The titles are those that an import reads. */
const columns = {
  rfidTag: textColumn('RFID Tag', own('rfid_tag')),
  assetTagId: plainColumn('Asset Tag ID', sql`asset_tag_id(assets.number)`),
  assetName: named('Asset Name', 'asset_names', 'name_id'),
  assignedUser: textColumn('Assigned User', own('assigned_name')),
  city: placed('City', 'city', 'city_id'),
  mm: placed('MM', 'mm', 'mm_id'),
  property: placed('Property', 'property', 'property_id'),
  aou: placed('AoU', 'aou', 'aou_id'),
  room: placed('Room', 'room', 'place_id'),
  assetState: named('Asset State', 'asset_states', 'state_id'),
  brand: named('Brand', 'brands', 'brand_id'),
  model: textColumn('Model', own('model')),
  serialNo: textColumn('Serial No', own('serial_no')),
  vendor: named('Vendor', 'vendors', 'vendor_id'),
  rentalStartDate: plainColumn('Rental Start Date (YYYY-MM-DD)', own('rental_start')),
  rentalPeriod: plainColumn('Rental Period (months)', own('rental_months')),
  registeredAt: momentColumn('Registered At', own('registered_at')),
  createdBy: personColumn('Created By', 'assets.created_by'),
}

export const assetExport = exportSource({
  permission: assets.list.permission,
  filter: assetFilter.omit({ cursor: true, size: true }),
  columns,
  choose: async (db, actor, filter) => ({
    from: sql`assets`,
    ...(await shownAssets(db, actor, await resolveAssetFilter(db, actor, filter))),
    order: assetOrder(filter),
  }),
})

const binColumns = {
  ...columns,
  deletedAt: momentColumn('Deleted At', own('deleted_at')),
  deletedBy: personColumn('Deleted By', 'assets.deleted_by'),
  reason: textColumn('Reason', own('delete_reason')),
}

export const binExport = exportSource({
  permission: assetUpkeep.deleted.permission,
  filter: deletedFilter.omit({ cursor: true, size: true }),
  columns: binColumns,
  choose: async (db, actor, filter) => ({
    from: sql`assets`,
    ...(await shownInBin(db, actor, filter)),
    order: binOrder(filter),
  }),
})
