// Why it is built this way: docs/decisions/014-lists-and-search.md

import { mostFilteredForParts, mostSortedAssets } from '@ats/contract/assets/assets.ts'
import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assetCounters, topmostPlaces, within } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { counting, type KeyRange } from '#kernel/db/paging.ts'
import { invalid } from '#kernel/http/problem.ts'

export type Place = { id: Id; kind: PlaceKind }

export const placeColumns: Record<PlaceKind, string> = {
  city: 'assets.city_id',
  mm: 'assets.mm_id',
  property: 'assets.property_id',
  aou: 'assets.aou_id',
  room: 'assets.place_id',
}

/** The assets of one state in one place: a contiguous index range, in the default order of the list. */
export type IndexRange = {
  kind: PlaceKind
  placeId: Id
  cityId: Id
  stateId: Id
  live: number
  deleted: number
}

/** The index ranges that match a filter and the actor's scope, with their sizes from the counters. */
export async function indexRangesOf(
  db: Db,
  actor: Actor,
  { place, stateId }: { place?: Place | undefined; stateId?: Id | null | undefined },
): Promise<IndexRange[]> {
  const inPlace = place === undefined ? sql`true` : within(place)
  // If a place is in scope, so are all its assets; only a city may be partly in scope.
  const nodes =
    place !== undefined && place.kind !== 'city'
      ? sql`places.id = ${place.id}`
      : sql`${topmostPlaces(actor)} and ${inPlace}`
  const inState = stateId === undefined ? sql`true` : sql`asset_counters.state_id = ${stateId}`
  const { rows } = await sql<IndexRange>`
    select places.kind, places.id as "placeId", places.city_id as "cityId", asset_counters.state_id as "stateId",
      sum(live)::bigint as live, sum(deleted)::bigint as deleted
    from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
    where ${nodes} and ${inState}
    group by places.id, asset_counters.state_id
    having sum(live) <> 0 or sum(deleted) <> 0`.execute(db)
  return rows
}

export type Bin = 'live' | 'deleted'

export const countIn = (indexRanges: readonly IndexRange[], bin: Bin) =>
  indexRanges.reduce((sum, indexRange) => sum + indexRange[bin], 0)

/** Up to this many assets, reading all of them is faster than finding the page with an index over all assets. */
export const mostCollected = mostFilteredForParts

/** The default sort order of the list: ids ascend in the order of registration. */
export const byId = sql<string>`assets.id`

const always = sql<SqlBool>`true`
export const way = ({ direction }: Pick<KeyRange, 'direction'>) => sql.raw(direction)
export const inOrder = (range: Omit<KeyRange, 'limit'>) =>
  sql`order by ${range.by} ${way(range)}, assets.id ${way(range)}`

/** The keys for one kind of place: its places, and the states if the index contains them. */
type Source = { column: RawBuilder<unknown>; keys: RawBuilder<unknown>; assets: RawBuilder<unknown> }

const unique = <T>(all: readonly T[]) => [...new Set(all)]
export const placesOf = (indexRanges: readonly IndexRange[]) =>
  unique(indexRanges.map(({ placeId }) => placeId))
export const states = (indexRanges: readonly IndexRange[]) => indexRanges.map(({ stateId }) => stateId)

export function sourcesOf(indexRanges: readonly IndexRange[], bin: Bin): Source[] {
  const byKind = placeKinds.map((kind) => ({ kind, some: indexRanges.filter((one) => one.kind === kind) }))
  return byKind
    .filter(({ some }) => some.length > 0)
    .map(({ kind, some }) => {
      const column = sql`${sql.ref(placeColumns[kind])}`
      const inPlace = sql`${column} = indexRange.place_id`
      return bin === 'deleted'
        ? {
            column,
            keys: sql`unnest(${placesOf(some)}::uuid[]) as indexRange (place_id)`,
            assets: sql`${inPlace} and assets.deleted_at is not null`,
          }
        : {
            column,
            keys: sql`unnest(${some.map(({ placeId }) => placeId)}::uuid[], ${states(some)}::uuid[])
              as indexRange (place_id, state_id)`,
            assets: sql`${inPlace} and assets.state_id = indexRange.state_id and assets.deleted_at is null`,
          }
    })
}

/**
 * One index scan per index range, in one statement whose text does not depend on their number. `rest` ends
 * with a limit or an offset: otherwise the planner may read all assets once and filter them.
 */
export function idsOf(sources: Source[], range: Omit<KeyRange, 'limit'>, rest: RawBuilder<unknown>) {
  if (sources.length === 0)
    return sql`(select assets.id, ${range.by} as key from assets where false and ${range.beyond})`
  const walks = sources.map(
    ({ keys, assets }) => sql`select found.id, found.key from ${keys} cross join lateral (
      select assets.id, ${range.by} as key from assets where ${assets} and ${range.beyond} ${rest}) as found`,
  )
  return sql.join(walks, sql` union all `)
}

export const firstBy = (ids: RawBuilder<unknown>, range: KeyRange) =>
  sql`select found.id, found.key from (${ids}) as found
    order by found.key ${way(range)}, found.id ${way(range)} limit ${range.limit}`

/** Turns the ids of a page into a condition. */
export const areAmong = (first: (range: KeyRange) => RawBuilder<unknown>) => (range: KeyRange) =>
  sql<SqlBool>`assets.id = any(array(select page.id from (${first(range)}) as page))`

const idOf = (digit: string) => sql`${'00000000-0000-0000-0000-000000000000'.replace(/0/g, digit)}::uuid`
const [lowest, highest] = [idOf('0'), idOf('f')]

/**
 * The first rows of each index range, ordered by id. The condition is a range over the whole index key, which
 * no other index can serve. With equality and an order by id alone, the planner may scan all assets.
 */
function walksById(
  indexRanges: readonly IndexRange[],
  range: KeyRange,
  { key, turn, after }: Turns = oneTurn,
) {
  const start = range.after === undefined ? undefined : after(range.after, range)
  const [from, to] = range.direction === 'asc' ? [start, undefined] : [undefined, start]
  const walks = sourcesOf(indexRanges, 'live').map(({ column, keys }) => {
    const place = sql`(${column}, assets.state_id, assets.id)`
    const bound = (id: RawBuilder<unknown>) => sql`(indexRange.place_id, indexRange.state_id, ${id})`
    return sql`select found.id, ${key} as key from ${keys} ${turn(range)} cross join lateral (
      select assets.id from assets
      where ${place} >= ${bound(from ?? lowest)} and ${place} <= ${bound(to ?? highest)}
        and assets.deleted_at is null and ${column} is not null and ${range.beyond}
      order by ${column} ${way(range)}, assets.state_id ${way(range)}, assets.id ${way(range)}
      limit ${range.limit}) as found`
  })
  return sql.join(walks, sql` union all `)
}

/** The order of the index ranges: their sort key, which of them are still to be read, and where each one starts. */
type Turns = {
  key: RawBuilder<unknown>
  turn: (range: KeyRange) => RawBuilder<unknown>
  after: (id: Id, range: KeyRange) => RawBuilder<unknown>
}

const oneTurn: Turns = { key: sql`found.id`, turn: () => sql``, after: (id) => sql`${id}::uuid` }

/**
 * Ordered by state name: states before the cursor's are finished, and the cursor's own state continues after
 * its row.
 */
const stateByState: Turns = {
  key: sql`state.name`,
  turn: ({ key, direction }) => sql`join (select id, lower(name) as name from asset_states) as state
    on state.id = indexRange.state_id
    and ${key === undefined ? always : sql`state.name ${sql.raw(direction === 'asc' ? '>=' : '<=')} ${key}`}`,
  after: (id, { key, direction }) =>
    sql`case when state.name = ${key} then ${id}::uuid else ${direction === 'asc' ? lowest : highest} end`,
}

/**
 * The first page ordered by state name, for which there is no index: reads the first rows of each index range
 * by id.
 */
export const firstInStateOrder = (indexRanges: readonly IndexRange[]) => (range: KeyRange) =>
  firstBy(
    indexRanges.length === 0 ? idsOf([], range, sql``) : walksById(indexRanges, range, stateByState),
    range,
  )

const walks = (indexRanges: readonly IndexRange[], bin: Bin, range: KeyRange) =>
  bin === 'live' && indexRanges.length > 0
    ? walksById(indexRanges, range)
    : idsOf(sourcesOf(indexRanges, bin), range, sql`${inOrder(range)} limit ${range.limit}`)

/** The first page, merged from the first rows of each index range. */
export const firstOf = (indexRanges: readonly IndexRange[], bin: Bin) => (range: KeyRange) =>
  firstBy(walks(indexRanges, bin, range), range)

/** All assets of the index ranges that pass the test, sorted: for short lists, in any sort order. */
export const collected =
  (indexRanges: readonly IndexRange[], bin: Bin, test: RawBuilder<unknown> = always) =>
  (range: KeyRange) =>
    firstBy(idsOf(sourcesOf(indexRanges, bin), range, sql`and ${test} offset 0`), range)

/** All assets that pass a test which an index supports, sorted. */
export const collectedBy = (test: RawBuilder<unknown>) => (range: KeyRange) =>
  firstBy(
    sql`select assets.id, ${range.by} as key from assets where ${test} and ${range.beyond} offset 0`,
    range,
  )

const anyOrder = { by: byId, direction: 'asc', beyond: always } as const

/** The ids of the same assets, for counting. */
export const idsIn = (indexRanges: readonly IndexRange[], bin: Bin, test: RawBuilder<unknown>) =>
  sql`(${idsOf(sourcesOf(indexRanges, bin), anyOrder, sql`and ${test} offset 0`)})`

/** Filters ids by a test on their assets. Each asset is looked up by its id, so that no plan reads all assets. */
const passing = (test: RawBuilder<unknown>) => sql`from seen cross join lateral (
  select from assets where assets.id = seen.id and ${test} offset 0) as passed`

const newestFirst = {
  live: { ...anyOrder, direction: 'desc' },
  deleted: { ...anyOrder, by: sql<string>`assets.deleted_at`, direction: 'desc' },
} as const

/** How many of the newest assets pass the test, counted up to a bound; `size` is spread over all index ranges. */
export async function passingOfNewest(
  db: Db,
  indexRanges: readonly IndexRange[],
  bin: Bin,
  size: number,
  test: RawBuilder<unknown>,
) {
  const range = { ...newestFirst[bin], limit: Math.ceil(size / Math.max(1, indexRanges.length)) }
  const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)}
    with seen as materialized (${walks(indexRanges, bin, range)})
    select count(*) as count from (select ${passing(test)} ${counting}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

const firstLook = 1000
const lookFarther = 20

/** What to do if the first look does not fill the page, because the matches may be far away. */
export type Far = {
  /** Finds the page in another way; undefined if there are too many matches. */
  page: (range: KeyRange) => Promise<RawBuilder<SqlBool> | undefined>
  /** Reads no more than twenty thousand assets, and refuses the order then. */
  isBounded: boolean
}

/**
 * The first page of a test that many assets pass: reads a thousand in list order, and more only if they do
 * not fill the page.
 */
export async function walked(
  db: Db,
  first: (range: KeyRange) => RawBuilder<unknown>,
  range: KeyRange,
  test: RawBuilder<unknown>,
  far?: Far,
): Promise<RawBuilder<SqlBool>> {
  for (let look = firstLook; ; look *= lookFarther) {
    const { rows } = await sql<{ seen: number; ids: Id[] }>`${sql.raw(unprepared)}
      with seen as materialized (${first({ ...range, limit: look })})
      select (select count(*) from seen) as seen, array(
        select seen.id ${passing(test)}
        order by seen.key ${way(range)}, seen.id ${way(range)} limit ${range.limit}) as ids`.execute(db)
    const { seen, ids } = rows[0] ?? { seen: 0, ids: [] }
    if (ids.length === range.limit || seen < look) return sql<SqlBool>`assets.id = any(${ids}::uuid[])`
    const page = look === firstLook ? await far?.page(range) : undefined
    if (page !== undefined) return page
    if (far?.isBounded === true && look > firstLook) throw listTooLongToSort()
  }
}

export const listTooLongToSort = () => invalid('sort', 'list-too-long-to-sort', { most: mostSortedAssets })
