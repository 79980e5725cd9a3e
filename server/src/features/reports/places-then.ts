import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { placeOrCity } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { registerInScopeBy, seesParts } from '#kernel/scope.ts'

type Place = { id: Id; kind: PlaceKind } | undefined

/** Where a span was: its path as it was then, in columns that begin so. */
const columnsOf = (start: string): Record<PlaceKind, string> => ({
  city: `${start}city_id`,
  mm: `${start}mm_id`,
  property: `${start}property_id`,
  aou: `${start}aou_id`,
  room: `${start}place_id`,
})

/** What somebody may see and asks for of what was in places, by the paths of that time. */
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
  // Few places are read one by one; a whole city soon shows on the way through everything.
  const isNarrow = place === undefined ? seesParts(actor) : place.kind !== 'city' || seesParts(actor)
  const some = placesWhere(isAsked('place_paths.'))
  return {
    isSeen,
    isAsked,
    /** Where to look, one place after the other; undefined for somebody who asks for everything. */
    somePlaces: actor.everywhere && place === undefined ? undefined : some,
    fewPlaces: isNarrow ? some : undefined,
  }
}

/** Every place that ever was where the test says, as rows of one column `id`. */
const placesWhere = (test: RawBuilder<SqlBool>) =>
  sql`(select distinct place_paths.place_id as id from place_paths where ${test}) as asked`

const nameOfPlace = (column: string) => sql`(select name from places where places.id = ${sql.ref(column)})`

/** The way to a place as it was, by the names of today; places that are gone have none. */
export function pathThen(start: string): RawBuilder<unknown> {
  const columns = columnsOf(start)
  const above = placeKinds.filter((kind) => kind !== 'room').map((kind) => nameOfPlace(columns[kind]))
  const room = sql`(select name from places where places.id = ${sql.ref(columns.room)} and places.kind = 'room')`
  return sql`nullif(concat_ws(' > ', ${sql.join([...above, room])}), '')`
}

export const nameThen = (table: 'asset_names' | 'asset_states', column: string) =>
  sql`(select name from ${sql.table(table)} as named where named.id = ${sql.ref(column)})`

/** Whoever held it: a user by the name of today, or a text that somebody typed. */
export const holderThen = (start: string) =>
  sql`coalesce((select full_name from users where users.id = ${sql.ref(`${start}assigned_user_id`)}),
    ${sql.ref(`${start}assigned_name`)})`

export const labelOf = (column: string) =>
  sql`(select asset_tag_id(assets.number) from assets where assets.id = ${sql.ref(column)})`
