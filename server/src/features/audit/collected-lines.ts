import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { type KeyRange, mostCounted } from '#kernel/db/paging.ts'
import { all, inSpan, oneOfThese, plainly, type Reason, type Span } from './reasons.ts'

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

/** Counts the entries of a reason in its indexes, up to the bound. */
async function countOf(db: Db, { indexed }: Reason) {
  const some = indexed.map(
    (test) => sql`(select 1 from events where ${test} limit ${sql.lit(mostDriven + 1)})`,
  )
  const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)}
    select count(*)::float8 as count from (${sql.join(some, sql` union all `)}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** The reason with the fewest entries, and their number; once one has few, the others are not counted. */
async function fewestOf(db: Db, wanted: Reason[]) {
  let fewest: { reason: Reason; count: number } | undefined
  for (const reason of wanted) {
    const count = await countOf(db, reason)
    if (fewest === undefined || count < fewest.count) fewest = { reason, count }
    if (count <= mostTested) break
  }
  return fewest
}

/**
 * The entries of one reason are read by its index and tested for all others. Undefined if every reason has many: then
 * the planner chooses.
 */
async function driverOf(db: Db, { tests, narrowed, reasons }: ResolvedFilter) {
  const wanted = [...narrowed, ...(reasons === undefined ? [] : [oneOfThese(reasons)])]
  const fewest = await fewestOf(db, wanted)
  if (fewest === undefined || fewest.count > mostDriven) return undefined
  const others = wanted.filter((other) => other !== fewest.reason).map(({ walked }) => plainly(walked))
  return {
    isSmall: fewest.count <= mostTested,
    ways: (span: Span) =>
      fewest.reason.collected.map((test) => all([...tests, inSpan('events', span), test, ...others])),
  }
}

/** Each span is about four times as long as the one before, so reading it again costs a third more at most. */
export const [shortDays, longDays] = [
  [3, 12, 40],
  [160, 640],
]
const dayMs = 24 * 60 * 60 * 1000

export const spansOf = ({ isBroad }: ResolvedFilter, lengths: number[]) =>
  isBroad ? lengths.map((days) => new Date(Date.now() - days * dayMs).toISOString()) : []

/**
 * All matching entries if they are few. Without tests the indexes tell how many there are. With tests every entry has to
 * be read to be counted: `mostLooked` is the bound then, and if the last days have more, or `enough` for a page, older
 * months are not read.
 */
export async function collectedLines(
  db: Db,
  filter: ResolvedFilter,
  { isTimed, mostLooked, enough }: { isTimed: boolean; mostLooked: number; enough?: number | undefined },
): Promise<Collected> {
  const collect = async (conditions: RawBuilder<SqlBool>[], most: number) => ({
    most,
    found: await fewLines(db, conditions, { isTimed, most }),
  })
  if (!filter.isTested || filter.byTime) return collect(ways(filter, undefined), mostCounted)
  let newest: Found | undefined
  for (const span of spansOf(filter, shortDays)) {
    const ofSpan = await collect(ways(filter, span), mostLooked)
    if (ofSpan.found === undefined) return { ...ofSpan, newest }
    newest = ofSpan.found
  }
  const driver = await driverOf(db, filter)
  if (driver?.isSmall) return { ...(await collect(driver.ways(undefined), mostCounted)), newest }
  for (const span of spansOf(filter, longDays)) {
    const ofSpan = await collect(driver?.ways(span) ?? ways(filter, span), mostLooked)
    if (ofSpan.found === undefined) return { ...ofSpan, newest }
    newest = ofSpan.found
    const { length } = newest.ids
    if (enough !== undefined && length >= enough) return { found: undefined, most: length - 1, newest }
  }
  return { ...(await collect(driver?.ways(undefined) ?? ways(filter, undefined), mostLooked)), newest }
}

type Collected = {
  /** Undefined: there are more entries than `most`. */
  found: Found | undefined
  most: number
  /** All entries of the last days, where these are no more than the bound. */
  newest?: Found | undefined
}

/** The entries of one page of those that were collected. */
export function pageOfFound({ ids, times }: Found, { direction, key, after, limit }: KeyRange) {
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
