import type { Directory, DirectoryChange, NewDirectory } from '@ats/contract/identity/directories.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { seal } from '#kernel/sealing.ts'
import type { Config } from '#server/config.ts'
import { allDirectories, purposeOf } from './directory-queries.ts'

const mostDirectories = 20
const refusals = { directories_name: () => invalid('name', 'directory-name-taken') }

/** A directory gives rights in every place, so only people who see every place may see or change it. */
export function mustAdminister(actor: Actor) {
  if (!actor.everywhere) throw new Problem('directories-need-everywhere')
}

export async function directoryById(db: Db, { origin }: Config, id: Id): Promise<Directory> {
  return found((await allDirectories(db, origin, id))[0], 'directory-not-found')
}

/** What the ledger stores about a directory: never its secret. */
const factsOf = ({ name, enabled, settings }: Directory) => ({ name, enabled, ...settings })

const lineAbout = ({ _id: id, name, version }: Directory) => ({
  kind: 'directory' as const,
  id,
  name,
  version,
})

export async function addDirectory(tx: Db, actor: Actor, config: Config, given: NewDirectory) {
  mustAdminister(actor)
  await sql`lock table directories in share row exclusive mode`.execute(tx)
  if ((await allDirectories(tx, config.origin)).length >= mostDirectories)
    throw new Problem('directories-too-many', { most: mostDirectories })
  const { kind, name, enabled, settings, secret } = given
  const id = await newId(tx)
  const values = { id, kind, name, enabled, settings: JSON.stringify(settings), created_by: actor.id }
  const insert = tx.insertInto('directories').values({ ...values, secret: sealed(config, id, secret) })
  await refusing(insert.execute(), refusals)
  const directory = await directoryById(tx, config, id)
  await record(tx, actor, { action: 'directory.added', ...lineAbout(directory), after: factsOf(directory) })
  return directory
}

/** The id is part of the seal, so it is known before the row. */
async function newId(tx: Db) {
  const { rows } = await sql<{ id: Id }>`select uuidv7() as id`.execute(tx)
  return found(rows[0], 'directory-not-found').id
}

const sealed = (config: Config, id: Id, secret: string | null) =>
  secret ? seal(config.secret, purposeOf(id), secret) : null

export async function changeDirectory(tx: Db, actor: Actor, config: Config, id: Id, change: DirectoryChange) {
  const before = await directoryForUpdate(tx, actor, config, id)
  await mustBeVersion(tx, { kind: 'directory', id }, change.version, () => fieldsOf(before))
  if (change.kind !== before.kind) throw invalid('kind', 'directory-kind-fixed')
  const { name = before.name, enabled = before.enabled, settings = before.settings } = change
  if (before.people > 0 && identityKey({ ...before, settings }) !== identityKey(before))
    throw new Problem('directory-identity-fixed')
  const values = {
    ...{ name, enabled, settings: JSON.stringify(settings) },
    ...(change.secret !== undefined && { secret: sealed(config, id, change.secret) }),
  }
  await refusing(tx.updateTable('directories').set(values).where('id', '=', id).execute(), refusals)
  if (before.enabled && !enabled) await mustKeepAPassword(tx)
  const after = await directoryById(tx, config, id)
  const changes = difference(factsOf(before), factsOf(after))
  if (changes !== undefined || change.secret !== undefined)
    await record(tx, actor, {
      action: 'directory.changed',
      ...lineAbout(after),
      ...changes,
      ...(change.secret !== undefined && { after: { ...changes?.after, secret: '••••' } }),
    })
  return after
}

const fieldsOf = ({ name, enabled, settings, hasSecret }: Directory) =>
  plainFields({ name, enabled, settings, secret: hasSecret })

/** What says that a subject is the same person as before. */
const identityKey = ({ kind, settings }: Pick<Directory, 'kind' | 'settings'>) =>
  kind === 'oidc' && 'issuer' in settings
    ? settings.issuer
    : 'subjectAttribute' in settings && settings.subjectAttribute.toLowerCase()

export async function removeDirectory(tx: Db, actor: Actor, config: Config, id: Id) {
  const directory = await directoryForUpdate(tx, actor, config, id)
  await tx.deleteFrom('directories').where('id', '=', id).execute()
  await mustKeepAPassword(tx)
  await record(tx, actor, {
    action: 'directory.removed',
    ...lineAbout(directory),
    before: factsOf(directory),
  })
}

/** Locks a directory that the actor may change. */
export async function directoryForUpdate(tx: Db, actor: Actor, config: Config, id: Id) {
  mustAdminister(actor)
  await sql`select from directories where id = ${id} for update`.execute(tx)
  const directory = await directoryById(tx, config, id)
  await mustCoverPeople(tx, actor, id)
  return directory
}

/**
 * A person who controls a directory can log in as anybody who is connected to it. So nobody changes one with
 * people, or with mappings, that have more permissions than they have.
 */
async function mustCoverPeople(tx: Db, actor: Actor, id: Id) {
  const { rows } = await sql`
    select from roles where not permissions <@ ${actor.permissions}::text[] and (
      roles.id in (select role_id from directory_mappings where directory_id = ${id})
      or roles.id in (select role_id from users join directory_people on user_id = users.id
        where directory_id = ${id} and deleted_at is null)) limit 1`.execute(tx)
  if (rows.length > 0) throw new Problem('grants-too-much')
}

/** Without a directory, at least one administrator must be able to log in with a password. */
async function mustKeepAPassword(tx: Db) {
  const { rows } = await sql`select from users join roles on roles.id = role_id
    where deleted_at is null and status = 'active' and password_hash is not null
      and everywhere and 'user-management' = any(permissions) limit 1`.execute(tx)
  if (rows.length === 0) throw new Problem('last-administrator')
}
