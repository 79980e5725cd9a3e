import type { PlaceKind } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, invalid } from '#kernel/http/problem.ts'
import { idFacts } from '#kernel/ledger/events.ts'
import { inPlaces } from '#kernel/scope.ts'
import {
  cityByLocation,
  lowestOnPath,
  pathAbove,
  placeIds,
  placeNames,
  placePath,
  placesAbove,
  placesWithIds,
  placesWithPaths,
  workOn,
} from './queries.ts'

/** The city in an address. A city outside the actor's scope is treated like an unknown one. */
export async function cityNamed(db: Db, actor: Actor, location: string) {
  return found(await cityByLocation(db, actor, location), 'city-not-found')
}

/** The city a person chose in a form. */
export async function cityChosen(db: Db, actor: Actor, location: string) {
  const city = await cityByLocation(db, actor, location)
  if (city === undefined) throw invalid('location', 'location-unknown')
  return city
}

export { lowestOnPath, pathAbove, placeIds, placeNames, placePath, placesAbove, placesWithPaths, workOn }

/** The place a person chose in a form, within the actor's scope. */
export async function placeChosen(db: Db, actor: Actor, id: Id, field = 'placeId') {
  const [place] = await placesWithIds(db, actor, [id])
  if (place === undefined) throw invalid(field, 'place-unknown')
  return place
}

/** The path of a place from its city, as people read it. */
export const placePathOf = async (db: Db, id: Id) =>
  (await db.selectFrom('places').select(placePath.as('path')).where('id', '=', id).executeTakeFirst())
    ?.path ?? null

/** The city of a place as addresses name it. */
export async function locationOf(tx: Db, placeId: Id) {
  const { rows } = await sql<{ location: string }>`select lower(city.name) as location
    from places join places as city on city.id = places.city_id where places.id = ${placeId}`.execute(tx)
  return rows[0]?.location ?? ''
}

const startingLock = 330_033

/** Serialises starts of inventories and merges of places: each first checks whether others are running. */
export const lockStarting = (tx: Db) =>
  sql`select pg_advisory_xact_lock(${sql.lit(startingLock)})`.execute(tx)

type PlaceRef = { id: Id; kind: PlaceKind }

/** The place that a list is filtered to, or else the city in the address; out of scope is treated like unknown. */
export async function placeOrCity(
  db: Db,
  actor: Actor,
  { location, placeId }: { location?: string | undefined; placeId?: Id | undefined },
): Promise<PlaceRef | undefined> {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const place = placeId === undefined ? undefined : await placeChosen(db, actor, placeId)
  if (place === undefined) return city && { id: city.id, kind: 'city' }
  if (city !== undefined && place.cityId !== city.id) throw invalid('placeId', 'place-in-another-city')
  return { id: place.id, kind: place.kind as PlaceKind }
}

/** The property, or else the MM or the city in a form; a property must be in the MM, and both in the city. */
export async function placeInside(
  db: Db,
  actor: Actor,
  {
    location,
    mmId,
    propertyId,
  }: { location?: string | undefined; mmId?: Id | undefined; propertyId?: Id | undefined },
): Promise<PlaceRef | undefined> {
  const mm = await placeOfKind(db, actor, 'mm', mmId)
  const property = await placeOfKind(db, actor, 'property', propertyId)
  if (mm !== undefined && property !== undefined && property.mmId !== mm.id)
    throw invalid('propertyId', 'place-unknown')
  return placeOrCity(db, actor, { location, placeId: property?.id ?? mm?.id })
}

async function placeOfKind(db: Db, actor: Actor, kind: 'mm' | 'property', id: Id | undefined) {
  if (id === undefined) return undefined
  const field = `${kind}Id`
  const place = await placeChosen(db, actor, id, field)
  if (place.kind !== kind) throw invalid(field, 'place-unknown')
  return place
}

/** True for a place and all below it. */
export const within = ({ id, kind }: PlaceRef) =>
  sql<SqlBool>`${sql.ref(kind === 'room' ? 'places.id' : `places.${kind}_id`)} = ${id}`

/** The places a person chose in a form, each within the actor's scope. */
export async function placesChosen(db: Db, actor: Actor, ids: readonly Id[]): Promise<Id[]> {
  const known = new Set((await placesWithIds(db, actor, ids)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw invalid('places', 'place-among-unknown')
  return [...known]
}

/** The topmost places in scope: their counters include everything below, and none is counted twice. */
export function topmostPlaces(actor: Actor) {
  if (actor.everywhere) return sql`places.kind = 'city'`
  const given = Object.values(actor.scope).flat()
  const inGiven = (column: string) => sql`coalesce(${sql.ref(column)} = any(${given}::uuid[]), false)`
  return sql`places.id = any(${given}::uuid[])
    and not (places.kind <> 'city' and ${inGiven('places.city_id')})
    and not (places.kind <> 'mm' and ${inGiven('places.mm_id')})
    and not (places.kind <> 'property' and ${inGiven('places.property_id')})
    and not (places.kind <> 'aou' and ${inGiven('places.aou_id')})`
}

/**
 * The counters as the actor may read them, under the same name: hidden places are subtracted from the places
 * above them too. Places in a count are never nested, so nothing is subtracted twice.
 */
export function assetCounters({ withheld }: Actor) {
  if (withheld === null) return sql`asset_counters`
  return sql`(
    select place_id, state_id, live, deleted from asset_counters
    where place_id not in (select places.id from places where ${inPlaces(withheld, 'places')})
    union all
    select above.id, counters.state_id, -counters.live, -counters.deleted
    from places join asset_counters as counters on counters.place_id = places.id
    cross join lateral unnest(array[places.city_id, places.mm_id, places.property_id, places.aou_id]) as above (id)
    where places.id = any(${Object.values(withheld).flat()}::uuid[]) and above.id <> places.id
  ) as asset_counters`
}

/** The paths in scope as the ledger stores places and locations; undefined if the actor sees everything. */
export async function pathsInScope(db: Db, actor: Actor) {
  if (actor.everywhere) return undefined
  const given = Object.values(actor.scope).flat()
  const places = db.selectFrom('places').select([placePath.as('path'), placeNames.as('names')])
  const rows = await places.where('id', '=', sql<string>`any(${given}::uuid[])`).execute()
  const locations = rows.map(({ names: [city = ''] }) => city.toLowerCase())
  return { paths: rows.map(({ path }) => path), locations }
}
type Reach = NonNullable<Awaited<ReturnType<typeof pathsInScope>>>

/**
 * What the ledger stored about a record, reduced to what a person with these paths may see. It contains names
 * without ids. That the record was elsewhere stays; the name of a place out of scope and total counts do not.
 * The path of a place in scope is not secret.
 */
export function factsInScope(kept: RawBuilder<unknown>, inSight: Reach | undefined) {
  type Facts = RawBuilder<Record<string, unknown> | null>
  const facts = sql`(${kept} - ${sql.lit(`{${idFacts.join()}}`)}::text[])`
  if (inSight === undefined) return facts as Facts
  const { paths, locations } = inSight
  const some = (test: RawBuilder<unknown>) =>
    sql`exists (select from unnest(${paths}::text[]) as reach where ${test})`
  const inScope = (path: RawBuilder<unknown>) =>
    some(sql`${path} = reach or starts_with(${path}, reach || ' > ')`)
  const text = sql`fact.value #>> '{}'`
  return sql`(
    select jsonb_object_agg(fact.key, case
      when fact.key = 'moved' then 'null'
      when jsonb_typeof(fact.value) = 'string' and not case fact.key
        when 'place' then ${inScope(text)}
        when 'path' then ${inScope(text)} or ${some(sql`starts_with(reach, (${text}) || ' > ')`)}
        when 'location' then ${text} = any(${locations}::text[])
        else true end then 'null'
      when jsonb_typeof(fact.value) = 'array' and fact.key = 'places' then (
        select coalesce(jsonb_agg(case when ${inScope(sql`place`)} then place end), '[]')
        from jsonb_array_elements_text(fact.value) as place)
      else fact.value end)
    from jsonb_each(${facts}) as fact)` as Facts
}
