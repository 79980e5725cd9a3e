import { type Kysely, sql } from 'kysely'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import type { SendMail } from '#kernel/mail/mail.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'
import { credentialsByEmail, userById } from './user-queries.ts'
import { changeEmail } from './users.ts'

const hours = 24

type Owner = { id: Id; name: string; email: string }

/** Stores the email that a person wants and sends a link to it. The old email stays valid until the link is opened. */
export async function requestEmailChange(
  db: Db,
  sendMail: SendMail,
  origin: string,
  { owner, email }: { owner: Owner; email: string },
) {
  const holder = await credentialsByEmail(db, email)
  if (holder !== undefined && holder.id !== owner.id) throw invalid('email', 'email-taken')
  const { secret, hash } = newSecret()
  const row = { token_hash: hash, email, expires_at: sql<string>`now() + make_interval(hours => ${hours})` }
  await db
    .insertInto('email_changes')
    .values({ user_id: owner.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  // Nobody has proven yet that this address is the person's, so the email does not contain their name.
  await sendMail({
    to: email,
    subject: 'Confirm your email',
    text: [
      'Hello,',
      'Someone wants to log in to Asset Tracking Solution with this email.',
      `If it was you, open this link within ${hours} hours:\n${origin}/confirm-email#${secret}`,
      'If it was not you, you do not need to do anything.',
    ].join('\n\n'),
  })
}

/** Informs the owner of the old address, who may not know about the change. */
export const mailOldAddress = (
  sendMail: SendMail,
  { name, email }: Pick<Owner, 'name' | 'email'>,
  change: { to: string; isDone: boolean },
) =>
  sendMail({
    to: email,
    subject: change.isDone ? 'Your email was changed' : 'Your email is about to change',
    text: [
      `Hello ${name},`,
      change.isDone
        ? `An administrator changed the email of your account in Asset Tracking Solution to ${change.to}.`
        : `Someone who knows your password requested to change the email of your account in Asset Tracking Solution to ${change.to}.`,
      change.isDone
        ? 'If you did not expect this, please ask an administrator.'
        : 'If it was not you, set a new password immediately: that cancels the change.',
    ].join('\n\n'),
  })

const spent = () => new Problem('email-link-spent')

/** The account of a link that is still valid. */
export const emailChangeByToken = (db: Db, token: string) =>
  db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select(['users.id', 'email_changes.email'])
    .where('email_changes.token_hash', '=', hashOf(token))
    .where('email_changes.expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)

/** The link works once. */
export const completeEmailChange = (db: Kysely<Tables>, token: string, requestId: string) =>
  inTransaction(db, async (tx) => {
    const change = await emailChangeByToken(tx, token).forUpdate().executeTakeFirst()
    if (change === undefined) throw spent()
    const before = found(await userById(tx, change.id), 'user-not-found')
    await changeEmail(tx, { id: change.id, requestId }, before, change.email)
  })
