import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { newAuthenticator } from '#test/authenticator.ts'
import { newBrowser, withPasskey, withTotp } from '#test/second-factor.ts'

const t = await testApp()
const { call, db } = t
const password = { body: { password: testPassword } }

async function withKey() {
  const person = await t.person()
  const { authenticator, passkey, recoveryCodes } = await withPasskey(t, person)
  const browser = newBrowser(t)
  const challenge = async () => {
    const { token } = await browser.begin(person.email)
    return { token, options: (await browser.options(token)).body.options as { challenge: string } }
  }
  return { person, authenticator, passkey, recoveryCodes, browser, challenge }
}

const optionsFor = async (person: Person) =>
  (await call(person, secondFactor.beginPasskey, password)).body.options as { challenge: string }

test('a passkey is added and signs in', async () => {
  const { person, authenticator, passkey, recoveryCodes, browser, challenge } = await withKey()
  expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null })
  expect(recoveryCodes).toHaveLength(10)
  expect((await browser.begin(person.email)).methods).toEqual(['passkey', 'recovery'])
  const { token, options } = await challenge()
  expect(options).toMatchObject({ rpId: 'ats.test', userVerification: 'preferred' })
  const { status, body } = await browser.second({ token, passkey: authenticator.sign(options) })
  expect(status).toBe(200)
  const { passkeys } = (await call(browser.signedIn(body), secondFactor.get)).body
  expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }])
})

test('a challenge is signed once, and only the last one counts', async () => {
  const { authenticator, browser, challenge } = await withKey()
  const { token, options } = await challenge()
  const { options: newer } = (await browser.options(token)).body
  const attempt = (passkey: object) => browser.second({ token, passkey })
  expect((await attempt(authenticator.sign(options))).body.code).toBe('passkey-wrong')
  // The failed try used up the newer challenge as well.
  expect((await attempt(authenticator.sign(newer))).body.code).toBe('passkey-wrong')
  const last = (await browser.options(token)).body.options
  expect((await attempt(authenticator.sign(last))).status).toBe(200)
  const another = await challenge()
  const replayed = { token: another.token, passkey: authenticator.sign(last) }
  expect((await browser.second(replayed)).body.code).toBe('passkey-wrong')
})

test('without a challenge no signature counts', async () => {
  const { person, authenticator, browser } = await withKey()
  const { token } = await browser.begin(person.email)
  const passkey = authenticator.sign({ challenge: 'bm90aGluZw' })
  expect((await browser.second({ token, passkey })).body.code).toBe('passkey-wrong')
})

test.each([
  ['origin', { origin: 'http://ats.test.example.com' }],
  ['scheme', { origin: 'https://ats.test' }],
  ['host', { rpId: 'example.com' }],
  ['type', { type: 'webauthn.create' }],
  ['challenge', { challenge: 'bm90aGluZw' }],
])('a response with another %s is refused, at sign-in and when it is added', async (_, wrong) => {
  const { person, authenticator, browser, challenge } = await withKey()
  const { token, options } = await challenge()
  const passkey = authenticator.sign(options, wrong)
  expect((await browser.second({ token, passkey })).body.code).toBe('passkey-wrong')
  const fresh = await t.session(person.id)
  const other = newAuthenticator()
  const asked = (await call(fresh, secondFactor.beginPasskey, password)).body.options
  const isOfType = 'type' in wrong
  const response = other.create(asked as never, isOfType ? { type: 'webauthn.get' } : wrong)
  const added = await call(fresh, secondFactor.addPasskey, { body: { name: 'Key', response } })
  expect(added.body.code).toBe('passkey-wrong')
})

test("another person's passkey is refused, though the challenge is right", async () => {
  const [one, other] = [await withKey(), await withKey()]
  const { token, options } = await one.challenge()
  const passkey = other.authenticator.sign(options)
  expect((await one.browser.second({ token, passkey })).body.code).toBe('passkey-wrong')
  const forged = { ...other.authenticator.sign(options), id: one.authenticator.sign(options).id }
  const again = await one.challenge()
  expect((await one.browser.second({ token: again.token, passkey: forged })).body.code).toBe('passkey-wrong')
})

test('a counter that does not rise comes from a copy and is refused', async () => {
  const { authenticator, browser, challenge } = await withKey()
  const attempt = async (counter: number) => {
    const { token, options } = await challenge()
    return (await browser.second({ token, passkey: authenticator.sign(options, { counter }) })).status
  }
  expect(await attempt(10)).toBe(200)
  expect(await attempt(10)).toBe(401)
  expect(await attempt(9)).toBe(401)
  expect(await attempt(11)).toBe(200)
})

test('a passkey without a counter works again and again', async () => {
  const person = await t.person()
  const authenticator = newAuthenticator()
  const response = authenticator.create(await optionsFor(person), { counter: 0 })
  await call(person, secondFactor.addPasskey, { body: { name: 'Phone', response } })
  const browser = newBrowser(t)
  for (let times = 0; times < 2; times += 1) {
    const { token } = await browser.begin(person.email)
    const { options } = (await browser.options(token)).body
    const passkey = authenticator.sign(options, { counter: 0 })
    expect((await browser.second({ token, passkey })).status).toBe(200)
  }
})

test('a removed passkey no longer signs in, also with a challenge from before', async () => {
  const { person, authenticator, passkey, browser, challenge } = await withKey()
  await withTotp(t, person)
  const { token, options } = await challenge()
  const removed = await call(person, secondFactor.removePasskey, { params: { id: passkey.id }, ...password })
  expect(removed.status).toBe(200)
  const attempt = await browser.second({ token, passkey: authenticator.sign(options) })
  expect(attempt.body.code).toBe('passkey-wrong')
  expect((await browser.begin(person.email)).methods).toEqual(['totp', 'recovery'])
})

test('a challenge to add a passkey works once, in its session and for ten minutes', async () => {
  const person = await t.person()
  const authenticator = newAuthenticator()
  const add = (as: Person, response: object) =>
    call(as, secondFactor.addPasskey, { body: { name: 'Key', response } })
  const first = authenticator.create(await optionsFor(person))
  const elsewhere = { ...person, ...(await t.session(person.id)) }
  expect((await add(elsewhere, first)).body.code).toBe('setup-over')
  expect((await add(person, first)).status).toBe(201)
  expect((await add(person, first)).body.code).toBe('setup-over')
  const late = newAuthenticator().create(await optionsFor(person))
  await db.updateTable('second_factor_setups').set({ expires_at: '2000-01-01' }).execute()
  expect((await add(person, late)).body.code).toBe('setup-over')
})

test('the same passkey belongs to one account', async () => {
  const { authenticator } = await withKey()
  const other = await t.person()
  const response = authenticator.create(await optionsFor(other))
  const { status, body } = await call(other, secondFactor.addPasskey, { body: { name: 'Key', response } })
  expect([status, body.code]).toEqual([409, 'passkey-known'])
})

test('an account has at most twenty passkeys', async () => {
  const { person } = await withKey()
  const { public_key, ...row } = await db
    .selectFrom('passkeys')
    .select(['user_id', 'public_key', 'counter', 'transports', 'name'])
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 19 }, (_, n) => ({
    ...row,
    public_key,
    credential_id: `${person.id}${n}`,
  }))
  await db.insertInto('passkeys').values(more).execute()
  const { body } = await call(person, secondFactor.beginPasskey, password)
  expect(body.code).toBe('passkeys-too-many')
})

test('passkeys are renamed and removed by their owner alone', async () => {
  const { person, passkey } = await withKey()
  const other = await t.person({ role: 'Admin' })
  const params = { id: passkey.id }
  const rename = (as: Person) =>
    call(as, secondFactor.renamePasskey, { params, body: { name: 'Old laptop' } })
  expect((await rename(other)).body.code).toBe('passkey-not-found')
  expect((await rename(person)).body).toMatchObject({ name: 'Old laptop' })
  const foreign = await call(other, secondFactor.removePasskey, { params, ...password })
  expect(foreign.body.code).toBe('passkey-not-found')
  const wrong = await call(person, secondFactor.removePasskey, { params, body: { password: 'wrong' } })
  expect(Object.keys(wrong.body.fields ?? {})).toEqual(['password'])
  expect(wrong.status).toBe(400)
})
