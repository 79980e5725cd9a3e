import { isDeepStrictEqual } from 'node:util'
import type { floorPlan } from '@ats/contract/floors.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { raiseVersion } from '#kernel/db/versions.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { type FloorRow, floorForUpdate, lineAbout, mustBeFloorVersion, roomsInScope } from './floors.ts'
import { floorById } from './queries.ts'

type Plan = z.output<typeof floorPlan>
type Rooms = Plan['rooms']

/** A room is an AoU or a room of the floor's property, and in scope. */
async function mustBeInProperty(tx: Db, actor: Actor, { propertyId }: FloorRow, rooms: Rooms) {
  const ids = rooms.map(({ placeId }) => placeId)
  const { rows } = await sql<{ fits: boolean }>`
    select places.kind in ('aou', 'room') and places.property_id = ${propertyId} as fits from places
    where places.id = any(${ids}::uuid[]) and ${withinScope(actor, 'places')}`.execute(tx)
  if (rows.length < ids.length) throw invalid('rooms', 'place-unknown')
  if (rows.some(({ fits }) => !fits)) throw invalid('rooms', 'room-outside-property')
}

async function mustBeOnNoOtherFloor(tx: Db, floorId: Id, rooms: Rooms) {
  const { rows } = await sql<{ name: string; floor: string }>`
    select places.name, floors.name as floor from floor_rooms
    join floors on floors.id = floor_rooms.floor_id join places on places.id = floor_rooms.place_id
    where floor_rooms.place_id = any(${rooms.map(({ placeId }) => placeId)}::uuid[]) and floors.id <> ${floorId}
    order by places.id limit 1`.execute(tx)
  if (rows[0] !== undefined) throw new Problem('room-on-other-floor', rows[0])
}

/** Rooms outside the scope stay as they are. */
async function replaceRooms(tx: Db, actor: Actor, floorId: Id, rooms: Rooms) {
  await sql`delete from floor_rooms using places where floor_rooms.floor_id = ${floorId}
    and places.id = floor_rooms.place_id and ${withinScope(actor, 'places')}`.execute(tx)
  const side = (read: (box: Rooms[number]['box']) => number) => rooms.map(({ box }) => read(box))
  await sql`insert into floor_rooms (floor_id, place_id, x, y, width, height)
    select ${floorId}::uuid, * from unnest(${rooms.map(({ placeId }) => placeId)}::uuid[],
      ${side(({ x }) => x)}::float8[], ${side(({ y }) => y)}::float8[],
      ${side(({ width }) => width)}::float8[], ${side(({ height }) => height)}::float8[])`.execute(tx)
}

const byPlace = (rooms: Rooms) => [...rooms].sort((a, b) => (a.placeId < b.placeId ? -1 : 1))

/**
 * Saves the whole drawing. A person with a part of the property draws the rooms of that part; the shapes
 * belong to the whole property.
 */
export async function drawFloor(tx: Db, actor: Actor, id: Id, { shapes, rooms, version }: Plan) {
  const floor = await floorForUpdate(tx, actor, id, 'part')
  await mustBeFloorVersion(tx, actor, floor, version)
  const before = await roomsInScope(tx, actor, id)
  const hasOtherShapes = !isDeepStrictEqual(shapes, floor.shapes)
  const hasOtherRooms = !isDeepStrictEqual(byPlace(rooms), before)
  if (hasOtherShapes && !floor.isOwn) throw new Problem('forbidden')
  if (!hasOtherShapes && !hasOtherRooms) return floorById(tx, actor, id)
  if (hasOtherRooms) {
    await mustBeInProperty(tx, actor, floor, rooms)
    await mustBeOnNoOtherFloor(tx, id, rooms)
    await replaceRooms(tx, actor, id, rooms)
  }
  const set = { shapes: JSON.stringify(shapes) }
  if (hasOtherShapes) await tx.updateTable('floors').set(set).where('id', '=', id).execute()
  await raiseVersion(tx, 'floors', id)
  const changed = await floorById(tx, actor, id)
  const counts = (roomCount: number, shapeCount: number) => ({
    ...(hasOtherRooms && { rooms: roomCount }),
    ...(hasOtherShapes && { shapes: shapeCount }),
  })
  await record(tx, actor, {
    ...{ action: 'floor.drawn', ...lineAbout(floor), version: changed.version },
    before: counts(changed.rooms - rooms.length + before.length, floor.shapes.length),
    after: counts(changed.rooms, shapes.length),
  })
  return changed
}
