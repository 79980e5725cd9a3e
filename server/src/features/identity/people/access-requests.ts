import type { accessRequests, PasswordLink } from '@ats/contract/identity/access-requests.ts'
import type { User } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { issuePasswordLink } from '#features/identity/sessions/password-resets.ts'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import type { SendMail } from '#kernel/mail/mail.ts'
import { inWholeCity } from '#kernel/scope.ts'
import { createUser } from './users.ts'

const mostShown = 100
const linkHours = 72

type Approval = z.output<typeof accessRequests.approve.body>

type Applicant = { name: string; email: string; location: string }

/**
 * Keeps one pending request per email, and none for an email that has an account; the response is always the
 * same. Nobody has proven to own the email, so a later request is as credible as an earlier one. The latest
 * name and city count, and no password is stored.
 */
export async function requestAccess(tx: Db, who: Who, { name, email, location }: Applicant) {
  const city = await cityOfName(tx, location)
  const { rows } = await sql<{ id: Id; isNew: boolean; nameBefore: string | null }>`
    insert into access_requests as request (name, email, city_id)
    select ${name}, ${email}, ${city}::uuid
    where not exists (select from users where lower(email) = lower(${email}) and deleted_at is null)
    on conflict (lower(email)) where status = 'pending'
      do update set name = excluded.name, city_id = excluded.city_id
      where (request.name, request.city_id) is distinct from (excluded.name, excluded.city_id)
    returning id, xmax = 0 as "isNew",
      (select name from access_requests as known where known.id = request.id) as "nameBefore"`.execute(tx)
  const [row] = rows
  if (row === undefined) return
  const { id, isNew, nameBefore } = row
  await record(tx, who, {
    ...{ kind: 'access-request', id, place: city },
    ...(isNew
      ? { action: 'access-request.created', after: { name, email } }
      : { action: 'access-request.changed', before: { name: nameBefore }, after: { name } }),
  })
}

/** Anybody may name a city: the response does not reveal whether it exists. */
async function cityOfName(tx: Db, location: string): Promise<Id | null> {
  const cities = tx.selectFrom('places').select('id').where('kind', '=', 'city')
  return (await cities.where(sql`lower(name)`, '=', location).executeTakeFirst())?.id ?? null
}

const pending = (db: Db, actor: Actor) =>
  db
    .selectFrom('access_requests')
    .where('status', '=', 'pending')
    .where(inWholeCity(actor, 'access_requests.city_id'))

export async function pendingRequests(db: Db, actor: Actor) {
  const requests = await pending(db, actor)
    .leftJoin('places', 'places.id', 'access_requests.city_id')
    .select((row) => [
      'access_requests.id as _id',
      'access_requests.name',
      'access_requests.email',
      row.fn<string | null>('lower', ['places.name']).as('location'),
      'access_requests.created_at as createdAt',
    ])
    .orderBy('access_requests.created_at')
    .orderBy('access_requests.id')
    .limit(mostShown)
    .execute()
  const { total } = await pending(db, actor)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { requests, total }
}

const pendingForUpdate = async (tx: Db, actor: Actor, id: Id) =>
  found(
    await pending(tx, actor)
      .select(['id', 'name', 'email', 'city_id as cityId'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
    'request-not-found',
  )

/** The account has no password until the recipient of the link sets one. */
export async function approveRequest(tx: Db, actor: Actor, id: Id, given: Approval, origin: string) {
  const request = await pendingForUpdate(tx, actor, id)
  const { name, email } = request
  const user = await createUser(tx, actor, { name, lastname: '', email, ...given }, null)
  await decide(tx, actor, request, 'approved')
  return { user, link: await issuePasswordLink(tx, origin, user._id, linkHours * 60) }
}

/** True if the mail server accepted the link; without a mail server somebody has to hand the link over. */
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
      'If you did not request an account, you do not need to do anything.',
    ].join('\n\n'),
  })
  return true
}

export async function rejectRequest(tx: Db, actor: Actor, id: Id) {
  await decide(tx, actor, await pendingForUpdate(tx, actor, id), 'rejected')
}

type Request = { id: Id; cityId: Id | null }

async function decide(tx: Db, actor: Actor, { id, cityId }: Request, status: 'approved' | 'rejected') {
  await tx
    .updateTable('access_requests')
    .set({ status, decided_by: actor.id, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, { action: `access-request.${status}`, kind: 'access-request', id, place: cityId })
}
