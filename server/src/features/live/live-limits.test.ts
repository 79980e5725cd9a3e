import type { Readable } from 'node:stream'
import { live, readLive } from '@ats/contract/live.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { actorOf } from '#features/identity/identity.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Person, testApp } from '#test/app.ts'
import { type Hub, openHub } from './live.ts'
import { sealedPositions } from './position.ts'
import { linesSince, positionNow } from './queries.ts'

const t = await testApp()
const { secret, databaseUrl } = t.config
const positions = sealedPositions(secret)

const hubs: Hub[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const hub of hubs.splice(0)) await hub.close()
})

const newLines = (count: number, kind = 'brand') =>
  sql`insert into events (action, record_kind, record_id, request_id)
    select ${`${kind}.created`}, ${kind}, uuidv7(), 'test' from generate_series(1, ${count}::int)`.execute(
    t.db,
  )

const poll = async (person: Pick<Person, 'headers'>, since?: string) => {
  const headers = { ...person.headers, ...(since !== undefined && { 'last-event-id': since }) }
  return t.call({ headers }, live.stream, { query: { seconds: '0' } })
}
const messages = (text: string) => text.split('\n\n').filter(Boolean).map(readLive)
const typesOf = (text: string) => messages(text).map(({ message }) => message.type)

test('a position is handed out sealed and is good for an hour', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const position = positions.seal('10:12:10,11')
  expect(positions.read(position)).toBe('10:12:10,11')
  expect(sealedPositions('another secret').read(position)).toBeUndefined()
  const bytes = Buffer.from(position, 'base64url')
  expect(bytes.toString('latin1')).not.toContain('10:12')
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(positions.read(changed.toString('base64url'))).toBeUndefined()
  }
  vi.advanceTimersByTime(59 * 60_000)
  expect(positions.read(position)).toBe('10:12:10,11')
  expect(positions.read(positions.seal('10:12:10,11'))).toBe('10:12:10,11')
  vi.advanceTimersByTime(2 * 60_000)
  expect(positions.read(position)).toBeUndefined()
})

test('a made-up position of long ago is told to ask anew, once, and goes on from now', async () => {
  await newLines(3000)
  const someone = await t.person()
  const first = await poll(someone, '3:3:')
  expect(typesOf(first.text)).toEqual(['reset', 'beat'])
  const position = messages(first.text).at(-1)?.position
  await newLines(1)
  expect(typesOf((await poll(someone, position)).text)).toEqual(['beat', 'events'])
})

test('whatever a position says, no more lines are read than are told', async () => {
  await newLines(50_000)
  await t.asOwner('analyze events')
  const { restoredTo, snapshot } = await positionNow(t.db)
  const end = snapshot.split(':')[1]
  const readSoFar = async (tx: Db) => {
    const { rows } = await sql<{ read: number }>`select sum(seq_tup_read + idx_tup_fetch)::bigint as read
      from pg_stat_xact_user_tables where relid in (select relid from pg_partition_tree('events') where isleaf)`.execute(
      tx,
    )
    return rows[0]?.read ?? 0
  }
  const readFor = (text: string) =>
    t.db.transaction().execute(async (tx) => {
      // Often enough that PostgreSQL switches to a generic plan.
      for (let n = 0; n < 7; n += 1) await linesSince(tx, { snapshot: text, restoredTo })
      const before = await readSoFar(tx)
      const { lines } = await linesSince(tx, { snapshot: text, restoredTo })
      return { lines: lines?.length, read: (await readSoFar(tx)) - before }
    })
  const all = await readFor('3:3:')
  expect(all.lines).toBeUndefined()
  expect(all.read).toBeLessThan(2100)
  for (const allSeen of [`3:${end}:`, `3:${end}:3,4,5`]) {
    const { lines, read } = await readFor(allSeen)
    expect(lines).toBe(0)
    // The planner itself may read the first and the last entry of an index.
    expect(read).toBeLessThanOrEqual(2)
  }
})

test('a person has ten streams at most, in however many sessions, and takes nobody else their own', async () => {
  const [person, other] = [await t.person(), await t.person()]
  const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const open = new AbortController()
  for (let count = 0; count < 10; count += 1) {
    const { headers } = await t.session(person.id)
    expect((await fetch(`${address}${live.stream.path}`, { headers, signal: open.signal })).status).toBe(200)
  }
  const refused = await poll(await t.session(person.id))
  expect([refused.status, refused.body.message]).toEqual([429, 'Too many streams are open.'])
  expect((await poll(other)).status).toBe(200)
  open.abort()
  await expect.poll(async () => (await poll(person)).status).toBe(200)
})

test('who opens streams again and again is told to wait, in however many sessions', async () => {
  const person = await t.person()
  const statuses: number[] = []
  for (let count = 0; count < 90; count += 1) {
    const as = count % 30 === 0 ? await t.session(person.id) : person
    statuses.push((await poll(as, '3:3:')).status)
  }
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
  const { status, headers } = await poll(person)
  expect([status, headers['retry-after']]).toEqual([429, '1'])
  expect((await poll(await t.person())).status).toBe(200)
})

const asActor = async ({ id }: Person) => (await actorOf(t.db, id, 'test')) as Actor

/** A separate broadcaster, for which reading the rights of some people fails or never ends. */
function hubWhere(fails: (actor: Actor) => Promise<never> | undefined) {
  const failures: unknown[] = []
  const hub = openHub(t.db, {
    ...{ databaseUrl, secret },
    actorNow: async (actor) => (await fails(actor)) ?? actor,
    failed: (error) => void failures.push(error),
  })
  hubs.push(hub)
  return { hub, failures }
}

function listening(stream: Readable) {
  const heard = { text: '', ended: false }
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    heard.text += chunk
  })
  stream.on('close', () => {
    heard.ended = true
  })
  const events = () =>
    messages(heard.text).flatMap(({ message }) => (message.type === 'events' ? message.events : []))
  return { heard, events, last: () => messages(heard.text).at(-1)?.position }
}

test.each([
  ['fails', () => Promise.reject(new Error('away'))],
  ['does not end', () => new Promise<never>(() => undefined)],
])('one subscriber whose scope lookup %s is ended alone, and misses nothing', async (_name, lookup) => {
  const [unlucky, lucky] = [await asActor(await t.person()), await asActor(await t.person())]
  let isAway = true
  const { hub, failures } = hubWhere(({ id }) => (isAway && id === unlucky.id ? lookup() : undefined))
  const one = listening(await hub.open(unlucky, undefined, 60))
  const other = listening(await hub.open(lucky, undefined, 60))
  await t.db.transaction().execute(async (tx) => {
    await sql`insert into events (action, record_kind, record_id, request_id)
      values ('role.changed', 'role', uuidv7(), 'test'), ('brand.created', 'brand', uuidv7(), 'test')`.execute(
      tx,
    )
  })
  await expect.poll(() => other.events().map(({ kind }) => kind), { timeout: 8000 }).toContain('brand')
  await expect.poll(() => one.heard.ended, { timeout: 8000 }).toBe(true)
  expect(failures).toHaveLength(1)
  isAway = false
  const again = listening(await hub.open(unlucky, one.last(), 60))
  await expect.poll(() => again.events().map(({ kind }) => kind)).toEqual(['brand'])
  await newLines(1, 'vendor')
  for (const each of [again, other])
    await expect.poll(() => each.events().filter(({ kind }) => kind === 'vendor').length).toBe(1)
  expect(other.events().filter(({ kind }) => kind === 'brand')).toHaveLength(1)
})

test('one subscriber that cannot be written to is cut off alone', async () => {
  const [unlucky, lucky] = [await asActor(await t.person()), await asActor(await t.person())]
  const { hub, failures } = hubWhere(() => undefined)
  const broken = await hub.open(unlucky, undefined, 60)
  const one = listening(broken)
  const other = listening(await hub.open(lucky, undefined, 60))
  await expect.poll(() => one.last()).toBeDefined()
  broken.push = () => {
    throw new Error('broken')
  }
  await newLines(1)
  await expect.poll(() => other.events()).toHaveLength(1)
  await expect.poll(() => one.heard.ended).toBe(true)
  expect(failures).toHaveLength(1)
  const again = listening(await hub.open(unlucky, one.last(), 60))
  await expect.poll(() => again.events()).toHaveLength(1)
})

test('what could not be read is read again', async () => {
  const actor = await asActor(await t.person())
  const { hub, failures } = hubWhere(() => undefined)
  const stream = listening(await hub.open(actor, undefined, 60))
  await t.asOwner('alter table events rename to events_away')
  await sql`notify events`.execute(t.db)
  await expect.poll(() => failures.length, { timeout: 8000 }).toBeGreaterThan(0)
  await t.asOwner('alter table events_away rename to events')
  await newLines(1)
  await expect.poll(() => stream.events(), { timeout: 8000 }).toHaveLength(1)
  expect(stream.heard.ended).toBe(false)
})
