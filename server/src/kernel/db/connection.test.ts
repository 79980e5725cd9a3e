import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exports } from '@ats/contract/exports.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { stageFile } from '#features/imports/file/staging.ts'
import { version } from '#kernel/version.ts'
import { testApp } from '#test/app.ts'
import { startApi, startPart } from '#test/processes.ts'
import { wireTo } from '#test/wire.ts'
import { hasExited } from '../../../../scripts/processes.ts'
import { root, sourceFiles } from '../../../../scripts/sources.ts'
import { isAway, isPassing, newClient, UnknownOutcome } from './connection.ts'
import { inTransaction, openDatabase } from './db.ts'

const t = await testApp()
const admin = await t.person({ role: 'Admin' })
const rounds = Array.from({ length: 8 }, (_, round) => round)

const workbook = { list: 'brand', format: 'xlsx', columns: ['name'] }
const askForWorkbook = async () => (await t.call(admin, exports.create, { body: workbook })).body.export.id
const statusOf = async (id: string) => (await t.call(admin, exports.get, { params: { id } })).body.status

async function connected(name: string) {
  const client = newClient(t.config.databaseUrl, name)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function watch() {
  const [client, locker] = [await connected('watcher'), await connected('locker')]
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  const others = rows.map(({ pid }) => pid)
  const theirs = 'from pg_stat_activity where datname = current_database() and pid <> all ($1)'
  return {
    /** Ends every session that began after the watch. */
    terminate: () => client.query(`select pg_terminate_backend(pid) ${theirs}`, [others]),
    lock: (table: string) => locker.query(`begin; lock table ${table} in share row exclusive mode`),
    unlock: () => locker.query('rollback'),
    waiters: async () => {
      const { rowCount } = await client.query(`select ${theirs} and wait_event_type = 'Lock'`, [others])
      return rowCount
    },
    sessions: async () => {
      const { rows } = await client.query<{ name: string }>(
        `select distinct application_name as name ${theirs} order by 1`,
        [others],
      )
      return rows.map(({ name }) => name)
    },
  }
}

test('an api whose sessions are ended during twenty calls lives on, and answers 503 at worst', async () => {
  const watcher = await watch()
  const { address, isAlive } = await startApi(t)
  const headers = { ...admin.headers, 'content-type': 'application/json' }
  const read = () => fetch(`${address}/api/assets?size=25`, { headers })
  const write = (name: string) =>
    fetch(`${address}/api/v1/masters/brand`, { method: 'POST', headers, body: JSON.stringify({ name }) })
  const answers: Response[] = []
  for (const round of rounds) {
    // In every other round all writers are in the middle of a transaction.
    if (round % 2 === 0) await watcher.lock('brands')
    const calls = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? read() : write(`Brand ${round} ${n}`)))
    await (round % 2 === 0
      ? expect.poll(watcher.waiters, { timeout: 10_000 }).toBeGreaterThan(5)
      : wait(round))
    await watcher.terminate()
    await watcher.unlock()
    answers.push(...(await Promise.all(calls)))
    expect(isAlive()).toBe(true)
  }
  const refused = answers.filter(({ ok }) => !ok)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(refused.length === 0 ? [] : [503]))
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  expect((await read()).status).toBe(200)
}, 60_000)

test('a worker whose sessions are ended lives on, listens again and does the next job', async () => {
  const watcher = await watch()
  const worker = startPart('worker', t)
  const whole = ['ats jobs', 'ats listener', `ats worker ${version}`]
  await expect.poll(watcher.sessions, { timeout: 20_000 }).toEqual(whole)
  for (const round of rounds) {
    await wait(50 * round)
    await watcher.terminate()
    expect(hasExited(worker)).toBe(false)
  }
  await expect.poll(watcher.sessions, { timeout: 20_000 }).toEqual(whole)
  const id = await askForWorkbook()
  await expect.poll(() => statusOf(id), { timeout: 30_000 }).toBe('ready')
}, 90_000)

test('api and worker that start before their database wait for it, and go on with what was begun', async () => {
  const begun = await askForWorkbook()
  await t.db.updateTable('exports').set({ status: 'writing' }).where('id', '=', begun).execute()
  const { url, cut, mend } = await wireTo(t.config.databaseUrl)
  cut()
  const watcher = await watch()
  const worker = startPart('worker', t, { DATABASE_URL: url })
  const { address, isAlive } = await startApi(t, { DATABASE_URL: url })
  const ready = await fetch(`${address}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2'])
  const body = JSON.stringify(workbook)
  const headers = { ...admin.headers, 'content-type': 'application/json' }
  const create = () => fetch(`${address}/api/v1/exports`, { method: 'POST', headers, body })
  expect((await create()).status).toBe(503)
  await mend()
  await expect.poll(async () => (await create()).status, { timeout: 10_000 }).toBe(201)
  await expect.poll(() => statusOf(begun), { timeout: 20_000 }).toBe('ready')
  expect(await watcher.sessions()).toContain('ats jobs')
  expect([isAlive(), hasExited(worker)]).toEqual([true, false])
}, 60_000)

test('the session that stages a file is ended in the middle: the file is refused, and the process lives on', async () => {
  const watcher = await watch()
  const folder = await mkdtemp(join(tmpdir(), 'ats-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'many.csv')
  await writeFile(path, `RFID Tag,Asset Name\n${'A1,Chair\n'.repeat(400_000)}`)
  const file = { path, kind: 'csv' as const, read: () => undefined, signal: new AbortController().signal }
  const staged = stageFile(t.config.databaseUrl, randomUUID(), file, 1_000_000)
  const outcome = expect(staged).rejects.toSatisfy(isAway)
  await expect.poll(watcher.sessions, { timeout: 10_000, interval: 5 }).toContain('ats import')
  await wait(100)
  await watcher.terminate()
  await outcome
})

test('work whose COMMIT got no answer is not repeated, and says that its outcome is unknown', async () => {
  const { url, cut } = await wireTo(t.config.databaseUrl)
  const limits = { connections: 1, waiters: 10, statementMs: 5000, lockMs: 1000 }
  const { db, close } = openDatabase(url, limits)
  onTestFinished(close)
  let runs = 0
  const work = inTransaction(db, async (tx) => {
    runs += 1
    await sql`select 1`.execute(tx)
    setImmediate(cut)
  })
  await expect(work).rejects.toThrow(UnknownOutcome)
  expect(runs).toBe(1)
})

test('a database that is away is told from one that refuses', () => {
  const answered = (code: string) => Object.assign(new pg.DatabaseError('said', 4, 'error'), { code })
  for (const code of ['57P01', '57P02', '57P03', '08006', '08P01', '53300', '3D000', '25006'])
    expect(isAway(answered(code))).toBe(true)
  const closed = Object.assign(answered('55000'), { routine: 'CheckMyDatabase' })
  expect([isAway(closed), isAway(answered('55000'))]).toEqual([true, false])
  for (const code of ['23505', '40001', '57014', '22P02']) expect(isAway(answered(code))).toBe(false)
  for (const text of [
    'Connection terminated unexpectedly',
    'timeout expired',
    'timeout exceeded when trying to connect',
  ])
    expect(isAway(new Error(text))).toBe(true)
  expect(isAway(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(true)
  expect(isAway(new Error('division by zero'))).toBe(false)
})

test('a server that takes no writes, since it leads no longer, is away', async () => {
  const client = await connected('former leader')
  await client.query('begin read only')
  const refused = await client.query('delete from brands').catch((error: unknown) => error)
  expect(isAway(refused)).toBe(true)
})

test('every connection is made where it gets its listener and its keepalive', () => {
  const made = /new pg\.(Client|Pool)\(|new (Client|Pool)\(/
  const files = sourceFiles('server/src/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const where = files.filter((file) => made.test(readFileSync(join(root, file), 'utf8')))
  // A connection to a directory is none to the database.
  const ofLdap = 'server/src/features/identity/directories/ldap/connection.ts'
  expect(where.filter((file) => file !== ofLdap)).toEqual(['server/src/kernel/db/connection.ts'])
})

test('a lock that comes too late, a deadlock and a full disk pass, a wrong value does not', () => {
  const errorOf = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })
  const passing = ['55P03', '40P01', '40001', '53100', '57P01']
  expect(passing.map((code) => isPassing(errorOf(code)))).toEqual(passing.map(() => true))
  for (const code of ['22P02', '23505', '57014']) expect(isPassing(errorOf(code))).toBe(false)
  expect([isPassing(new Error('ECONNRESET')), isPassing(new Error('other'))]).toEqual([true, false])
})
