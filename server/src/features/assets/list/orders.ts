import {
  type AssetFilter,
  type builtInAssetOrders,
  indexedAssetOrders,
  mostSortedAssets,
} from '@ats/contract/assets/assets.ts'
import type { DeletedFilter } from '@ats/contract/assets/bin.ts'
import { keyOfFieldName } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { detailOrders, nameOf } from '#features/assets/details.ts'
import { type FieldOrder, fieldsWithKeys, orderByField } from '#features/own-fields/own-fields.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import type { KeyRange } from '#kernel/db/paging.ts'
import {
  type Bin,
  byId,
  collected,
  countIn,
  firstInStateOrder,
  firstOf,
  type IndexRange,
  listTooLongToSort,
  states,
} from './index-ranges.ts'
import { areIn, firstInTagOrder } from './tag-order.ts'

/** The sort orders of the list and of reports, which have a column for each level of the place. */
export type AssetOrder = (typeof builtInAssetOrders)[number] | PlaceKind

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

/**
 * How a page is read in a given sort order: by index scan, by the index of a field of the organisation, or by
 * sorting the whole filtered list.
 */
export type Walk = 'own' | 'tag' | 'state' | 'sorted' | FieldWalk
type FieldWalk = FieldOrder & { first: NonNullable<FieldOrder['first']> }

export const isFieldWalk = (walk: Walk): walk is FieldWalk => typeof walk === 'object'

/** An order of the list, with its sort key. */
export type AssetListOrder = { name: string; by: RawBuilder<string>; walk: Walk; direction: 'asc' | 'desc' }

export const orderBy = ({
  sort,
  direction,
}: {
  sort: AssetOrder
  direction: 'asc' | 'desc'
}): AssetListOrder => ({
  ...{ name: sort, by: orders[sort], walk: walkOf(sort), direction },
})

/** The order of a request, which may be a field of the organisation. */
export async function resolveAssetOrder(
  db: Db,
  actor: Actor,
  { sort, direction }: Pick<AssetFilter, 'sort' | 'direction'>,
): Promise<AssetListOrder> {
  const key = keyOfFieldName(sort)
  if (key === undefined) return orderBy({ sort: sort as AssetOrder, direction })
  const [field] = await fieldsWithKeys(db, actor, [key], 'sort')
  const order = orderByField(field as OwnField, direction)
  const { first } = order
  const walk = first === undefined ? 'sorted' : { ...order, first }
  return { name: sort, by: order.by, walk, direction }
}

const walks: Record<(typeof indexedAssetOrders)[number], Walk> = {
  registeredAt: 'own',
  rfidTag: 'tag',
  assetState: 'state',
}

/** Rejects a sort order without an index if the list is too long to sort. */
export function checkSortable(walk: Walk, count: number) {
  if (walk === 'sorted' && count > mostSortedAssets) throw listTooLongToSort()
}

const walkOf = (order: AssetOrder): Walk => {
  const indexed = indexedAssetOrders.find((name) => name === order)
  return indexed === undefined ? 'sorted' : walks[indexed]
}

/** The first page of these index ranges. Without a matching index the list is short enough to sort. */
export function firstInOrder(walk: Walk, indexRanges: readonly IndexRange[], bin: Bin) {
  if (isFieldWalk(walk)) return firstInFieldOrder(walk, indexRanges)
  if (walk === 'tag') return firstInTagOrder(indexRanges)
  if (walk === 'state') return firstInStateOrder(indexRanges)
  return walk === 'own' ? firstOf(indexRanges, bin) : collected(indexRanges, bin)
}

/** Up to this many assets, collecting them is faster than skipping the others in the index of a field. */
const mostBesideIndex = 5_000

/** The index of a field contains all places: a scan skips the assets of other places, and short lists are collected. */
function firstInFieldOrder({ first }: FieldWalk, indexRanges: readonly IndexRange[]) {
  if (countIn(indexRanges, 'live') <= mostBesideIndex) return collected(indexRanges, 'live')
  const isShown = sql<SqlBool>`(${areIn(indexRanges)} and assets.state_id = any(${[...new Set(states(indexRanges))]}::uuid[])
    ${sql.raw(unprepared)})`
  return (range: KeyRange) => first(isShown, range)
}
