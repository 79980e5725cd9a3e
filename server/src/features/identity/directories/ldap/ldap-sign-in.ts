import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { directoryWithSecret, type OpenDirectory } from '#features/identity/directories/directory-queries.ts'
import { provenBy } from '#features/identity/directories/identity.ts'
import type { Proven } from '#features/identity/sessions/complete-sign-in.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { DirectoryFailure } from './failure.ts'
import { identify } from './ldap.ts'
import type { LdapAttempt } from './ldap-attempt.ts'

type Account = { id: Id; passwordHash: string | null }

/** Enabled LDAP directories that may know the person: those of the account if it has any, otherwise all. */
async function directoriesFor(db: Db, account: Account | undefined) {
  const ofAccount = sql`directory_people join directories own on own.id = directory_people.directory_id
    where own.kind = 'ldap' and user_id = ${account?.id ?? null}`
  const { rows } = await sql<{ id: Id; isLinked: boolean }>`
    select id, exists (select from ${ofAccount}) as "isLinked" from directories
    where kind = 'ldap' and enabled and (not exists (select from ${ofAccount})
      or id in (select own.id from ${ofAccount})) order by lower(name)`.execute(db)
  return rows
}

const asLdap = (directory: OpenDirectory | undefined) =>
  directory?.kind === 'ldap' ? { ...directory, secret: directory.secret ?? '' } : undefined

/**
 * Asks the directories for the person; undefined if no directory knows them with this password. An account with
 * a password of its own that no directory knows takes the same time, but nothing about it is sent.
 */
export async function proveByLdap(
  db: Kysely<Tables>,
  account: Account | undefined,
  attempt: LdapAttempt,
): Promise<Proven | undefined> {
  let hasFailed = false
  for (const { id, isLinked } of await directoriesFor(db, account)) {
    const isPretence = account?.passwordHash != null && !isLinked
    const { email: login, password } = isPretence ? { email: randomUUID(), password: randomUUID() } : attempt
    try {
      const proven = await proveBy(db, id, { ...attempt, email: login, password })
      if (proven !== undefined) return proven
    } catch (error) {
      if (!isFailure(error)) throw error
      hasFailed = true
    }
  }
  if (hasFailed) throw new Problem('directory-unavailable')
  return undefined
}

/** The secret cannot be read, or the directory cannot be asked; another directory may know the person. */
const isFailure = (error: unknown) =>
  error instanceof DirectoryFailure ||
  (error instanceof Problem && error.code === 'directory-secret-unreadable')

async function proveBy(
  db: Kysely<Tables>,
  id: Id,
  attempt: LdapAttempt,
  connect?: Id,
): Promise<Proven | undefined> {
  const directory = asLdap(await directoryWithSecret(db, id, attempt.secret))
  if (directory === undefined) return undefined
  const { email, password, device, log, requestId } = attempt
  const person = await identify(directory, email, password, { goesFirst: device !== undefined }).catch(
    (error: unknown) => {
      if (error instanceof DirectoryFailure)
        log.warn(
          { directory: directory.name, reason: error.reason, detail: error.message },
          'the directory could not be asked',
        )
      throw error
    },
  )
  if (person === undefined) return undefined
  const { dn: _dn, ...facts } = person
  return provenBy(db, { ...facts, directoryId: id, emailVerified: true }, requestId, connect)
}

/** Connects the account of a signed-in person, who has confirmed it with its password. */
export async function connectToLdap(db: Kysely<Tables>, id: Id, userId: Id, attempt: LdapAttempt) {
  const directory = await directoryWithSecret(db, id, attempt.secret)
  if (directory?.kind !== 'ldap' || !directory.enabled) throw new Problem('directory-not-found')
  const proven = await proveBy(db, id, attempt, userId).catch((error: unknown) => {
    throw isFailure(error) ? new Problem('directory-unavailable') : error
  })
  if (proven === undefined) throw invalid('directoryPassword', 'ldap-login-wrong')
}
