import type { AuditFilter } from '@ats/contract/audit.ts'
import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { factsInScope, pathsInScope, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { allEntries, entriesAt } from '#kernel/ledger/entries.ts'
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
  /** Many entries may match; those of one person or record are few, and are found at once. */
  isBroad: boolean
}
type Direction = 'asc' | 'desc'

export type Reason = {
  /** Conditions that each use one index; together they find all such entries. */
  collected: RawBuilder<SqlBool>[]
  /** The condition for a scan of all entries in list order. */
  walked: RawBuilder<SqlBool>
  /** The first such entry in a direction, or an earlier one, among those of a span. */
  first: (direction: Direction, span: Span) => RawBuilder<unknown>
}

/** Entries from a moment on; undefined: all. It is part of every subquery, so that earlier months are not even planned. */
type Span = string | undefined
const inSpan = (table: string, span: Span) =>
  span === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${table}.at`)} >= ${span}::timestamptz`

const all = (tests: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/**
 * The first entry with one of the keys in a column. As a range ordered by the column first, only the column's
 * own index can serve it. With an equality the planner may scan all entries by number, which for a key
 * without entries is the whole ledger.
 */
function firstOf(keys: RawBuilder<unknown>, column: string, direction: Direction, span: Span) {
  const [own, way] = [sql.ref(`line.${column}`), sql.raw(direction)]
  return sql`(select first_of_one.id from ${keys} cross join lateral (
    select id from events as line where ${own} between wanted.key and wanted.key and ${inSpan('line', span)}
    order by ${own} ${way}, id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
}

const oneOf = (column: string, values: readonly string[], type: string): Reason => {
  const test = sql<SqlBool>`${sql.ref(`events.${column}`)} = any(${values}::${sql.raw(type)}[])`
  const keys = sql`unnest(${values}::${sql.raw(type)}[]) as wanted (key)`
  return { collected: [test], walked: test, first: (...given) => firstOf(keys, column, ...given) }
}
export const ofActions = (actions: readonly RecordAction[]) => oneOf('action', actions, 'text')
export const byActor = (actorId: Id) => oneOf('actor_id', [actorId], 'uuid')

/** `greatest` and `least` ignore nulls, so a column without such entries does not count. */
const earliestOf = (lines: RawBuilder<unknown>[], direction: Direction) =>
  sql`${sql.raw(direction === 'desc' ? 'greatest' : 'least')}(${sql.join(lines)})`

/**
 * Entries in these places, and entries about records that left them. A scalar subquery or an array cannot become a
 * join, which would read and sort all entries, and be planned for each month.
 */
export function inPlaces(places: RawBuilder<SqlBool>): Reason {
  const columns = ['place_id', 'from_place_id']
  const keys = sql`(select places.id as key from places where ${places}) as wanted`
  return {
    collected: columns.map(
      (column) =>
        sql<SqlBool>`${sql.ref(`events.${column}`)} = any(array(select places.id from places where ${places}))`,
    ),
    walked: sql<SqlBool>`((select true from places where places.id = events.place_id and ${places})
      or (select true from places where places.id = events.from_place_id and ${places}))`,
    first: (direction, span) =>
      earliestOf(
        columns.map((column) => firstOf(keys, column, direction, span)),
        direction,
      ),
  }
}

export function ofRecord(kind: RecordKind, id: Id): Reason {
  const test = sql<SqlBool>`(events.record_kind = ${kind} and events.record_id = ${id})`
  const first = (direction: Direction, span: Span) =>
    sql`(select id from events where ${test} and ${inSpan('events', span)} order by id ${sql.raw(direction)} limit 1)`
  return { collected: [test], walked: test, first }
}

/** Entries about records with these ids, by kind, because the kind is the first column of the index. */
function ofRecords(kind: RecordKind, ids: RawBuilder<unknown>): Reason {
  const test = sql<SqlBool>`(events.record_kind = ${kind} and events.record_id in (select key from ${ids}))`
  const first = (direction: Direction, span: Span) => {
    const way = sql.raw(direction)
    return sql`(select first_of_one.id from ${ids} cross join lateral (
      select id from events as line where line.record_kind = ${kind} and line.record_id between wanted.key and wanted.key
        and ${inSpan('line', span)} order by line.record_kind ${way}, line.record_id ${way}, id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
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
  first: (direction, span) =>
    earliestOf(
      reasons.map(({ first }) => first(direction, span)),
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

/** The numbers and times of all matching entries, collected from indexes; undefined if they are too many to count. */
async function fewLines(db: Db, { tests, narrowed, reasons }: ResolvedFilter, span: Span) {
  const known = reasons === undefined ? [] : [reasons.flatMap(({ collected }) => collected)]
  const found = combinations([...narrowed.map(({ collected }) => collected), ...known]).map(
    (some) =>
      sql`(select events.id, events.at from events where ${all([...tests, inSpan('events', span), ...some])} ${counting})`,
  )
  const { rows } = await sql<{ ids: number[]; times: string[] }>`${sql.raw(unprepared)}
    select coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(at::text), '{}') as times
    from (${sql.join(found, sql` union `)}) as found having count(*) <= ${sql.lit(mostCounted)}`.execute(db)
  return rows[0]
}

/** True if one of the reasons holds for an entry. */
export const isKnown = (reasons: Reason[]) => plainly(oneOfThese(reasons).walked)

/**
 * Many entries are scanned in list order, which fills a page quickly. By number the scan starts at the first
 * matching entry, because all matching ones may be old; by time it starts with the days.
 */
function walked({ tests, narrowed, reasons, byTime }: ResolvedFilter, direction: Direction, span: Span) {
  const isFrom = sql.raw(direction === 'desc' ? '<=' : '>=')
  const beginAt = (wanted: Reason[]) => {
    const first = () =>
      earliestOf(
        wanted.map((reason) => reason.first(direction, span)),
        direction,
      )
    return byTime ? [] : [sql`events.id ${isFrom} ${first()}`]
  }
  const known = reasons === undefined ? [] : [isKnown(reasons), ...beginAt(reasons)]
  const filter = narrowed.flatMap((reason) => [reason.walked, ...beginAt([reason])])
  return all([...tests, inSpan('events', span), ...filter, ...known])
}

/** Each span is four times as long as the one before, so reading it again costs a third more at most. */
const spanDays = [40, 160, 640]
const dayMs = 24 * 60 * 60 * 1000

/**
 * All matching entries, as a table and a condition, and their number; null: more than the bound. If the last days
 * alone have more, the first page of the newest is among them, and years of months need no look.
 */
export async function shownLines(db: Db, filter: ResolvedFilter, direction: Direction, isFirstPage = false) {
  const isNewest = isFirstPage && direction === 'desc'
  for (const days of filter.isBroad ? spanDays : []) {
    const span = new Date(Date.now() - days * dayMs).toISOString()
    if ((await fewLines(db, filter, span)) === undefined)
      return shown(filter, direction, undefined, isNewest ? span : undefined)
  }
  return shown(filter, direction, await fewLines(db, filter, undefined), undefined)
}

function shown(
  filter: ResolvedFilter,
  direction: Direction,
  few: Awaited<ReturnType<typeof fewLines>>,
  span: Span,
) {
  const where = few === undefined ? walked(filter, direction, span) : sql`true`
  return {
    from: few && entriesAt(sql`select * from unnest(${few.ids}::bigint[], ${few.times}::timestamptz[])`),
    where: sql<SqlBool>`${where} ${sql.raw(unprepared)}`,
    total: few?.ids.length ?? null,
  }
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
export async function lineRows(db: Db, actor: Actor, from = allEntries) {
  const paths = await pathsInScope(db, actor)
  return db
    .selectFrom(from.as('events'))
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
  const isFirstPage = page.cursor === undefined
  const { from, where, total } = await shownLines(db, filter, direction, isFirstPage)
  const keys = orders[total === null ? 'walked' : 'collected']
  const name = filter.byTime ? 'at' : 'id'
  const order = { name, by: keys[name], id: keys.id, direction }
  const lines = (await lineRows(db, actor, from)).where(where)
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
