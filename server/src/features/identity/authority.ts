import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import { placesInScopeByIds } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { Problem } from '#kernel/problem.ts'
import { administratorCount } from './user-queries.ts'

type Powers = { permissions: readonly string[]; everywhere: boolean }

/** Nobody grants what they lack. */
export const mayGrant = (actor: Actor, { permissions, everywhere }: Powers) =>
  permissions.every((permission) => actor.permissions.includes(permission as Permission)) &&
  (actor.everywhere || !everywhere)

export function mustBeGrantable(actor: Actor, powers: Powers) {
  if (!mayGrant(actor, powers)) throw new Problem('forbidden', 'This grants more than you may do yourself.')
}

/** Someone who may do or see more than the actor is not the actor's to change. */
export async function mustCover(
  db: Db,
  actor: Actor,
  person: Powers & { cityId: Id; places: readonly Id[] },
) {
  const places = person.places.length === 0 ? [person.cityId] : person.places
  if (!mayGrant(actor, person) || (await placesInScopeByIds(db, actor, places)).length < places.length)
    throw new Problem('forbidden', 'This user may do more than you, so someone else has to change them.')
}

/** Roles hold in every place, so only someone who sees every place may change them. */
export function mustSeeEverything(actor: Actor) {
  if (!actor.everywhere)
    throw new Problem(
      'forbidden',
      'Roles hold in every place, so someone who sees every place has to change them.',
    )
}

// Any fixed number: changes that could remove an administrator happen one after the other.
const administratorsLock = 4_711_002

/** Runs a change that could remove an administrator, and takes it back if none would be left. */
export async function keepingAnAdministrator<T>(tx: Db, change: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx)
  const result = await change()
  if ((await administratorCount(tx)) === 0)
    throw new Problem('conflict', 'This would leave nobody to administer the system.')
  return result
}
