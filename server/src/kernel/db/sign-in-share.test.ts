import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { openDatabase } from './db.ts'

const { url, drop } = await cloneDatabase()
afterAll(drop)
const limits = { connections: 4, waiters: 10, statementMs: 5000, lockMs: 1000 }

test('a flood of sign-ins leaves connections to everybody else, and each of them gets its turn', async () => {
  const { db, signIns, pool, close } = openDatabase(url, limits)
  onTestFinished(close)
  let most = 0
  const flood = Array.from({ length: 40 }, async (_, at) => {
    await sql`select pg_sleep(0.05), 1 / ${at % 10}::int`.execute(signIns).catch(() => undefined)
    most = Math.max(most, pool.totalCount - pool.idleCount)
  })
  const began = performance.now()
  for (let turn = 0; turn < 5; turn += 1) await sql`select 1`.execute(db)
  expect(performance.now() - began).toBeLessThan(400)
  await Promise.all(flood)
  expect(most).toBeLessThanOrEqual(limits.connections)
  expect(pool.waitingCount).toBe(0)
})

test('sign-ins beyond the queue get an error at once, and leave no turn taken', async () => {
  const { signIns, close } = openDatabase(url, { ...limits, waiters: 1 })
  onTestFinished(close)
  const sleep = () => sql`select pg_sleep(0.1)`.execute(signIns)
  const results = await Promise.allSettled(Array.from({ length: 20 }, sleep))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(12)
  await expect(sleep()).resolves.toBeDefined()
})
