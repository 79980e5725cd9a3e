import type { RoomFacts } from '@ats/contract/floors.ts'
import { sql } from 'kysely'
import { shownAssets } from '#features/assets/assets.ts'
import { countsIn, type PlaceCount } from '#features/inventories/inventories.ts'
import { searchedFields } from '#features/own-fields/own-fields.ts'
import { assetCounters } from '#features/places/places.ts'
import { isStillElsewhere } from '#features/readers/readers.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { withinScope } from '#kernel/scope.ts'
import { type BoxPart, boxParts, partRows } from './boxes.ts'
import { floorById } from './queries.ts'

type Registered = Pick<RoomFacts, 'assets' | 'states'>
type Seen = Pick<RoomFacts, 'present' | 'strangers' | 'away'>

/** By box. The counter of an AoU includes its rooms, so rooms that are drawn themselves are subtracted. */
async function registeredIn(db: Db, actor: Actor, boxIds: readonly Id[]) {
  const { rows } = await sql<Registered & { boxId: Id }>`with counted as (
      select place_id as box_id, state_id, live from ${assetCounters(actor)} where place_id = any(${boxIds}::uuid[])
      union all
      select places.aou_id, state_id, -live from places
      join floor_rooms on floor_rooms.place_id = places.id
      join ${assetCounters(actor)} on asset_counters.place_id = places.id
      where places.kind = 'room' and places.aou_id = any(${boxIds}::uuid[])
    ), summed as (
      select box_id, state_id, sum(live)::int as assets from counted group by box_id, state_id having sum(live) > 0
    )
    select box_id as "boxId", sum(assets)::int as assets, jsonb_agg(jsonb_build_object('state', name, 'assets', assets)
      order by assets desc, lower(name)) as states
    from summed join asset_states on asset_states.id = state_id group by box_id`.execute(db)
  return new Map(rows.map(({ boxId, ...facts }) => [boxId, facts]))
}

/** Assets that readers see in these places now, by place. Assets out of scope do not count. */
async function presentIn(db: Db, actor: Actor, placeIds: readonly Id[]) {
  const { rows } = await sql<{ placeId: Id; assets: number }>`select last_seen.place_id as "placeId",
      count(*)::int as assets
    from last_seen join assets on upper(assets.rfid_tag) = last_seen.tag and assets.deleted_at is null
    where last_seen.place_id in (select unnest(${placeIds}::uuid[]))
      and last_seen.seen_at > now() - make_interval(secs => last_seen.gone_seconds) and ${withinScope(actor, 'assets')}
    group by last_seen.place_id`.execute(db)
  return rows
}

/** Assets that are seen or registered in these places, and seen elsewhere than they are registered. */
async function straysOf(db: Db, actor: Actor, placeIds: readonly Id[]) {
  const { rows } = await sql<{ seenId: Id; homeId: Id; assets: number }>`with near as materialized (
      select asset_id from seen_elsewhere
      where ignored is null and place_id in (select unnest(${placeIds}::uuid[]))
      union
      select asset_id from assets join seen_elsewhere on asset_id = assets.id
      where ignored is null and assets.place_id in (select unnest(${placeIds}::uuid[]))
    )
    select seen_elsewhere.place_id as "seenId", assets.place_id as "homeId", count(*)::int as assets
    from near join seen_elsewhere on seen_elsewhere.asset_id = near.asset_id
    join assets on assets.id = near.asset_id where ${withinScope(actor, 'assets')} and ${isStillElsewhere}
    group by seen_elsewhere.place_id, assets.place_id`.execute(db)
  return rows
}

/** What readers see in each box, and which of its assets they see in other boxes or places. */
async function seenIn(db: Db, actor: Actor, parts: readonly BoxPart[]) {
  const placeIds = parts.map(({ placeId }) => placeId)
  const boxOf = new Map(parts.map(({ boxId, placeId }) => [placeId, boxId]))
  const seen = new Map(parts.map(({ boxId }) => [boxId, { present: 0, strangers: 0, away: 0 }]))
  const add = (placeId: Id, figure: keyof Seen, assets: number) => {
    const facts = seen.get(boxOf.get(placeId) ?? '')
    if (facts !== undefined) facts[figure] += assets
  }
  for (const { placeId, assets } of await presentIn(db, actor, placeIds)) add(placeId, 'present', assets)
  for (const { seenId, homeId, assets } of await straysOf(db, actor, placeIds)) {
    if (boxOf.get(seenId) === boxOf.get(homeId)) continue
    add(seenId, 'strangers', assets)
    add(homeId, 'away', assets)
  }
  return seen
}

type Wanted = { search: string; inventoryId?: Id | undefined }

/** How many assets of each box the search of the asset list finds. */
async function matchesIn(
  db: Db,
  actor: Actor,
  { search, propertyId, parts }: { search: string; propertyId: Id; parts: readonly BoxPart[] },
) {
  // A person with a part of the property searches all of their places: the list needs a place in scope.
  const isOwn = actor.everywhere || !(await isPartly(db, actor, propertyId))
  const place = isOwn ? { id: propertyId, kind: 'property' as const } : undefined
  const fields = await searchedFields(db, actor)
  const filter = { place, stateId: undefined, search: search.toLowerCase(), searchedFields: fields }
  const { where } = await shownAssets(db, actor, filter)
  const { rows } = await sql<{ boxId: Id; matches: number }>`${sql.raw(unprepared)}
    select part.box_id as "boxId", count(*)::int as matches
    from ${partRows(parts)} join assets on assets.place_id = part.place_id where ${where} group by part.box_id`.execute(
    db,
  )
  return new Map(rows.map(({ boxId, matches }) => [boxId, matches]))
}

const isPartly = async (db: Db, actor: Actor, propertyId: Id) =>
  (await sql`select from places where id = ${propertyId} and ${withinScope(actor, 'places')}`.execute(db))
    .rows.length === 0

/** The counts of the parts of each box; a box with no part in the inventory has none. */
function countedIn(parts: readonly BoxPart[], counts: ReadonlyMap<Id, PlaceCount>) {
  const boxes = new Map<Id, PlaceCount>()
  for (const { boxId, placeId } of parts) {
    const { expected, found, unexpected } = counts.get(placeId) ?? {}
    if (expected === undefined) continue
    const sum = boxes.get(boxId) ?? { expected: 0, found: 0, unexpected: 0 }
    boxes.set(boxId, {
      expected: sum.expected + expected,
      found: sum.found + (found ?? 0),
      unexpected: sum.unexpected + (unexpected ?? 0),
    })
  }
  return boxes
}

/** What is in the rooms of a floor, in a few statements for all of them. */
export async function roomFacts(db: Db, actor: Actor, id: Id, { search, inventoryId }: Wanted) {
  const { propertyId } = await floorById(db, actor, id)
  const parts = await boxParts(db, actor, id)
  const boxIds = [...new Set(parts.map(({ boxId }) => boxId))]
  const placeIds = parts.map(({ placeId }) => placeId)
  const registered = await registeredIn(db, actor, boxIds)
  const seen = await seenIn(db, actor, parts)
  const counts = inventoryId === undefined ? new Map() : await countsIn(db, actor, inventoryId, placeIds)
  const counted = countedIn(parts, counts)
  const matches = search === '' ? undefined : await matchesIn(db, actor, { search, propertyId, parts })
  return boxIds.map(
    (placeId): RoomFacts => ({
      placeId,
      ...(registered.get(placeId) ?? { assets: 0, states: [] }),
      ...(seen.get(placeId) ?? { present: 0, strangers: 0, away: 0 }),
      count: counted.get(placeId) ?? null,
      matches: matches === undefined ? null : (matches.get(placeId) ?? 0),
    }),
  )
}
