import { readFileSync } from 'node:fs'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { signIn as signInTo } from '#test/sign-in.ts'
import { knownDevice, rememberDevice } from './known-devices.ts'

const { call, person, app, db } = await testApp()
const secure = await testApp({ origin: 'https://assets.example.com', trustProxy: true })

const signIn = (email: string, from: Parameters<typeof signInTo>[2] = {}) => signInTo(app, email, from)
const wrong = 'not the password'

let networks = 0
const newAddress = () => {
  networks += 1
  return `10.1.${networks >> 8}.${networks & 255}`
}

/** Uses up the attempts of an address, like an attacker who guesses at two hundred accounts. */
async function useUp(address: string, tries = 200) {
  await sql`delete from throttles`.execute(db)
  await signIn('victim0@example.com', { password: wrong, address })
  await sql`update throttles set tries = ${tries}::int`.execute(db)
  expect((await signIn('victim1@example.com', { password: wrong, address })).status).toBe(429)
}

afterEach(() => void vi.useRealTimers())

test('compose believes the proxy that it is made for', () => {
  const compose = readFileSync(new URL('../../../../../ops/compose.yaml', import.meta.url), 'utf8')
  expect(compose).toMatch(/TRUST_PROXY: \$\{TRUST_PROXY:-true\}/)
})

test('two hundred bad sign-ins of one caller behind the proxy lock nobody else out', async () => {
  const { email } = await secure.person()
  const from = (address: string, who: string, password: string) =>
    secure.app.inject({
      ...{ method: 'POST', url: '/api/v1/login', payload: { email: who, password } },
      headers: { 'x-forwarded-for': address },
    })
  await from('192.0.2.1', 'victim0@example.com', wrong)
  await sql`update throttles set tries = 200`.execute(secure.db)
  expect((await from('192.0.2.1', 'victim1@example.com', wrong)).statusCode).toBe(429)
  expect((await from('192.0.2.2', email, 'Brass-Lamp-77')).statusCode).toBe(200)
})

test('signing in sets a cookie that only the sign-in is sent, and that scripts cannot read', async () => {
  const { email } = await secure.person()
  const { response, device } = await signInTo(secure.app, email)
  const cookie = response.cookies.find(({ name }) => name === 'ats_device')
  expect(cookie).toMatchObject({
    ...{ httpOnly: true, sameSite: 'Strict', secure: true, path: '/api/v1/login' },
    maxAge: 180 * 24 * 60 * 60,
  })
  expect(device).not.toContain('@')
  expect((await signIn(email, { password: wrong })).device).toBeUndefined()
})

test('a right password from a known device passes a throttled address, from another device it does not', async () => {
  const [owner, other] = [await person(), await person()]
  const { device } = await signIn(owner.email)
  const address = newAddress()
  await useUp(address)
  expect((await signIn(owner.email, { address })).status).toBe(429)
  expect((await signIn(other.email, { address, device })).status).toBe(429)
  expect((await signIn(owner.email, { address, device, password: wrong })).status).toBe(401)
  expect((await signIn(owner.email.toUpperCase(), { address, device })).status).toBe(200)
})

test('a stranger who uses up the tries of an account does not lock its owner out of a known device', async () => {
  const { email } = await person()
  const { device } = await signIn(email)
  await sql`delete from throttles`.execute(db)
  await signIn(email, { password: wrong, address: newAddress() })
  await sql`update throttles set tries = 100`.execute(db)
  expect((await signIn(email, { address: newAddress() })).status).toBe(429)
  expect((await signIn(email, { address: newAddress(), device })).status).toBe(200)
})

test('a known device has ten tries of its own, wherever it is, and takes none from others', async () => {
  const { email } = await person()
  const { device } = await signIn(email)
  await sql`delete from throttles`.execute(db)
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1)
    statuses.push((await signIn(email, { password: wrong, device, address: newAddress() })).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await signIn(email, { device })).status).toBe(429)
  expect((await signIn(email)).status).toBe(200)
})

test('tries through all known devices of an account are bounded, too', async () => {
  const { email } = await person()
  const first = await signIn(email)
  const second = await signIn(email)
  await sql`delete from throttles`.execute(db)
  await signIn(email, { password: wrong, device: first.device })
  await sql`update throttles set tries = 100`.execute(db)
  expect((await signIn(email, { password: wrong, device: second.device })).status).toBe(429)
})

test('addresses of one IPv6 network count as one', async () => {
  const { email } = await person()
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1)
    statuses.push(
      (await signIn(email, { password: wrong, address: `2001:db8:7:7::${n.toString(16)}` })).status,
    )
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await signIn(email, { password: wrong, address: '2001:db8:7:8::1' })).status).toBe(401)
})

test('right passwords are bounded, since each takes as long to check', async () => {
  const { email } = await person()
  const address = newAddress()
  await signIn(email, { address })
  await sql`update throttles set tries = 1000 where tries = 1`.execute(db)
  expect((await signIn(email, { address })).status).toBe(429)
})

test('a mark is for one account, one secret and half a year', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const cookie = rememberDevice(undefined, 'A@example.com', 'secret')
  expect(knownDevice(cookie, 'a@example.com', 'secret')).toMatch(/^[\w-]{16}$/)
  expect(knownDevice(cookie, 'b@example.com', 'secret')).toBeUndefined()
  expect(knownDevice(cookie, 'a@example.com', 'other')).toBeUndefined()
  for (const nonsense of ['', '~~~', 'x.1.y', cookie.slice(1), `${cookie}x`])
    expect(knownDevice(nonsense, 'a@example.com', 'secret')).toBeUndefined()
  vi.advanceTimersByTime(181 * 24 * 60 * 60 * 1000)
  expect(knownDevice(cookie, 'a@example.com', 'secret')).toBeUndefined()
})

test('a device remembers the five who signed in last', () => {
  let cookie: string | undefined
  const emails = Array.from({ length: 6 }, (_, n) => `person${n}@example.com`)
  for (const email of [...emails, emails[5] ?? '']) cookie = rememberDevice(cookie, email, 'secret')
  const known = emails.filter((email) => knownDevice(cookie, email, 'secret') !== undefined)
  expect(known).toEqual(emails.slice(1))
  expect(cookie?.split('~')).toHaveLength(5)
})

test('a person has fifty sessions at most; beyond that the one unused for longest ends', async () => {
  const someone = await person()
  const used = await signIn(someone.email)
  await sql`insert into sessions (user_id, token_hash, cookie_hash, address, agent, expires_at, last_seen_at)
    select ${someone.id}, sha256(uuidv7()::text::bytea), '\\x00', '127.0.0.1', 'test', now() + interval '1 day',
      now() - interval '1 minute' * n from generate_series(1, 48) n`.execute(db)
  const { count } = db.fn
  const sessionsOf = async () =>
    (
      await db
        .selectFrom('sessions')
        .select(count<number>('id').as('all'))
        .where('user_id', '=', someone.id)
        .executeTakeFirstOrThrow()
    ).all
  expect(await sessionsOf()).toBe(50)
  await sql`update sessions set last_seen_at = now() - interval '5 hours' where token_hash = sha256(${someone.token}::bytea)`.execute(
    db,
  )
  expect((await signIn(someone.email)).status).toBe(200)
  expect(await sessionsOf()).toBe(50)
  expect((await call(someone, sessions.me)).status).toBe(401)
  expect((await call(used, sessions.me)).status).toBe(200)
})

test('a flood of sign-ins on unknown devices does not delay a person on a known one', async () => {
  const { email } = await person()
  const { device } = await signIn(email)
  const timed = async (work: () => Promise<{ status: number }>) => {
    const begin = performance.now()
    const { status } = await work()
    return { status, ms: Math.round(performance.now() - begin) }
  }
  const flood = Array.from({ length: 150 }, (_, n) =>
    timed(() => signIn(`flood${n}@example.com`, { address: `10.8.${n}.1`, password: 'Not-The-One-11' })),
  )
  const known = await timed(() => signIn(email, { device, address: '10.9.0.1' }))
  const slowest = Math.max(...(await Promise.all(flood)).map(({ ms }) => ms))
  console.log(`a flood of 150: the last after ${slowest} ms, a known device after ${known.ms} ms`)
  expect(known.status).toBe(200)
  expect(known.ms).toBeLessThan(slowest / 2)
})
