import { userForUpdate } from '#features/identity/people/user-queries.ts'
import { mustCover } from '#features/identity/roles/authority.ts'
import { endSessionsOf } from '#features/identity/sessions/sessions.ts'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { methodsOf } from './factor-queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { forgetDevicesOf } from './remembered-devices.ts'
import { endStepsOf } from './second-step.ts'
import { lockAccount } from './set-up.ts'

export async function removeTotp(tx: Db, actor: Actor) {
  await lockAccount(tx, actor.id)
  const { numDeletedRows } = await tx
    .deleteFrom('totp_factors')
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Problem('second-factor-missing')
  await record(tx, actor, { action: 'user.authenticator-removed', kind: 'user', id: actor.id })
  await afterRemoval(tx, actor)
}

export async function removePasskey(tx: Db, actor: Actor, id: Id) {
  await lockAccount(tx, actor.id)
  const { numDeletedRows } = await ownPasskeys(tx, actor).where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Problem('passkey-not-found')
  await record(tx, actor, { action: 'user.passkey-removed', kind: 'user', id: actor.id })
  await afterRemoval(tx, actor)
}

const ownPasskeys = (tx: Db, { id }: { id: Id }) => tx.deleteFrom('passkeys').where('user_id', '=', id)

/** A factor may be removed because it is lost, and a remembered device with it. */
async function afterRemoval(tx: Db, { id }: Actor) {
  await forgetDevicesOf(tx, id)
  if ((await methodsOf(tx, id)).length > 0) return
  const { required } = await tx
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('roles.second_factor_required as required')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow()
  if (required) throw new Problem('second-factor-last')
  await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
}

export async function renamePasskey(tx: Db, actor: Actor, id: Id, name: string) {
  const passkey = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .returning(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst()
  const renamed = found(passkey, 'passkey-not-found')
  await record(tx, actor, { action: 'user.passkey-renamed', kind: 'user', id: actor.id })
  return renamed
}

export async function replaceRecoveryCodes(tx: Db, actor: Actor) {
  await lockAccount(tx, actor.id)
  if ((await methodsOf(tx, actor.id)).length === 0) throw new Problem('second-factor-missing')
  await record(tx, actor, { action: 'user.recovery-codes-made', kind: 'user', id: actor.id })
  return makeRecoveryCodes(tx, actor.id)
}

export async function forgetDevice(tx: Db, actor: Actor, id: Id) {
  const { numDeletedRows } = await tx
    .deleteFrom('remembered_devices')
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new Problem('device-not-found')
  await record(tx, actor, { action: 'user.device-forgotten', kind: 'user', id: actor.id })
}

/** Removes everything: the person signs in with the password alone, and may have to set up a new factor. */
export async function resetFactors(tx: Db, who: Who, userId: Id, place: Id) {
  await lockAccount(tx, userId)
  if ((await methodsOf(tx, userId)).length === 0) throw new Problem('second-factor-missing')
  await tx.deleteFrom('totp_factors').where('user_id', '=', userId).execute()
  await ownPasskeys(tx, { id: userId }).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('second_factor_setups').where('user_id', '=', userId).execute()
  await forgetDevicesOf(tx, userId)
  await endStepsOf(tx, userId)
  await endSessionsOf(tx, userId)
  await record(tx, who, { action: 'user.second-factor-reset', kind: 'user', id: userId, place })
}

/** By an administrator; one's own factors can only be changed with the password. */
export async function resetUsersFactors(tx: Db, actor: Actor, id: Id) {
  const target = found(await userForUpdate(tx, actor, id), 'user-not-found')
  if (id === actor.id) throw new Problem('own-second-factor')
  mustCover(target)
  await resetFactors(tx, actor, id, target.cityId)
  return target
}
