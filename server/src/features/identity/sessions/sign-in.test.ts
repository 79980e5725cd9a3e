import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { testApp, testPassword } from '#test/app.ts'
import { signIn as signInTo } from '#test/sign-in.ts'

const { call, person, app, db } = await testApp()
const behindProxy = await testApp({ trustProxy: true })

const signIn = (email: string, from: { password?: string; address?: string } = {}) =>
  signInTo(app, email, from)
const wrong = 'not the password'
const pairLimit = 10

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.0.${addresses >> 8}.${addresses & 255}`
}

test('a wrong password and an unknown email get the same answer', async () => {
  const { email } = await person()
  const known = await signIn(email, { password: wrong })
  const unknown = await signIn('nobody@example.com', { password: wrong })
  expect(known.status).toBe(401)
  expect(known.body).toEqual({ ...unknown.body, requestId: known.body.requestId })
  expect(known.body.message).toBe('Invalid email or password.')
  const names = (headers: object) => Object.keys(headers).sort()
  expect(names(known.response.headers)).toEqual(names(unknown.response.headers))
})

test('missing credentials are said in the words of the sign-in page', async () => {
  const { status, body } = await signIn(' ', { password: '' })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    email: 'Please enter valid credentials',
    password: 'Please enter valid credentials',
  })
})

test('a disabled account is told so only to whoever knows its password', async () => {
  const admin = await person({ role: 'Admin' })
  const { id, email } = await person()
  await call(admin, users.update, { params: { id }, body: { status: 'disabled' } })
  const right = await signIn(email)
  expect(right.status).toBe(403)
  expect(right.body.message).toBe('This account is disabled. Please ask an administrator.')
  expect((await signIn(email, { password: wrong })).status).toBe(401)
})

test('a deleted account is as unknown as one that never was', async () => {
  const admin = await person({ role: 'Admin' })
  const { id, email } = await person()
  await call(admin, users.remove, { params: { id } })
  expect((await signIn(email)).status).toBe(401)
})

async function statusesOfTries(count: number, email: string, address: string) {
  const statuses: number[] = []
  for (let tries = 0; tries < count; tries += 1)
    statuses.push((await signIn(email, { password: wrong, address })).status)
  return statuses
}

test('after ten wrong tries even the right password has to wait, and is told how long', async () => {
  const { email } = await person()
  const address = newAddress()
  expect(await statusesOfTries(pairLimit + 1, email, address)).toEqual([...Array(10).fill(401), 429])
  const { status, response } = await signIn(email.toUpperCase(), { address })
  expect(status).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(800)
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(900)
  expect((await signIn(email, { address: newAddress() })).status).toBe(200)
})

test('the wait ends with its window', async () => {
  const { email } = await person()
  const address = newAddress()
  await statusesOfTries(pairLimit + 1, email, address)
  await sql`update throttles set window_ends_at = now() - interval '1 second'`.execute(db)
  expect((await signIn(email, { address })).status).toBe(200)
})

test('a right password forgives the wrong ones before it', async () => {
  const { email } = await person()
  const address = newAddress()
  for (let round = 0; round < 2; round += 1) {
    expect(await statusesOfTries(pairLimit - 1, email, address)).toEqual(Array(9).fill(401))
    expect((await signIn(email, { address })).status).toBe(200)
  }
})

test('tries that were refused do not lock the person out elsewhere', async () => {
  const { email } = await person()
  await statusesOfTries(120, email, newAddress())
  expect((await signIn(email, { address: newAddress() })).status).toBe(200)
})

test("signing in to one's own account does not let the address go on guessing at others", async () => {
  const own = await person()
  const address = newAddress()
  await sql`delete from throttles`.execute(db)
  const guess = (n: number) => signIn(`victim${n}@example.com`, { password: wrong, address })
  for (let n = 0; n < 5; n += 1) await guess(n)
  const most = async () =>
    Number((await sql<{ most: number }>`select max(tries) as most from throttles`.execute(db)).rows[0]?.most)
  expect(await most()).toBe(5)
  expect((await signIn(own.email, { address })).status).toBe(200)
  expect(await most()).toBe(5)
})

test('an account under attack from many addresses is protected as a whole', async () => {
  const { email } = await person()
  await sql`delete from throttles`.execute(db)
  await statusesOfTries(1, email, newAddress())
  await sql`update throttles set tries = 95`.execute(db)
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push(...(await statusesOfTries(1, email, newAddress())))
  expect(statuses).toEqual([...Array(5).fill(401), 429, 429, 429])
})

test('an address that guesses at many accounts is stopped as a whole', async () => {
  const address = newAddress()
  await sql`delete from throttles`.execute(db)
  await statusesOfTries(1, 'victim0@example.com', address)
  await sql`update throttles set tries = 198`.execute(db)
  const statuses: number[] = []
  for (let n = 1; n < 5; n += 1)
    statuses.push(...(await statusesOfTries(1, `victim${n}@example.com`, address)))
  expect(statuses).toEqual([401, 401, 429, 429])
})

test('of fifty wrong tries at once at most the limit is looked at', async () => {
  const { email } = await person()
  const address = newAddress()
  const tries = Array.from({ length: 50 }, () => signIn(email, { password: wrong, address }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(pairLimit)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50 - pairLimit)
})

test('an address that a caller makes up does not count as a new one behind a proxy', async () => {
  const statuses: number[] = []
  for (let n = 0; n <= pairLimit; n += 1) {
    const { statusCode } = await behindProxy.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { email: 'someone@example.com', password: wrong },
      headers: { 'x-forwarded-for': `192.0.2.${n}, 203.0.113.9` },
    })
    statuses.push(statusCode)
  }
  expect(statuses.at(-1)).toBe(429)
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function millisecondsOf(email: string) {
  const started = performance.now()
  await signIn(email, { password: wrong, address: newAddress() })
  return performance.now() - started
}

/** Interleaved, so that other load on the machine affects both. */
async function mediansOfTries(known: string, unknown: string) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let n = 0; n < 15; n += 1) {
    times.known.push(await millisecondsOf(known))
    times.unknown.push(await millisecondsOf(unknown))
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

test('an unknown email takes as long as a known one', { retry: 3 }, async () => {
  const { email } = await person()
  const { known, unknown } = await mediansOfTries(email, 'nobody.at.all@example.com')
  const ratio = unknown / known
  console.log(
    `sign-in, median of 15: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
  )
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
})

test('a password change and a sign-in with the old password never leave a working session', async () => {
  for (let round = 0; round < 8; round += 1) {
    const someone = await person()
    const late = Array.from({ length: 3 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 12))
      return signIn(someone.email)
    })
    const [changed, ...signIns] = await Promise.all([
      call(someone, passwords.change, {
        body: { oldPassword: testPassword, newPassword: 'Copper-Kettle-91' },
      }),
      ...late,
    ])
    expect(changed.status).toBe(200)
    for (const attempt of signIns)
      if (attempt.status === 200) expect((await call(attempt, sessions.me)).status).toBe(401)
  }
})

const patience = { timeout: 15_000, interval: 10 }
const someoneWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows).toHaveLength(1)
  }, patience)

test.each([
  ['password changes', sql`password_hash = 'another'`],
  ['account is disabled', sql`status = 'disabled'`],
  ['account is deleted', sql`deleted_at = now()`],
])('a sign-in whose %s after the password was checked is refused', async (_name, change) => {
  const { id, email } = await person()
  let late: ReturnType<typeof signIn> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`update users set ${change} where id = ${id}`.execute(tx)
    late = signIn(email)
    await someoneWaits()
  })
  expect((await late)?.status).toBe(401)
})
