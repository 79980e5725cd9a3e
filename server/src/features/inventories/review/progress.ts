import type { DeviceProgress } from '@ats/contract/inventories/progress.ts'
import { type SqlBool, sql } from 'kysely'
import { inventoryFor, inventoryInScope, isHidden, mustShowItems } from '#features/inventories/access.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, mostCounted, type PageRequest } from '#kernel/db/paging.ts'
import { isShownRoom, readerName } from './shown-items.ts'

const mostDevices = 1000

const counted = (column: string) => sql<number>`coalesce(${sql.ref(`counts.${column}`)}, 0)`

const roomRows = (db: Db) =>
  db
    .selectFrom('inventory_rooms as room')
    .leftJoin('inventory_counts as counts', (join) =>
      join
        .onRef('counts.inventory_id', '=', 'room.inventory_id')
        .onRef('counts.place_id', '=', 'room.place_id'),
    )

/** Room by room; a place above rooms is only listed if something is expected or was seen in the place itself. */
async function roomProgress(
  db: Db,
  actor: Actor,
  id: Id,
  { search, open, ...page }: PageRequest & { search: string; open: 'true' | 'false' },
) {
  const tests = [
    sql`room.inventory_id = ${id} and (room.kind = 'room' or room.tags > 0 or counts.expected > 0
      or counts.misplaced + counts.outside + counts.binned + counts.unknown > 0)`,
    isShownRoom(actor),
    ...(open === 'true' ? [sql`counts.expected > counts.found`] : []),
    ...(search === '' ? [] : [sql`${containsWords(sql`room.path`, search)} ${sql.raw(unprepared)}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { count } = await db
    .selectFrom(
      roomRows(db)
        .select('room.place_id')
        .where(where)
        .$castTo<{ place_id: Id }>()
        .limit(mostCounted + 1)
        .as('shown'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const order = {
    ...{ name: 'path', by: sql<string>`room.path`, id: sql<string>`room.place_id` },
    direction: 'asc' as const,
  }
  const query = roomRows(db)
    .select([
      'room.place_id as placeId',
      'room.names as placeNames',
      counted('expected').as('expected'),
      counted('found').as('found'),
      counted('misplaced').as('misplaced'),
      sql<number>`coalesce(counts.outside + counts.binned + counts.unknown, 0)`.as('access'),
      'room.last_read_at as lastReadAt',
    ])
    .where(where)
  const { rows, ...rest } = await boundedPage(query, order, page, count > mostCounted ? null : count)
  return { rooms: rows.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...rest }
}

export type PlaceCount = { expected: number; found: number; unexpected: number }

/** The figures of some places by their ids. Empty if the actor does not see the inventory or counts it blind. */
export async function countsIn(
  db: Db,
  actor: Actor,
  id: Id,
  placeIds: readonly Id[],
): Promise<Map<Id, PlaceCount>> {
  const rows = await roomRows(db)
    .innerJoin('inventories', 'inventories.id', 'room.inventory_id')
    .innerJoin('places', 'places.id', 'inventories.place_id')
    .select([
      'room.place_id as placeId',
      counted('expected').as('expected'),
      counted('found').as('found'),
      sql<number>`coalesce(counts.misplaced + counts.outside + counts.binned + counts.unknown, 0)`.as(
        'unexpected',
      ),
    ])
    .where('room.inventory_id', '=', id)
    .where('room.place_id', '=', sql<Id>`any(${placeIds}::uuid[])`)
    .where(sql<SqlBool>`(${inventoryInScope(actor)} and not ${isHidden(actor)} and ${isShownRoom(actor)})`)
    .execute()
  return new Map(rows.map(({ placeId, ...figures }) => [placeId, figures]))
}

async function deviceProgress(db: Db, actor: Actor, id: Id): Promise<DeviceProgress[]> {
  const { rows } = await sql<DeviceProgress>`select device_id as "deviceId", user_id as "userId",
      case when user_id is null then ${readerName(actor, sql`device_id`)} else device end as device,
      (select full_name from users where users.id = user_id) as user, coalesce(room.names, '{}') as "placeNames",
      devices.tags, case when left_out then 0 else unsent end as unsent, last_seen_at as "lastSeenAt"
    from inventory_devices as devices
    left join inventory_rooms as room on (room.inventory_id, room.place_id) = (devices.inventory_id, devices.place_id)
    where devices.inventory_id = ${id} order by last_seen_at desc, device_id, user_id
    limit ${sql.lit(mostDevices)}`.execute(db)
  return rows
}

type Wanted = PageRequest & { search: string; open: 'true' | 'false' }

export async function progressOf(db: Db, actor: Actor, id: Id, wanted: Wanted) {
  mustShowItems(await inventoryFor(db, actor, id))
  return { ...(await roomProgress(db, actor, id, wanted)), devices: await deviceProgress(db, actor, id) }
}
