import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
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

test('the number of names is bounded, and statements beyond it still run', async () => {
  for (let n = 0; n < 1100; n += 1) await sql`select ${n}::int as ${sql.id(`n${n}`)}`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(db)
  expect(rows[0]?.count).toBeLessThanOrEqual(1000)
  // Test files that share the process share the names.
  expect(rows[0]?.count).toBeGreaterThan(100)
})
