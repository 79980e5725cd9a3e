import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { onDatabase } from '../../../../scripts/postgres/databases.ts'
import { newClient } from './connection.ts'
import { migrate, waitUntilMigrated } from './migrate.ts'

const ours = join(import.meta.dirname, '../../../migrations')
const names = (await readdir(ours)).filter((name) => name.endsWith('.sql')).sort()

async function database() {
  const { url, appUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client.query(text).finally(() => client.end())
  }
  const applied = async () =>
    (await query('select name from migrations order by name')).rows.map(({ name }) => name)
  const tableExists = async (name: string) =>
    (await query(`select to_regclass('${name}') is not null as there`)).rows[0].there
  return { url, appUrl, query, applied, tableExists }
}

/** Our migrations and additional ones. */
async function folderWith(more: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'ats-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(ours, folder, { recursive: true })
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text)
  return folder
}

test('an empty database gets every migration in order, and a second run does nothing', async () => {
  const { url, query, applied } = await database()
  await query('drop schema public, staging, jobs cascade; create schema public')
  expect(await migrate(url)).toEqual(names)
  expect(await applied()).toEqual(names)
  expect(await migrate(url)).toEqual([])
})

test('what is new is applied, once, however many try at the same time', async () => {
  const { url, applied, tableExists } = await database()
  const folder = await folderWith({ '900_more.sql': 'select pg_sleep(0.1); create table more (id int)' })
  const results = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)])
  expect(results.flat()).toEqual(['900_more.sql'])
  expect(await applied()).toEqual([...names, '900_more.sql'])
  expect(await tableExists('more')).toBe(true)
})

test('a migration that fails leaves nothing, keeps those before it, and can be fixed', async () => {
  const { url, applied, tableExists } = await database()
  const bad = 'create table half (id int); insert into half values (1); select 1 / 0'
  const folder = await folderWith({ '900_good.sql': 'create table good (id int)', '901_bad.sql': bad })
  await expect(migrate(url, folder)).rejects.toThrow('division by zero')
  expect(await applied()).toEqual([...names, '900_good.sql'])
  expect([await tableExists('good'), await tableExists('half')]).toEqual([true, false])
  await writeFile(join(folder, '901_bad.sql'), 'create table half (id int)')
  expect(await migrate(url, folder)).toEqual(['901_bad.sql'])
})

test('an index is built while people write and old programs start, and built again after a kill', async () => {
  const { url, appUrl, query } = await database()
  const folder = await folderWith({
    '900_index.sql': `-- Built; without a transaction.
      drop index concurrently if exists more;
create index concurrently more on brands (created_at);`,
  })
  const isValid = async () =>
    (await query(`select indisvalid from pg_index where indexrelid = to_regclass('more')`)).rows
  const writer = newClient(appUrl, 'writer')
  await writer.connect()
  await writer.query(`begin; insert into brands (name) values ('Written before')`)
  const killed = migrate(url, folder)
  killed.catch(() => undefined)
  const builder = `from pg_stat_activity where datname = current_database() and query like 'create index concurrently%'`
  await expect.poll(async () => (await query(`select wait_event ${builder}`)).rows).toHaveLength(1)
  await query(`insert into brands (name) values ('Written meanwhile')`)
  // As the version before waits until nobody migrates.
  await query('set lock_timeout = 100; select pg_advisory_lock_shared(4711001)')
  await query(`select pg_terminate_backend(pid, 5000) ${builder} and pid <> pg_backend_pid()`)
  await expect(killed).rejects.toThrow()
  expect(await isValid()).toEqual([{ indisvalid: false }])
  await writer.query('commit')
  await writer.end()
  expect(await migrate(url, folder)).toEqual(['900_index.sql'])
  expect(await isValid()).toEqual([{ indisvalid: true }])
})

test('a database that a newer program has migrated is left alone', async () => {
  const { url, query, tableExists } = await database()
  await query(`insert into migrations (name) values ('999_future.sql')`)
  const folder = await folderWith({ '900_more.sql': 'create table more (id int)' })
  await expect(migrate(url, folder)).rejects.toThrow(
    'The database is newer than this program: it already has 999_future.sql',
  )
  expect(await tableExists('more')).toBe(false)
})

test('the program waits, as a role that can do less, until the owner has migrated', async () => {
  const { url, appUrl, query } = await database()
  await query('drop schema public, staging, jobs cascade; create schema public')
  const { promise: waits, resolve: say } = Promise.withResolvers<string>()
  const waited = waitUntilMigrated(appUrl, say)
  expect(await waits).toContain('migrations')
  await migrate(url)
  await waited
  await query(`insert into migrations (name) values ('999_future.sql')`)
  await waitUntilMigrated(appUrl, (reason) => expect.fail(reason))
})

test('files that are no migrations are not run', async () => {
  const { url } = await database()
  const folder = await folderWith({ 'notes.sql': 'select 1 / 0', '900_more.sql.bak': 'select 1 / 0' })
  expect(await migrate(url, folder)).toEqual([])
})

test('a database that is not encoded as UTF-8 is refused', async () => {
  const server = inject('postgresUrl')
  await onDatabase(server, `create database ascii_only encoding 'SQL_ASCII' locale 'C' template template0`)
  onTestFinished(async () => void (await onDatabase(server, 'drop database ascii_only with (force)')))
  const url = new URL(server)
  url.pathname = '/ascii_only'
  await expect(migrate(url.href)).rejects.toThrow('The database is encoded as SQL_ASCII')
})
