import type { PasswordLink } from '@ats/contract/identity/access-requests.ts'
import { type Kysely, sql } from 'kysely'
import { isMadeByDirectory } from '#features/identity/directories/directory-queries.ts'
import { credentialsByEmail } from '#features/identity/people/user-queries.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { SendMail } from '#kernel/mail/mail.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { setPassword } from './sign-in.ts'

export const resetMinutes = 30

/**
 * A link that sets a password, based on the configured origin, never on a request's headers. Earlier links
 * stay valid: anybody can request one, and must not end one that its owner is about to use.
 */
export async function issuePasswordLink(
  db: Db,
  origin: string,
  userId: Id,
  lifeMinutes: number,
): Promise<PasswordLink> {
  const { secret, hash } = newSecret()
  const { expires_at: worksUntil } = await db
    .insertInto('password_resets')
    .values({
      token_hash: hash,
      user_id: userId,
      expires_at: sql<string>`now() + make_interval(mins => ${lifeMinutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { address: `${origin}/reset-password#${secret}`, worksUntil }
}

/** Sends a link to an active account whose password is kept here. */
export async function sendResetLink(db: Db, sendMail: SendMail, origin: string, email: string) {
  const account = await credentialsByEmail(db, email)
  if (account === undefined || account.status === 'disabled') return
  // Who leaves the organisation loses the account of the directory, but perhaps not the mailbox.
  if (account.passwordHash === null && (await isMadeByDirectory(db, account.id))) return
  const { address } = await issuePasswordLink(db, origin, account.id, resetMinutes)
  await sendMail({
    to: account.email,
    subject: 'Set a new password',
    text: [
      `Hello ${account.name},`,
      'Someone requested a new password for your account in Asset Tracking Solution.',
      `If it was you, open this link within ${resetMinutes} minutes:\n${address}`,
      'If it was not you, you do not need to do anything.',
    ].join('\n\n'),
  })
}

const spent = () => new Problem('reset-link-spent')

/** The account of a link that is still valid. */
export const accountByLink = (db: Db, token: string) =>
  db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** The link works once. */
export async function resetPassword(db: Kysely<Tables>, token: string, password: string, requestId: string) {
  const account = await accountByLink(db, token)
  if (account === undefined) throw spent()
  refuseWeakPassword(password, account)
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const used = await tx
      .deleteFrom('password_resets')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirstOrThrow()
    if (used.numDeletedRows === 0n) throw spent()
    await setPassword(tx, { id: account.id, requestId }, account.id, passwordHash)
  })
}
