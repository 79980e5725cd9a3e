import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { type Archived, archivedQuery } from '#kernel/db/archived.ts'
import { newClient } from '#kernel/db/connection.ts'
import { migrate, migrationNames } from '#kernel/db/migrate.ts'
import type { Bucket } from '#kernel/files/bucket.ts'
import { accessDifferences, endAccess, isOtherSchema, readAccess } from './access.ts'
import { fileFolders, restoreFiles, writeHashed } from './backup-files.ts'
import { isThere, refuseForeignSessions, swapDatabases } from './database-swap.ts'
import { differences, rowsIn, takeFingerprints } from './fingerprints.ts'
import { type DumpedDatabase, readManifest, spoiled, stampOf } from './manifest.ts'
import { giveFolder, type Owner, serviceOwner } from './ownership.ts'
import { postgresTool, runOnDatabase } from './postgres-tools.ts'

/** Where files go: first to a temporary place, then to where the product reads them. */
type FileTarget = {
  /** Rejects before any work if the service could not read the files afterwards. */
  prepare(): Promise<void>
  /** Returns the SHA-256 of what it wrote. */
  write(name: string, stream: Readable): Promise<string>
  /** Does what takes long, before the database is replaced: until `takePlace`, it would have the former files. */
  ready(): Promise<void>
  /** Returns where the former files are now. */
  takePlace(): Promise<string | undefined>
  discard(): Promise<void>
}

type RestorePlan = {
  /** The folder of one backup. */
  folder: string
  /** The database to restore to, as its owner, who may create databases. */
  databaseUrl: string
  appRole?: string | undefined
  target: FileTarget
  /** Compares rows and their content with the manifest too, not only the files of the backup. */
  verify: boolean
  /** Does everything except replacing the database and files; the copies are deleted. */
  drill: boolean
}

type RestoreReport = {
  rows: number
  files: number
  formerDatabase?: string
  formerFiles?: string
  /** Whose access differs from the replaced database; undefined if nothing could be compared. */
  changedAccess?: string[]
  /** Tables of which older rows are in archives, and not in the backup. */
  archived: Archived[]
}

const jobs = '2'

/** Nothing in use is touched before the copy is complete and verified. */
export async function restore(plan: RestorePlan): Promise<RestoreReport> {
  const { database, files } = await readManifest(plan.folder)
  if (database.kind === 'pgbackrest')
    throw new Error(
      `The database of this backup is ${database.label} of pgBackRest's ${database.stanza}: restore it with pgbackrest restore`,
    )
  const problems = await spoiled(plan.folder, [...database.files, files.list])
  if (problems.length > 0) throw new Error(`The backup is spoiled: ${problems.join(', ')}`)
  await mustBeKnown(database)
  await plan.target.prepare()
  const stamp = stampOf(new Date()).replace(/\D/g, '')
  const name = databaseName(plan.databaseUrl)
  const scratch = `${name}_restored_${stamp}`
  const server = await connect(plan.databaseUrl, 'postgres')
  try {
    if (!plan.drill) await refuseForeignSessions(server, name)
    await createScratch(server, scratch, database)
    const count = await restoreFiles(plan.folder, plan.target.write)
    const archived = await fillScratch(plan, database, scratch)
    const changedAccess = await changedAccessIn(server, plan.databaseUrl, scratch)
    const counts = {
      ...{ rows: rowsIn(database.tables), files: count, archived },
      ...(changedAccess && { changedAccess }),
    }
    if (plan.drill) return counts
    await plan.target.ready()
    const formerDatabase = await swapDatabases(server, { name, scratch, former: `${name}_before_${stamp}` })
    const formerFiles = await plan.target.takePlace()
    return { ...counts, ...(formerDatabase && { formerDatabase }), ...(formerFiles && { formerFiles }) }
  } finally {
    await plan.target.discard()
    await server.query(`drop database if exists ${pg.escapeIdentifier(scratch)}`)
    await server.end()
  }
}

const databaseName = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1))

function urlOf(databaseUrl: string, database: string) {
  const url = new URL(databaseUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

async function connect(databaseUrl: string, database: string) {
  const client = newClient(urlOf(databaseUrl, database), 'ats restore')
  await client.connect()
  return client
}

/** A program cannot use the database of a newer version. */
async function mustBeKnown({ migrations }: DumpedDatabase) {
  const known = new Set(await migrationNames())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`The backup is of a newer program: it already has ${unknown.join(', ')}`)
}

async function createScratch(server: pg.Client, scratch: string, { collate, ctype }: DumpedDatabase) {
  const locale = `lc_collate ${pg.escapeLiteral(collate)} lc_ctype ${pg.escapeLiteral(ctype)}`
  try {
    await server.query(
      `create database ${pg.escapeIdentifier(scratch)} template template0 encoding 'UTF8' ${locale}`,
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new Error('The database user may not create databases: alter role … createdb', { cause: error })
  }
}

/** Loads the dump, compares it with the manifest, and migrates it to this program's version and rights. */
async function fillScratch(plan: RestorePlan, database: DumpedDatabase, scratch: string) {
  const url = urlOf(plan.databaseUrl, scratch)
  const client = await connect(plan.databaseUrl, scratch)
  try {
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    )
    const tool = await postgresTool('pg_restore', rows[0]?.major ?? 0)
    const load = ['--exit-on-error', '--no-owner', '--no-privileges', '--no-password', `--jobs=${jobs}`]
    await runOnDatabase(tool, url, [...load, `--dbname=${scratch}`, join(plan.folder, 'database')])
    const different = plan.verify ? differences(database.tables, await takeFingerprints(client)) : []
    if (different.length > 0)
      throw new Error(`What was restored is not what was backed up: ${different.join(', ')}`)
    await migrate(url, undefined, plan.appRole)
    await endAccess(client)
    // A dump holds no statistics, and without them lists are read by the wrong index.
    await client.query('analyze')
    return (await client.query<Archived>(archivedQuery)).rows
  } finally {
    await client.end()
  }
}

async function accessIn(databaseUrl: string, database: string) {
  const client = await connect(databaseUrl, database)
  return readAccess(client).finally(() => client.end())
}

async function changedAccessIn(server: pg.Client, databaseUrl: string, scratch: string) {
  const name = databaseName(databaseUrl)
  if (!(await isThere(server, name))) return undefined
  try {
    return accessDifferences(await accessIn(databaseUrl, name), await accessIn(databaseUrl, scratch))
  } catch (error) {
    if (isOtherSchema(error)) return undefined
    throw error
  }
}

const draftIn = (dataDir: string, now: Date) => join(dataDir, `.restored-${stampOf(now)}`)

/** Next to the folders that they replace, so that a rename is enough even if `DATA_DIR` is a mount. */
export function filesToDisk(dataDir: string, now = new Date()): FileTarget {
  const draft = draftIn(dataDir, now)
  const former = join(dataDir, `.before-${stampOf(now)}`)
  let owner: Owner | undefined
  return {
    async prepare() {
      owner = await serviceOwner(dataDir)
    },
    async write(name, stream) {
      return (await writeHashed(stream, join(draft, name))).sha256
    },
    async ready() {
      await mkdir(former, { recursive: true, mode: 0o700 })
      await mkdir(draft, { recursive: true, mode: 0o700 })
      for (const folder of [draft, former]) if (owner !== undefined) await giveFolder(folder, owner)
    },
    async takePlace() {
      for (const folder of fileFolders) {
        const place = join(dataDir, folder)
        await rename(place, join(former, folder)).catch(unlessMissing)
        await rename(join(draft, folder), place).catch(unlessMissing)
      }
      return (await readdir(former)).length > 0 ? former : undefined
    },
    async discard() {
      await rm(draft, { recursive: true, force: true })
      // Only if it is empty: the database could not be replaced.
      await rmdir(former).catch(() => undefined)
    },
  }
}

/**
 * Files are checked on this machine before they are uploaded. Existing objects stay: no row names them, so
 * clean-up deletes them after a day.
 */
export function filesToBucket(bucket: Bucket, dataDir: string, now = new Date()): FileTarget {
  const local = filesToDisk(dataDir, now)
  const names: string[] = []
  return {
    prepare: async () => void (await mkdir(dataDir, { recursive: true, mode: 0o700 })),
    async write(name, stream) {
      names.push(name)
      return local.write(name, stream)
    },
    // Names of files never repeat, so the present database does not notice them.
    async ready() {
      for (const name of names) await bucket.putFile(name, join(draftIn(dataDir, now), name))
    },
    takePlace: async () => undefined,
    discard: local.discard,
  }
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
