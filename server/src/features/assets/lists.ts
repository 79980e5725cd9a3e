import type { AssetFilter } from '@ats/contract/assets/assets.ts'
import type { DeletedFilter } from '@ats/contract/assets/upkeep.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cityNamed, placeOrCity, topmostPlaces, within } from '#features/places/places.ts'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { unprepared } from '#kernel/naming-client.ts'
import { boundedPage, counting, mostCounted, sortedBy } from '#kernel/paging.ts'
import { containing } from '#kernel/search.ts'
import { assetRows } from './queries.ts'

type Place = { id: Id; kind: PlaceKind }
type Chosen = {
  place: Place | undefined
  stateId: Id | null | undefined
  assignedUser: Id | undefined
  search: string
}

const columnOf: Record<PlaceKind, string> = {
  city: 'assets.city_id',
  mm: 'assets.mm_id',
  property: 'assets.property_id',
  aou: 'assets.aou_id',
  room: 'assets.place_id',
}

/** Turns what a filter says into what the database knows; a place out of reach is as unknown as none. */
export async function chooseAssets(
  db: Db,
  actor: Actor,
  filter: Omit<AssetFilter, 'cursor' | 'size'>,
): Promise<Chosen> {
  const place = await placeOrCity(db, actor, filter)
  const stateId = filter.state === undefined ? undefined : await stateNamed(db, filter.state)
  return {
    place,
    stateId,
    assignedUser: filter.assignedUser,
    search: filter.search.toLowerCase(),
  }
}

async function stateNamed(db: Db, name: string) {
  const query = db.selectFrom('asset_states').select('id').where(sql`lower(name)`, '=', name.toLowerCase())
  return (await query.executeTakeFirst())?.id ?? null
}

/** Everything but the search text. */
function matches(actor: Actor, { place, stateId, assignedUser }: Chosen): RawBuilder<SqlBool> {
  const tests = [
    sql`assets.deleted_at is null`,
    ...(actor.everywhere ? [] : [sql`${withinScope(actor, 'assets')}`]),
    ...(place === undefined ? [] : [sql`${sql.ref(columnOf[place.kind])} = ${place.id}`]),
    ...(stateId === undefined ? [] : [sql`assets.state_id = ${stateId}`]),
    ...(assignedUser === undefined ? [] : [sql`assets.assigned_user_id = ${assignedUser}`]),
  ]
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

const shortestContained = 3
const shortestWholeTag = 16

const searchText = sql`asset_search_text(assets.rfid_tag, assets.number, assets.serial_no)`

/** The text as it stands and, where it may be a tag that was typed with separators, as tags are kept. */
function codesHold(search: string, holds = (text: string) => sql`${searchText} like ${containing(text)}`) {
  const bare = normalizeTag(search).toLowerCase()
  return bare === search ? holds(search) : sql`(${holds(search)} or ${holds(bare)})`
}

/** The same as a test that no index can answer, and that PostgreSQL expects to hold often: then it walks the list in order. */
const holdsOften = (text: string) => sql`strpos(${searchText}, ${text}) > 0`

const startOfId = /^[0-9a-f]{8}[0-9a-f-]*$/

/** An id is found by how it begins, as long as that is more than anyone types by chance. */
function idBegins(search: string) {
  const digits = search.replaceAll('-', '')
  if (!startOfId.test(search) || digits.length > 32) return sql`false`
  return sql`assets.id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
}

/** For lists that are short once everything else was asked. */
export const codesOrNameHold = (search: string) =>
  sql<SqlBool>`(${codesHold(search)} or ${idBegins(search)}
    or assets.name_id in (select id from asset_names where name ilike ${containing(search)}))`

/** Three tests for one search text: the asset's own codes, by trigrams, its id, and the names that hold the text. */
async function searchTests(db: Db, search: string) {
  const names = await sql<{ id: Id }>`${sql.raw(unprepared)} select id from asset_names
    where name ilike ${containing(search)} limit 1000`.execute(db)
  const byTag = sql`upper(assets.rfid_tag) = upper(${search})`
  const isShort = search.length < shortestContained
  return {
    codes: isShort ? byTag : codesHold(search),
    codesInOrder: isShort ? byTag : codesHold(search, holdsOften),
    id: idBegins(search),
    names: sql`assets.name_id = any(${names.rows.map(({ id }) => id)}::uuid[])`,
  }
}

/** A whole tag needs no search: the asset that carries it is what is meant. */
async function carrierOf(db: Db, search: string, rest: RawBuilder<SqlBool>) {
  if (search.length < shortestWholeTag) return undefined
  const { rows } = await sql<{ id: Id }>`select assets.id from assets
    where upper(assets.rfid_tag) = upper(${normalizeTag(search)}) and ${rest} limit 1`.execute(db)
  return rows[0]?.id
}

const sample = 500
const farthest = 100_000

/**
 * True when the newest assets alone hold the text more often than anyone counts. That is only looked at where a few
 * hundred of them hold it often: for such a text the trigrams would first have to collect half of all assets.
 */
async function isEverywhere(db: Db, rest: RawBuilder<SqlBool>, test: RawBuilder<unknown>) {
  const among = async (newest: number) => {
    const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)} select count(*) as count from (
      select from (select assets.* from assets where ${rest} order by assets.id desc limit ${sql.lit(newest)}) as assets
      where ${test} ${counting}) as found`.execute(db)
    return rows[0]?.count ?? 0
  }
  return (await among(sample)) > sample / 4 && (await among(farthest)) > mostCounted
}

/** More ids than this take longer on their way here and back than collecting them twice. */
const mostCarried = 1000

/**
 * Whether few or many assets hold the text decides how they are read. Few: they are collected, and everything else is
 * asked of those. Many: the order of the list is walked and what matches is kept, which soon fills a page.
 */
async function searched(db: Db, actor: Actor, chosen: Chosen) {
  const rest = matches(actor, chosen)
  const carrier = await carrierOf(db, chosen.search, rest)
  if (carrier !== undefined) return { where: sql<SqlBool>`assets.id = ${carrier}`, count: 1 }
  const { codes, codesInOrder, id, names } = await searchTests(db, chosen.search)
  const anyOfThem = sql`(${codesInOrder} or ${id} or ${names})`
  const inOrder = sql<SqlBool>`${sql.raw(unprepared)} (${rest} and ${anyOfThem})`
  if (await isEverywhere(db, rest, anyOfThem)) return { where: inOrder, count: mostCounted + 1 }
  const some = (test: RawBuilder<unknown>) =>
    sql`(select assets.id from assets where ${test} and ${rest} ${counting})`
  const found = sql`(${some(codes)} union ${some(id)} union ${some(names)})`
  const { rows } = await sql<{
    count: number
    ids: Id[] | null
  }>`${sql.raw(unprepared)} select count(*) as count,
      case when count(*) <= ${sql.lit(mostCarried)} then coalesce(array_agg(id), '{}') end as ids
    from ${found} as found`.execute(db)
  const { count, ids } = rows[0] ?? { count: 0, ids: [] }
  if (count > mostCounted) return { where: inOrder, count }
  const collected = sql<SqlBool>`${sql.raw(unprepared)} assets.id in ${found}`
  return { where: ids === null ? collected : sql<SqlBool>`assets.id = any(${ids}::uuid[])`, count }
}

/** Exact, from the counters, where the filter is only about places and states; else counted up to a bound. */
async function total(db: Db, actor: Actor, chosen: Chosen) {
  return chosen.assignedUser === undefined
    ? countedByCounters(db, actor, chosen)
    : counted(db, matches(actor, chosen))
}

async function countedByCounters(db: Db, actor: Actor, { place, stateId }: Chosen) {
  const inPlace = place === undefined ? sql`true` : within(place)
  // A place within reach holds all its assets within reach; a city may be only partly within reach.
  const nodes =
    place !== undefined && place.kind !== 'city'
      ? sql`places.id = ${place.id}`
      : sql`${topmostPlaces(actor)} and ${inPlace}`
  const inState = stateId === undefined ? sql`true` : sql`asset_counters.state_id = ${stateId}`
  const { rows } = await sql<{ live: number }>`
    select coalesce(sum(live), 0)::bigint as live
    from places join asset_counters on asset_counters.place_id = places.id
    where ${nodes} and ${inState}`.execute(db)
  return rows[0]?.live ?? 0
}

const orders = {
  registeredAt: sql<string>`assets.id`,
  rfidTag: sql<string>`coalesce(upper(assets.rfid_tag), '')`,
}

type Page = {
  cursor?: string | undefined
  size: number
  sort: AssetFilter['sort']
  direction: 'asc' | 'desc'
}

/** All assets that a filter shows, and how many they are; null: more than anyone counted. */
export async function shownAssets(db: Db, actor: Actor, chosen: Chosen) {
  const found = chosen.search === '' ? undefined : await searched(db, actor, chosen)
  const count = found?.count ?? (await total(db, actor, chosen))
  const isBounded = found !== undefined || chosen.assignedUser !== undefined
  return {
    where: found?.where ?? matches(actor, chosen),
    total: isBounded && count > mostCounted ? null : count,
  }
}

/** The order of the list, the newest or the first tag at the top or at the bottom. */
export const assetOrder = ({ sort, direction }: Pick<Page, 'sort' | 'direction'>) =>
  sortedBy([orders[sort], sql`assets.id`], direction)

export async function assetPage(db: Db, actor: Actor, chosen: Chosen, { sort, direction, ...page }: Page) {
  const { where, total } = await shownAssets(db, actor, chosen)
  const order = { name: sort, by: orders[sort], id: sql<string>`assets.id`, direction }
  return boundedPage(assetRows(db).where(where), order, page, total)
}

/** The ids of all that a filter shows, one batch after the other, oldest first. */
export async function assetIdsAfter(
  db: Db,
  actor: Actor,
  chosen: Chosen,
  after: Id | undefined,
  most: number,
) {
  const found = chosen.search === '' ? undefined : await searched(db, actor, chosen)
  const { rows } = await sql<{ id: Id }>`${sql.raw(unprepared)} select assets.id from assets
    where ${found?.where ?? matches(actor, chosen)} and ${after === undefined ? sql`true` : sql`assets.id > ${after}`}
    order by assets.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Everything in the bin that a filter shows. */
async function binMatches(db: Db, actor: Actor, filter: Omit<DeletedFilter, 'cursor' | 'size'>) {
  const city = filter.location === undefined ? undefined : await cityNamed(db, actor, filter.location)
  const search = filter.search.toLowerCase()
  return sql<SqlBool>`(assets.deleted_at is not null and ${withinScope(actor, 'assets')}
    and ${city === undefined ? sql`true` : sql`assets.city_id = ${city.id}`}
    and ${search === '' ? sql`true` : codesOrNameHold(search)}) ${sql.raw(unprepared)}`
}

async function counted(db: Db, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from assets where ${where} ${counting}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** All that the bin shows, and how many they are; null: more than anyone counted. */
export async function shownInBin(db: Db, actor: Actor, filter: Omit<DeletedFilter, 'cursor' | 'size'>) {
  const where = await binMatches(db, actor, filter)
  const count = await counted(db, where)
  return { where, total: count > mostCounted ? null : count }
}

export const binOrder = ({ direction }: Pick<DeletedFilter, 'direction'>) =>
  sortedBy([sql`assets.deleted_at`, sql`assets.id`], direction)

export async function deletedPage(db: Db, actor: Actor, filter: DeletedFilter) {
  const order = {
    name: filter.sort,
    by: sql<string>`assets.deleted_at`,
    id: sql<string>`assets.id`,
    direction: filter.direction,
  }
  const { where, total } = await shownInBin(db, actor, filter)
  return boundedPage(assetRows(db).where(where), order, filter, total)
}
