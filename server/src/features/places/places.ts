import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { found, invalid } from '#kernel/problem.ts'
import { cityByLocation, placesInScopeByIds } from './queries.ts'

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

/** The places a person chose in a form, each within the actor's reach. */
export async function placesChosen(db: Db, actor: Actor, ids: readonly Id[]): Promise<Id[]> {
  const known = new Set((await placesInScopeByIds(db, actor, ids)).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw invalid('places', 'One of these places does not exist.')
  return [...known]
}
