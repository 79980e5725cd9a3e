import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { roles } from '@ats/contract/identity/roles.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { system } from '@ats/contract/system.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { Problem } from '#kernel/http/problem.ts'
import { testApp } from '#test/app.ts'
import { cloneDatabase } from '#test/database.ts'
import { inTransaction, refusing } from './db.ts'

const limits = { connections: 20, waiters: 200, statementMs: 15_000, lockMs: 5000 }
const { db, asOwner } = await testApp()
const narrow = await testApp({ databaseLimits: { ...limits, connections: 1, waiters: 5 } })
const hasty = {
  'statement that takes too long': await testApp({ databaseLimits: { ...limits, statementMs: 400 } }),
  'lock that does not come': await testApp({ databaseLimits: { ...limits, lockMs: 400 } }),
}
const shaken = await testApp()
const far = await cloneDatabase()
const cable = await wire(far.url)
const cutOff = await testApp({ databaseUrl: cable.url })
afterAll(far.drop)
await asOwner(
  'create table counts (id int primary key, value int not null, constraint counts_small check (value < 100))',
  'grant all on counts to public',
  'grant set on parameter deadlock_timeout to public',
)
await sql`insert into counts values (1, 0), (2, 0)`.execute(db)

/** Holds a lock that every writer of roles has to wait for. */
async function lockRoles(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query('lock table roles in access exclusive mode')
}

test('more waiters than allowed are refused at once with a time to come back, and then all is well', async () => {
  const { app } = narrow
  const calls = Array.from({ length: 60 }, () => app.inject('/readyz'))
  const responses = await Promise.all(calls)
  const refused = responses.filter(({ statusCode }) => statusCode === 503)
  expect(responses.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(5)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, json } of refused) {
    expect(headers['retry-after']).toBe('2')
    expect(json().code).toBe('unavailable')
  }
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

test.each(Object.entries(hasty))(
  'a %s is a 503 with a time to come back',
  async (_name, { call, person, config }) => {
    const admin = await person({ role: 'Admin' })
    await lockRoles(config.databaseUrl)
    const { status, headers, body } = await call(admin, roles.list)
    expect([status, headers['retry-after']]).toEqual([503, '2'])
    expect(body.message).toBe('The server is busy. Please try again shortly.')
  },
)

test('a broken connection is replaced', async () => {
  const { call, person, db: other } = shaken
  const admin = await person({ role: 'Admin' })
  const killOthers = sql`select pg_terminate_backend(pid, 2000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await Promise.all(Array.from({ length: 5 }, () => call(admin, sessions.me)))
  await killOthers.execute(other)
  await wait(20)
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await call(admin, sessions.me)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 200, 200])
})

/** A connection to the database that can be cut and restored. */
async function wire(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  const mend = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'))
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  await mend(0)
  afterAll(cut)
  const own = (server.address() as AddressInfo).port
  const url = new URL(databaseUrl)
  url.port = String(own)
  return { url: url.href, cut, mend: () => mend(own) }
}

test('without a database every call but /livez is a 503, and all is well once it is back', async () => {
  const { app, call, person } = cutOff
  const admin = await person({ role: 'Admin' })
  cable.cut()
  await wait(20)
  expect((await call(null, system.live)).status).toBe(200)
  for (const address of ['/readyz', '/api/v1/me']) {
    const { statusCode, headers } = await app.inject({ url: address, headers: admin.headers })
    expect([address, statusCode, headers['retry-after']]).toEqual([address, 503, '2'])
  }
  await cable.mend()
  expect((await call(null, system.ready)).status).toBe(200)
  expect((await call(admin, sessions.me)).status).toBe(200)
})

test('a deadlock is tried again, and both changes are made once', async () => {
  let tries = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const add = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await sql`set local deadlock_timeout = '50ms'`.execute(tx)
      await sql`update counts set value = value + 1 where id = ${first}`.execute(tx)
      tries += 1
      if (tries === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update counts set value = value + 1 where id = ${second}`.execute(tx)
    })
  await Promise.all([add(1, 2), add(2, 1)])
  // After a retry they may conflict once more.
  expect(tries).toBeGreaterThanOrEqual(3)
  const { rows } = await sql`select value from counts order by id`.execute(db)
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
})

test('a transaction that cannot be serialised is given up after three tries', async () => {
  let tries = 0
  const failing = inTransaction(db, async (tx) => {
    tries += 1
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx)
  })
  await expect(failing).rejects.toThrow('again')
  expect(tries).toBe(3)
})

test('any other error is not tried again, and nothing of the transaction is kept', async () => {
  let tries = 0
  const failing = inTransaction(db, async (tx) => {
    tries += 1
    await sql`insert into counts values (3, 0)`.execute(tx)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(tries).toBe(1)
  expect((await sql`select from counts where id = 3`.execute(db)).rows).toEqual([])
})

test('a named constraint is turned into its refusal, any other error stays what it is', async () => {
  const small = { counts_small: () => new Problem('too-many-streams') }
  await expect(refusing(sql`insert into counts values (4, 100)`.execute(db), small)).rejects.toThrow(
    'Too many streams are open.',
  )
  await expect(refusing(sql`insert into counts values (1, 1)`.execute(db), small)).rejects.toThrow(
    'counts_pkey',
  )
  await expect(refusing(Promise.resolve(7), small)).resolves.toBe(7)
})

test('a value that is there already is refused whatever the index is called', async () => {
  const twice = { unique: () => new Problem('master-name-taken') }
  await expect(refusing(sql`insert into counts values (1, 1)`.execute(db), twice)).rejects.toThrow(
    'There is already a record with this name.',
  )
  await expect(refusing(sql`insert into counts values (4, 100)`.execute(db), twice)).rejects.toThrow(
    'counts_small',
  )
})

test('moments come as ISO 8601 with their microseconds, days as days, large numbers as numbers', async () => {
  const { rows } = await sql`select timestamptz '2026-02-03 04:05:06.789012+05:30' as moment,
    timestamptz '2026-02-03 00:00+00' as midnight, date '2026-02-03' as day, 9007199254740991::bigint as large`.execute(
    db,
  )
  expect(rows).toEqual([
    {
      moment: '2026-02-02T22:35:06.789012Z',
      midnight: '2026-02-03T00:00:00Z',
      day: '2026-02-03',
      large: 9007199254740991,
    },
  ])
})
