// Why it is built this way: docs/decisions/011-authority.md

import type { Permission } from '@ats/contract/permissions.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { seesNoMoreThan } from '#kernel/scope.ts'

type Powers = { permissions: readonly string[]; everywhere: boolean }

/** Nobody grants a permission that they lack. */
export const mayGrant = (actor: Actor, { permissions, everywhere }: Powers) =>
  permissions.every((permission) => actor.permissions.includes(permission as Permission)) &&
  (actor.everywhere || !everywhere)

export function mustBeGrantable(actor: Actor, powers: Powers) {
  if (!mayGrant(actor, powers)) throw new Problem('grants-too-much')
}

/**
 * The one rule about accounts: true for rows of `users` and their `roles` with no more rights and scope than
 * the actor. Checked before a change, so that nobody touches an account above their own. Checked again after
 * it, so that no account gains what the actor lacks, whichever field would cause that.
 */
export function isCoveredBy(actor: Actor) {
  const permissions = sql`roles.permissions <@ ${actor.permissions}::text[]`
  const everywhere = sql.lit(actor.everywhere)
  return sql<SqlBool>`(${permissions} and (${everywhere} or not roles.everywhere) and ${seesNoMoreThan(actor)})`
}

export function mustCover({ isCovered }: { isCovered: SqlBool }) {
  if (!isCovered) throw new Problem('user-beyond-yours')
}

/** Call it in the transaction that created or changed the account. */
export async function mustStillCover(tx: Db, actor: Actor, id: Id) {
  const account = await tx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(({ exists, selectFrom }) => [
      isCoveredBy(actor).as('isCovered'),
      'roles.permissions',
      'roles.everywhere',
      exists(selectFrom('user_places').whereRef('user_id', '=', 'users.id').select('place_id')).as(
        'hasPlaces',
      ),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst()
  const { isCovered, hasPlaces, ...powers } = found(account, 'user-not-found')
  if (isCovered) return
  mustBeGrantable(actor, powers)
  throw hasPlaces
    ? new Problem('grants-too-much')
    : new Problem('user-places-needed', {}, { fields: { places: { code: 'user-places-needed' } } })
}

/** Roles apply to every place, so only people who see every place may change them. */
export function mustSeeEverything(actor: Actor) {
  if (!actor.everywhere) throw new Problem('roles-need-everywhere')
}

// Any fixed number: serialises changes that could remove an administrator.
const administratorsLock = 4_711_002

/**
 * Active people who see every place and manage users: without one, nobody could fix anything. `able` are those
 * with a password of their own, who can still sign in while another system that vouches for people is down.
 */
const administrators = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .where('users.deleted_at', 'is', null)
    .where('users.status', '=', 'active')
    .where('roles.everywhere', '=', true)
    .where(sql<SqlBool>`'user-management' = any(roles.permissions)`)
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('users.password_hash').as('able')])
    .executeTakeFirstOrThrow()

/** Runs a change that could remove an administrator, and rolls back if none would be left. */
export async function keepingAnAdministrator<T>(tx: Db, change: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx)
  const before = await administrators(tx)
  const result = await change()
  const after = await administrators(tx)
  if (after.all === 0 || (after.able === 0 && before.able > 0)) throw new Problem('last-administrator')
  return result
}
