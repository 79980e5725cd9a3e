import { sql } from 'kysely'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { record } from '#kernel/events.ts'
import { found } from '#kernel/problem.ts'
import { createUser } from './users.ts'

const mostShown = 100

type Applicant = { name: string; email: string; passwordHash: string }

/** Keeps the first pending request of an email, and none for an email that has an account; the caller is told neither. */
export async function requestAccess(tx: Db, who: Who, { name, email, passwordHash }: Applicant) {
  const { rows } = await sql<{ id: Id }>`
    insert into access_requests (name, email, password_hash)
    select ${name}, ${email}, ${passwordHash}
    where not exists (select from users where lower(email) = lower(${email}) and deleted_at is null)
    on conflict do nothing
    returning id`.execute(tx)
  const [row] = rows
  if (row === undefined) return
  const after = { name, email }
  await record(tx, who, { action: 'access-request.created', kind: 'access-request', id: row.id, after })
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
    await pending(tx)
      .select(['id', 'name', 'email', sql<string>`password_hash`.as('passwordHash')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
    'Request',
  )

export async function approveRequest(
  tx: Db,
  actor: Actor,
  id: Id,
  given: { role: string; location: string },
) {
  const request = await pendingForUpdate(tx, id)
  const { name, email } = request
  const user = await createUser(
    tx,
    actor,
    { name, lastname: '', email, places: [], ...given },
    request.passwordHash,
  )
  await decide(tx, actor, id, 'approved')
  return user
}

export async function rejectRequest(tx: Db, actor: Actor, id: Id) {
  await pendingForUpdate(tx, id)
  await decide(tx, actor, id, 'rejected')
}

async function decide(tx: Db, actor: Actor, id: Id, status: 'approved' | 'rejected') {
  await tx
    .updateTable('access_requests')
    .set({ status, password_hash: null, decided_by: actor.id, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await record(tx, actor, { action: `access-request.${status}`, kind: 'access-request', id })
}
