import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor, Scope } from './actor.ts'
import type { Id } from './db/db.ts'

// Whether a place, an asset or a person is in somebody's scope, in the three shapes in which it is asked: as SQL for the
// actor of a request, as SQL for people who are rows themselves, and in memory for lines that were read already.

/** The columns that tell where a row is: its ancestors, and the place itself. */
const pathColumns = { city: 'city_id', mm: 'mm_id', property: 'property_id', aou: 'aou_id' } as const

/**
 * True for rows below a place the actor was given. Every list, count, file and lookup asks this or its kin below. Assets
 * that are withheld from the actor are left out; the places themselves stay known.
 */
export function withinScope(actor: Actor, table: 'assets' | 'places'): Expression<SqlBool> {
  const inScope = actor.everywhere ? sql<SqlBool>`true` : inPlaces(actor.scope, table)
  return table === 'places' ? inScope : unlessWithheld(actor, inScope, columnsOf('assets'))
}

/** True for rows of `places` whose assets the actor may see. */
export const registerInScope = (actor: Actor): Expression<SqlBool> =>
  unlessWithheld(actor, withinScope(actor, 'places'), columnsOf('places'))

/** True for rows whose path is in these columns and whose assets the actor may see. */
export function registerInScopeBy(
  actor: Actor,
  columns: Record<PlaceKind, string>,
): RawBuilder<SqlBool> | undefined {
  if (actor.everywhere && actor.withheld === null) return undefined
  const inScope = actor.everywhere ? sql<SqlBool>`true` : inPlacesBy(actor.scope, columns)
  return sql<SqlBool>`${unlessWithheld(actor, inScope, columns)}`
}

function unlessWithheld(
  { withheld }: Actor,
  test: Expression<SqlBool>,
  columns: Record<PlaceKind, string>,
): Expression<SqlBool> {
  return withheld === null ? test : sql<SqlBool>`(${test} and ${inPlacesBy(withheld, columns)} is not true)`
}

/** True for rows that are not withheld; undefined where nothing is, and nothing has to be asked. */
export const isNotWithheld = (actor: Actor, table: 'assets' | 'places'): RawBuilder<SqlBool> | undefined =>
  actor.withheld === null ? undefined : sql<SqlBool>`(${inPlaces(actor.withheld, table)} is not true)`

/** The same person without what is withheld: for what a count does by itself and shows to nobody. */
export const withNothingWithheld = (actor: Actor): Actor => ({ ...actor, withheld: null })

/** The places that somebody counts blind at this moment, as rows of `id`, `kind`, `name` and the inventory. It ends with counting. */
export const placesCountedBlind = (userId: RawBuilder<unknown>) => sql`
  select counted.id, counted.kind, counted.name, inventories.readable_id from inventories
  join inventory_people on inventory_people.inventory_id = inventories.id and inventory_people.user_id = ${userId}
  join places as counted on counted.id = inventories.place_id
  where inventories.blind and inventories.status in ('starting', 'counting')`

/** The same for places that are values already; kinds of which there are none are not asked about. */
export function inPlaces(
  scope: Record<PlaceKind, readonly Id[] | RawBuilder<readonly Id[]>>,
  table: 'assets' | 'places',
): Expression<SqlBool> {
  return inPlacesBy(scope, columnsOf(table))
}

const columnsOf = (table: 'assets' | 'places'): Record<PlaceKind, string> => ({
  ...mapValues(pathColumns, (column) => `${table}.${column}`),
  room: table === 'assets' ? 'assets.place_id' : 'places.id',
})

type Given = readonly Id[] | RawBuilder<readonly Id[]>

/** The same for a path that stands in other columns, such as one of earlier. */
function inPlacesBy(scope: Record<PlaceKind, Given>, columns: Record<PlaceKind, string>) {
  const tests = placeKinds
    .filter((kind) => !isEmpty(scope[kind]))
    .map((kind) => sql`${sql.ref(columns[kind])} = any(${scope[kind]}::uuid[])`)
  return tests.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

const isEmpty = (given: readonly Id[] | RawBuilder<readonly Id[]>) =>
  Array.isArray(given) && given.length === 0

/**
 * True for those who were given no whole city: then reading all that is theirs and picking from it is cheaper than
 * reading everything and leaving out what is not.
 */
export const seesParts = ({ everywhere, scope }: Actor) => !everywhere && scope.city.length === 0

const placesOfUser = sql`from user_places join places on places.id = user_places.place_id
  where user_places.user_id = users.id`

/** True for rows of a city that the actor was given as a whole; what is of no city is for those who see everything. */
export const inWholeCity = ({ everywhere, scope }: Actor, column: string): RawBuilder<SqlBool> =>
  everywhere ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${scope.city}::uuid[])`

const livesInScope = (actor: Actor) => inWholeCity(actor, 'users.city_id')

/** True for rows of `users` who see no place that the actor does not: their places, or their home city without any. */
export function seesNoMoreThan(actor: Actor): RawBuilder<SqlBool> {
  if (actor.everywhere) return sql<SqlBool>`true`
  return sql<SqlBool>`case when exists (select ${placesOfUser})
    then not exists (select ${placesOfUser} and ${withinScope(actor, 'places')} is not true)
    else ${livesInScope(actor)} end`
}

/** True for rows of `users` the actor may know of: those of a city the actor was given, and those who see no more. */
export function personInScope(actor: Actor): RawBuilder<SqlBool> {
  return actor.everywhere
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${livesInScope(actor)} or ${seesNoMoreThan(actor)})`
}

/** True for rows of `places` in or below the given ones, an array of ids. */
const isBelow = (given: RawBuilder<unknown>) =>
  sql`${given} && array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id]`

/** True for rows of `places` in the scope of a person of a row; `given` are the person's places, null: all. */
export const placeIsIn = (given: RawBuilder<unknown>) => sql<SqlBool>`(${given} is null or ${isBelow(given)})`

/** True for rows of `users` in the scope of a person of a row, as `personInScope` has it of an actor. */
export const personIsIn = (given: RawBuilder<unknown>) => sql<SqlBool>`(${given} is null
  or users.city_id = any(${given})
  or exists (select ${placesOfUser}) and not exists (select ${placesOfUser} and not ${isBelow(given)}))`

/** In memory; the path of a place is itself and all above it. */
export const isAmong = (scope: Scope, path: readonly Id[]) =>
  placeKinds.some((kind) => path.some((id) => scope[kind].includes(id)))

/** Where a person lives, and the paths of the places they were given. */
export type Person = { cityId: Id; places: readonly (readonly Id[])[] }

/** In memory, as `personInScope` has it of rows. */
export const isPersonAmong = (scope: Scope, { cityId, places }: Person) =>
  scope.city.includes(cityId) || (places.length > 0 && places.every((path) => isAmong(scope, path)))

const mapValues = <K extends string, A, B>(from: Record<K, A>, change: (value: A) => B) =>
  Object.fromEntries(Object.entries<A>(from).map(([key, value]) => [key, change(value)])) as Record<K, B>
