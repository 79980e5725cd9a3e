import { audit } from '@ats/contract/audit.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { codeOf, newBrowser, withPasskey, withTotp } from '#test/second-factor.ts'

const t = await testApp()
const { call, db } = t
const password = { body: { password: testPassword } }

const begin = async (person: Person) => (await call(person, secondFactor.beginTotp, password)).body
const confirm = (person: Person, code: string) => call(person, secondFactor.confirmTotp, { body: { code } })

test('an authenticator app is set up with the password and its first code', async () => {
  const person = await t.person()
  const { secret, uri } = await begin(person)
  expect(uri).toContain(`secret=${secret}`)
  expect(uri).toContain('issuer=Asset%20Tracking%20Solution')
  expect((await call(person, secondFactor.get)).body).toMatchObject({ totp: null, recoveryCodes: 0 })
  const { status, body } = await confirm(person, codeOf(secret))
  expect(status).toBe(200)
  expect(body.recoveryCodes).toHaveLength(10)
  expect((await call(person, secondFactor.get)).body).toMatchObject({
    ...{ required: false, hasPassword: true, passkeys: [], recoveryCodes: 10, devices: [] },
    totp: { lastUsedAt: null },
  })
})

test('the secret is sealed in the database, and recovery codes are hashed', async () => {
  const person = await t.person()
  const { secret } = await begin(person)
  const { recoveryCodes } = (await confirm(person, codeOf(secret))).body
  const { rows } = await sql<{ stored: string }>`
    select encode(sealed_secret, 'escape') as stored from totp_factors where user_id = ${person.id}
    union all select encode(code_hash, 'escape') from recovery_codes where user_id = ${person.id}`.execute(db)
  expect(rows).toHaveLength(11)
  const stored = rows.map((row) => row.stored).join(' ')
  for (const one of [secret, ...(recoveryCodes ?? [])]) expect(stored).not.toContain(one)
})

test('a wrong password, a wrong first code and no begun set-up change nothing', async () => {
  const person = await t.person()
  const wrong = await call(person, secondFactor.beginTotp, { body: { password: 'wrong' } })
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['password']])
  expect((await confirm(person, '123456')).body.code).toBe('setup-over')
  const { secret } = await begin(person)
  const off = codeOf(secret, 20)
  expect((await confirm(person, off)).status).toBe(400)
  expect((await newBrowser(t).first(person.email)).body.token).toBeDefined()
  expect((await confirm(person, codeOf(secret))).status).toBe(200)
})

test('another session of the person, or another person, cannot confirm a set-up', async () => {
  const person = await t.person()
  const { secret } = await begin(person)
  const elsewhere = { ...person, ...(await t.session(person.id)) }
  expect((await confirm(elsewhere, codeOf(secret))).body.code).toBe('setup-over')
  expect((await confirm(await t.person(), codeOf(secret))).body.code).toBe('setup-over')
  expect((await confirm(person, codeOf(secret))).status).toBe(200)
})

test('the code that confirmed the app does not sign in', async () => {
  const person = await t.person()
  const { secret } = await begin(person)
  await confirm(person, codeOf(secret))
  const browser = newBrowser(t)
  const { token } = await browser.begin(person.email)
  expect((await browser.second({ token, code: codeOf(secret) })).status).toBe(401)
  expect((await browser.second({ token, code: codeOf(secret, 1) })).status).toBe(200)
})

test('the first factor ends the other sessions, a second one does not', async () => {
  const person = await t.person()
  const other = await t.session(person.id)
  await withPasskey(t, person)
  expect((await call(other, sessions.me)).status).toBe(401)
  const third = await t.session(person.id)
  const { secret } = await begin(person)
  const { recoveryCodes } = (await confirm(person, codeOf(secret))).body
  expect(recoveryCodes).toBeNull()
  expect((await call(third, sessions.me)).status).toBe(200)
})

test('a recovery code signs in once, and only its owner', async () => {
  const [person, other] = [await t.person(), await t.person()]
  const { recoveryCodes } = await withPasskey(t, person)
  const code = recoveryCodes?.[3] ?? ''
  await withPasskey(t, other)
  const attempt = async (who: Person, recoveryCode: string) => {
    const browser = newBrowser(t)
    return (await browser.second({ ...(await browser.begin(who.email)), recoveryCode })).status
  }
  expect(await attempt(other, code)).toBe(401)
  expect(await attempt(person, code.toUpperCase().replaceAll('-', ' '))).toBe(200)
  expect(await attempt(person, code)).toBe(401)
  expect((await call(person, secondFactor.get)).body.recoveryCodes).toBe(9)
})

test('of parallel requests with the same recovery code one passes', async () => {
  const person = await t.person()
  const { recoveryCodes } = await withPasskey(t, person)
  const browsers = [newBrowser(t), newBrowser(t), newBrowser(t)]
  const tokens = await Promise.all(browsers.map((browser) => browser.begin(person.email)))
  const tries = browsers.map((browser, at) =>
    browser.second({ token: tokens[at]?.token, recoveryCode: recoveryCodes?.[0] }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 401, 401])
})

test('new recovery codes end the old ones, and need a factor', async () => {
  const person = await t.person()
  const make = () => call(person, secondFactor.newRecoveryCodes, password)
  expect((await make()).body.code).toBe('second-factor-missing')
  const { recoveryCodes: old } = await withPasskey(t, person)
  expect((await make()).body.recoveryCodes).toHaveLength(10)
  const browser = newBrowser(t)
  const { token } = await browser.begin(person.email)
  expect((await browser.second({ token, recoveryCode: old?.[0] })).status).toBe(401)
})

test('without factors the password is enough again, and recovery codes are gone', async () => {
  const person = await t.person()
  const { passkey } = await withPasskey(t, person)
  expect((await call(person, secondFactor.removeTotp, password)).body.code).toBe('second-factor-missing')
  await call(person, secondFactor.removePasskey, { params: { id: passkey.id }, ...password })
  expect((await newBrowser(t).first(person.email)).body.token).toBeDefined()
  expect((await call(person, secondFactor.get)).body).toMatchObject({ passkeys: [], recoveryCodes: 0 })
})

test('the last factor stays while the role requires one', async () => {
  const admin = await t.person({ role: 'Admin' })
  const body = { roleName: 'Treasurer', permissions: [], secondFactorRequired: true }
  await call(admin, roles.create, { body })
  const person = await t.person({ role: 'Treasurer' })
  await withTotp(t, person)
  const { passkey } = await withPasskey(t, person)
  const remove = () => call(person, secondFactor.removePasskey, { params: { id: passkey.id }, ...password })
  expect((await call(person, secondFactor.removeTotp, password)).status).toBe(200)
  expect((await remove()).body.code).toBe('second-factor-last')
  expect((await call(person, secondFactor.get)).body).toMatchObject({ required: true, passkeys: [{}] })
})

test('people without a password here need a session of the last ten minutes', async () => {
  const person = await t.person()
  await sql`update users set password_hash = null where id = ${person.id}`.execute(db)
  expect((await call(person, secondFactor.get)).body.hasPassword).toBe(false)
  expect((await call(person, secondFactor.beginTotp, { body: {} })).status).toBe(200)
  await sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${person.id}`.execute(
    db,
  )
  const late = await call(person, secondFactor.beginTotp, { body: {} })
  expect(late.body.code).toBe('recent-log-in-needed')
})

test('passwords cannot be guessed here either', async () => {
  const person = await t.person()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await call(person, secondFactor.beginTotp, { body: { password: 'wrong' } })).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})

test('every change is in the audit log', async () => {
  const admin = await t.person({ role: 'Admin' })
  const person = await t.person()
  const { passkey } = await withPasskey(t, person)
  const { secret } = await begin(person)
  await confirm(person, codeOf(secret))
  await call(person, secondFactor.renamePasskey, { params: { id: passkey.id }, body: { name: 'Key' } })
  await call(person, secondFactor.newRecoveryCodes, password)
  await call(person, secondFactor.removePasskey, { params: { id: passkey.id }, ...password })
  await call(person, secondFactor.removeTotp, password)
  const { events } = (await call(admin, audit.list, { query: { recordId: person.id } })).body
  expect(events.map(({ action }) => action).filter((action) => action !== 'user.created')).toEqual([
    'user.authenticator-removed',
    'user.passkey-removed',
    'user.recovery-codes-made',
    'user.passkey-renamed',
    'user.authenticator-added',
    'user.passkey-added',
  ])
})
