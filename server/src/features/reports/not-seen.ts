import { notSeenColumns, notSeenFilter, reports } from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shownAssets } from '#features/assets/assets.ts'
import { isHidden } from '#features/inventories/inventories.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { counting, type KeyRange, mostCounted } from '#kernel/db/paging.ts'
import { withinScope } from '#kernel/scope.ts'
import { nameThen, pathThen, placesAsked } from './places-then.ts'
import { momentValue, plainValue, reportSource, textValue } from './report-source.ts'

const isInventory = sql`coalesce(report.counted_at > report.read_at, report.read_at is null)`
const seenPlace = sql`case when ${isInventory} then report.counted_in else report.read_in end`

const valuesFor = (actor: Actor) => ({
  id: plainValue(sql`report.id`),
  assetTagId: plainValue(sql`asset_tag_id(report.number)`),
  assetName: textValue(nameThen('asset_names', 'report.name_id')),
  rfidTagId: textValue(sql`report.rfid_tag`),
  place: textValue(pathThen('report.')),
  assetState: textValue(nameThen('asset_states', 'report.state_id')),
  lastSeenAt: momentValue(sql`greatest(report.read_at, report.counted_at)`),
  lastSeenPlace: textValue(sql`(select ${placePath} from places
    where places.id = ${seenPlace} and ${withinScope(actor, 'places')})`),
  lastSeenBy: plainValue(sql`case when report.read_at is null and report.counted_at is null then 'never'
    when ${isInventory} then 'inventory' else 'reader' end`),
  createdAt: momentValue(sql`report.registered_at`),
})

/**
 * The items of inventories that count as sightings. A person who counts blind must not learn what that count
 * has found.
 */
const countedItems = (actor: Actor) => sql`inventory_items as items
  join inventories on inventories.id = items.inventory_id
    and inventories.status <> 'cancelled' and not ${isHidden(actor)}`

/** Each asset with its latest sighting of both kinds. */
const withSightings = (
  actor: Actor,
  assets: RawBuilder<unknown>,
) => sql`select assets.*, last_seen.seen_at as read_at,
    last_seen.place_id as read_in, counted.seen_at as counted_at, counted.seen_place_id as counted_in
  from ${assets}
  left join lateral (
    select seen_at, place_id from last_seen where last_seen.tag = upper(assets.rfid_tag) offset 0) as last_seen on true
  left join lateral (
    select items.seen_at, items.seen_place_id from ${countedItems(actor)}
    where items.asset_id = assets.id and items.seen_at is not null
    order by items.seen_at desc limit 1) as counted on true`

/**
 * Written as separate conditions: the planner can estimate how many rows remain, and reads all sightings
 * together if that is cheaper than one by one.
 */
const isNotSeen = (actor: Actor, days: number, firstInventory: Id) =>
  sql<SqlBool>`(${isNotRead(sql`upper(report.rfid_tag)`, days)}
    and not exists (select from ${countedItems(actor)}
      where items.asset_id = report.id and items.seen_at >= ${since(days)}
        and items.inventory_id >= ${firstInventory}))`

/**
 * The first inventory that can have seen something since then: earlier partitions of items are not read. Devices may be
 * a day ahead.
 */
async function firstInventorySince(db: Db, days: number): Promise<Id> {
  const { rows } = await sql<{ id: Id }>`select coalesce((
    select id from inventories where status <> 'cancelled'
      and coalesce(approved_at, 'infinity') >= ${since(days)} - interval '1 day'
    order by id limit 1), first_id_at(now())) as id`.execute(db)
  return rows[0]?.id ?? ''
}

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`
const isNotRead = (tag: RawBuilder<unknown>, days: number) => sql<SqlBool>`not exists (
  select from last_seen where last_seen.tag = ${tag} and last_seen.seen_at >= ${since(days)})`

const isTagged = sql`assets.deleted_at is null and assets.rfid_tag is not null`

/** Looking up the sightings of one asset takes as long as reading those of this many in a scan of everything. */
const lookUpCost = 6
const mostLookedUp = 20_000
const sampled = 1000
/** If more than this share was not seen, an index scan fills the list quickly. */
const mostShare = 0.25

const placeByPlace = (places: RawBuilder<unknown>) => sql`${places} cross join lateral (
  select * from assets where assets.place_id = asked.id and ${isTagged} offset 0) as assets`

async function liveAssets(db: Db) {
  const { rows } = await sql<{ live: number }>`select coalesce(sum(live), 0)::bigint as live
    from places join asset_counters on asset_counters.place_id = places.id where places.kind = 'city'`.execute(
    db,
  )
  return rows[0]?.live ?? 0
}

type Asked = {
  days: number
  isUnseen: RawBuilder<SqlBool>
  isAsked: RawBuilder<SqlBool>
  /** The number of assets in scope. */
  assets: number
  /** The assets of some places, read place by place. */
  inPlaces: RawBuilder<unknown> | undefined
}

/** The share of assets that were not seen, in a few blocks of the table. */
async function shareNotSeen(db: Db, { isUnseen, isAsked, assets }: Asked) {
  const percent = Math.min(100, (100 * sampled) / assets)
  const { rows } = await sql<{ share: number | null }>`${sql.raw(unprepared)}
    select avg(case when ${isUnseen} then 1 else 0 end)::float8 as share
    from (select assets.* from assets tablesample system (${sql.lit(percent)}) where ${isTagged}) as report
    where ${isAsked}`.execute(db)
  return rows[0]?.share ?? 0
}

/** The assets to read if few of them were not seen: of the places, or all; undefined if many were not seen. */
async function toRead(db: Db, asked: Asked) {
  const scanned = (await liveAssets(db)) / lookUpCost
  if (asked.inPlaces !== undefined && asked.assets < Math.max(scanned, mostLookedUp)) return asked.inPlaces
  const share = asked.assets > mostLookedUp ? await shareNotSeen(db, asked) : 0
  const areFew = share < mostShare && mostCounted > scanned * share
  return areFew ? sql`assets` : undefined
}

/**
 * If few assets were not seen, they are found in one pass, and their ids are enough for every page. If many
 * were not seen, an index scan fills a page quickly, and this is undefined. Tags of sightings are in capitals, as
 * nearly all tags of assets are: comparing them as they are first saves most calls of `upper`.
 */
async function idsNotSeen(db: Db, asked: Asked) {
  const assets = await toRead(db, asked)
  if (assets === undefined) return undefined
  const { rows } = await sql<{ count: number; ids: string }>`${sql.raw(unprepared)}
    select count(*) as count, coalesce(array_agg(id), '{}')::text as ids from (
      select report.id from (select assets.* from ${assets} where ${isTagged}) as report
      where ${isNotRead(sql`report.rfid_tag`, asked.days)} and ${asked.isUnseen} and ${asked.isAsked}
      ${counting}) as found`.execute(db)
  const { count = 0, ids = '{}' } = rows[0] ?? {}
  return count > mostCounted ? { count: null } : { count, ids }
}

/** The assets of a page, by their ids. */
const assetsOfPage = (ids: string, { after, direction, limit }: KeyRange) => sql`(
  select * from assets where id = any(array(
    select id from unnest(${ids}::uuid[]) as found (id)
    where ${after === undefined ? sql`true` : sql`id ${sql.raw(direction === 'asc' ? '>' : '<')} ${after}`}
    order by id ${sql.raw(direction)} limit ${limit}))) as assets`

/** Oldest first: ids ascend in the order of registration. For some places, all their assets are read and sorted. */
export const notSeen = reportSource({
  title: 'Assets Not Seen',
  permission: reports.notSeen.permission,
  query: notSeenFilter,
  headings: notSeenColumns,
  byIndexAlone: true,
  choose: async (db, actor, filter) => {
    const { place, isAsked, somePlaces } = await placesAsked(db, actor, filter)
    const all = sql`${withSightings(actor, sql`assets`)} where ${isTagged}`
    const inPlaces = somePlaces && placeByPlace(somePlaces)
    const firstInventory = await firstInventorySince(db, filter.days)
    const [isUnseen, inScope] = [isNotSeen(actor, filter.days, firstInventory), isAsked('report.')]
    const { total: assets } = await shownAssets(db, actor, { place, stateId: undefined, search: '' })
    const found = await idsNotSeen(db, {
      ...{ days: filter.days, isUnseen, isAsked: inScope, assets: assets ?? 0, inPlaces },
    })
    const where = sql<SqlBool>`(${isUnseen} and ${inScope})`
    const order = {
      ...{ name: 'createdAt', by: sql<string>`report.id`, id: sql<string>`report.id` },
      direction: 'asc' as const,
    }
    const rows = inPlaces === undefined ? all : withSightings(actor, inPlaces)
    if (found?.ids !== undefined)
      return {
        ...{ values: valuesFor(actor), order, where: sql<SqlBool>`true`, total: found.count },
        rows: sql`select report.* from (${rows}) as report where ${where}`,
        walk: (range) => withSightings(actor, assetsOfPage(found.ids, range)),
      }
    return { values: valuesFor(actor), order, where, rows, walk: () => all, ...(found && { total: null }) }
  },
})
