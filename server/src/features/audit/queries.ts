import type { AuditFilter } from '@ats/contract/audit.ts'
import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { factsInScope, pathsInScope, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, type KeyRange, mostCounted, mostLookedUp } from '#kernel/db/paging.ts'
import { allEntries, entriesAt, entriesOf } from '#kernel/ledger/entries.ts'
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
  /** Many entries may match; those of one record are few, and are found at once. */
  isBroad: boolean
  /** Entries have to be read to know whether they match: the indexes alone do not tell. */
  isTested: boolean
}
type Direction = 'asc' | 'desc'

export type Reason = {
  /** Conditions that an index alone can count, at least as wide as `collected`. */
  indexed: RawBuilder<SqlBool>[]
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
  // An index by the column has the entries of one value in the order of the list; those of several it has not.
  const test =
    values.length === 1
      ? sql<SqlBool>`${sql.ref(`events.${column}`)} = ${values[0]}::${sql.raw(type)}`
      : sql<SqlBool>`${sql.ref(`events.${column}`)} = any(${values}::${sql.raw(type)}[])`
  const keys = sql`unnest(${values}::${sql.raw(type)}[]) as wanted (key)`
  return {
    indexed: [test],
    collected: [test],
    walked: test,
    first: (...given) => firstOf(keys, column, ...given),
  }
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
  const collected = columns.map(
    (column) =>
      sql<SqlBool>`${sql.ref(`events.${column}`)} = any(array(select places.id from places where ${places}))`,
  )
  return {
    ...{ indexed: collected, collected },
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
  return { indexed: [test], collected: [test], walked: test, first }
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
  return { indexed: [test], collected: [test], walked: test, first }
}

/** Entries about accounts that the actor may see, including deleted ones. */
export const aboutPeople = (actor: Actor) =>
  ofRecords('user', sql`(select users.id as key from users where ${personInScope(actor)}) as wanted`)

/** Combines reasons with 'or'. */
const oneOfThese = (reasons: Reason[]): Reason => ({
  indexed: reasons.flatMap(({ indexed }) => indexed),
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
export const where = ({ indexed, collected, walked, first }: Reason, other: Reason): Reason => ({
  indexed,
  collected: collected.map((test) => all([test, plainly(other.walked)])),
  walked: all([walked, other.walked]),
  first,
})

/** The cartesian product: every way to take one of each. */
const combinations = <T>(choices: T[][]): T[][] =>
  choices.reduce<T[][]>((taken, some) => taken.flatMap((before) => some.map((one) => [...before, one])), [[]])

type Found = { ids: number[]; times: string[] }

/**
 * The numbers of all entries with one of the conditions; undefined if they are too many to count. Their times are in
 * no index: without them, entries that are only counted are not read.
 */
async function fewLines(
  db: Db,
  conditions: RawBuilder<SqlBool>[],
  { isTimed, most }: { isTimed: boolean; most: number },
): Promise<Found | undefined> {
  const found = conditions.map(
    (condition) =>
      sql`(select events.id ${sql.raw(isTimed ? ', events.at::text as at' : '')} from events
        where ${condition} limit ${sql.lit(most + 1)})`,
  )
  const { rows } = await sql<Found>`${sql.raw(unprepared)}
    select coalesce(array_agg(id), '{}') as ids, ${sql.raw(isTimed ? "coalesce(array_agg(at), '{}')" : "'{}'::text[]")} as times
    from (${sql.join(found, sql` union `)}) as found having count(*) <= ${sql.lit(most)}`.execute(db)
  return rows[0]
}

/** Every way in which an entry of a span matches, each with the conditions of its own indexes. */
function ways({ tests, narrowed, reasons }: ResolvedFilter, span: Span) {
  const known = reasons === undefined ? [] : [reasons.flatMap(({ collected }) => collected)]
  return combinations([...narrowed.map(({ collected }) => collected), ...known]).map((some) =>
    all([...tests, inSpan('events', span), ...some]),
  )
}

/** So many entries are read at once to test them, and so many a span at a time. */
const [mostTested, mostDriven] = [20_000, 100_000]

/** Counts the entries of each reason in its indexes, up to the bound. */
async function countsOf(db: Db, wanted: Reason[]) {
  const counted = wanted.map(({ indexed }) => {
    const some = indexed.map(
      (test) => sql`(select 1 from events where ${test} limit ${sql.lit(mostDriven + 1)})`,
    )
    return sql`(select count(*) from (${sql.join(some, sql` union all `)}) as found)`
  })
  const { rows } = await sql<{ counts: number[] }>`${sql.raw(unprepared)}
    select array[${sql.join(counted)}]::float8[] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/**
 * The reason with the fewest entries: these are read by its index and tested for all others. Undefined if every reason
 * has many: then the planner chooses.
 */
async function driverOf(db: Db, { tests, narrowed, reasons }: ResolvedFilter) {
  const wanted = [...narrowed, ...(reasons === undefined ? [] : [oneOfThese(reasons)])]
  const counts = await countsOf(db, wanted)
  const fewest = Math.min(...counts)
  const driver = wanted[counts.indexOf(fewest)]
  if (driver === undefined || fewest > mostDriven) return undefined
  const others = wanted.filter((other) => other !== driver).map(({ walked }) => plainly(walked))
  return {
    isSmall: fewest <= mostTested,
    ways: (span: Span) =>
      driver.collected.map((test) => all([...tests, inSpan('events', span), test, ...others])),
  }
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

/** Each span is about four times as long as the one before, so reading it again costs a third more at most. */
const [shortDays, longDays] = [
  [3, 12, 40],
  [160, 640],
]
const dayMs = 24 * 60 * 60 * 1000

const spansOf = ({ isBroad }: ResolvedFilter, lengths: number[]) =>
  isBroad ? lengths.map((days) => new Date(Date.now() - days * dayMs).toISOString()) : []

/**
 * All matching entries if they are few. Without tests the indexes tell how many there are. With tests, entries are read
 * to count them: so fewer count as many, and if the last days have many, or enough for a page, years need no look.
 */
async function collectedLines(
  db: Db,
  filter: ResolvedFilter,
  { isTimed, enough }: { isTimed: boolean; enough?: number | undefined },
): Promise<Collected> {
  const collect = async (conditions: RawBuilder<SqlBool>[], most: number) => ({
    most,
    found: await fewLines(db, conditions, { isTimed, most }),
  })
  if (!filter.isTested || filter.byTime) return collect(ways(filter, undefined), mostCounted)
  let newest: Found | undefined
  for (const span of spansOf(filter, shortDays)) {
    const ofSpan = await collect(ways(filter, span), mostLookedUp)
    if (ofSpan.found === undefined) return { ...ofSpan, newest }
    newest = ofSpan.found
  }
  const driver = await driverOf(db, filter)
  if (driver?.isSmall) return collect(driver.ways(undefined), mostCounted)
  for (const span of spansOf(filter, longDays)) {
    const ofSpan = await collect(driver?.ways(span) ?? ways(filter, span), mostLookedUp)
    if (ofSpan.found === undefined) return { ...ofSpan, newest }
    newest = ofSpan.found
    const { length } = newest.ids
    if (enough !== undefined && length >= enough) return { found: undefined, most: length - 1, newest }
  }
  return { ...(await collect(driver?.ways(undefined) ?? ways(filter, undefined), mostLookedUp)), newest }
}

type Collected = {
  /** Undefined: there are more entries than `most`. */
  found: Found | undefined
  most: number
  /** All entries of the last days, where these are no more than the bound. */
  newest?: Found | undefined
}

/** All matching entries for an export, as a table and a condition, and their number; null: more than the bound. */
export async function shownLines(db: Db, filter: ResolvedFilter, direction: Direction) {
  const { found: few } = await collectedLines(db, filter, { isTimed: true })
  return {
    from: few && entriesAt(sql`select * from unnest(${few.ids}::bigint[], ${few.times}::timestamptz[])`),
    where: few === undefined ? whereWalked(filter, direction, undefined) : sql<SqlBool>`true`,
    total: few?.ids.length ?? null,
  }
}

const whereWalked = (filter: ResolvedFilter, direction: Direction, span: Span) =>
  sql<SqlBool>`${walked(filter, direction, span)} ${sql.raw(unprepared)}`

/** The entries of one page of those that were collected. */
function pageOfFound({ ids, times }: Found, { direction, key, after, limit }: KeyRange) {
  const way = direction === 'asc' ? 1 : -1
  const compare = (one: Place, other: Place) =>
    way * (one.time < other.time ? -1 : one.time > other.time ? 1 : one.id - other.id)
  const start = key === undefined ? undefined : { id: Number(after), time: times.length > 0 ? key : '' }
  return ids
    .map((id, index) => ({ id, time: times[index] ?? '' }))
    .filter((one) => start === undefined || compare(one, start) > 0)
    .sort(compare)
    .slice(0, limit)
    .map(({ id }) => id)
}
type Place = { id: number; time: string }

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

export async function linePage(db: Db, actor: Actor, filter: ResolvedFilter, page: Page) {
  const enough = page.cursor === undefined && page.direction === 'desc' ? page.size + 1 : undefined
  const { found, most, newest } = await collectedLines(db, filter, { isTimed: filter.byTime, enough })
  const few = found ?? (enough !== undefined && newest && newest.ids.length >= enough ? newest : undefined)
  const { rows, ...rest } =
    few === undefined
      ? await walkedPage(db, actor, filter, page, most)
      : await boundedPage(
          (range) => lineRows(db, actor, entriesOf(pageOfFound(few, range))),
          orderOf(filter, page),
          page,
          found?.ids.length ?? null,
          most,
        )
  return { events: rows.map(({ sortKey: _key, sortId: _id, ...line }) => line), ...rest }
}

function orderOf({ byTime }: ResolvedFilter, { direction }: Page) {
  const name = byTime ? 'at' : 'id'
  return { name, by: sql<string>`${sql.ref(`events.${name}`)}`, id: sql<string>`events.id`, direction }
}

/** The first page of the newest is mostly within the last days; if it is full, older months need no look. */
async function walkedPage(db: Db, actor: Actor, filter: ResolvedFilter, page: Page, most: number) {
  const lines = await lineRows(db, actor)
  const inside = (span: Span) =>
    boundedPage(
      lines.where(whereWalked(filter, page.direction, span)),
      orderOf(filter, page),
      page,
      null,
      most,
    )
  const isNewest = page.cursor === undefined && page.direction === 'desc'
  for (const span of isNewest ? spansOf(filter, [...shortDays, ...longDays]) : []) {
    const found = await inside(span)
    if (found.next !== null) return found
  }
  return inside(undefined)
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
