import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resetSecondFactor } from '#features/identity/operations.ts'
import { personalData } from '#features/identity/personal-data.ts'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { mailServer } from '#test/mail-server.ts'
import { toldTo } from '#test/news.ts'
import { codeOf, newBrowser, withPasskey, withTotp } from '#test/second-factor.ts'

const { settings: mail, mailTo } = await mailServer()
const t = await testApp({ mail })
const { call, db } = t
await beginNotifying(db)
const admin = await t.person({ role: 'Admin', name: 'Asha' })

const reset = (as: Person, { id }: Pick<Person, 'id'>) => call(as, secondFactor.reset, { params: { id } })

async function withFactors(role = 'User') {
  const person = await t.person({ role, name: 'Meera' })
  const totp = await withTotp(t, person)
  const { authenticator, recoveryCodes } = await withPasskey(t, person)
  return { person, totp, authenticator, recoveryCodes }
}

test('a reset removes all factors, ends all sessions and begun sign-ins, and tells the person', async () => {
  const { person, totp } = await withFactors()
  const browser = newBrowser(t)
  const { token } = await browser.begin(person.email)
  const before = await call(admin, users.get, { params: { id: person.id } })
  expect(before.body.secondFactor).toBe(true)
  expect((await reset(admin, person)).status).toBe(200)
  expect((await call(person, sessions.me)).status).toBe(401)
  expect((await browser.second({ token, code: totp.code() })).body.code).toBe('second-step-over')
  const { body } = await browser.first(person.email)
  const again = browser.signedIn(body)
  expect((await call(again, secondFactor.get)).body).toMatchObject({
    ...{ totp: null, passkeys: [], recoveryCodes: 0, devices: [] },
  })
  await writeNotifications(t)
  expect(await toldTo(t, again)).toMatchObject([
    { rule: 'second-factor-reset', action: 'user.second-factor-reset', user: 'Asha' },
  ])
  const { text } = await mailTo(person.email, 2)
  expect(text).toContain('removed the second factor of your account')
  expect((await reset(admin, person)).body.code).toBe('second-factor-missing')
})

test('the person gets an email when a factor is added, removed, or codes are made', async () => {
  const person = await t.person()
  const password = { body: { password: testPassword } }
  const { passkey } = await withPasskey(t, person)
  expect((await mailTo(person.email)).subject).toBe('A second factor was added')
  await call(person, secondFactor.newRecoveryCodes, password)
  expect((await mailTo(person.email, 2)).subject).toBe('New recovery codes')
  await call(person, secondFactor.removePasskey, { params: { id: passkey.id }, ...password })
  expect((await mailTo(person.email, 3)).subject).toBe('A second factor was removed')
  const { secret } = (await call(person, secondFactor.beginTotp, password)).body
  await call(person, secondFactor.confirmTotp, { body: { code: codeOf(secret) } })
  expect((await mailTo(person.email, 4)).subject).toBe('A second factor was added')
})

test('nobody resets their own, nor that of a person above them or out of scope', async () => {
  const { person } = await withFactors('Admin')
  const manager = await t.person({ role: 'User Management' })
  const elsewhere = await t.person({ role: 'User Management', city: 'Mumbai' })
  expect((await reset(person, person)).body.code).toBe('own-second-factor')
  expect((await reset(manager, person)).body.code).toBe('user-beyond-yours')
  expect((await reset(elsewhere, person)).status).toBe(404)
  expect((await reset(await t.person(), person)).status).toBe(403)
  expect((await mailTo(person.email)).subject).toBe('A second factor was added')
})

test('a person of two rooms resets that of a person of one of them, and of nobody else', async () => {
  const { people, indore, pune } = await limitedPeople(t)
  const manager = people['two rooms in two cities']
  const own = await withFactors('User Management')
  await givePlaces(t, own.person, [pune.room])
  const other = await withFactors('User Management')
  await givePlaces(t, other.person, [indore.property])
  expect((await reset(manager, own.person)).status).toBe(200)
  expect((await reset(manager, other.person)).status).toBeGreaterThanOrEqual(403)
})

test('an operator resets that of the last administrator on the command line', async () => {
  const { person } = await withFactors('Admin')
  await expect(resetSecondFactor(db, 'nobody@example.com')).rejects.toThrow('There is no account')
  await resetSecondFactor(db, person.email.toUpperCase())
  expect((await newBrowser(t).first(person.email)).body.token).toBeDefined()
  const { rows } = await sql`select actor_id, request_id from events
    where action = 'user.second-factor-reset' and record_id = ${person.id}`.execute(db)
  expect(rows).toEqual([{ actor_id: null, request_id: 'command line' }])
  await expect(resetSecondFactor(db, person.email)).rejects.toThrow('has no second factor')
})

test('the removal of personal data deletes factors, codes and devices', async () => {
  const { person, totp } = await withFactors()
  const browser = newBrowser(t)
  const { token } = await browser.begin(person.email)
  await browser.second({ token, code: totp.code(), remember: true })
  await browser.begin((await withFactors()).person.email)
  const tables = ['totp_factors', 'passkeys', 'recovery_codes', 'remembered_devices'] as const
  const rowsOf = async () =>
    Promise.all(
      tables.map(async (table) => {
        expect(personalData[table]?.deletedBy).toBe('user_id')
        const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', person.id).execute()
        return rows.length > 0
      }),
    )
  expect(await rowsOf()).toEqual([true, true, true, true])
  const { job } = (await call(admin, users.removePersonalData, { params: { id: person.id } })).body
  await jobHandlers(t).bulk(job._id, new AbortController().signal)
  expect(await rowsOf()).toEqual([false, false, false, false])
})
