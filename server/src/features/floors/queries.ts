import type { Floor, PlanRoom, Rectangle } from '@ats/contract/floors.ts'
import { type SqlBool, sql } from 'kysely'
import { cityNamed, placeNames, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'

const mostFloors = 1000

/** True for floors of a property that is in scope, or of which a part is; `places` is the row of the property. */
export function isSeen(actor: Actor) {
  const { aou, room } = actor.scope
  return sql<SqlBool>`(${withinScope(actor, 'places')} or floors.property_id in (
    select part.property_id from places as part where part.id = any(${[...aou, ...room]}::uuid[])))`
}

const floorRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('floors')
    .innerJoin('places', 'places.id', 'floors.property_id')
    .select([
      'floors.id as _id',
      'floors.property_id as propertyId',
      placeNames.as('placeNames'),
      'floors.name',
      'floors.position',
      'floors.aspect',
      sql<string | null>`left(floors.picture, 8)`.as('picture'),
      sql<number>`(select count(*) from floor_rooms where floor_rooms.floor_id = floors.id)`.as('rooms'),
      'floors.version',
    ])
    .where(isSeen(actor))

export const floorById = async (db: Db, actor: Actor, id: Id): Promise<Floor> =>
  found(await floorRows(db, actor).where('floors.id', '=', id).executeTakeFirst(), 'floor-not-found')

/** The floor on which a place is drawn, or else its AoU. */
const floorOf = (actor: Actor, placeId: Id) => sql<Id>`(
  select floor_rooms.floor_id from places join floor_rooms on floor_rooms.place_id in (places.id, places.aou_id)
  where places.id = ${placeId} and ${withinScope(actor, 'places')}
  order by (floor_rooms.place_id = places.id) desc limit 1)`

type Wanted = { location?: string | undefined; propertyId?: Id | undefined; placeId?: Id | undefined }

export async function floorList(db: Db, actor: Actor, { location, propertyId, placeId }: Wanted) {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  return floorRows(db, actor)
    .$if(city !== undefined, (some) => some.where('places.city_id', '=', city?.id ?? ''))
    .$if(propertyId !== undefined, (some) => some.where('floors.property_id', '=', propertyId ?? ''))
    .$if(placeId !== undefined, (some) => some.where('floors.id', '=', floorOf(actor, placeId ?? '')))
    .orderBy(placePath)
    .orderBy('floors.property_id')
    .orderBy('floors.position')
    .orderBy(sql`lower(floors.name)`)
    .limit(mostFloors)
    .execute()
}

export const box = sql<Rectangle>`jsonb_build_object('x', floor_rooms.x, 'y', floor_rooms.y,
  'width', floor_rooms.width, 'height', floor_rooms.height)`

/** A floor with its drawing. A room outside the scope has a box, and neither an id nor a name. */
export async function planOf(db: Db, actor: Actor, id: Id) {
  const floor = await floorById(db, actor, id)
  const isOwn = sql`coalesce(${withinScope(actor, 'places')}, false)`
  const rooms = db
    .selectFrom('floor_rooms')
    .innerJoin('places', 'places.id', 'floor_rooms.place_id')
    .select([
      box.as('box'),
      sql<Id | null>`case when ${isOwn} then places.id end`.as('placeId'),
      sql<string | null>`case when ${isOwn} then places.name end`.as('name'),
      sql<string[] | null>`case when ${isOwn} then ${placeNames} end`.as('placeNames'),
    ])
    .where('floor_rooms.floor_id', '=', id)
    .orderBy('floor_rooms.y')
    .orderBy('floor_rooms.x')
    .orderBy('floor_rooms.place_id')
  const shapes = db.selectFrom('floors').select('shapes').where('id', '=', id)
  return {
    floor,
    shapes: (await shapes.executeTakeFirstOrThrow()).shapes,
    rooms: (await rooms.execute()) satisfies PlanRoom[],
  }
}
