import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { type SecurityFacts, securityRecorder } from './recorder.ts'

const { db, asOwner } = await testApp()

const facts = (given: Partial<SecurityFacts> = {}): SecurityFacts => ({
  ...{ kind: 'sign-in-failed', person: null, account: 'mark', keyId: null, network: '10.0.0.1' },
  ...{
    address: '10.0.0.1',
    userAgent: 'test',
    requestId: randomUUID(),
    detail: { reason: 'wrong' },
    ...given,
  },
})
const failures: unknown[] = []
const recorder = securityRecorder(db, (error) => failures.push(error))
afterEach(async () => {
  vi.useRealTimers()
  await recorder.flush()
})

/** A network of its own for each test, and its rows. */
const rowsOf = (network: string | null) =>
  db
    .selectFrom('security_events')
    .select(['count', 'account', 'person_id', 'network', 'detail', 'kind', 'at', 'last_at'])
    .where('network', network === null ? 'is' : '=', network)
    .orderBy('id')
    .execute()

/** The tests below count the rows of one minute. */
const atStartOfMinute = () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000 * Math.ceil(Math.random() * 10_000))
}

test('equal events of a minute are one row, also when they are stored in parts', async () => {
  atStartOfMinute()
  const network = '10.1.0.1'
  for (let n = 0; n < 5; n += 1) recorder.add(facts({ network }))
  await recorder.flush()
  vi.advanceTimersByTime(1000)
  recorder.add(facts({ network }))
  recorder.add(facts({ network, detail: { reason: 'disabled' } }))
  await recorder.flush()
  const [wrong, disabled, ...others] = await rowsOf(network)
  expect([wrong?.count, disabled?.count, others]).toEqual([6, 1, []])
  expect(wrong?.at).not.toBe(wrong?.last_at)
  vi.advanceTimersByTime(60_000)
  recorder.add(facts({ network }))
  await recorder.flush()
  expect(await rowsOf(network)).toHaveLength(3)
})

test('two processes add to the same row', async () => {
  atStartOfMinute()
  const other = securityRecorder(db, (error) => failures.push(error))
  const network = '10.1.0.2'
  for (const one of [recorder, other, other]) one.add(facts({ network, person: null }))
  await Promise.all([recorder.flush(), other.close()])
  expect(await rowsOf(network)).toMatchObject([{ count: 3 }])
})

test('10,000 attempts at 10,000 accounts from one network are few rows, and none is lost', async () => {
  atStartOfMinute()
  const network = '10.1.0.3'
  for (let n = 0; n < 10_000; n += 1) recorder.add(facts({ network, account: `account ${n}` }))
  await recorder.flush()
  const rows = await rowsOf(network)
  expect(rows).toHaveLength(51)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
  expect(rows.find(({ account }) => account === null)).toMatchObject({
    count: 9950,
    detail: { many: 'accounts' },
  })
})

test('attempts from 10,000 networks are at most a thousand rows of a minute, and one for the rest', async () => {
  atStartOfMinute()
  const account = 'flood'
  for (let n = 0; n < 10_000; n += 1)
    recorder.add(facts({ network: `10.2.${n >> 8}.${n & 255}`, account, kind: 'sign-in-throttled' }))
  await recorder.flush()
  const rows = await db
    .selectFrom('security_events')
    .select(['count', 'network', 'detail'])
    .where('kind', '=', 'sign-in-throttled')
    .execute()
  expect(rows).toHaveLength(1001)
  expect(rows.find(({ network }) => network === null)).toMatchObject({
    count: 9000,
    detail: { many: 'networks' },
  })
})

test('events that cannot be stored wait for the next time', async () => {
  atStartOfMinute()
  const network = '10.1.0.4'
  await asOwner('alter table security_events rename to moved_events')
  recorder.add(facts({ network }))
  await recorder.flush()
  expect(failures.splice(0)).toHaveLength(1)
  recorder.add(facts({ network }))
  await asOwner('alter table moved_events rename to security_events')
  // The timer may have tried in between.
  failures.splice(0)
  await recorder.flush()
  expect(await rowsOf(network)).toMatchObject([{ count: 2 }])
  expect(failures).toEqual([])
})
