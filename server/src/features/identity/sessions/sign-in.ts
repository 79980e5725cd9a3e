import type { Kysely } from 'kysely'
import type { LdapAttempt } from '#features/identity/directories/ldap/ldap-attempt.ts'
import { passwordKeeperOf } from '#features/identity/directories/password-keeper.ts'
import { endLinksOf } from '#features/identity/people/account-links.ts'
import { credentialsByEmail, credentialsById } from '#features/identity/people/user-queries.ts'
import { forgetDevicesOf } from '#features/identity/second-factor/remembered-devices.ts'
import { endStepsOf } from '#features/identity/second-factor/second-step.ts'
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

type Attempt = LdapAttempt & {
  network: string
  address: string
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

/** Asks directories for a person; undefined if none knows them with this password. */
type AskDirectories = (
  db: Kysely<Tables>,
  account: Account | undefined,
  attempt: Attempt,
) => Promise<Proven | undefined>

/** Checks email and password. The caller opens the session. */
export async function provePassword(
  db: Kysely<Tables>,
  attempt: Attempt,
  askDirectories: AskDirectories,
): Promise<Proven> {
  const { own, always, shared } = signInLimits(attempt)
  await countTry(db, attempt.secret, [...own, ...always, ...shared])
  const account = await credentialsByEmail(db, attempt.email)
  if (account !== undefined) attempt.onAccount(account.id)
  const proven = await proofOf(account, attempt, () => askDirectories(db, account, attempt)).catch(
    async (error: unknown) => {
      // No password was checked, so nothing was learned by this attempt.
      if (error instanceof Problem && error.code === 'directory-unavailable')
        await takeBackTry(db, attempt.secret, [...own, ...shared])
      throw error
    },
  )
  if (proven === undefined) {
    // Not awaited: the response must not take longer for an email that has an account.
    if (account !== undefined)
      void rememberFailedSignIn(db, account.id, attempt.address).catch(() => undefined)
    throw new Problem('sign-in-wrong')
  }
  await forgiveTries(db, attempt.secret, own)
  await takeBackTry(db, attempt.secret, shared)
  return proven
}

type Account = { id: Id; passwordHash: string | null }
type KnownAccount = Account & { status: string }

/**
 * An account with a password does not need a directory. Every wrong attempt takes both steps, so that it takes
 * as long for any email.
 */
async function proofOf(
  account: KnownAccount | undefined,
  attempt: Attempt,
  askDirectories: () => Promise<Proven | undefined>,
): Promise<Proven | undefined> {
  const matches = () =>
    passwordMatches(attempt.password, account?.passwordHash, { goesFirst: attempt.device !== undefined })
  if (account === undefined || account.passwordHash === null) {
    const proven = await askDirectories()
    if (proven === undefined) await matches()
    return proven
  }
  if (!(await matches())) return askDirectories()
  if (account.status === 'disabled') throw new Problem('account-disabled')
  return { id: account.id, hold: (tx) => holdPassword(tx, account) }
}

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
  if (change.newPassword === change.oldPassword) throw invalid('newPassword', 'password-same')
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
  const directory = account && (await passwordKeeperOf(db, account))
  if (directory !== undefined) throw new Problem('password-in-directory', { directory })
  if (account === undefined || !(await passwordMatches(password, account.passwordHash, { goesFirst: true })))
    throw invalid(field, 'password-wrong')
  await forgiveTries(db, secret, limits)
  return account
}

/**
 * A new password ends every session, begun sign-in, remembered device and link of the person. If somebody else has set it, the person has to
 * change it at the next sign-in.
 */
export async function setPassword(tx: Db, who: Who, userId: Id, passwordHash: string) {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_is_temporary: who.id !== userId })
    .where('id', '=', userId)
    .execute()
  await endLinksOf(tx, userId)
  await endSessionsOf(tx, userId)
  await endStepsOf(tx, userId)
  await forgetDevicesOf(tx, userId)
  await record(tx, who, { action: 'user.password-changed', kind: 'user', id: userId })
}
