import type { Kysely } from 'kysely'
import { endLinksOf } from '#features/identity/people/account-links.ts'
import { credentialsByEmail, credentialsById } from '#features/identity/people/user-queries.ts'
import type { Actor, Who } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { countTry, forgiveTries, type Limit, takeBackTry } from '#kernel/http/throttle.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Proven } from './complete-sign-in.ts'
import { rememberFailedSignIn } from './failed-sign-ins.ts'
import { hashPassword, passwordMatches, refuseWeakPassword } from './passwords.ts'
import { endSessionsOf, type SessionOpener } from './sessions.ts'

const quarterHour = 15 * 60
const mostAtAll = 1000

type Attempt = {
  email: string
  password: string
  network: string
  address: string
  /** The device, if somebody signed in to this account on it before. */
  device: string | undefined
  secret: string
  /** Called with the account's id once it is known. */
  onAccount: (id: Id) => void
}

const limit = (name: string, value: string, most: number): Limit => ({
  name: `sign-in ${name}`,
  value,
  most,
  seconds: quarterHour,
})

/**
 * A person who mistypes is stopped early at one address; an attacker with many addresses or accounts a little
 * later. A known device has its own attempts, so an attacker who uses up those of the address or the account
 * does not lock the owner out. `always` also counts correct passwords, because checking them takes just as
 * long.
 */
function signInLimits({ email, network, device }: Attempt) {
  const account = email.toLowerCase()
  if (device !== undefined)
    return {
      own: [limit('device', `${account} ${device}`, 10)],
      always: [limit('by device', `${account} ${device}`, mostAtAll)],
      shared: [limit('known devices', account, 100)],
    }
  return {
    own: [limit('pair', `${account} ${network}`, 10)],
    always: [limit('by pair', `${account} ${network}`, mostAtAll)],
    shared: [limit('account', account, 100), limit('address', network, 200)],
  }
}

/** Checks email and password. The caller opens the session. */
export async function provePassword(db: Kysely<Tables>, attempt: Attempt): Promise<Proven> {
  const { own, always, shared } = signInLimits(attempt)
  await countTry(db, attempt.secret, [...own, ...always, ...shared])
  const account = await credentialsByEmail(db, attempt.email)
  if (account !== undefined) attempt.onAccount(account.id)
  if (
    !(await passwordMatches(attempt.password, account?.passwordHash, {
      goesFirst: attempt.device !== undefined,
    })) ||
    account === undefined
  ) {
    // Not awaited: the response must not take longer for an email that has an account.
    if (account !== undefined)
      void rememberFailedSignIn(db, account.id, attempt.address).catch(() => undefined)
    throw new Problem('sign-in-wrong')
  }
  if (account.status === 'disabled') throw new Problem('account-disabled')
  await forgiveTries(db, attempt.secret, own)
  await takeBackTry(db, attempt.secret, shared)
  return { id: account.id, hold: (tx) => holdPassword(tx, account) }
}

type Account = { id: Id; passwordHash: string | null }

/** Checks that the verified password is still current, and locks it until the end of the transaction. */
async function holdPassword(tx: Db, { id, passwordHash }: Account) {
  const held = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (held === undefined) throw new Problem('sign-in-wrong')
}

type PasswordChange = { oldPassword: string; newPassword: string; secret: string }

/**
 * Ends every session of the person including this one, and opens a new one for the caller, who knows the new
 * password.
 */
export async function changeOwnPassword(
  db: Kysely<Tables>,
  actor: Actor,
  change: PasswordChange,
  open: SessionOpener,
) {
  const account = await confirmOwnPassword(db, actor, change.oldPassword, change.secret, 'oldPassword')
  refuseWeakPassword(change.newPassword, account, 'newPassword')
  const passwordHash = await hashPassword(change.newPassword)
  return inTransaction(db, async (tx) => {
    await holdPassword(tx, account)
    await setPassword(tx, actor, actor.id, passwordHash)
    return open(tx, actor.id)
  })
}

/** Verifies the password of a signed-in person, with the same limits as signing in. */
export async function confirmOwnPassword(
  db: Db,
  actor: Actor,
  password: string,
  secret: string,
  field: string,
) {
  const limits: Limit[] = [{ name: 'own password', value: actor.id, most: 10, seconds: quarterHour }]
  await countTry(db, secret, limits)
  const account = await credentialsById(db, actor.id)
  if (account === undefined || !(await passwordMatches(password, account.passwordHash, { goesFirst: true })))
    throw invalid(field, 'password-wrong')
  await forgiveTries(db, secret, limits)
  return account
}

/** A new password ends every session and every link of the person. */
export async function setPassword(tx: Db, who: Who, userId: Id, passwordHash: string) {
  await tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
  await endLinksOf(tx, userId)
  await endSessionsOf(tx, userId)
  await record(tx, who, { action: 'user.password-changed', kind: 'user', id: userId })
}
