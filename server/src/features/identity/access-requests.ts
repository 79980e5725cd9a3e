import type { accessRequests, PasswordLink } from '@ats/contract/identity/access-requests.ts'
import type { User } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import type { SendMail } from '#kernel/mail/mail.ts'
import { issuePasswordLink } from './password-resets.ts'
import { createUser } from './users.ts'

const mostShown = 100
const linkHours = 72

type Approval = z.output<typeof accessRequests.approve.body>

type Applicant = { name: string; email: string }

/**
 * Keeps one pending request for an email, and none for an email that has an account; the caller is told neither. Nobody
 * has shown yet that the email is theirs, so nothing that comes later is worth less: the latest name stands, and no
 * password is kept.
 */
export async function requestAccess(tx: Db, who: Who, { name, email }: Applicant) {
  const { rows } = await sql<{ id: Id; isNew: boolean; nameBefore: string | null }>`
    insert into access_requests as request (name, email)
    select ${name}, ${email}
    where not exists (select from users where lower(email) = lower(${email}) and deleted_at is null)
    on conflict (lower(email)) where status = 'pending'
      do update set name = excluded.name where request.name <> excluded.name
    returning id, xmax = 0 as "isNew",
      (select name from access_requests as known where known.id = request.id) as "nameBefore"`.execute(tx)
  const [row] = rows
  if (row === undefined) return
  const { id, isNew, nameBefore } = row
  await record(tx, who, {
    kind: 'access-request',
    id,
    ...(isNew
      ? { action: 'access-request.created', after: { name, email } }
      : { action: 'access-request.changed', before: { name: nameBefore }, after: { name } }),
  })
}

const pending = (db: Db) => db.selectFrom('access_requests').where('status', '=', 'pending')

export async function pendingRequests(db: Db) {
  const requests = await pending(db)
    .select(['id as _id', 'name', 'email', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostShown)
    .execute()
  const { total } = await pending(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { requests, total }
}

const pendingForUpdate = async (tx: Db, id: Id) =>
  found(
    await pending(tx).select(['id', 'name', 'email']).where('id', '=', id).forUpdate().executeTakeFirst(),
    'request-not-found',
  )

/** The account has no password until whoever gets the link sets one. */
export async function approveRequest(tx: Db, actor: Actor, id: Id, given: Approval, origin: string) {
  const { name, email } = await pendingForUpdate(tx, id)
  const user = await createUser(tx, actor, { name, lastname: '', email, ...given }, null)
  await decide(tx, actor, id, 'approved')
  return { user, link: await issuePasswordLink(tx, origin, user._id, linkHours * 60) }
}

/** True once the mail server took the link; without one the link has to be handed over. */
export async function mailWelcome(
  sendMail: SendMail | undefined,
  { name, email }: Pick<User, 'name' | 'email'>,
  { address }: PasswordLink,
) {
  if (sendMail === undefined) return false
  await sendMail({
    to: email,
    subject: 'Set your password',
    text: [
      `Hello ${name},`,
      'Your request for an account in Asset Tracking Solution was approved.',
      `To set your password, open this link within ${linkHours} hours:\n${address}`,
      'If you did not ask for an account, you need not do anything.',
    ].join('\n\n'),
  })
  return true
}

export async function rejectRequest(tx: Db, actor: Actor, id: Id) {
  await pendingForUpdate(tx, id)
  await decide(tx, actor, id, 'rejected')
}

async function decide(tx: Db, actor: Actor, id: Id, status: 'approved' | 'rejected') {
  await tx
    .updateTable('access_requests')
    .set({ status, decided_by: actor.id, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, { action: `access-request.${status}`, kind: 'access-request', id })
}
