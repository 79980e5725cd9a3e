import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { recordAll } from '#kernel/ledger/events.ts'
import { cloneDatabase } from '#test/database.ts'
import { openDatabase } from './db.ts'
import { unprepared } from './naming-client.ts'

const database = await cloneDatabase()
const { db } = openDatabase(database.url, { connections: 1, waiters: 10, statementMs: 5000, lockMs: 1000 })
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const prepared = async (part: string) => {
  const { rows } = await sql<{ runs: number }>`
    select generic_plans + custom_plans as runs from pg_prepared_statements
    where statement like ${`%${part}%`} and statement not like '%pg_prepared_statements%'`.execute(db)
  return rows.map(({ runs }) => runs)
}

test('a statement with parameters is prepared once and run by name after that', async () => {
  for (const n of [1, 2, 3]) {
    const { rows } = await sql<{ sum: number }>`select ${n}::int + 1 as sum /* marked a */`.execute(db)
    expect(rows).toEqual([{ sum: n + 1 }])
  }
  expect(await prepared('marked a')).toEqual([3])
})

test('the queries of the product are prepared, in transactions, too', async () => {
  const read = (name: string) => db.selectFrom('roles').select('id').where('name', '=', name)
  await read('Admin').execute()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('roles').select('id').where('name', '=', 'User').execute()
  })
  expect(await prepared('from "roles" where "name" =')).toEqual([2])
})

test('a statement with the marker is never prepared', async () => {
  await sql`${sql.raw(unprepared)} select ${1}::int /* marked b */`.execute(db)
  await db
    .selectFrom('roles')
    .modifyFront(sql.raw(unprepared))
    .select('name')
    .where('id', 'is', null)
    .execute()
  expect(await prepared('marked b')).toEqual([])
  expect(await prepared('unprepared')).toEqual([])
})

test('a statement without parameters is prepared, too, but no command', async () => {
  await sql`select 1 /* marked c */`.execute(db)
  expect(await prepared('marked c')).toEqual([1])
  await sql`set lock_timeout = 1000 /* marked d */`.execute(db)
  expect(await prepared('marked d')).toEqual([])
})

test('a statement that fails does not spoil the connection for the next', async () => {
  const divide = (by: number) => sql<{ result: number }>`select 6 / ${by}::int as result`.execute(db)
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect((await divide(2)).rows).toEqual([{ result: 3 }])
  await expect(divide(0)).rejects.toThrow('division by zero')
})

const preparedCount = async (from = db) => {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(from)
  return rows[0]?.count ?? 0
}
const varied = (from: typeof db, n: number) =>
  sql<Record<string, number>>`select ${n}::int as ${sql.id(`n${n}`)}`.execute(from)

test('however many statements there are, those used longest ago make room and the others stay', async () => {
  const often = (n: number) => sql`select ${n}::int /* marked often */`.execute(db)
  for (let n = 0; n < 1200; n += 1) {
    expect((await varied(db, n)).rows).toEqual([{ [`n${n}`]: n }])
    if (n % 100 === 0) await often(n)
  }
  expect(await preparedCount()).toBeLessThanOrEqual(500)
  expect(await prepared('marked often')).toEqual([12])
  await sql`select ${1}::int /* marked late */`.execute(db)
  expect(await prepared('marked late')).toEqual([1])
  // A statement that was evicted is prepared again.
  expect((await varied(db, 0)).rows).toEqual([{ n0: 0 }])
  expect(await prepared('as "n0"')).toEqual([1])
})

test('statements make room on shared connections, too, while others are under way', async () => {
  const shared = openDatabase(database.url, {
    connections: 1,
    waiters: 5000,
    statementMs: 5000,
    lockMs: 1000,
  })
  onTestFinished(shared.close)
  const numbers = Array.from({ length: 1500 }, (_, n) => n)
  for (const _round of [1, 2]) {
    const answers = await Promise.all(numbers.map(async (n) => (await varied(shared.reads, n)).rows[0]))
    expect(answers).toEqual(numbers.map((n) => ({ [`n${n}`]: n })))
  }
  for (const n of numbers.slice(0, 600)) await varied(shared.reads, n)
  expect(await preparedCount(shared.reads)).toBeLessThanOrEqual(500)
})

test('lines of the ledger are one statement, however many there are', async () => {
  const line = () => ({ action: 'brand.changed' as const, kind: 'brand' as const, id: randomUUID() })
  const before = await preparedCount()
  for (let size = 1; size <= 300; size += 1)
    await recordAll(db, { id: null, requestId: 'sizes' }, Array.from({ length: size }, line))
  expect(await prepared('insert into events')).toEqual([300])
  expect(await preparedCount()).toBeLessThanOrEqual(before + 1)
  const { rows } = await sql`select count(*) from events where request_id = 'sizes'`.execute(db)
  expect(rows).toEqual([{ count: 45_150 }])
})

test('a connection is not used again after a value that cannot be written', async () => {
  const processId = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const echo = (value: unknown) =>
    sql<{ text: string }>`select ${value}::text as text /* marked h */`.execute(db)
  const unwritable = {
    toPostgres() {
      throw new RangeError('Invalid string length')
    },
  }
  const before = await processId()
  await expect(echo(unwritable)).rejects.toThrow('Invalid string length')
  expect((await echo('written')).rows).toEqual([{ text: 'written' }])
  expect(await processId()).not.toBe(before)
  const later = await processId()
  await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toThrow(/division/)
  expect(await processId()).toBe(later)
})

test('neither is one whose prepared statements are gone, and the transaction on it fails with its own error', async () => {
  const echo = (value: unknown) => sql<{ text: string }>`select ${value}::text as text /* marked i */`
  await echo('a').execute(db)
  await sql`deallocate all`.execute(db)
  await expect(db.transaction().execute((tx) => echo('b').execute(tx))).rejects.toThrow(/does not exist/)
  expect((await echo('c').execute(db)).rows).toEqual([{ text: 'c' }])
})
