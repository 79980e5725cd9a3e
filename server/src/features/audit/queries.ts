import type { AuditAction, AuditFilter } from '@ats/contract/audit.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { factsInReach, pathOfPlace, pathsInReach } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db.ts'
import { unprepared } from '#kernel/naming-client.ts'
import { boundedPage, countedUpToBound, counting, mostCounted } from '#kernel/paging.ts'

export type Chosen = {
  tests: RawBuilder<unknown>[]
  /** What is true of the places whose lines are wanted; undefined: all lines, also those without a place. */
  places: RawBuilder<SqlBool> | undefined
  /** The actions of the kind of record that is wanted. */
  ofKind: AuditAction[] | undefined
  /** Within days the lines are read by their time, whose index holds the days; else by their number. */
  byTime: boolean
}

const all = (tests: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/** For few lines: whatever index finds them. */
const collected = ({ tests, places }: Chosen) =>
  all([
    ...tests,
    ...(places === undefined ? [] : [sql`events.place_id in (select places.id from places where ${places})`]),
  ])

/**
 * For many lines: in the order of the list, which soon fills a page. A scalar subquery cannot become a join, which would
 * read them all and sort them. The walk begins where the wanted lines do: they may all be old.
 */
function walked({ tests, places, ofKind, byTime }: Chosen, direction: 'asc' | 'desc') {
  const end = (list: RawBuilder<unknown>, column: 'place_id' | 'action', value: RawBuilder<unknown>) => {
    const ends = sql`(select end_of_one.id from ${list} cross join lateral (
      select id from events as line where ${sql.ref(`line.${column}`)} = ${value}
      order by id ${sql.raw(direction)} limit 1) as end_of_one order by 1 ${sql.raw(direction)} limit 1)`
    return direction === 'desc' ? sql`events.id <= ${ends}` : sql`events.id >= ${ends}`
  }
  const inPlaces =
    places === undefined
      ? []
      : [
          sql`(select true from places where places.id = events.place_id and ${places})`,
          end(sql`(select id from places where ${places}) as wanted`, 'place_id', sql`wanted.id`),
        ]
  const inKind =
    ofKind === undefined ? [] : [end(sql`unnest(${ofKind}::text[]) as wanted`, 'action', sql`wanted`)]
  return all([...tests, ...inPlaces, ...(byTime ? [] : inKind)])
}

/** All lines that a filter shows, and how many they are; null: more than anyone counted. */
export async function shownLines(db: Db, chosen: Chosen, direction: 'asc' | 'desc') {
  const marked = sql.raw(unprepared)
  const few = collected(chosen)
  const count = await countedUpToBound(db, 'events', sql<SqlBool>`${few} ${marked}`)
  return count > mostCounted
    ? { where: sql<SqlBool>`${walked(chosen, direction)} ${marked}`, total: null }
    : {
        where: sql<SqlBool>`events.id in (select events.id from events where ${few} ${counting}) ${marked}`,
        total: count,
      }
}

const keyOf = ({ byTime }: Chosen) => (byTime ? sql<string>`events.at` : sql<string>`events.id`)

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
      sql<string | null>`btrim(users.name || ' ' || users.lastname)`.as('by'),
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
  const order = {
    name: chosen.byTime ? 'at' : 'id',
    by: keyOf(chosen),
    id: sql<string>`events.id`,
    direction,
  }
  const lines = (await lineRows(db, actor)).where(where)
  const { rows, ...rest } = await boundedPage(lines, order, page, total)
  return { events: rows.map(({ sortKey: _key, sortId: _id, ...line }) => line), ...rest }
}
