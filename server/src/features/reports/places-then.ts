import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { placeOrCity } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { registerInScopeBy, seesParts } from '#kernel/scope.ts'

type Place = { id: Id; kind: PlaceKind } | undefined

/** The columns with the path of a version at that time, by prefix. */
const columnsOf = (start: string): Record<PlaceKind, string> => ({
  city: `${start}city_id`,
  mm: `${start}mm_id`,
  property: `${start}property_id`,
  aou: `${start}aou_id`,
  room: `${start}place_id`,
})

/** The places in scope that a filter selects, by the paths of that time. */
export async function placesAsked(
  db: Db,
  actor: Actor,
  filter: { location?: string | undefined; placeId?: Id | undefined },
) {
  const place: Place = await placeOrCity(db, actor, filter)
  const isSeen = (start: string) => registerInScopeBy(actor, columnsOf(start)) ?? sql<SqlBool>`true`
  const isAsked = (start: string) => {
    if (place === undefined) return isSeen(start)
    return sql<SqlBool>`(${isSeen(start)} and ${sql.ref(columnsOf(start)[place.kind])} = ${place.id})`
  }
  // Few places are read one by one; for a whole city, a scan of everything fills a page quickly.
  const isNarrow = place === undefined ? seesParts(actor) : place.kind !== 'city' || seesParts(actor)
  const some = placesWhere(isAsked('place_paths.'))
  return {
    place,
    isSeen,
    isAsked,
    /** The places to search one after the other; undefined if nothing limits them. */
    somePlaces: actor.everywhere && place === undefined ? undefined : some,
    fewPlaces: isNarrow ? some : undefined,
  }
}

/** Every place that was ever where the condition says, as rows of one column `id`. */
const placesWhere = (test: RawBuilder<SqlBool>) =>
  sql`(select distinct place_paths.place_id as id from place_paths where ${test}) as asked`

const nameOfPlace = (column: string) => sql`(select name from places where places.id = ${sql.ref(column)})`

/** The former path of a place with today's names; deleted places have none. */
export function pathThen(start: string): RawBuilder<unknown> {
  const columns = columnsOf(start)
  const above = placeKinds.filter((kind) => kind !== 'room').map((kind) => nameOfPlace(columns[kind]))
  const room = sql`(select name from places where places.id = ${sql.ref(columns.room)} and places.kind = 'room')`
  return sql`nullif(concat_ws(' > ', ${sql.join([...above, room])}), '')`
}

export const nameThen = (table: 'asset_names' | 'asset_states', column: string) =>
  sql`(select name from ${sql.table(table)} as named where named.id = ${sql.ref(column)})`

/** The holder: a user with today's name, or a typed text. */
export const holderThen = (start: string) =>
  sql`coalesce((select full_name from users where users.id = ${sql.ref(`${start}assigned_user_id`)}),
    ${sql.ref(`${start}assigned_name`)})`

export const labelOf = (column: string) =>
  sql`(select asset_tag_id(assets.number) from assets where assets.id = ${sql.ref(column)})`
