import { passwords } from '@ats/contract/identity/passwords.ts'
import { secondFactor, secondSteps } from '@ats/contract/identity/second-factor.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp, testPassword } from '#test/app.ts'
import { newBrowser, withTotp } from '#test/second-factor.ts'

const t = await testApp()
const { call, db } = t

async function withApp(role = 'User') {
  const person = await t.person({ role })
  return { person, email: person.email, totp: await withTotp(t, person), browser: newBrowser(t) }
}

const failuresOf = async (userId: string) =>
  (await db.selectFrom('failed_sign_ins').select('tries').where('user_id', '=', userId).executeTakeFirst())
    ?.tries ?? 0

test('who has no second factor signs in with the password alone, as before', async () => {
  const { email } = await t.person()
  const { status, body } = await newBrowser(t).first(email)
  expect([status, Object.keys(body)]).toEqual([200, ['token', 'user']])
})

test('who has one gets no session and no sign-in on record before the second step', async () => {
  const { person, email, totp, browser } = await withApp()
  await sql`delete from sessions where user_id = ${person.id}`.execute(db)
  const { token, methods } = await browser.begin(email)
  expect(methods).toEqual(['totp'])
  expect(Object.keys(browser.cookies)).toEqual(['ats_step'])
  const sessionCount = () => db.selectFrom('sessions').select('id').where('user_id', '=', person.id).execute()
  expect(await sessionCount()).toEqual([])
  const { status, body } = await browser.second({ token, code: totp.code() })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ _id: person.id, mustFirst: null })
  expect((await call(browser.signedIn(body), sessions.me)).status).toBe(200)
  expect(Object.keys(browser.cookies).sort()).toEqual(['ats_device', 'ats_session'])
  expect(await sessionCount()).toHaveLength(1)
})

test('a program signs in with the token alone, without a cookie', async () => {
  const { email, totp } = await withApp()
  const first = await call(null, sessions.login, { body: { email, password: testPassword } })
  const { token } = (first.body as { secondStep: { token: string } }).secondStep
  expect(first.headers['set-cookie']).toBeUndefined()
  const { status } = await call(null, secondSteps.complete, { body: { token, code: totp.code() } })
  expect(status).toBe(200)
})

test('a code that was used is refused a second time', async () => {
  const { email, totp, browser } = await withApp()
  const code = totp.code()
  expect((await browser.second({ ...(await browser.begin(email)), code })).status).toBe(200)
  const again = await browser.second({ token: (await browser.begin(email)).token, code })
  expect([again.status, again.body.code]).toEqual([401, 'second-step-wrong'])
})

test('the code of the step before works, the code of an earlier one does not, and none before the last used', async () => {
  const { email, totp, browser } = await withApp()
  const attempt = async (steps: number) => {
    const { token } = await browser.begin(email)
    return (await browser.second({ token, code: totp.code(steps) })).status
  }
  expect(await attempt(-2)).toBe(401)
  expect(await attempt(2)).toBe(401)
  expect(await attempt(0)).toBe(200)
  expect(await attempt(-1)).toBe(401)
  expect(await attempt(1)).toBe(200)
})

test('of parallel requests with the same code one passes', async () => {
  const { email, totp } = await withApp()
  const browsers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const browser = newBrowser(t)
      return { browser, token: (await browser.begin(email)).token }
    }),
  )
  const code = totp.code()
  const replies = await Promise.all(browsers.map(({ browser, token }) => browser.second({ token, code })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
})

test('of parallel requests with the same token one passes, also with different codes', async () => {
  const { email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  const replies = await Promise.all([0, 1].map((steps) => browser.second({ token, code: totp.code(steps) })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('after five wrong codes the token is over, also for the right code', async () => {
  const { person, email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  for (let tries = 0; tries < 5; tries += 1)
    expect((await browser.second({ token, code: totp.wrongCode() })).body.code).toBe('second-step-wrong')
  expect(await failuresOf(person.id)).toBe(5)
  expect((await browser.second({ token, code: totp.code() })).body.code).toBe('second-step-over')
  expect((await browser.second({ ...(await browser.begin(email)), code: totp.code() })).status).toBe(200)
  expect(await failuresOf(person.id)).toBe(0)
})

test('parallel wrong codes do not exceed the five of a token', async () => {
  const { email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  const tries = Array.from({ length: 12 }, () => browser.second({ token, code: totp.wrongCode() }))
  const codes = (await Promise.all(tries)).map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'second-step-wrong')).toHaveLength(5)
})

test('codes cannot be guessed over many tokens: ten in a quarter of an hour, whoever has the password', async () => {
  const { person, email, totp } = await withApp()
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1) {
    const guesser = newBrowser(t, { address: `10.9.0.${tries}` })
    const { token } = await guesser.begin(email)
    statuses.push((await guesser.second({ token, code: totp.wrongCode() })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  const owner = newBrowser(t)
  expect((await owner.second({ ...(await owner.begin(email)), code: totp.code() })).status).toBe(429)
  await sql`update throttles set window_ends_at = now() - interval '1 second' where tries < 50`.execute(db)
  expect((await owner.second({ ...(await owner.begin(email)), code: totp.code() })).status).toBe(200)
  expect(person.id).toBeDefined()
})

test('fifty wrong codes in a day are the end of guessing, and recovery codes still work', async () => {
  const { person, email, totp, browser } = await withApp()
  const { recoveryCodes } = (
    await call(person, secondFactor.newRecoveryCodes, { body: { password: testPassword } })
  ).body
  await sql`delete from throttles`.execute(db)
  await browser.second({ ...(await browser.begin(email)), code: totp.wrongCode() })
  await sql`update throttles set tries = 50 where window_ends_at > now() + interval '1 hour'`.execute(db)
  expect((await browser.second({ ...(await browser.begin(email)), code: totp.code() })).status).toBe(429)
  const { token } = await browser.begin(email)
  expect((await browser.second({ token, recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(200)
})

test('a token works once', async () => {
  const { email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  expect((await browser.second({ token, code: totp.code() })).status).toBe(200)
  expect((await browser.second({ token, code: totp.code(1) })).body.code).toBe('second-step-over')
})

test("a token does not take another person's code", async () => {
  const [one, other] = [await withApp(), await withApp()]
  await sql`update totp_factors set sealed_secret = '\\x00' where user_id = ${one.person.id}`.execute(db)
  const { token } = await one.browser.begin(one.email)
  expect((await one.browser.second({ token, code: other.totp.code() })).status).toBe(401)
})

test('a token is worth nothing in another browser, and without its cookie', async () => {
  const { email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  const thief = newBrowser(t)
  expect((await thief.second({ token, code: totp.code() })).body.code).toBe('second-step-over')
  await thief.begin(email)
  expect((await thief.second({ token, code: totp.code() })).body.code).toBe('second-step-over')
  expect((await thief.options(token)).body.code).toBe('second-step-over')
  const asked = await call(null, secondSteps.passkeyOptions, { body: { token } })
  expect([asked.status, asked.body.code]).toEqual([401, 'second-step-over'])
  const bare = await call(null, secondSteps.complete, { body: { token, code: totp.code() } })
  expect(bare.body.code).toBe('second-step-over')
  expect((await browser.second({ token, code: totp.code() })).status).toBe(200)
})

test('a token is over after five minutes', async () => {
  const { email, totp, browser } = await withApp()
  const { token, expiresAt } = await browser.begin(email)
  const minutes = (new Date(expiresAt).getTime() - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(4.8)
  expect(minutes).toBeLessThanOrEqual(5)
  await sql`update sign_in_steps set expires_at = now()`.execute(db)
  expect((await browser.second({ token, code: totp.code() })).body.code).toBe('second-step-over')
})

test('a token is over once the password changed', async () => {
  const { person, email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  const body = { oldPassword: testPassword, newPassword: 'Copper-Kettle-5' }
  expect((await call(person, passwords.change, { body })).status).toBe(200)
  expect((await browser.second({ token, code: totp.code() })).body.code).toBe('second-step-over')
})

test('a token is over once the account is disabled or deleted', async () => {
  const admin = await t.person({ role: 'Admin' })
  const [disabled, deleted] = [await withApp(), await withApp()]
  const tokens = [await disabled.browser.begin(disabled.email), await deleted.browser.begin(deleted.email)]
  const { id } = disabled.person
  await call(admin, users.update, { params: { id }, body: { status: 'disabled' } })
  await call(admin, users.remove, { params: { id: deleted.person.id } })
  const code = disabled.totp.code()
  expect((await disabled.browser.second({ ...tokens[0], code })).body.code).toBe('second-step-over')
  expect((await deleted.browser.second({ ...tokens[1], code })).body.code).toBe('second-step-over')
})

test('begun sign-ins do not pile up', async () => {
  const { person, email } = await withApp()
  for (let n = 0; n < 13; n += 1) await newBrowser(t).begin(email)
  expect(
    await db.selectFrom('sign_in_steps').select('tries').where('user_id', '=', person.id).execute(),
  ).toHaveLength(10)
})

test('a session that a browser had before is not the one that a second step opens', async () => {
  const { person, email, totp, browser } = await withApp()
  browser.cookies.ats_session = person.cookie
  const { token } = await browser.begin(email)
  expect(browser.cookies.ats_session).toBe(person.cookie)
  const { body } = await browser.second({ token, code: totp.code() })
  expect(browser.cookies.ats_session).not.toBe(person.cookie)
  const planted = {
    headers: { authorization: `Bearer ${body.token}`, cookie: `ats_session=${person.cookie}` },
  }
  expect((await call(planted, sessions.me)).status).toBe(401)
})

test.each([
  ['no proof', {}],
  ['an empty code', { code: ' ' }],
  ['two proofs', { code: '123456', recoveryCode: 'abcd' }],
  ['no token', { token: undefined, code: '123456' }],
])('%s is invalid', async (_, given) => {
  const { email, browser } = await withApp()
  const { status } = await browser.second({ ...(await browser.begin(email)), ...given })
  expect(status).toBe(400)
})

test('codes with letters, spaces or a wrong length are only wrong', async () => {
  const { email, totp, browser } = await withApp()
  const { token } = await browser.begin(email)
  for (const code of ['12345', '1234567', 'abcdef', "' or 1=1"])
    expect((await browser.second({ token, code })).status).toBe(401)
  const spaced = totp.code().replace(/^.../, '$& ')
  expect((await browser.second({ token, code: spaced })).status).toBe(200)
})
