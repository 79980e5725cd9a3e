// Why it is built this way: docs/decisions/068-directories.md

import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { followGrant, insertUser } from '#features/identity/people/users.ts'
import type { Proven } from '#features/identity/sessions/complete-sign-in.ts'
import type { Who } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction, refusing } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { grantOf } from './mappings.ts'

/** A person as a directory proved them. The subject never changes; an email may. */
export type Identity = {
  directoryId: Id
  subject: string
  email: string
  emailVerified: boolean
  name: string
  lastname: string
  groups: string[]
}

/** The account of an identity, for `completeSignIn`. */
export async function provenBy(
  db: Kysely<Tables>,
  identity: Identity,
  requestId: string,
  connect?: Id,
): Promise<Proven> {
  const id = await inTransaction(db, async (tx) => {
    if (connect !== undefined) await connectAccount(tx, { id: connect, requestId }, connect, identity)
    return accountOf(tx, identity, requestId)
  })
  return { id, hold: (tx) => holdConnected(tx, identity, id) }
}

/**
 * Finds the account that is connected to an identity, or makes one. Role and places follow the groups each
 * time. An existing account is never taken over by its email: its owner connects it in their profile.
 */
export async function accountOf(tx: Db, identity: Identity, requestId: string): Promise<Id> {
  const who = { id: null, requestId }
  mustBeUsable(identity)
  await lockSubject(tx, identity)
  const account = await connectedAccount(tx, identity)
  if (account !== undefined && !account.mayWork) throw new Problem('account-disabled')
  const grant = await grantOf(tx, identity.directoryId, identity.groups)
  if (grant === undefined) throw new Problem('directory-no-access')
  if (account === undefined) return makeAccount(tx, who, identity, grant)
  await followGrant(tx, who, account.id, grant)
  return account.id
}

/** PostgreSQL stores no NUL, and an id of this length is no id. */
function mustBeUsable({ subject }: Identity) {
  if (subject === '' || subject.length > 500 || subject.includes('\0'))
    throw new Problem('directory-sign-in-failed')
}

/** Two first log-ins at the same moment make one account. */
const lockSubject = (tx: Db, { directoryId, subject }: Identity) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${directoryId} ${subject}`}, 68))`.execute(tx)

async function connectedAccount(tx: Db, { directoryId, subject }: Identity) {
  const { rows } = await sql<{ id: Id; mayWork: boolean }>`
    select users.id, status = 'active' and deleted_at is null as "mayWork"
    from directory_people join users on users.id = user_id
    where directory_id = ${directoryId} and subject = ${subject} for update of users`.execute(tx)
  return rows[0]
}

const email = z.email().max(320)
const mostName = 200
const plain = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, mostName)
    .trim()

type Grant = NonNullable<Awaited<ReturnType<typeof grantOf>>>

async function makeAccount(tx: Db, who: Who, identity: Identity, grant: Grant) {
  const { data: address } = email.safeParse(identity.email.trim())
  if (address === undefined || !identity.emailVerified) throw new Problem('directory-email-missing')
  const isTaken =
    await sql`select from users where lower(email) = lower(${address}) and deleted_at is null`.execute(tx)
  if (isTaken.rows.length > 0) throw new Problem('directory-account-exists')
  const name = plain(identity.name) || (address.split('@')[0] ?? address).slice(0, mostName)
  const account = {
    ...{ name, lastname: plain(identity.lastname), email: address, passwordHash: null },
    ...{ roleId: grant.roleId, cityId: grant.cityId },
  }
  const { _id: id } = await insertUser(tx, who, account, grant.places)
  await connect(tx, who, id, identity, { made: true })
  return id
}

/**
 * Connects an existing account to an identity. The owner has just confirmed it with their password, and has
 * just proven the identity.
 */
async function connectAccount(tx: Db, who: Who, userId: Id, identity: Identity) {
  mustBeUsable(identity)
  await lockSubject(tx, identity)
  const account = await connectedAccount(tx, identity)
  if (account?.id === userId) return
  if (account !== undefined) throw new Problem('directory-connected-elsewhere')
  await connect(tx, who, userId, identity, { made: false })
}

async function connect(
  tx: Db,
  who: Who,
  userId: Id,
  { directoryId, subject }: Identity,
  { made }: { made: boolean },
) {
  const insert = tx
    .insertInto('directory_people')
    .values({ directory_id: directoryId, subject, user_id: userId, made })
    .execute()
  await refusing(insert, { directory_people_user: () => new Problem('directory-already-connected') })
  const after = await nameOf(tx, directoryId)
  await record(tx, who, { action: 'user.directory-connected', kind: 'user', id: userId, after })
}

const nameOf = async (tx: Db, directoryId: Id) => {
  const query = tx.selectFrom('directories').select('name as directory').where('id', '=', directoryId)
  return found(await query.executeTakeFirst(), 'directory-not-found')
}

/** Ends a connection, if the person can still log in with a password. */
export async function disconnectAccount(tx: Db, who: Who, userId: Id, directoryId: Id) {
  const account = await tx
    .selectFrom('directory_people')
    .innerJoin('users', 'users.id', 'directory_people.user_id')
    .select(['users.password_hash'])
    .where('directory_id', '=', directoryId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const { password_hash: password } = found(account, 'directory-not-found')
  if (password === null) throw new Problem('password-needed-first')
  await sql`delete from directory_people where directory_id = ${directoryId} and user_id = ${userId}`.execute(
    tx,
  )
  const before = await nameOf(tx, directoryId)
  await record(tx, who, { action: 'user.directory-disconnected', kind: 'user', id: userId, before })
}

/** Locks the account, and checks that it may still log in with this directory. */
async function holdConnected(tx: Db, { directoryId, subject }: Identity, userId: Id) {
  const { rows } = await sql`select from users
      join directory_people on user_id = users.id join directories on directories.id = directory_id
    where users.id = ${userId} and status = 'active' and deleted_at is null
      and directories.id = ${directoryId} and subject = ${subject} and enabled for update of users`.execute(
    tx,
  )
  if (rows.length === 0) throw new Problem('directory-sign-in-failed')
}
