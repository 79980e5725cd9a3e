import type { ExpectedAsset, InventoryToCount, RoomToCount } from '@ats/contract/inventories/counting.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  inventoryFor,
  inventoryInScope,
  mayCount,
  mustBeCounter,
  mustShowItems,
} from '#features/inventories/access.ts'
import { namesOfPlace } from '#features/inventories/queries.ts'
import { isShownRoom, notWithheld } from '#features/inventories/review/shown-items.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { pathOfPlace } from '#kernel/scope.ts'

const mostListed = 500

/** The number of places in each of these, themselves included, by one scan for all. */
async function sizesOf(db: Db, placeIds: readonly Id[]) {
  if (placeIds.length === 0) return new Map<Id, number>()
  const { rows } = await sql<{ id: Id; size: number }>`select above.id, count(*) as size
    from places cross join lateral unnest(${pathOfPlace}) as above (id)
    where above.id = any(${placeIds}::uuid[]) group by above.id`.execute(db)
  return new Map(rows.map(({ id, size }) => [id, size]))
}

/** The rooms of an inventory are stored when it starts; before that, the places of today count. */
export async function inventoriesToCount(db: Db, actor: Actor): Promise<InventoryToCount[]> {
  const rows = await startedOrPlanned(db, actor)
  const sizes = await sizesOf(db, [
    ...new Set(rows.flatMap(({ placeId, rooms }) => (rooms === null ? placeId : []))),
  ])
  return rows.map(({ placeId, rooms, ...row }) => ({ ...row, rooms: rooms ?? sizes.get(placeId) ?? 0 }))
}

const startedOrPlanned = (db: Db, actor: Actor) =>
  db
    .selectFrom('inventories')
    .innerJoin('places', 'places.id', 'inventories.place_id')
    .select([
      'inventories.id as _id',
      'inventories.readable_id as inventoryId',
      namesOfPlace.as('placeNames'),
      'inventories.blind',
      'inventories.due_on as dueOn',
      sql<InventoryToCount['status']>`inventories.status`.as('status'),
      'inventories.place_id as placeId',
      sql<number | null>`case when inventories.started_at is not null then (
        select count(*) from inventory_rooms where inventory_id = inventories.id) end`.as('rooms'),
    ])
    .where('inventories.status', 'in', ['planned', 'starting', 'counting'])
    .where(sql<SqlBool>`${inventoryInScope(actor)}`)
    .where(sql<SqlBool>`${mayCount(actor)}`)
    .orderBy('inventories.due_on', (order) => order.asc().nullsLast())
    .orderBy('inventories.number')
    .limit(mostListed)
    .execute()

/** Lists for devices continue after the last row they have; a text that is not an id is an unknown row. */
function afterId(after: string | undefined): Id | undefined {
  if (after === undefined) return undefined
  const parsed = z.uuid().safeParse(after)
  if (!parsed.success) throw invalid('after', 'page-gone')
  return parsed.data
}

type Wanted = { size: number; after?: string | undefined }

const paged = <T>(rows: T[], size: number, idOf: (row: T) => Id) => {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { shown, next: rows.length > size && last !== undefined ? idOf(last) : null }
}

export async function roomsToCount(
  db: Db,
  actor: Actor,
  id: Id,
  { size, search, after }: Wanted & { search: string },
): Promise<{ rooms: RoomToCount[]; next: string | null }> {
  const inventory = await inventoryFor(db, actor, id)
  mustBeCounter(inventory)
  const last = afterId(after)
  const rows = await db
    .selectFrom('inventory_rooms as room')
    .leftJoin('inventory_counts as counts', (join) =>
      join
        .onRef('counts.inventory_id', '=', 'room.inventory_id')
        .onRef('counts.place_id', '=', 'room.place_id'),
    )
    .select([
      'room.place_id as _id',
      'room.names',
      'room.tags',
      'room.last_read_at as countedAt',
      sql<
        number | null
      >`case when not ${inventory.blind || inventory.isHidden}::bool and ${isShownRoom(actor)}
        then coalesce(counts.expected - counts.found, 0) end`.as('left'),
    ])
    .where('room.inventory_id', '=', id)
    .$if(search !== '', (some) =>
      some.where(sql<SqlBool>`${containsWords(sql`room.path`, search)} ${sql.raw(unprepared)}`),
    )
    .$if(last !== undefined, (rest) =>
      rest.where(sql<SqlBool>`(room.path, room.place_id) > (
        select path, place_id from inventory_rooms where inventory_id = ${id} and place_id = ${last})`),
    )
    .orderBy('room.path')
    .orderBy('room.place_id')
    .limit(size + 1)
    .execute()
  const { shown, next } = paged(rows, size, ({ _id }) => _id)
  return { rooms: shown, next }
}

export async function expectedIn(
  db: Db,
  actor: Actor,
  id: Id,
  { size, after, left }: Wanted & { left: 'true' | 'false' },
): Promise<{ expected: ExpectedAsset[]; next: string | null }> {
  const inventory = await inventoryFor(db, actor, id)
  mustBeCounter(inventory)
  mustShowItems(inventory)
  if (inventory.blind && inventory.status !== 'approved') throw new Problem('inventory-blind')
  const last = afterId(after)
  const rows = await db
    .selectFrom('inventory_items as item')
    .select([
      'id',
      sql<string>`tag`.as('tag'),
      sql<string>`label`.as('assetTagId'),
      sql<string>`name`.as('assetName'),
      sql<string>`expected_place_id`.as('placeId'),
    ])
    .where('inventory_id', '=', id)
    .where('kind', '=', 'expected')
    .where('tag', 'is not', null)
    .$if(left === 'true', (rest) => rest.where('class', '=', 'not-found'))
    .where(sql<SqlBool>`${sql.join([sql`true`, ...notWithheld(actor)], sql` and `)}`)
    .$if(last !== undefined, (rest) => rest.where('id', '>', last as Id))
    .orderBy('id')
    .limit(size + 1)
    .execute()
  const { shown, next } = paged(rows, size, (row) => row.id)
  return { expected: shown.map(({ id: _id, ...asset }) => asset), next }
}
