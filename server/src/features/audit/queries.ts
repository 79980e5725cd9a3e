import type { AuditFilter } from '@ats/contract/audit.ts'
import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { factsInScope, pathsInScope, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { personInScope, withinScope } from '#kernel/scope.ts'
import { readableId, recordName } from './record-names.ts'
import type { FoundRecords } from './record-search.ts'

export type ResolvedFilter = {
  tests: RawBuilder<unknown>[]
  /** All of these hold for a matching entry, and an index supports each. */
  narrowed: Reason[]
  /** At least one of these holds for a matching entry; undefined: no restriction. */
  reasons: Reason[] | undefined
  /** With a range of days, entries are read by time, whose index contains the days; otherwise by number. */
  byTime: boolean
}
type Direction = 'asc' | 'desc'

export type Reason = {
  /** Conditions that each use one index; together they find all such entries. */
  collected: RawBuilder<SqlBool>[]
  /** The condition for a scan of all entries in list order. */
  walked: RawBuilder<SqlBool>
  /** The first such entry in a direction, or an earlier one. */
  first: (direction: Direction) => RawBuilder<unknown>
}

const all = (tests: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/**
 * The first entry with one of the keys in a column. As a range ordered by the column first, only the column's
 * own index can serve it. With an equality the planner may scan all entries by number, which for a key
 * without entries is the whole ledger.
 */
function firstOf(keys: RawBuilder<unknown>, column: string, direction: Direction) {
  const [own, way] = [sql.ref(`line.${column}`), sql.raw(direction)]
  return sql`(select first_of_one.id from ${keys} cross join lateral (
    select id from events as line where ${own} between wanted.key and wanted.key
    order by ${own} ${way}, id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
}

const oneOf = (column: string, values: readonly string[], type: string): Reason => {
  const test = sql<SqlBool>`${sql.ref(`events.${column}`)} = any(${values}::${sql.raw(type)}[])`
  const keys = sql`unnest(${values}::${sql.raw(type)}[]) as wanted (key)`
  return { collected: [test], walked: test, first: (direction) => firstOf(keys, column, direction) }
}
export const ofActions = (actions: readonly RecordAction[]) => oneOf('action', actions, 'text')
export const byActor = (actorId: Id) => oneOf('actor_id', [actorId], 'uuid')

/** `greatest` and `least` ignore nulls, so a column without such entries does not count. */
const earliestOf = (lines: RawBuilder<unknown>[], direction: Direction) =>
  sql`${sql.raw(direction === 'desc' ? 'greatest' : 'least')}(${sql.join(lines)})`

/**
 * Entries in these places, and entries about records that left them. A scalar subquery cannot become a join,
 * which would read and sort all entries.
 */
export function inPlaces(places: RawBuilder<SqlBool>): Reason {
  const columns = ['place_id', 'from_place_id']
  const keys = sql`(select places.id as key from places where ${places}) as wanted`
  return {
    collected: columns.map(
      (column) =>
        sql<SqlBool>`${sql.ref(`events.${column}`)} in (select places.id from places where ${places})`,
    ),
    walked: sql<SqlBool>`((select true from places where places.id = events.place_id and ${places})
      or (select true from places where places.id = events.from_place_id and ${places}))`,
    first: (direction) =>
      earliestOf(
        columns.map((column) => firstOf(keys, column, direction)),
        direction,
      ),
  }
}

export function ofRecord(kind: RecordKind, id: Id): Reason {
  const test = sql<SqlBool>`(events.record_kind = ${kind} and events.record_id = ${id})`
  const first = (direction: Direction) =>
    sql`(select id from events where ${test} order by id ${sql.raw(direction)} limit 1)`
  return { collected: [test], walked: test, first }
}

/** Entries about records with these ids, by kind, because the kind is the first column of the index. */
function ofRecords(kind: RecordKind, ids: RawBuilder<unknown>): Reason {
  const test = sql<SqlBool>`(events.record_kind = ${kind} and events.record_id in (select key from ${ids}))`
  const first = (direction: Direction) => {
    const way = sql.raw(direction)
    return sql`(select first_of_one.id from ${ids} cross join lateral (
      select id from events as line where line.record_kind = ${kind} and line.record_id between wanted.key and wanted.key
      order by line.record_kind ${way}, line.record_id ${way}, id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
  }
  return { collected: [test], walked: test, first }
}

/** Entries about accounts that the actor may see, including deleted ones. */
export const aboutPeople = (actor: Actor) =>
  ofRecords('user', sql`(select users.id as key from users where ${personInScope(actor)}) as wanted`)

/** Combines reasons with 'or'. */
const oneOfThese = (reasons: Reason[]): Reason => ({
  collected: reasons.flatMap(({ collected }) => collected),
  walked: sql<SqlBool>`(${sql.join(
    reasons.map(({ walked }) => walked),
    sql` or `,
  )})`,
  first: (direction) =>
    earliestOf(
      reasons.map(({ first }) => first(direction)),
      direction,
    ),
})

/** Entries about records that a search text refers to. */
export const aboutRecords = ({ ids, names }: FoundRecords) =>
  oneOfThese([
    oneOf('record_name', names, 'text'),
    ...Object.entries(ids).map(([kind, some]) =>
      ofRecords(kind as RecordKind, sql`unnest(${some}::uuid[]) as wanted (key)`),
    ),
  ])

/** A condition that the planner cannot use an index for: it only filters entries found by another index. */
const plainly = (test: RawBuilder<unknown>) => sql<SqlBool>`case when ${test} then true else false end`

/** Entries found by one reason and filtered by another. */
export const where = ({ collected, walked, first }: Reason, other: Reason): Reason => ({
  collected: collected.map((test) => all([test, plainly(other.walked)])),
  walked: all([walked, other.walked]),
  first,
})

/** The cartesian product: every way to take one of each. */
const combinations = <T>(choices: T[][]): T[][] =>
  choices.reduce<T[][]>((taken, some) => taken.flatMap((before) => some.map((one) => [...before, one])), [[]])

/** The numbers of all matching entries, collected from indexes; undefined if they are too many to count. */
async function fewLines(db: Db, { tests, narrowed, reasons }: ResolvedFilter): Promise<number[] | undefined> {
  const known = reasons === undefined ? [] : [reasons.flatMap(({ collected }) => collected)]
  const found = combinations([...narrowed.map(({ collected }) => collected), ...known]).map(
    (some) => sql`(select events.id from events where ${all([...tests, ...some])} ${counting})`,
  )
  const { rows } = await sql<{ ids: number[] | null }>`${sql.raw(unprepared)}
    select case when count(*) <= ${sql.lit(mostCounted)} then coalesce(array_agg(id), '{}') end as ids
    from (${sql.join(found, sql` union `)}) as found`.execute(db)
  const { ids } = rows[0] ?? { ids: null }
  return ids === null ? undefined : ids
}

/** True if one of the reasons holds for an entry. */
const isKnown = (reasons: Reason[]) => plainly(oneOfThese(reasons).walked)

/**
 * Many entries are scanned in list order, which fills a page quickly. By number the scan starts at the first
 * matching entry, because all matching ones may be old; by time it starts with the days.
 */
function walked({ tests, narrowed, reasons, byTime }: ResolvedFilter, direction: Direction) {
  const isFrom = sql.raw(direction === 'desc' ? '<=' : '>=')
  const beginAt = (wanted: Reason[]) => {
    const first = () =>
      earliestOf(
        wanted.map((reason) => reason.first(direction)),
        direction,
      )
    return byTime ? [] : [sql`events.id ${isFrom} ${first()}`]
  }
  const known = reasons === undefined ? [] : [isKnown(reasons), ...beginAt(reasons)]
  const filter = narrowed.flatMap((reason) => [reason.walked, ...beginAt([reason])])
  return all([...tests, ...filter, ...known])
}

/** The condition of all matching entries, and their number; null: more than the bound. */
export async function shownLines(db: Db, filter: ResolvedFilter, direction: Direction) {
  const ids = await fewLines(db, filter)
  const where = ids === undefined ? walked(filter, direction) : sql`events.id = any(${ids}::bigint[])`
  return { where: sql<SqlBool>`${where} ${sql.raw(unprepared)}`, total: ids?.length ?? null }
}

/** Collected entries are sorted. The expressions keep the planner from scanning an index in list order instead. */
const orders = {
  walked: { at: sql<string>`events.at`, id: sql<string>`events.id` },
  collected: { at: sql<string>`(events.at + interval '0')`, id: sql<string>`(events.id + 0)` },
}

/**
 * A person who sees only the place that a record left does not see where it went. A person who sees only the
 * person that an entry is about does not see its place. The cities of their own places are always visible.
 */
function shownPlace(actor: Actor) {
  if (actor.everywhere) return sql`events.place_id`
  const isSeen = (column: string) => sql`exists (select from places where places.id = ${sql.ref(column)}
    and (${withinScope(actor, 'places')} or places.id = any(${actor.cities}::uuid[])))`
  return sql`case when ${isSeen('events.place_id')} then events.place_id
    when ${isSeen('events.from_place_id')} then events.from_place_id end`
}

/** Entries as the actor may see them. */
export async function lineRows(db: Db, actor: Actor) {
  const paths = await pathsInScope(db, actor)
  return db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('places', (join) => join.on(sql<SqlBool>`places.id = ${shownPlace(actor)}`))
    .select([
      'events.id',
      'events.at',
      'users.full_name as by',
      'events.action',
      'events.record_kind as recordKind',
      'events.record_id as recordId',
      readableId.as('readableId'),
      recordName(actor).as('recordName'),
      sql<string | null>`case when places.id is not null then ${placePath} end`.as('place'),
      factsInScope(sql.ref('events.before'), paths).as('before'),
      factsInScope(sql.ref('events.after'), paths).as('after'),
      'events.request_id as requestId',
    ])
}

type Page = Pick<AuditFilter, 'cursor' | 'size' | 'direction'>

export async function linePage(db: Db, actor: Actor, filter: ResolvedFilter, { direction, ...page }: Page) {
  const { where, total } = await shownLines(db, filter, direction)
  const keys = orders[total === null ? 'walked' : 'collected']
  const name = filter.byTime ? 'at' : 'id'
  const order = { name, by: keys[name], id: keys.id, direction }
  const lines = (await lineRows(db, actor)).where(where)
  const { rows, ...rest } = await boundedPage(lines, order, page, total)
  return { events: rows.map(({ sortKey: _key, sortId: _id, ...line }) => line), ...rest }
}

/** One entry, if the actor may see it. */
export async function lineById(
  db: Db,
  actor: Actor,
  id: number,
  { reasons, shown }: { reasons: Reason[] | undefined; shown: RawBuilder<SqlBool> | undefined },
) {
  const lines = (await lineRows(db, actor)).where('events.id', '=', id).where(shown ?? sql<SqlBool>`true`)
  return (reasons === undefined ? lines : lines.where(isKnown(reasons))).executeTakeFirst()
}
