import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { prepareQueues } from '#kernel/jobs/jobs.ts'
import { newClient } from './connection.ts'
import { grantToProgram, standardAppRole } from './grants.ts'
import { isLockTimeout, makePartitions } from './partitions.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

// Any fixed numbers: of two processes that migrate at the same time, the second waits for the first.
const migrating = 4_711_002
/** Other processes hold this one in shared mode while they start. */
const changing = 4_711_001
const askAgainMs = 1000

const lockPauseMs = 500
/** Longer than a backup of most databases reads a table. */
const lockPatienceMs = 30 * 60_000
/** Nobody who reads or writes waits longer behind a migration that waits for a lock itself. */
const lockTimeout = '100ms'

/**
 * Applies the missing migrations, each with its own record in one transaction, and returns their names; then
 * grants the program's role its rights, if it exists. The locks belong to the connection, so a killed process
 * leaves neither a lock nor half a migration behind.
 */
export async function migrate(
  databaseUrl: string,
  folder = migrationsFolder,
  appRole?: string,
): Promise<string[]> {
  const client = newClient(databaseUrl, 'ats migrate')
  await client.connect()
  try {
    await refuseOtherEncodings(client)
    const applied = await applyMissing(client, folder)
    await prepareQueues(databaseUrl)
    await makePartitions((text, values) => client.query(text, values))
    const granted = await grantToProgram(client, appRole ?? standardAppRole)
    if (!granted && appRole !== undefined) throw new Error(`There is no database role ${appRole}`)
    return applied
  } finally {
    await client.end()
  }
}

/** The migrations alone: all of them, or those before one. */
export async function applyMissing(client: pg.Client, folder = migrationsFolder, before = '~') {
  await locked(client, migrating)
  await locked(client, changing)
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const missing = (await missingMigrations(client, folder)).filter((name) => name < before)
  for (const name of missing) await apply(client, name, await readFile(join(folder, name), 'utf8'))
  return missing
}

/**
 * Returns once the database has every migration of this program and nobody is migrating, as any role; the
 * database may be newer. Takes the same lock in shared mode, because the rights of the program's role are
 * granted after the last migration.
 */
export async function waitUntilMigrated(databaseUrl: string, say: (reason: string) => void) {
  for (let said = ''; ; await delay(askAgainMs)) {
    const reason = await whyNotMigrated(databaseUrl)
    if (reason === null) return
    if (reason !== said) say(reason)
    said = reason
  }
}

async function whyNotMigrated(databaseUrl: string): Promise<string | null> {
  const client = newClient(databaseUrl, 'ats migrate')
  try {
    await client.connect()
    await locked(client, changing, '_shared')
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const missing = (await migrationNames()).filter((name) => !applied.has(name))
    return missing.length === 0 ? null : `missing ${missing.join(', ')}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A server that was set up without a locale creates databases that only support ASCII. */
async function refuseOtherEncodings(client: pg.Client) {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new Error(`The database is encoded as ${encoding}; make it anew with encoding UTF8`)
}

/** Every migration of this program, in order. */
export const migrationNames = async (folder = migrationsFolder) =>
  (await readdir(folder)).filter((name) => /^\d{3}_[\w-]+\.sql$/.test(name)).sort()

async function missingMigrations(client: pg.Client, folder: string) {
  const files = await migrationNames(folder)
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map((row) => row.name))
  const unknown = [...applied].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(`The database is newer than this program: it already has ${unknown.join(', ')}`)
  return files.filter((name) => !applied.has(name))
}

/**
 * Takes a lock that belongs to the connection. Asks again and again: a statement that waits would hold a
 * snapshot, and an index that another process builds concurrently would wait for that.
 */
async function locked(client: pg.Client, number: number, mode: '' | '_shared' = '') {
  for (; ; await delay(lockPauseMs)) {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock${mode}($1) as got`, [
      number,
    ])
    if (rows[0]?.got) return
  }
}

const apply = (client: pg.Client, name: string, text: string) =>
  /^\w+ index concurrently /m.test(text) ? applySteps(client, name, text) : applyAtOnce(client, name, text)

/** A migration that does not get a lock soon is tried again. */
async function applyAtOnce(client: pg.Client, name: string, statements: string) {
  for (const began = Date.now(); ; await delay(lockPauseMs))
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      await client.query(statements)
      await client.query(recordOf, [name])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || Date.now() - began > lockPatienceMs) throw error
    }
}

const recordOf = 'insert into migrations (name) values ($1)'

/**
 * Indexes that are built while people write cannot be built in a transaction. So each statement runs on its
 * own, and all of them again after a kill: such a migration drops an index before it builds it. Processes of
 * the version before may start meanwhile; building waits for their statements, so they must not wait for us.
 */
async function applySteps(client: pg.Client, name: string, text: string) {
  await client.query('select pg_advisory_unlock($1)', [changing])
  const statements = text.replaceAll(/^--.*$/gm, '').split(';')
  for (const statement of statements.map((one) => one.trim()).filter(Boolean)) await client.query(statement)
  await locked(client, changing)
  await client.query(recordOf, [name])
}
