import { type MasterWork, masterWorks, type Place, type PlaceKind } from '@ats/contract/places.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { containing } from '#kernel/db/contains-pattern.ts'
import type { Db } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { withinScope } from '#kernel/scope.ts'

/** A city is visible to people who have it or a place in it. */
const isSeenCity = (actor: Actor): Expression<SqlBool> =>
  actor.everywhere ? sql<SqlBool>`true` : sql<SqlBool>`places.id = any(${actor.cities}::uuid[])`

const cities = (db: Db, actor: Actor) =>
  db.selectFrom('places').where('kind', '=', 'city').where(isSeenCity(actor))

export const citiesInScope = (db: Db, actor: Actor) =>
  cities(db, actor)
    .select((row) => ['id as _id', 'name', row.fn<string>('lower', ['name']).as('location')])
    .orderBy(sql`lower(name)`)
    .execute()

export const cityByLocation = (db: Db, actor: Actor, location: string) =>
  cities(db, actor).select(['id', 'name']).where(sql`lower(name)`, '=', location).executeTakeFirst()

export const placesWithIds = (db: Db, actor: Actor, ids: readonly string[]) =>
  db
    .selectFrom('places')
    .select(['id', 'kind', 'city_id as cityId', 'mm_id as mmId'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(withinScope(actor, 'places'))
    .execute()

/** The lowest place on a path of names from the city down, and how many of the names lead to it. */
export async function lowestOnPath(db: Db, actor: Actor, names: readonly string[]) {
  const { rows } = await sql<{ id: string; depth: number }>`with recursive path as (
      select id, 1 as depth from places where kind = 'city' and lower(name) = lower(${names[0] ?? ''})
      union all
      select places.id, path.depth + 1 from path
      join places on places.parent_id = path.id and lower(places.name) = lower((${names}::text[])[path.depth + 1])
    )
    select id, depth from path order by depth desc limit 1`.execute(db)
  const [lowest] = rows
  const [seen] = lowest === undefined ? [] : await placesWithIds(db, actor, [lowest.id])
  return seen && { id: seen.id, depth: lowest?.depth ?? 0 }
}

const namesAbove = sql`
  (select name from places c where c.id = places.city_id and places.kind <> 'city'),
  (select name from places m where m.id = places.mm_id and places.kind <> 'mm'),
  (select name from places p where p.id = places.property_id and places.kind <> 'property'),
  (select name from places a where a.id = places.aou_id and places.kind <> 'aou')`

/** The path above a place, as people read it; empty for a city. */
export const pathAbove = sql<string>`concat_ws(' > ', ${namesAbove})`
/** The names in that path. */
export const placesAbove = sql<string[]>`array_remove(array[${namesAbove}], null)`

/** From the city down to the place itself. */
export const placePath = sql<string>`concat_ws(' > ', ${namesAbove}, places.name)`
/** All places with their paths, as a table for queries of many rows: names come by joins, which run in parallel. */
export const placesWithPaths = sql`(select here.id,
    concat_ws(' > ', city.name, mm.name, property.name, aou.name, here.name) as path
  from places as here
  left join places as city on city.id = here.city_id and here.kind <> 'city'
  left join places as mm on mm.id = here.mm_id and here.kind <> 'mm'
  left join places as property on property.id = here.property_id and here.kind <> 'property'
  left join places as aou on aou.id = here.aou_id and here.kind <> 'aou' offset 0)`
/** The names and ids in that path. */
export const placeNames = sql<string[]>`array_remove(array[${namesAbove}, places.name], null)`
export const placeIds = sql<
  string[]
>`array_remove(array[places.city_id, places.mm_id, places.property_id, places.aou_id,
  case places.kind when 'room' then places.id end], null)`

/** The job that is working on a master record now. */
export const workOn = (id: string) => sql<MasterWork | null>`(select work from bulk_jobs
  where status in ('waiting', 'running') and work = any(${masterWorks}::text[])
    and ${sql.ref(id)}::text in (details ->> 'id', details ->> 'into') order by id limit 1)`

type Wanted = {
  search: string
  cityId: string | undefined
  kind?: PlaceKind | undefined
  id?: string | undefined
  within?: string | undefined
  size: number
}

/** The place's own name contains one of the words, and its path contains all of them. */
export function placesFound(
  db: Db,
  actor: Actor,
  { search, cityId, kind, id, within, size }: Wanted,
): Promise<Place[]> {
  const patterns = search
    .split(/[\s>]+/)
    .filter(Boolean)
    .map(containing)
  const query = db
    .selectFrom('places')
    .select([
      'id as _id',
      sql<Place['kind']>`places.kind`.as('kind'),
      'name',
      placePath.as('path'),
      placeNames.as('names'),
      placeIds.as('ids'),
    ])
    .where(withinScope(actor, 'places'))
    .$if(id !== undefined, (one) => one.where('id', '=', id as string))
    .$if(within !== undefined, (some) => some.where(sql<SqlBool>`place_holds(${within}::uuid, places)`))
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind as PlaceKind))
    .$if(cityId !== undefined, (some) => some.where('city_id', '=', cityId as string))
    .$if(patterns.length > 0, (some) =>
      some
        .where(sql<SqlBool>`places.name ilike any(${patterns}::text[]) ${sql.raw(unprepared)}`)
        .where(sql<SqlBool>`${placePath} ilike all(${patterns}::text[])`),
    )
  return query
    .orderBy(sql`array_position(array['city', 'mm', 'property', 'aou', 'room'], places.kind)`)
    .orderBy('path')
    .orderBy('id')
    .limit(size)
    .execute()
}
