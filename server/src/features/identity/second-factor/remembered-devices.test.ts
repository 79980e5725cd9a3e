import { passwords } from '@ats/contract/identity/passwords.ts'
import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { newBrowser, withPasskey, withTotp } from '#test/second-factor.ts'

const t = await testApp()
const { call, db } = t

/** A person whose browser is remembered. */
async function remembered() {
  const person = await t.person()
  const totp = await withTotp(t, person)
  const browser = newBrowser(t)
  const { token } = await browser.begin(person.email)
  const { status, body } = await browser.second({ token, code: totp.code(), remember: true })
  expect(status).toBe(200)
  return { person, totp, browser, session: browser.signedIn(body) }
}

const isAsked = async (browser: ReturnType<typeof newBrowser>, { email }: Person, password?: string) =>
  'secondStep' in (await browser.first(email, password)).body

test('a remembered browser skips the second step, for the person who asked for it', async () => {
  const { person, browser } = await remembered()
  expect(await isAsked(browser, person)).toBe(false)
  expect(await isAsked(newBrowser(t), person)).toBe(true)
})

test('the cookie is for thirty days and out of reach of scripts', async () => {
  const person = await t.person()
  const totp = await withTotp(t, person)
  const browser = newBrowser(t)
  const { token } = await browser.begin(person.email)
  const { cookies } = await browser.second({ token, code: totp.code(), remember: true })
  expect(cookies.find(({ name }) => name === 'ats_remembered')).toMatchObject({
    ...{ httpOnly: true, sameSite: 'Strict', path: '/api/v1', maxAge: 30 * 24 * 60 * 60 },
  })
})

test('without the wish, nothing is remembered', async () => {
  const person = await t.person()
  const totp = await withTotp(t, person)
  const browser = newBrowser(t)
  await browser.second({ ...(await browser.begin(person.email)), code: totp.code() })
  expect(await isAsked(browser, person)).toBe(true)
})

test('the cookie of one account does not open another, and a browser can remember several', async () => {
  const { person, browser } = await remembered()
  const other = await t.person()
  const totp = await withTotp(t, other)
  expect(await isAsked(browser, other)).toBe(true)
  const { token } = await browser.begin(other.email)
  await browser.second({ token, code: totp.code(), remember: true })
  expect([await isAsked(browser, other), await isAsked(browser, person)]).toEqual([false, false])
})

test('a forged, planted or expired cookie is ignored', async () => {
  const { person, browser } = await remembered()
  const secret = browser.cookies.ats_remembered ?? ''
  const forged = newBrowser(t)
  for (const value of ['x', 'A'.repeat(43), `${secret}x`, secret.slice(1), "' or true --", '~'.repeat(500)]) {
    forged.cookies.ats_remembered = value
    expect(await isAsked(forged, person)).toBe(true)
  }
  await sql`update remembered_devices set expires_at = now() where user_id = ${person.id}`.execute(db)
  expect(await isAsked(browser, person)).toBe(true)
})

test('a secret that was in the cookie before is not the one that is remembered', async () => {
  const person = await t.person()
  const totp = await withTotp(t, person)
  const planted = 'P'.repeat(43)
  const [victim, attacker] = [newBrowser(t), newBrowser(t)]
  victim.cookies.ats_remembered = planted
  attacker.cookies.ats_remembered = planted
  const { token } = await victim.begin(person.email)
  await victim.second({ token, code: totp.code(), remember: true })
  expect(await isAsked(victim, person)).toBe(false)
  expect(await isAsked(attacker, person)).toBe(true)
})

test('the password is still needed', async () => {
  const { person, browser } = await remembered()
  expect((await browser.first(person.email, 'wrong password')).status).toBe(401)
})

test('a new password ends it', async () => {
  const { person, browser, session } = await remembered()
  const newPassword = 'Copper-Kettle-5'
  await call(session, passwords.change, { body: { oldPassword: testPassword, newPassword } })
  expect(await isAsked(browser, person, newPassword)).toBe(true)
})

test('a removed factor ends it, and a reset does', async () => {
  const { person, browser } = await remembered()
  const { passkey } = await withPasskey(t, person)
  const params = { id: passkey.id }
  await call(person, secondFactor.removePasskey, { params, body: { password: testPassword } })
  expect(await isAsked(browser, person)).toBe(true)
  const again = await remembered()
  const admin = await t.person({ role: 'Admin' })
  await call(admin, secondFactor.reset, { params: { id: again.person.id } })
  await withTotp(t, again.person)
  expect(await isAsked(again.browser, again.person)).toBe(true)
})

test('people see their remembered devices and forget them, but not those of others', async () => {
  const { person, browser, session } = await remembered()
  const { devices } = (await call(session, secondFactor.get)).body
  expect(devices).toMatchObject([{ agent: 'test browser', address: '127.0.0.1' }])
  const params = { id: devices[0]?.id ?? '' }
  const other = await t.person({ role: 'Admin' })
  expect((await call(other, secondFactor.forgetDevice, { params })).body.code).toBe('device-not-found')
  expect(await isAsked(browser, person)).toBe(false)
  expect((await call(session, secondFactor.forgetDevice, { params })).status).toBe(200)
  expect(await isAsked(browser, person)).toBe(true)
})

test('a program is not remembered', async () => {
  const person = await t.person()
  const totp = await withTotp(t, person)
  const post = (url: string, payload: object) => t.app.inject({ method: 'POST', url, payload })
  const { token } = (await post('/api/v1/login', { email: person.email, password: testPassword })).json()
    .secondStep
  const reply = await post('/api/v1/login/second-step', { token, code: totp.code(), remember: true })
  expect([reply.statusCode, reply.cookies.map(({ name }) => name)]).toEqual([200, ['ats_device', 'ats_step']])
})

test('an account remembers the last twenty browsers', async () => {
  const { person, totp, browser } = await remembered()
  const { user_id, ...row } = await db
    .selectFrom('remembered_devices')
    .select(['user_id', 'address', 'agent', 'expires_at'])
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 25 }, (_, n) => ({
    ...row,
    user_id,
    token_hash: Buffer.from(`${user_id}${n}`),
  }))
  await db.insertInto('remembered_devices').values(more).execute()
  const next = newBrowser(t)
  const { token } = await next.begin(person.email)
  await sql`update totp_factors set last_step = 0`.execute(db)
  expect((await next.second({ token, code: totp.code(), remember: true })).status).toBe(200)
  const rows = await db
    .selectFrom('remembered_devices')
    .select('id')
    .where('user_id', '=', person.id)
    .execute()
  expect(rows).toHaveLength(20)
  expect([await isAsked(browser, person), await isAsked(next, person)]).toEqual([true, false])
})
