import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { recordAll } from '#kernel/ledger/events.ts'
import { testApp } from '#test/app.ts'
import { stateChange, toldTo } from '#test/news.ts'
import { administratorOf } from '#test/stock.ts'
import { readOne } from './notifications.ts'
import { beginNotifying, startNotifier, writeNotifications } from './notifier.ts'

const t = await testApp()
const admin = await administratorOf(t)
const asker = await t.person({ name: 'Asha' })
const hearer = await t.person()
await beginNotifying(t.db)
beforeEach(async () => {
  await writeNotifications(t)
  await t.db.deleteFrom('notifications').execute()
})

/** Ledger entries with made-up requests, each in its own transaction. */
type Lines = { requestId?: string; action?: RecordAction }
async function lines(
  count: number,
  { requestId = randomUUID(), action = 'state-change.requested' }: Lines = {},
) {
  const place = await t.cityId('Indore')
  const line = () => ({ action, kind: 'state-change' as const, id: randomUUID(), place })
  const who = { id: asker.id, requestId }
  await inTransaction(t.db, (tx) => recordAll(tx, who, Array.from({ length: count }, line)))
  return requestId
}
const counts = async () => (await toldTo(t, hearer)).map(({ count }) => count)

test('what one call asks for is told of once, in however many transactions it did so', async () => {
  const requestId = await lines(500)
  expect(await writeNotifications(t)).toBe(2)
  const [first] = await toldTo(t, hearer)
  await readOne(t.db, { id: hearer.id } as Parameters<typeof readOne>[1], first?.id ?? 0)
  await lines(500, { requestId })
  await lines(3)
  await writeNotifications(t)
  expect(await toldTo(t, hearer)).toMatchObject([
    { count: 3, read: false },
    { count: 1000, read: false, subject: null, id: first?.id },
  ])
})

test('two workers at once tell everything once', async () => {
  for (let round = 0; round < 10; round += 1) {
    await lines(1)
    await Promise.all(Array.from({ length: 4 }, () => writeNotifications(t)))
  }
  expect(await counts()).toEqual(Array(10).fill(1))
})

test('while people write and workers follow nothing is missed and nothing comes twice', async () => {
  let writing = true
  const worker = async () => {
    while (writing) await writeNotifications(t)
  }
  const workers = [worker(), worker()]
  await Promise.all(Array.from({ length: 40 }, () => lines(2)))
  writing = false
  await Promise.all(workers)
  await writeNotifications(t)
  expect(await counts()).toHaveLength(20)
  expect((await toldTo(t, hearer, { size: '100' })).map(({ count }) => count)).toEqual(Array(40).fill(2))
})

test('a worker that is stopped in between has told nothing, and the next one tells it', async () => {
  await lines(1)
  const stopped = { ...t.jobs, enqueueAll: () => Promise.reject(new Error('killed')) }
  const mail = async () => undefined
  await expect(writeNotifications({ ...t, jobs: stopped, sendMail: mail })).rejects.toThrow('killed')
  expect(await counts()).toEqual([])
  await writeNotifications(t)
  expect(await counts()).toEqual([1])
})

test('a line that is committed after later ones is told of', async () => {
  const late = new pg.Client({ connectionString: t.config.databaseUrl })
  await late.connect()
  await late.query('begin')
  await late.query(
    `insert into events (action, record_kind, record_id, request_id, place_id)
     values ('state-change.requested', 'state-change', gen_random_uuid(), 'late', $1)`,
    [await t.cityId('Indore')],
  )
  await lines(2)
  await writeNotifications(t)
  expect(await counts()).toEqual([2])
  await late.query('commit')
  await late.end()
  await writeNotifications(t)
  await writeNotifications(t)
  expect(await counts()).toEqual([1, 2])
})

test('what is older than a month is no news, and does not come back', async () => {
  await sql`insert into events (at, action, record_kind, record_id, request_id, place_id)
    values (now() - interval '31 days', 'state-change.requested', 'state-change', gen_random_uuid(), 'x',
      ${await t.cityId('Indore')})`.execute(t.db)
  expect([await writeNotifications(t), await writeNotifications(t)]).toEqual([0, 0])
})

test('as long as nothing is written, looking writes nothing either', async () => {
  const position = () => t.db.selectFrom('followers').selectAll().executeTakeFirstOrThrow()
  const before = await position()
  await writeNotifications(t)
  expect(await position()).toEqual(before)
})

test('accepted, denied and outdated requests of one call are told of apart', async () => {
  const changes = await Promise.all([1, 2, 3].map(() => stateChange(t, asker)))
  await changes[0]?.end(admin, 'accepted')
  await changes[1]?.end(null, 'stale')
  await changes[2]?.end(null, 'stale')
  await writeNotifications(t)
  expect((await toldTo(t, asker)).map(({ action, count }) => [action, count]).toSorted()).toEqual([
    ['state-change.accepted', 1],
    ['state-change.stale', 2],
  ])
})

test('ten thousand requests at once become one notification for each person, quickly', async () => {
  const place = await t.cityId('Indore')
  await sql`insert into events (action, record_kind, record_id, place_id, request_id)
    select 'state-change.requested', 'state-change', gen_random_uuid(), ${place}, 'bulk'
    from generate_series(1, 10000)`.execute(t.db)
  const started = performance.now()
  await writeNotifications(t)
  expect(performance.now() - started).toBeLessThan(3000)
  expect(await counts()).toEqual([10_000])
})

test('a running notifier tells soon after something is written, says whom, and outlives its connection', async () => {
  const listener = new pg.Client({ connectionString: t.config.databaseUrl })
  await listener.connect()
  await listener.query('listen notifications')
  const failures: unknown[] = []
  const notifier = await startNotifier(t, (error) => failures.push(error))
  const listening = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity
        where application_name = 'ats listener' and datname = current_database() and query like 'listen%'`.execute(
        t.db,
      )
    ).rows[0]?.pid
  await expect.poll(listening, { timeout: 5000 }).toBeDefined()
  const announced = once(listener, 'notification')
  const started = Date.now()
  await lines(1)
  const [{ payload }] = (await announced) as [pg.Notification]
  expect(Date.now() - started).toBeLessThan(2000)
  expect(payload?.split(',').toSorted()).toEqual([admin.id, hearer.id].toSorted())

  const first = await listening()
  await sql`select pg_terminate_backend(${first}::int)`.execute(t.db)
  await expect.poll(listening, { timeout: 8000 }).not.toBe(first)
  await lines(1)
  await expect.poll(counts, { timeout: 8000 }).toEqual([1, 1])
  await notifier.stop()
  await listener.end()
  expect(failures).toEqual([])
  await lines(1)
  expect(await counts()).toEqual([1, 1])
})
