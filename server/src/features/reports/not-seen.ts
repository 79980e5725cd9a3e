import { notSeenColumns, notSeenFilter, reports } from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isHidden } from '#features/inventories/inventories.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
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
const isNotSeen = (actor: Actor, days: number) => {
  const since = sql`now() - make_interval(days => ${days}::int)`
  return sql`not exists (select from last_seen
      where last_seen.tag = upper(report.rfid_tag) and last_seen.seen_at >= ${since})
    and not exists (select from ${countedItems(actor)}
      where items.asset_id = report.id and items.seen_at >= ${since})`
}

const isTagged = sql`assets.deleted_at is null and assets.rfid_tag is not null`

/** Oldest first: ids ascend in the order of registration. For some places, all their assets are read and sorted. */
export const notSeen = reportSource({
  title: 'Assets Not Seen',
  permission: reports.notSeen.permission,
  query: notSeenFilter,
  headings: notSeenColumns,
  byIndexAlone: true,
  choose: async (db, actor, filter) => {
    const { isAsked, somePlaces } = await placesAsked(db, actor, filter)
    const all = sql`${withSightings(actor, sql`assets`)} where ${isTagged}`
    const inPlaces = sql`${somePlaces} cross join lateral (
      select * from assets where assets.place_id = asked.id and ${isTagged} offset 0) as assets`
    const where = sql<SqlBool>`(${isNotSeen(actor, filter.days)} and ${isAsked('report.')})`
    return {
      values: valuesFor(actor),
      where,
      ...(somePlaces === undefined
        ? { rows: all }
        : { rows: withSightings(actor, inPlaces), walk: { rows: all, where } }),
      order: {
        ...{ name: 'createdAt', by: sql<string>`report.id`, id: sql<string>`report.id` },
        direction: 'asc',
      },
    }
  },
})
