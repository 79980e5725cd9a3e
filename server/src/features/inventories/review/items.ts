import {
  type InventoryItem,
  type ItemFilter,
  type Resolution,
  type ResolutionAction,
  resolutionActions,
} from '@ats/contract/inventories/review.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inventoryFor, inventoryOpened, mustShowItems } from '#features/inventories/access.ts'
import type { Actor } from '#kernel/actor.ts'
import { containing, forEachWord } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { itemsToSearch } from './item-texts.ts'
import {
  expectedPath,
  mayKnowAsset,
  nameIn,
  notWithheld,
  pathIn,
  readerName,
  whereKnown,
} from './shown-items.ts'

/** A single read with a signal strength. A scanner that types each tag once sends none. */
const isWeak = sql<boolean>`(item.weak and item.rssi is not null)`

export type Shown = Omit<ItemFilter, 'cursor' | 'size'>

/**
 * The places of the inventory within one of its places: passed as values, because their number of items
 * decides the plan.
 */
async function placesBelow(db: Db, inventoryId: Id, placeId: Id) {
  const { rows } = await sql<{ id: Id }>`select place_id as id from inventory_rooms
    where inventory_id = ${inventoryId} and ${placeId} = any(ids) order by place_id`.execute(db)
  return rows.map(({ id }) => id)
}

const isUnresolved = sql<SqlBool>`item.resolution is null and item.class <> 'found'`

const holdsWord = (actor: Actor, pattern: string) =>
  sql`(item.tag like upper(${pattern}) or (item.label like upper(${pattern})
      or lower(item.name) like lower(${pattern}))
    and ${mayKnowAsset(actor)})`

/** The condition of all items that match a filter. Names that the actor may not see are not searched either. */
export async function itemsWhere(
  db: Db,
  actor: Actor,
  id: Id,
  filter: Shown,
): Promise<{ where: RawBuilder<SqlBool> }> {
  const { placeId, search } = filter
  const places = placeId === undefined ? [] : await placesBelow(db, id, placeId)
  const tests = [
    sql`item.inventory_id = ${id}`,
    ...notWithheld(actor),
    ...(filter.class === undefined ? [] : [sql`item.class = ${filter.class}`]),
    ...(filter.open === 'true' ? [isUnresolved] : []),
    ...(filter.weak === 'true' ? [isWeak] : []),
    ...(placeId === undefined
      ? []
      : [
          sql`(item.expected_place_id = any(${places}::uuid[]) or item.seen_place_id = any(${places}::uuid[]))
            ${sql.raw(unprepared)}`,
        ]),
    ...(search === ''
      ? []
      : [sql`${forEachWord(search, (word) => holdsWord(actor, containing(word)))} ${sql.raw(unprepared)}`]),
  ]
  return { where: sql<SqlBool>`(${sql.join(tests, sql` and `)})` }
}

export async function countItems(db: Db, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from inventory_items as item where ${where} ${counting}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > mostCounted ? null : count
}

/** Searches once: matching items are then selected by id, unless there are many, which fill a page quickly. */
async function foundItems(db: Db, id: Id, where: RawBuilder<SqlBool>, search: string) {
  if (search === '') return { where, total: await countItems(db, where) }
  const { rows } = await sql<{ id: Id }>`select item.id from ${await itemsToSearch(db, id, search)} as item
    where ${where} ${counting}`.execute(db)
  if (rows.length > mostCounted) return { where, total: null }
  return {
    where: sql<SqlBool>`item.inventory_id = ${id} and item.id = any(${rows.map(({ id }) => id)}::uuid[])`,
    total: rows.length,
  }
}

/** Everybody who read or saw it, and the fixed readers that the actor may see. */
export const seenBy = (actor: Actor, inventoryId: Id) => sql<
  string[]
>`(array(select full_name from users where id in (
    select unnest(people) from inventory_reads where inventory_id = ${inventoryId} and item_id = item.id
    union select user_id from inventory_sightings where item_id = item.id)
  order by lower(full_name), id) || array(select name from (
    select distinct device, ${readerName(actor, sql`device`)} as name
    from inventory_reads cross join unnest(devices) as device
    where inventory_id = ${inventoryId} and item_id = item.id
  ) as readers where name is not null order by lower(name), device))`

const itemRows = (db: Db, actor: Actor, inventoryId: Id) =>
  db
    .selectFrom('inventory_items as item')
    .innerJoin('inventories', 'inventories.id', 'item.inventory_id')
    .select([
      'item.id as _id',
      'item.class',
      whereKnown(actor, sql<Id>`item.asset_id`).as('assetId'),
      whereKnown(actor, sql<string>`item.label`).as('assetTagId'),
      whereKnown(actor, sql<string>`item.name`).as('assetName'),
      'item.tag',
      whereKnown(actor, sql<Id>`item.expected_place_id`).as('expectedPlaceId'),
      expectedPath(actor).as('expectedPlace'),
      'item.seen_place_id as seenPlaceId',
      pathIn('item.seen_place_id').as('seenPlace'),
      seenBy(actor, inventoryId).as('seenBy'),
      'item.seen_at as seenAt',
      'item.reads',
      'item.rssi',
      isWeak.as('weak'),
      'item.several_rooms as severalRooms',
      'item.sighting_id as sightingId',
      'item.note',
      sql<Resolution | null>`item.resolution`.as('resolution'),
      nameIn(actor, sql`item.resolution`).as('resolutionName'),
      fullNameOf('item.resolved_by').as('resolvedBy'),
      'item.outcome',
    ])

export async function itemPage(db: Db, actor: Actor, id: Id, filter: ItemFilter) {
  await inventoryOpened(db, actor, id)
  const asked = await itemsWhere(db, actor, id, filter)
  const order = {
    ...{ name: 'id', by: sql<string>`item.id`, id: sql<string>`item.id`, direction: 'asc' as const },
  }
  const { where, total } = await foundItems(db, id, asked.where, filter.search)
  const { rows, ...page } = await boundedPage(itemRows(db, actor, id).where(where), order, filter, total)
  const items: InventoryItem[] = rows.map(({ sortKey: _key, sortId: _id, ...row }) => row)
  return { items, ...page }
}

/** What approval would apply, in the order of the actions. */
export async function proposalsOf(db: Db, actor: Actor, id: Id) {
  mustShowItems(await inventoryFor(db, actor, id))
  const { rows } = await sql<{ action: ResolutionAction; count: number }>`
    select resolution ->> 'action' as action, count(*) as count from inventory_items
    where inventory_id = ${id} and resolution is not null group by 1`.execute(db)
  const order = ({ action }: { action: ResolutionAction }) => resolutionActions.indexOf(action)
  return { proposals: rows.toSorted((one, other) => order(one) - order(other)) }
}
