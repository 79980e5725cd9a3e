import { setTimeout as wait } from 'node:timers/promises'
import { emailChanges } from '@ats/contract/identity/email-changes.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endRows } from '#kernel/db/end-rows.ts'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { type Mail, mailServer } from '#test/mail-server.ts'
import { signIn } from '#test/sign-in.ts'

const origin = 'https://assets.example.com'
const { settings: mail, mailsTo, mailTo, state } = await mailServer()
const { call, person, app, db, config } = await testApp({ mail, origin })
const without = await testApp()

let made = 0
const newAddress = () => `new.address${++made}@example.com`
const ask = (as: Person, email: string, more: object = {}) =>
  call(as, users.updateProfile, { body: { email, currentPassword: testPassword, ...more } })
const complete = (token: string) => call(null, emailChanges.complete, { body: { token } })
const tokenIn = ({ text }: Mail) => /^\S+\/confirm-email#([\w-]{43})\r?$/m.exec(text)?.[1] ?? ''
const emailOf = async (as: Person) => (await call(as, sessions.me)).body.email

async function linkFor(as: Person, email: string) {
  expect((await ask(as, email)).status).toBe(200)
  return tokenIn(await mailTo(email))
}

test('a new email counts once the link that was mailed to it is opened', async () => {
  const someone = await person({ name: 'Meera' })
  const email = newAddress()
  const { body } = await ask(someone, email, { jobTitle: 'Partner' })
  expect(body).toMatchObject({ email: someone.email, newEmail: email, jobTitle: 'Partner' })
  const letter = await mailTo(email)
  expect(letter.text).toContain(`${origin}/confirm-email#`)
  expect(letter.text).not.toContain('Meera')
  expect((await mailTo(someone.email)).text).toContain(email)
  expect((await signIn(app, email)).status).toBe(401)
  expect((await call(someone, sessions.me)).body).toMatchObject({ email: someone.email, newEmail: email })

  expect((await complete(tokenIn(letter))).status).toBe(200)
  expect((await call(someone, sessions.me)).body).toMatchObject({ email, newEmail: null })
  expect((await signIn(app, email)).status).toBe(200)
  expect((await signIn(app, someone.email)).status).toBe(401)
  const events = await db
    .selectFrom('events')
    .select(['actor_id as actor', 'before', 'after'])
    .where('record_id', '=', someone.id)
    .where('action', '=', 'user.changed')
    .where(sql`after ? 'email'`, '=', true)
    .execute()
  expect(events).toEqual([{ actor: someone.id, before: { email: someone.email }, after: { email } }])
})

test('a link works once, and a later one takes the place of the one before', async () => {
  const someone = await person()
  const [first, second] = [newAddress(), newAddress()]
  const early = await linkFor(someone, first)
  const late = await linkFor(someone, second)
  expect((await complete(early)).status).toBe(400)
  expect((await complete(late)).status).toBe(200)
  const again = await complete(late)
  expect([again.status, again.body.code]).toEqual([400, 'email-link-spent'])
  expect(await emailOf(someone)).toBe(second)
})

test.each(['', 'x', 'x'.repeat(43), '\0'])('a made-up link is refused: %j', async (token) => {
  expect((await complete(token)).status).toBe(400)
})

test('a link to confirm is over after a day, and upkeep removes it', async () => {
  const someone = await person()
  const token = await linkFor(someone, newAddress())
  await sql`update email_changes set expires_at = now() - interval '1 minute'`.execute(db)
  expect((await complete(token)).status).toBe(400)
  expect((await call(someone, sessions.me)).body.newEmail).toBeNull()
  await endRows(db, config.keepDays)
  expect(await db.selectFrom('email_changes').select('user_id').execute()).toEqual([])
})

const endings: [string, object | null][] = [
  ['given another password', { password: 'Bronze-Anvil-63' }],
  ['given another email', { email: 'by.an.administrator@example.com' }],
  ['disabled', { status: 'disabled' }],
  ['deleted', null],
]

test.each(endings)('the link of someone who was %s confirms nothing', async (_name, change) => {
  const admin = await person({ role: 'Admin' })
  const someone = await person()
  const token = await linkFor(someone, newAddress())
  const params = { id: someone.id }
  if (change === null) await call(admin, users.remove, { params })
  else await call(admin, users.update, { params, body: change })
  expect((await complete(token)).status).toBe(400)
})

test('a new password of their own cancels a change that somebody else began', async () => {
  const someone = await person()
  const token = await linkFor(someone, newAddress())
  const body = { oldPassword: testPassword, newPassword: 'Copper-Kettle-91' }
  expect((await call(someone, passwords.change, { body })).status).toBe(200)
  expect((await complete(token)).status).toBe(400)
})

test('an email that somebody else has is refused, also where they got it in the meantime', async () => {
  const someone = await person()
  const other = await person()
  expect((await ask(someone, other.email.toUpperCase())).body.fields).toEqual({
    email: 'This email is already in use.',
  })
  const email = newAddress()
  const token = await linkFor(someone, email)
  const admin = await person({ role: 'Admin' })
  await call(admin, users.update, { params: { id: other.id }, body: { email } })
  const late = await complete(token)
  expect([late.status, late.body.code]).toEqual([400, 'email-taken'])
})

test("an administrator's change counts immediately, and the old address is notified", async () => {
  const admin = await person({ role: 'Admin' })
  const someone = await person()
  const email = newAddress()
  await call(admin, users.update, { params: { id: someone.id }, body: { email } })
  expect((await mailTo(someone.email)).subject).toBe('Your email was changed')
  expect(await emailOf(someone)).toBe(email)
  await call(admin, users.update, { params: { id: someone.id }, body: { email, name: 'Other' } })
  await wait(50)
  expect(mailsTo(email)).toEqual([])
})

test('where the mail cannot be sent, nothing is saved', async () => {
  const someone = await person({ name: 'Meera' })
  state.refuses = true
  const { status, body } = await ask(someone, newAddress(), { name: 'Mira' })
  state.refuses = false
  expect([status, body.code]).toEqual([503, 'email-not-sent'])
  expect((await call(someone, sessions.me)).body.name).toBe('Meera')
})

test('a person sends at most ten mails an hour to addresses of others', async () => {
  const someone = await person()
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push((await ask(someone, newAddress())).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test('without a mail server only people who manage users change their own email', async () => {
  const body = { email: newAddress(), currentPassword: testPassword }
  const plain = await without.person({ role: 'User' })
  expect((await without.call(plain, users.updateProfile, { body })).body.fields).toEqual({
    email: 'This server does not send email, so an administrator has to change your email.',
  })
  const manager = await without.person({ role: 'User Management' })
  const wrong = { ...body, currentPassword: 'no' }
  expect((await without.call(manager, users.updateProfile, { body: wrong })).status).toBe(400)
  expect((await without.call(manager, users.updateProfile, { body })).body.email).toBe(body.email)
})
