import { type AssetFilter, indexedAssetOrders, mostSortedAssets } from '@ats/contract/assets/assets.ts'
import type { DeletedFilter } from '@ats/contract/assets/bin.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type RawBuilder, sql } from 'kysely'
import { detailOrders, nameOf } from '#features/assets/details.ts'
import { placePath } from '#features/places/places.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import {
  type Bin,
  byId,
  collected,
  firstInStateOrder,
  firstOf,
  type IndexRange,
  listTooLongToSort,
} from './index-ranges.ts'
import { firstInTagOrder } from './tag-order.ts'

/** The sort orders of the list and of reports, which have a column for each level of the place. */
export type AssetOrder = AssetFilter['sort'] | PlaceKind

const text = (value: RawBuilder<unknown>) => sql<string>`coalesce(lower(${value}), '')`

/** The sort keys: texts ignore case, and missing values sort as empty texts. */
export const orders: Record<AssetOrder, RawBuilder<string>> = {
  registeredAt: byId,
  rfidTag: sql<string>`coalesce(upper(assets.rfid_tag), '')`,
  assetState: text(nameOf('asset_states', 'state_id')),
  assetTagId: sql<string>`assets.number`,
  assetName: text(nameOf('asset_names', 'name_id')),
  assignedUser: text(sql`assets.assigned_name`),
  place: text(sql`(select ${placePath} from places where places.id = assets.place_id)`),
  city: text(nameOf('places', 'city_id')),
  mm: text(nameOf('places', 'mm_id')),
  property: text(nameOf('places', 'property_id')),
  aou: text(nameOf('places', 'aou_id')),
  room: text(sql`(select name from places where id = assets.place_id and kind = 'room')`),
  createdBy: text(fullNameOf('assets.created_by')),
  ...detailOrders,
}

export const binOrders: Record<DeletedFilter['sort'], RawBuilder<string>> = {
  ...orders,
  deletedAt: sql<string>`assets.deleted_at`,
  deletedBy: text(fullNameOf('assets.deleted_by')),
  reason: text(sql`assets.delete_reason`),
}

/** How a page is read in a given sort order: by index scan, or by sorting the whole filtered list. */
export type Walk = 'own' | 'tag' | 'state' | 'sorted'

const walks: Record<(typeof indexedAssetOrders)[number], Walk> = {
  registeredAt: 'own',
  rfidTag: 'tag',
  assetState: 'state',
}

/** Rejects a sort order without an index if the list is too long to sort. */
export function checkSortable(walk: Walk, count: number) {
  if (walk === 'sorted' && count > mostSortedAssets) throw listTooLongToSort()
}

export const walkOf = (order: AssetOrder): Walk => {
  const indexed = indexedAssetOrders.find((name) => name === order)
  return indexed === undefined ? 'sorted' : walks[indexed]
}

/** The first page of these index ranges. Without a matching index the list is short enough to sort. */
export function firstInOrder(walk: Walk, indexRanges: readonly IndexRange[], bin: Bin) {
  if (walk === 'tag') return firstInTagOrder(indexRanges)
  if (walk === 'state') return firstInStateOrder(indexRanges)
  return walk === 'own' ? firstOf(indexRanges, bin) : collected(indexRanges, bin)
}
