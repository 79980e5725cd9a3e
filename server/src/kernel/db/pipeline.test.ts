import { setTimeout as wait } from 'node:timers/promises'
import { assets } from '@ats/contract/assets/assets.ts'
import { type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { cloneDatabase } from '#test/database.ts'
import { wireTo } from '#test/wire.ts'
import { pipelinedPool } from './pipeline.ts'

const database = await cloneDatabase()
const watcher = new pg.Client({ connectionString: database.url })
await watcher.connect()

function open(limits = { connections: 2, waiting: 1000 }, url = database.url) {
  const pool = pipelinedPool({ connectionString: url, application_name: 'pipelined' }, limits)
  onTestFinished(() => pool.end())
  return pool
}

async function ask<T>(pool: PostgresPool, text: string, values: unknown[]): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Record<string, T>>(text, values)
    return rows[0]?.answer as T
  } finally {
    client.release()
  }
}
const echo = (pool: PostgresPool, number: number) => ask<number>(pool, 'select $1::int as answer', [number])
const lines = async () => {
  const mine = `select count(*)::int as count from pg_stat_activity where application_name = 'pipelined'`
  return (await watcher.query<{ count: number }>(mine)).rows[0]?.count
}
const breakAll = () =>
  watcher.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity where application_name = 'pipelined'`,
  )
const many = (count: number) => Array.from({ length: count }, (_, n) => n)

test('questions asked at once get each their own answer, over few connections', async () => {
  const pool = open()
  const answers = await Promise.all(
    many(400).map((n) =>
      n % 3 === 0
        ? ask<string>(pool, 'select $1::text || $2::text as answer', ['text', n])
        : n % 3 === 1
          ? echo(pool, n)
          : ask<string>(pool, 'select pg_sleep($1::float8), $2::text as answer', [
              n % 50 === 2 ? 0.01 : 0,
              n,
            ]),
    ),
  )
  expect(answers).toEqual(many(400).map((n) => (n % 3 === 0 ? `text${n}` : n % 3 === 1 ? n : String(n))))
  expect(await lines()).toBe(2)
})

test('a statement that a new connection does not know yet may be asked many times at once', async () => {
  const pool = open({ connections: 1, waiting: 1000 })
  const text = 'select $1::int * 2 as answer'
  const answers = await Promise.all(many(50).map((n) => ask<number>(pool, text, [n])))
  expect(answers).toEqual(many(50).map((n) => 2 * n))
})

test.each([
  ['fails while it runs', 'select 1 / $1::int as answer', '22012'],
  ['cannot be understood', 'select $1::int nonsense here', '42601'],
  ['asks for what does not exist', 'select nothing from nowhere where id = $1', '42P01'],
])('a question that %s disturbs none of the others', async (_name, text, code) => {
  const pool = open({ connections: 1, waiting: 1000 })
  const outcomes = await Promise.allSettled(
    many(60).map((n) => (n % 4 === 0 ? ask(pool, text, [0]) : echo(pool, n))),
  )
  outcomes.forEach((outcome, n) => {
    // The requests after the first one share its statement, which was never prepared.
    const known = [code, '26000']
    if (n % 4 === 0) expect(known).toContain(outcome.status === 'rejected' && outcome.reason.code)
    else expect(outcome).toEqual({ status: 'fulfilled', value: n })
  })
  await expect(ask(pool, text, [0])).rejects.toMatchObject({ code })
  expect(await echo(pool, 7)).toBe(7)
})

test('a connection that breaks takes its questions with it, and later ones get a new connection', async () => {
  const pool = open()
  await Promise.all(many(10).map((n) => echo(pool, n)))
  const waiting = many(6).map(() => ask(pool, 'select pg_sleep($1::int)', [10]))
  const outcomes = Promise.allSettled(waiting)
  await wait(50)
  await breakAll()
  for (const { status } of await outcomes) expect(status).toBe('rejected')
  expect(await Promise.all(many(20).map((n) => echo(pool, n)))).toEqual(many(20))
  expect(await lines()).toBe(2)
})

test('however often connections break, no more are open than allowed', async () => {
  const pool = open()
  for (const _round of many(8)) {
    await Promise.all(many(4).map((n) => echo(pool, n)))
    const outcomes = Promise.allSettled(many(10).map(() => ask(pool, 'select pg_sleep($1::int)', [2])))
    await breakAll()
    const soon = many(10).map((n) => echo(pool, n).catch(() => 'broken'))
    await outcomes
    await Promise.all(soon)
  }
  expect(await Promise.all(many(20).map((n) => echo(pool, n)))).toEqual(many(20))
  expect(await lines()).toBeLessThanOrEqual(2)
})

test('more questions than may wait are refused at once with a time to come back, and then all is well', async () => {
  const pool = open({ connections: 2, waiting: 10 })
  for (const _round of ['before there is a connection', 'over a connection']) {
    const outcomes = await Promise.allSettled(many(60).map((n) => echo(pool, n)))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(50)
    for (const outcome of refused)
      expect(outcome).toMatchObject({ reason: { code: 'unavailable', status: 503, retryAfter: 2 } })
    expect(await echo(pool, 1)).toBe(1)
  }
})

test('without a database every question fails at once, and once it is back all is well', async () => {
  const { url, cut, mend } = await wireTo(database.url)
  const pool = open({ connections: 2, waiting: 100 }, url)
  cut()
  for (const _round of many(3)) await expect(echo(pool, 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await mend()
  expect(await echo(pool, 1)).toBe(1)
  cut()
  await Promise.allSettled(many(4).map((n) => echo(pool, n)))
  await mend()
  expect(await Promise.all(many(10).map((n) => echo(pool, n)))).toEqual(many(10))
})

test('to close waits for the answers and leaves no connection behind', async () => {
  const pool = open()
  const answers = many(10).map((n) => echo(pool, n))
  await Promise.all(answers.slice(0, 2))
  expect(await lines()).toBe(2)
  await pool.end()
  expect(await Promise.all(answers)).toEqual(many(10))
  await expect.poll(lines).toBe(0)
})

test('calls that cannot be prepared since a table is locked are all asked to come back', async () => {
  const databaseLimits = { connections: 20, waiters: 200, statementMs: 15_000, lockMs: 100 }
  const t = await testApp({ databaseLimits })
  const admin = await t.person({ role: 'Admin' })
  await t.db.transaction().execute(async (tx) => {
    await sql`lock table asset_counters in access exclusive mode`.execute(tx)
    const calls = await Promise.all(
      many(12).map(() => t.call(admin, assets.list, { query: { size: '100' } })),
    )
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([503]))
  })
  expect((await t.call(admin, assets.list, { query: { size: '100' } })).status).toBe(200)
})

test('calls to a server whose connections break are answered or asked to come back, and never fail', async () => {
  const t = await testApp()
  const admin = await t.person({ role: 'Admin' })
  const list = async () => (await t.call(admin, assets.list, { query: { size: '100' } })).status
  await Promise.all(many(10).map(list))
  const statuses: number[] = []
  for (const _round of many(5)) {
    const calls = many(20).map(list)
    await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name ~ '^ats \\d'`,
      [new URL(t.config.databaseUrl).pathname.slice(1)],
    )
    statuses.push(...(await Promise.all([...calls, ...many(5).map(list)])))
  }
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expect.poll(list).toBe(200)
})

test('a value that cannot be written fails alone, and the next statement is asked on another connection', async () => {
  const pool = open({ connections: 1, waiting: 1000 })
  const unwritable = {
    toPostgres() {
      throw new RangeError('Invalid string length')
    },
  }
  const [before, wrong, after] = await Promise.allSettled([
    ask(pool, 'select $1::text as answer', ['before']),
    ask(pool, 'select $1::int as answer', [unwritable]),
    ask(pool, 'select $1::text as answer', ['after']),
  ])
  expect([before.status, wrong.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await echo(pool, 7)).toBe(7)
})
