import type { AuditAction, AuditFilter } from '@ats/contract/audit.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { factsInReach, pathOfPlace, pathsInReach } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { unprepared } from '#kernel/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/paging.ts'

export type Chosen = {
  tests: RawBuilder<unknown>[]
  /** What is true of the places whose lines are wanted; undefined: all lines, also those without a place. */
  places: RawBuilder<SqlBool> | undefined
  /** What an index finds the wanted lines by, one value after the other. */
  keys: { actor_id?: Id[]; action?: AuditAction[] }
  /** Within days the lines are read by their time, whose index holds the days; else by their number. */
  byTime: boolean
}
type Direction = 'asc' | 'desc'

const all = (tests: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/** The numbers of all wanted lines, by whatever index finds them; undefined where they are too many to count. */
async function fewLines(db: Db, { tests, places }: Chosen): Promise<number[] | undefined> {
  const inPlaces =
    places === undefined ? [] : [sql`events.place_id in (select places.id from places where ${places})`]
  const { rows } = await sql<{ ids: number[] | null }>`${sql.raw(unprepared)}
    select case when count(*) <= ${sql.lit(mostCounted)} then coalesce(array_agg(id), '{}') end as ids
    from (select events.id from events where ${all([...tests, ...inPlaces])} ${counting}) as found`.execute(
    db,
  )
  const { ids } = rows[0] ?? { ids: null }
  return ids === null ? undefined : ids
}

/**
 * Many lines are read in the order of the list, which soon fills a page. By number it begins where the wanted
 * lines do, which may all be old; by time it begins where the days do. A scalar subquery cannot become a join, which would read all lines and sort them.
 */
function walked({ tests, places, keys, byTime }: Chosen, direction: Direction) {
  const way = sql.raw(direction)
  const isFrom = sql.raw(direction === 'desc' ? '<=' : '>=')
  const from = (list: RawBuilder<unknown>, column: string) => {
    const first = sql`(select first_of_one.id from ${list} cross join lateral (
      select id from events as line where ${sql.ref(`line.${column}`)} = wanted.key
      order by id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
    return byTime ? sql`true` : sql`events.id ${isFrom} ${first}`
  }
  const inPlaces =
    places === undefined
      ? []
      : [
          sql`(select true from places where places.id = events.place_id and ${places})`,
          from(sql`(select places.id as key from places where ${places}) as wanted`, 'place_id'),
        ]
  const starts = [
    ...(keys.actor_id ? [from(sql`unnest(${keys.actor_id}::uuid[]) as wanted (key)`, 'actor_id')] : []),
    ...(keys.action ? [from(sql`unnest(${keys.action}::text[]) as wanted (key)`, 'action')] : []),
  ]
  return all([...tests, ...inPlaces, ...starts])
}

/** All lines that a filter shows, and how many they are; null: more than anyone counted. */
export async function shownLines(db: Db, chosen: Chosen, direction: Direction) {
  const ids = await fewLines(db, chosen)
  const where = ids === undefined ? walked(chosen, direction) : sql`events.id = any(${ids}::bigint[])`
  return { where: sql<SqlBool>`${where} ${sql.raw(unprepared)}`, total: ids?.length ?? null }
}

/** Lines that were collected are sorted, and never sought by walking an index in the order of the list. */
const orders = {
  walked: { at: sql<string>`events.at`, id: sql<string>`events.id` },
  collected: { at: sql<string>`(events.at + interval '0')`, id: sql<string>`(events.id + 0)` },
}

/** The lines as one person may read them. */
export async function lineRows(db: Db, actor: Actor) {
  const paths = await pathsInReach(db, actor)
  return db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('places', 'places.id', 'events.place_id')
    .select([
      'events.id',
      'events.at',
      'users.full_name as by',
      'events.action',
      'events.record_kind as recordKind',
      'events.record_id as recordId',
      sql<string | null>`case when places.id is not null then ${pathOfPlace} end`.as('place'),
      factsInReach(sql.ref('events.before'), paths).as('before'),
      factsInReach(sql.ref('events.after'), paths).as('after'),
      'events.request_id as requestId',
    ])
}

type Page = Pick<AuditFilter, 'cursor' | 'size' | 'direction'>

export async function linePage(db: Db, actor: Actor, chosen: Chosen, { direction, ...page }: Page) {
  const { where, total } = await shownLines(db, chosen, direction)
  const keys = orders[total === null ? 'walked' : 'collected']
  const name = chosen.byTime ? 'at' : 'id'
  const order = { name, by: keys[name], id: keys.id, direction }
  const lines = (await lineRows(db, actor)).where(where)
  const { rows, ...rest } = await boundedPage(lines, order, page, total)
  return { events: rows.map(({ sortKey: _key, sortId: _id, ...line }) => line), ...rest }
}
