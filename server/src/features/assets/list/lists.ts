import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assetRows } from '#features/assets/queries.ts'
import {
  comparesBeginnings,
  hasIndex,
  isInOrder,
  ownFieldExpression,
} from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import {
  boundedPage,
  counting,
  type KeyRange,
  mostCounted,
  type PageRequest,
  sortedBy,
} from '#kernel/db/paging.ts'
import { invalid } from '#kernel/http/problem.ts'
import { besidesOf, matches, type ResolvedFilter } from './filters.ts'
import {
  areAmong,
  collected,
  countIn,
  type IndexRange,
  idsIn,
  indexRangesOf,
  mostCollected,
  walked,
} from './index-ranges.ts'
import { type AssetListOrder, checkSortable, firstInOrder, isFieldWalk, type Walk } from './orders.ts'
import { countOf, type Shown, searched, withIds } from './search.ts'

/** Neither scope, place nor state limits the list; other conditions may. */
const isAll = (actor: Actor, { place, stateId }: Partial<ResolvedFilter>) =>
  actor.everywhere && place === undefined && stateId === undefined

/** Only places and states are filtered: the counters give the total, and each index range is in order. */
function unsearched(actor: Actor, filter: ResolvedFilter, indexRanges: readonly IndexRange[]): Shown {
  const where = matches(actor, filter)
  const count = countIn(indexRanges, 'live')
  const page = (walk: Walk) =>
    walk === 'own' && isAll(actor, filter) ? () => where : areAmong(firstInOrder(walk, indexRanges, 'live'))
  return { count, where, page }
}

/** Scans only the requested days of the index instead of all assets up to them. */
const firstRegistered =
  (registered: RawBuilder<SqlBool>) =>
  ({ beyond, direction, limit }: KeyRange) =>
    sql`select assets.id, assets.registered_at as key from assets
      where assets.deleted_at is null and ${registered} and ${beyond}
      order by assets.registered_at ${sql.raw(direction)}, assets.id ${sql.raw(direction)} limit ${limit}`

/** How to read the first page of a range of registration days; undefined without days. */
const firstWithin = ({ registered }: ResolvedFilter) => registered && (() => firstRegistered(registered))

/** Without an order the planner may scan all assets. One person has few assets, so that filter needs no order. */
function indexOrder({ registered, lacks, tagState, fieldTests = [] }: ResolvedFilter) {
  if (registered !== undefined) return sql`order by assets.registered_at`
  const valued = fieldTests.find(isInOrder)
  if (valued !== undefined) return sql`order by ${sql.raw(ownFieldExpression(valued.field))}`
  return lacks === undefined && tagState === undefined ? sql`` : sql`order by assets.id`
}

/**
 * The assets of one person or of some days are usually few, and are collected. If there are too many to
 * count, a scan in list order fills the page.
 */
async function tested(
  db: Db,
  actor: Actor,
  filter: ResolvedFilter,
  { indexRanges, test }: { indexRanges: readonly IndexRange[]; test: RawBuilder<SqlBool> },
): Promise<Shown> {
  const where = matches(actor, filter)
  if (countIn(indexRanges, 'live') <= mostCollected) {
    const count = await counted(db, idsIn(indexRanges, 'live', test))
    return { count, where, page: () => areAmong(collected(indexRanges, 'live', test)) }
  }
  await mustHaveIndexes(db, actor, filter)
  const inOrder = indexOrder(filter)
  const found = sql`select assets.id from assets where ${where} ${inOrder} ${counting}`
  const { count, ids } = await countOf(db, sql`(${found})`)
  // The planner takes few matches of a text for many, and would look for them in the order of the list.
  if (ids !== null) return withIds(count, ids)
  const first = firstWithin(filter) ?? firstAmong(actor, filter, indexRanges)
  const onTheWay = filter.registered === undefined ? test : where
  const page = (walk: Walk) => {
    if (isFieldWalk(walk) && narrowsOnlyBy(filter, walk.field.key)) return areAmong(first(walk))
    return (range: KeyRange) =>
      count <= mostCounted
        ? sql<SqlBool>`assets.id in (${found}) ${sql.raw(unprepared)}`
        : walked(db, first(walk), range, onTheWay)
  }
  return { count, where, page }
}

/** The index of a field contains nothing but the values that the filter allows, if they are read from it. */
const firstAmong =
  (actor: Actor, filter: ResolvedFilter, indexRanges: readonly IndexRange[]) => (walk: Walk) => {
    if (!isFieldWalk(walk)) return firstInOrder(walk, indexRanges, 'live')
    const where = matches(actor, { ...filter, orderedBy: walk.field.key })
    return (range: KeyRange) => walk.first(where, range)
  }

/** True if places, states and this field are all that narrows the list. */
const narrowsOnlyBy = ({ fieldTests = [], ...filter }: ResolvedFilter, key: string) =>
  fieldTests.every(({ field }) => field.key === key) &&
  [filter.assignedUser, filter.label, filter.registered, filter.lacks, filter.tagState].every(
    (one) => one === undefined,
  )

/** Without their indexes, fields are tested one asset after another, which is bounded. */
async function mustHaveIndexes(db: Db, actor: Actor, filter: ResolvedFilter) {
  const { fieldTests = [] } = filter
  const withIndex = fieldTests.filter(({ field }) => hasIndex(field))
  if (withIndex.length === fieldTests.length) return
  const narrower = { ...filter, fieldTests: withIndex }
  if (besidesOf(actor, narrower) !== undefined) {
    const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)} select count(*) as count from (
      select from assets where ${matches(actor, narrower)} ${indexOrder(narrower)}
      limit ${sql.lit(mostCollected + 1)}) as found`.execute(db)
    if ((rows[0]?.count ?? 0) <= mostCollected) return
  }
  throw invalid('fields', 'list-too-long-to-filter', { most: mostCollected })
}

async function shownBy(db: Db, actor: Actor, given: ResolvedFilter): Promise<Shown> {
  const indexRanges = await indexRangesOf(db, actor, given)
  const isLong = countIn(indexRanges, 'live') > mostCollected
  const shown = await shownIn(db, actor, { ...given, isLong }, indexRanges)
  const isShortened = isLong && given.fieldTests?.some(comparesBeginnings) === true
  return isShortened ? { ...shown, beginningsOnly: true } : shown
}

async function shownIn(
  db: Db,
  actor: Actor,
  filter: ResolvedFilter,
  indexRanges: readonly IndexRange[],
): Promise<Shown> {
  const besides = besidesOf(actor, filter)
  if (filter.search !== '')
    return searched(db, {
      ...{ search: filter.search, code: filter.code, rest: matches(actor, filter), besides },
      ...{ indexRanges, bin: 'live', first: firstWithin(filter), fields: filter.searchedFields ?? [] },
      isAll: isAll(actor, filter) && besides === undefined,
    })
  return besides === undefined
    ? unsearched(actor, filter, indexRanges)
    : tested(db, actor, filter, { indexRanges, test: besides })
}

/** Totals from counters are exact; counted totals stop at a bound, and null means more than that. */
export const totalOf = (isCounted: boolean, { count }: Shown) =>
  isCounted && count > mostCounted ? null : count
const isCounted = (actor: Actor, filter: ResolvedFilter) =>
  filter.search !== '' || besidesOf(actor, filter) !== undefined

/** The condition of all assets that match a filter, and their number; null: more than the bound. */
export async function shownAssets(db: Db, actor: Actor, filter: ResolvedFilter) {
  const shown = await shownBy(db, actor, filter)
  return { where: shown.where, total: totalOf(isCounted(actor, filter), shown) }
}

/** The sort order of the list, for an export. */
export const assetOrder = ({ by, direction }: AssetListOrder) => sortedBy([by, sql`assets.id`], direction)

/** With a range of days, only the order of registration has an index; any other order is sorted. */
function walkAndKey({ registered }: ResolvedFilter, { walk, by }: AssetListOrder) {
  if (registered === undefined) return { walk, by }
  return walk === 'own' ? { walk, by: sql<string>`assets.registered_at` } : { walk: 'sorted' as const, by }
}

/** Returns a function that reads one page of the list. */
export async function assetPages(db: Db, actor: Actor, filter: ResolvedFilter, list: AssetListOrder) {
  const shown = await shownBy(db, actor, filter)
  const { walk, by } = walkAndKey(filter, list)
  const order = { name: list.name, by, id: sql<string>`assets.id`, direction: list.direction }
  checkSortable(walk, shown.count)
  const where = shown.page(walk)
  const total = totalOf(isCounted(actor, filter), shown)
  // Repeats the condition on the days, so that a page read from their index stays within them.
  const within = filter.registered ?? sql<SqlBool>`true`
  return async (page: PageRequest) => ({
    ...(await boundedPage(
      async (range) =>
        assetRows(db)
          .where(await where(range))
          .where(within),
      order,
      page,
      total,
    )),
    ...saidOfSearch(shown),
  })
}

export const saidOfSearch = ({ wholeTagsOnly, beginningsOnly }: Shown) => ({
  ...(wholeTagsOnly && { wholeTagsOnly }),
  ...(beginningsOnly && { beginningsOnly }),
})

/** The ids of all assets that match a filter, in batches, oldest first. */
export async function assetIdsAfter(
  db: Db,
  actor: Actor,
  filter: ResolvedFilter,
  after: Id | undefined,
  most: number,
) {
  const isPlain = filter.search === '' && filter.fieldTests === undefined
  const where = isPlain ? matches(actor, filter) : (await shownBy(db, actor, filter)).where
  const { rows } = await sql<{ id: Id }>`${sql.raw(unprepared)} select assets.id from assets
    where ${where} and ${after === undefined ? sql`true` : sql`assets.id > ${after}`}
    order by assets.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

async function counted(db: Db, ids: RawBuilder<unknown>) {
  const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)} select count(*) as count from (
    select from ${ids} as found ${counting}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}
