import type { AssetFilter } from '@ats/contract/assets/assets.ts'
import type { DeletedFilter } from '@ats/contract/assets/bin.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assetRows } from '#features/assets/queries.ts'
import { cityNamed, placeOrCity } from '#features/places/places.ts'
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
import { isNotWithheld, withinScope } from '#kernel/scope.ts'
import {
  areAmong,
  collected,
  countIn,
  type IndexRange,
  idsIn,
  indexRangesOf,
  mostCollected,
  type Place,
  placeColumns,
  walked,
} from './index-ranges.ts'
import {
  type AssetOrder,
  binOrders,
  checkSortable,
  firstInOrder,
  orders,
  type Walk,
  walkOf,
} from './orders.ts'
import { type Shown, searched } from './search.ts'
import { type Code, codeHolds } from './search-tests.ts'

export type ResolvedFilter = {
  place: Place | undefined
  stateId: Id | null | undefined
  assignedUser?: Id | undefined
  search: string
  /** The only code to search; absent: all codes and the name. */
  code?: Code | undefined
  /** An additional text that the asset tag id must contain. */
  label?: string | undefined
  /** A condition on the time of registration, which an index supports. */
  registered?: RawBuilder<SqlBool> | undefined
  /** What the asset must lack; a partial index supports it. */
  lacks?: 'tag' | 'picture' | undefined
}

const lacking = { tag: sql`assets.rfid_tag is null`, picture: sql`assets.image is null` }

/** Resolves names in a filter to ids; a place out of scope is treated like an unknown one. */
export async function resolveAssetFilter(
  db: Db,
  actor: Actor,
  filter: Omit<AssetFilter, 'cursor' | 'size'>,
): Promise<ResolvedFilter> {
  const place = await placeOrCity(db, actor, filter)
  const stateId = filter.state === undefined ? undefined : await stateIdOrNull(db, filter.state)
  return {
    place,
    stateId,
    assignedUser: filter.assignedUser,
    search: filter.search.toLowerCase(),
  }
}

export async function stateIdOrNull(db: Db, name: string) {
  const query = db.selectFrom('asset_states').select('id').where(sql`lower(name)`, '=', name.toLowerCase())
  return (await query.executeTakeFirst())?.id ?? null
}

/** Conditions that the counters do not cover; undefined if there are none. */
function besidesOf(
  actor: Actor,
  { assignedUser, label, registered, lacks }: ResolvedFilter,
): RawBuilder<SqlBool> | undefined {
  const shown = isNotWithheld(actor, 'assets')
  const tests = [
    ...(shown === undefined ? [] : [shown]),
    ...(assignedUser === undefined ? [] : [sql`assets.assigned_user_id = ${assignedUser}`]),
    ...(label === undefined ? [] : [codeHolds('assetTagId', label)]),
    ...(registered === undefined ? [] : [registered]),
    ...(lacks === undefined ? [] : [lacking[lacks]]),
  ]
  return tests.length === 0 ? undefined : sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

/** All conditions except the search text. */
function matches(actor: Actor, filter: ResolvedFilter): RawBuilder<SqlBool> {
  const { place, stateId } = filter
  const besides = besidesOf(actor, filter)
  const tests = [
    sql`assets.deleted_at is null`,
    ...(actor.everywhere ? [] : [sql`${withinScope(actor, 'assets')}`]),
    ...(place === undefined ? [] : [sql`${sql.ref(placeColumns[place.kind])} = ${place.id}`]),
    ...(stateId === undefined ? [] : [sql`assets.state_id = ${stateId}`]),
    ...(besides === undefined ? [] : [besides]),
  ]
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

type Order = { sort: AssetOrder; direction: 'asc' | 'desc' }

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
function indexOrder({ registered, lacks }: ResolvedFilter) {
  if (registered !== undefined) return sql`order by assets.registered_at`
  return lacks === undefined ? sql`` : sql`order by assets.id`
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
  const inOrder = indexOrder(filter)
  const found = sql`select assets.id from assets where ${where} ${inOrder} ${counting}`
  const count = await counted(db, sql`(${found})`)
  const first = firstWithin(filter) ?? ((walk: Walk) => firstInOrder(walk, indexRanges, 'live'))
  const onTheWay = filter.registered === undefined ? test : where
  const page = (walk: Walk) => (range: KeyRange) =>
    count <= mostCounted
      ? sql<SqlBool>`assets.id in (${found}) ${sql.raw(unprepared)}`
      : walked(db, first(walk), range, onTheWay)
  return { count, where, page }
}

async function shownBy(db: Db, actor: Actor, filter: ResolvedFilter): Promise<Shown> {
  const indexRanges = await indexRangesOf(db, actor, filter)
  const besides = besidesOf(actor, filter)
  if (filter.search !== '')
    return searched(db, {
      ...{ search: filter.search, code: filter.code, rest: matches(actor, filter), besides },
      ...{ indexRanges, bin: 'live', first: firstWithin(filter) },
      isAll: isAll(actor, filter) && besides === undefined,
    })
  return besides === undefined
    ? unsearched(actor, filter, indexRanges)
    : tested(db, actor, filter, { indexRanges, test: besides })
}

/** Totals from counters are exact; counted totals stop at a bound, and null means more than that. */
const totalOf = (isCounted: boolean, { count }: Shown) => (isCounted && count > mostCounted ? null : count)
const isCounted = (actor: Actor, filter: ResolvedFilter) =>
  filter.search !== '' || besidesOf(actor, filter) !== undefined

/** The condition of all assets that match a filter, and their number; null: more than the bound. */
export async function shownAssets(db: Db, actor: Actor, filter: ResolvedFilter) {
  const shown = await shownBy(db, actor, filter)
  return { where: shown.where, total: totalOf(isCounted(actor, filter), shown) }
}

/** The sort order of the list, for an export. */
export const assetOrder = ({ sort, direction }: Order) => sortedBy([orders[sort], sql`assets.id`], direction)

/** With a range of days, only the order of registration has an index; any other order is sorted. */
function walkAndKey({ registered }: ResolvedFilter, sort: AssetOrder) {
  if (registered === undefined) return { walk: walkOf(sort), by: orders[sort] }
  const isOwn = walkOf(sort) === 'own'
  return isOwn
    ? { walk: 'own' as const, by: sql<string>`assets.registered_at` }
    : { walk: 'sorted' as const, by: orders[sort] }
}

/** Returns a function that reads one page of the list. */
export async function assetPages(db: Db, actor: Actor, filter: ResolvedFilter, { sort, direction }: Order) {
  const shown = await shownBy(db, actor, filter)
  const { walk, by } = walkAndKey(filter, sort)
  const order = { name: sort, by, id: sql<string>`assets.id`, direction }
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

const saidOfSearch = ({ wholeTagsOnly }: Shown) => wholeTagsOnly && { wholeTagsOnly }

/** The ids of all assets that match a filter, in batches, oldest first. */
export async function assetIdsAfter(
  db: Db,
  actor: Actor,
  filter: ResolvedFilter,
  after: Id | undefined,
  most: number,
) {
  const where = filter.search === '' ? matches(actor, filter) : (await shownBy(db, actor, filter)).where
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

type Binned = Omit<DeletedFilter, 'cursor' | 'size'>

/** The deleted assets that match a filter. */
async function binnedBy(db: Db, actor: Actor, filter: Binned): Promise<Shown> {
  const city = filter.location === undefined ? undefined : await cityNamed(db, actor, filter.location)
  const place = city && { id: city.id, kind: 'city' as const }
  const indexRanges = (await indexRangesOf(db, actor, { place })).filter(({ deleted }) => deleted > 0)
  const where = sql<SqlBool>`(assets.deleted_at is not null and ${withinScope(actor, 'assets')}
    and ${city === undefined ? sql`true` : sql`assets.city_id = ${city.id}`})`
  const search = filter.search.toLowerCase()
  const besides = isNotWithheld(actor, 'assets')
  if (search !== '')
    return searched(db, { search, rest: where, indexRanges, bin: 'deleted', isAll: false, besides })
  const first = (walk: Walk) =>
    besides ? collected(indexRanges, 'deleted', besides) : firstInOrder(walk, indexRanges, 'deleted')
  return { count: countIn(indexRanges, 'deleted'), where, page: (walk) => areAmong(first(walk)) }
}

/** The condition of all deleted assets that match a filter, and their number; null: more than the bound. */
export async function shownInBin(db: Db, actor: Actor, filter: Binned) {
  const shown = await binnedBy(db, actor, filter)
  return { where: shown.where, total: binTotal(filter, shown) }
}

const binTotal = ({ search }: Binned, shown: Shown) => totalOf(search !== '', shown)

export const binOrder = ({ sort, direction }: Pick<DeletedFilter, 'sort' | 'direction'>) =>
  sortedBy([binOrders[sort], sql`assets.id`], direction)

export async function deletedPage(db: Db, actor: Actor, filter: DeletedFilter) {
  const { sort, direction } = filter
  const order = { name: sort, by: binOrders[sort], id: sql<string>`assets.id`, direction }
  const shown = await binnedBy(db, actor, filter)
  const walk = sort === 'deletedAt' ? 'own' : 'sorted'
  checkSortable(walk, shown.count)
  const where = shown.page(walk)
  const page = await boundedPage(
    // An asset that is restored between the two queries is not shown.
    async (range) =>
      assetRows(db)
        .where('assets.deleted_at', 'is not', null)
        .where(await where(range)),
    order,
    filter,
    binTotal(filter, shown),
  )
  return { ...page, ...saidOfSearch(shown) }
}
