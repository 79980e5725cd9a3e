import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { prepareQueues } from '#kernel/jobs/jobs.ts'
import { newClient } from './connection.ts'
import { grantToProgram, standardAppRole } from './grants.ts'

const migrationsFolder = join(import.meta.dirname, '../../../migrations')

// Any fixed number: of two processes that migrate at the same time, the second waits for the first.
const lockNumber = 4_711_001
const askAgainMs = 1000

/**
 * Applies the missing migrations, each with its own record in one transaction, and returns their names; then
 * grants the program's role its rights, if it exists. The lock belongs to the connection, so a killed process
 * leaves neither the lock nor half a migration behind.
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
    await client.query('select pg_advisory_lock($1)', [lockNumber])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const missing = await missingMigrations(client, folder)
    for (const name of missing) await apply(client, name, await readFile(join(folder, name), 'utf8'))
    await prepareQueues(databaseUrl)
    const granted = await grantToProgram(client, appRole ?? standardAppRole)
    if (!granted && appRole !== undefined) throw new Error(`There is no database role ${appRole}`)
    return missing
  } finally {
    await client.end()
  }
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
    await client.query('select pg_advisory_lock_shared($1)', [lockNumber])
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

async function apply(client: pg.Client, name: string, statements: string) {
  await client.query('begin')
  await client.query(statements)
  await client.query('insert into migrations (name) values ($1)', [name])
  await client.query('commit')
}
