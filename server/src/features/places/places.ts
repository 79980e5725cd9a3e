import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { found, invalid } from '#kernel/problem.ts'
import { cityByLocation, placePath, placesWithIds } from './queries.ts'

/** The city that an address narrows to. One outside the actor's reach is as unknown as one that does not exist. */
export async function cityNamed(db: Db, actor: Actor, location: string) {
  return found(await cityByLocation(db, actor, location), 'City')
}

/** The city a person chose in a form. */
export async function cityChosen(db: Db, actor: Actor, location: string) {
  const city = await cityByLocation(db, actor, location)
  if (city === undefined) throw invalid('location', 'This location does not exist.')
  return city
}

export const placesInScopeByIds = placesWithIds
export const pathOfPlace = placePath

/** The place a person chose in a form, within the actor's reach. */
export async function placeChosen(db: Db, actor: Actor, id: Id, field = 'placeId') {
  const [place] = await placesWithIds(db, actor, [id])
  if (place === undefined) throw invalid(field, 'This place does not exist.')
  return place
}

/** The places a person chose in a form, each within the actor's reach. */
export async function placesChosen(db: Db, actor: Actor, ids: readonly Id[]): Promise<Id[]> {
  const known = new Set((await placesWithIds(db, actor, ids)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw invalid('places', 'One of these places does not exist.')
  return [...known]
}

/** The topmost places within reach: their counters hold everything below them, and none is counted twice. */
export function topmostPlaces(actor: Actor) {
  if (actor.everywhere) return sql`places.kind = 'city'`
  const given = Object.values(actor.scope).flat()
  const inGiven = (column: string) => sql`coalesce(${sql.ref(column)} = any(${given}::uuid[]), false)`
  return sql`${inGiven('places.id')}
    and not (places.kind <> 'city' and ${inGiven('places.city_id')})
    and not (places.kind <> 'mm' and ${inGiven('places.mm_id')})
    and not (places.kind <> 'property' and ${inGiven('places.property_id')})
    and not (places.kind <> 'aou' and ${inGiven('places.aou_id')})`
}
