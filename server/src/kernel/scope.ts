import { type PlaceKind, placeKinds } from '@ats/contract/places.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor, Scope } from './actor.ts'
import type { Id } from './db/db.ts'

// Whether a place, an asset or a person is in somebody's scope, in three forms. There is SQL for the actor of
// a request, SQL for people who are rows themselves, and code for ledger entries that were read already.

/** The columns with the path of a row: its ancestors, and the place itself. */
const pathColumns = { city: 'city_id', mm: 'mm_id', property: 'property_id', aou: 'aou_id' } as const

/**
 * The scope filter: true for rows in or below a place of the actor. Every list, count, file and lookup uses
 * this or a variant below. Hidden assets are left out; the places themselves stay visible.
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

/** True for rows that are not hidden; undefined if nothing is hidden, so that no condition is needed. */
export const isNotWithheld = (actor: Actor, table: 'assets' | 'places'): RawBuilder<SqlBool> | undefined =>
  actor.withheld === null ? undefined : sql<SqlBool>`(${inPlaces(actor.withheld, table)} is not true)`

/** The same person with nothing hidden: for internal steps of a count that are shown to nobody. */
export const withNothingWithheld = (actor: Actor): Actor => ({ ...actor, withheld: null })

/**
 * The places that a person counts blind now, as rows of `id`, `kind`, `name` and the inventory. It ends with
 * the count.
 */
export const placesCountedBlind = (userId: RawBuilder<unknown>) => sql`
  select counted.id, counted.kind, counted.name, inventories.readable_id from inventories
  join inventory_people on inventory_people.inventory_id = inventories.id and inventory_people.user_id = ${userId}
  join places as counted on counted.id = inventories.place_id
  where inventories.blind and inventories.status in ('starting', 'counting')`

/** The same for places given as values; kinds without places are left out. */
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

/** The same for a path in other columns, such as a former one. */
function inPlacesBy(scope: Record<PlaceKind, Given>, columns: Record<PlaceKind, string>) {
  const tests = placeKinds
    .filter((kind) => !isEmpty(scope[kind]))
    .map((kind) => sql`${sql.ref(columns[kind])} = any(${scope[kind]}::uuid[])`)
  return tests.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

const isEmpty = (given: readonly Id[] | RawBuilder<readonly Id[]>) =>
  Array.isArray(given) && given.length === 0

/**
 * True for people without a whole city: collecting all of their rows and filtering those is then cheaper than
 * filtering everything.
 */
export const seesParts = ({ everywhere, scope }: Actor) => !everywhere && scope.city.length === 0

const placesOfUser = sql`from user_places join places on places.id = user_places.place_id
  where user_places.user_id = users.id`

/** True for rows of a city that the actor has as a whole; rows without a city are for people who see every place. */
export const inWholeCity = ({ everywhere, scope }: Actor, column: string): RawBuilder<SqlBool> =>
  everywhere ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${scope.city}::uuid[])`

const livesInScope = (actor: Actor) => inWholeCity(actor, 'users.city_id')

/**
 * True for rows of `users` who see no place that the actor does not see: their places, or their home city if
 * they have none.
 */
export function seesNoMoreThan(actor: Actor): RawBuilder<SqlBool> {
  if (actor.everywhere) return sql<SqlBool>`true`
  return sql<SqlBool>`case when exists (select ${placesOfUser})
    then not exists (select ${placesOfUser} and ${withinScope(actor, 'places')} is not true)
    else ${livesInScope(actor)} end`
}

/**
 * True for rows of `users` that are people the actor may see: people of a whole city of the actor, and people
 * whose scope is within the actor's.
 */
export function personInScope(actor: Actor): RawBuilder<SqlBool> {
  const isPerson = sql<SqlBool>`users.kind = 'person'`
  return actor.everywhere
    ? isPerson
    : sql<SqlBool>`(${isPerson} and (${livesInScope(actor)} or ${seesNoMoreThan(actor)}))`
}

/** True for rows of `users` that are programs and see no place that the actor does not see. */
export const programInScope = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(users.kind = 'program' and ${seesNoMoreThan(actor)})`

/** The ids of a row of `places` and of those above it, the city first. */
export const pathOfPlace = sql<
  Id[]
>`array_remove(array[places.city_id, places.mm_id, places.property_id, places.aou_id,
  case places.kind when 'room' then places.id end], null)`

/** True for rows of `places` in or below the given ones, an array of ids. */
const isBelow = (given: RawBuilder<unknown>) =>
  sql`${given} && array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id]`

/** True for rows of `places` in the scope of a person who is a row; `given` are the person's places, null: all. */
export const placeIsIn = (given: RawBuilder<unknown>) => sql<SqlBool>`(${given} is null or ${isBelow(given)})`

/** True for rows of `users` in the scope of a person who is a row, like `personInScope` for an actor. */
export const personIsIn = (given: RawBuilder<unknown>) => sql<SqlBool>`(${given} is null
  or users.city_id = any(${given})
  or exists (select ${placesOfUser}) and not exists (select ${placesOfUser} and not ${isBelow(given)}))`

/** In memory; the path of a place is the place itself and all places above it. */
export const isAmong = (scope: Scope, path: readonly Id[]) =>
  placeKinds.some((kind) => path.some((id) => scope[kind].includes(id)))

/** A person's home city, and the paths of their places; a program has no home. */
export type Person = { cityId: Id | null; places: readonly (readonly Id[])[] }

/** In memory, like `personInScope` for rows. */
export const isPersonAmong = (scope: Scope, { cityId, places }: Person) =>
  (cityId !== null && scope.city.includes(cityId)) ||
  (places.length > 0 && places.every((path) => isAmong(scope, path)))

const mapValues = <K extends string, A, B>(from: Record<K, A>, change: (value: A) => B) =>
  Object.fromEntries(Object.entries<A>(from).map(([key, value]) => [key, change(value)])) as Record<K, B>
