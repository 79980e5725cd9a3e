import { users } from '@ats/contract/identity/users.ts'
import { type SecurityEntry, securityFeed } from '@ats/contract/security-feed.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'
import { entriesSince, feedEnd, validPosition } from './positions.ts'

const t = await testApp()
const admin = await t.person({ role: 'Admin' })
const wrongAt = (email: string, address: string) =>
  signIn(t.app, email, { password: 'Not-The-One-11', address })

async function read(since?: string, size = 500) {
  await t.security.flush()
  const query = { size: String(size), ...(since !== undefined && { since }) }
  const { status, headers, body } = await t.call(admin, securityFeed.lines, { query })
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const entries = String(body)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SecurityEntry)
  return { entries, next: String(headers['next-position']) }
}

test('a follower begins at the end, and reads each new entry of both tables once', async () => {
  const start = await read()
  expect(start.entries).toEqual([])
  const someone = await t.person({ name: 'Ravi' })
  await wrongAt(someone.email, '10.9.0.1')
  const first = await read(start.next)
  expect(first.entries).toMatchObject([
    { kind: 'user-created', person: 'Ravi' },
    { kind: 'sign-in-failed', person: 'Ravi', network: '10.9.0.1' },
  ])
  const second = await read(first.next)
  expect(second.entries).toEqual([])
  await t.call(admin, users.update, { params: { id: someone.id }, body: { status: 'disabled' } })
  expect((await read(second.next)).entries).toMatchObject([{ kind: 'user-disabled' }])
})

test('small pages together hold what one large page holds, while more is written', async () => {
  const { next } = await read()
  for (let n = 0; n < 7; n += 1) await wrongAt(`page${n}@example.com`, `10.9.1.${n}`)
  const whole = (await read(next)).entries.map(({ id }) => id)
  expect(whole).toHaveLength(7)
  const seen: number[] = []
  let position = next
  for (let n = 0; n < 4; n += 1) {
    const part = await read(position, 2)
    seen.push(...part.entries.map(({ id }) => id))
    position = part.next
    if (n === 0) await wrongAt('later@example.com', '10.9.1.100')
  }
  expect(seen).toEqual(whole)
  expect((await read(position)).entries).toMatchObject([{ network: '10.9.1.100' }])
})

test('an entry whose count grew is read again with the same id', async () => {
  const { next } = await read()
  await wrongAt('grows@example.com', '10.9.2.1')
  const first = await read(next)
  await wrongAt('grows@example.com', '10.9.2.1')
  const second = await read(first.next)
  const [one, two] = [first.entries[0], second.entries[0]]
  // In the rare case that a minute began in between, they are two entries.
  if (one?.id === two?.id) expect([one?.count, two?.count]).toEqual([1, 2])
  else expect([one?.count, two?.count]).toEqual([1, 1])
})

test('an entry of a transaction that ends late is not missed', async () => {
  const { next } = await read()
  const late = new pg.Client({ connectionString: t.config.databaseUrl })
  await late.connect()
  await late.query('begin')
  await late.query(`insert into events (action, record_kind, record_id, request_id)
    values ('user.deleted', 'user', gen_random_uuid(), 'late')`)
  await wrongAt('early@example.com', '10.9.3.1')
  const first = await read(next)
  expect(first.entries.map(({ kind }) => kind)).toEqual(['sign-in-failed'])
  await late.query('commit')
  await late.end()
  expect((await read(first.next)).entries).toMatchObject([{ kind: 'user-deleted', requestId: 'late' }])
})

test('a position of a server that was ahead begins again at the end', async () => {
  const end = await feedEnd(t.db)
  const ahead = { ...end, snapshot: '9000000000:9000000000:' }
  const valid = await validPosition(t.db, ahead)
  expect((await entriesSince(t.db, valid, 10)).entries).toEqual([])
  expect(Number(valid.snapshot.split(':')[1])).toBeLessThan(9_000_000_000)
  expect(await validPosition(t.db, end)).toEqual(end)
})

test.each([
  'nonsense',
  Buffer.from('{}').toString('base64url'),
  Buffer.from('{"snapshot":"5"}').toString('base64url'),
])('the position %s is refused', async (since) => {
  const { status, body } = await t.call(admin, securityFeed.lines, { query: { since } })
  expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, ['since']])
})
