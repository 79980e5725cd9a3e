import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const { call, person, app, db } = await testApp()
const change = (as: Person, body: object) => call(as, users.updateProfile, { body })

test('a person changes their own name, last name and job title', async () => {
  const someone = await person()
  const { status, body } = await change(someone, { name: ' Meera ', lastname: 'Iyer', jobTitle: 'Partner' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ _id: someone.id, name: 'Meera', lastname: 'Iyer', jobTitle: 'Partner' })
  expect((await call(someone, sessions.me)).body).toMatchObject({ name: 'Meera', jobTitle: 'Partner' })
})

test('who a person is and what they may do is not theirs to say', async () => {
  const someone = await person({ role: 'Sub User' })
  const before = (await call(someone, sessions.me)).body
  const other = await person()
  const forged = { _id: other.id, id: other.id, role: 'admin', status: 'disabled', everywhere: true }
  await change(someone, { ...forged, location: 'pune', places: [], permissions: ['master'], password: 'x' })
  expect((await call(someone, sessions.me)).body).toEqual(before)
})

test('an empty name is refused in the words of the form', async () => {
  expect((await change(await person(), { name: ' ' })).body.fields).toEqual({ name: 'Name is required!' })
})

test('a new email needs the current password', async () => {
  const someone = await person({ role: 'User Management' })
  const email = 'new.address@example.com'
  const wrong = { currentPassword: 'The current password is incorrect.' }
  expect((await change(someone, { email })).body.fields).toEqual(wrong)
  expect((await change(someone, { email, currentPassword: 'no' })).body.fields).toEqual(wrong)
  expect((await change(someone, { email: someone.email.toUpperCase() })).body.fields).toEqual(wrong)
  expect((await call(someone, sessions.me)).body.email).toBe(someone.email)
  expect((await change(someone, { email, currentPassword: testPassword })).body.email).toBe(email)
  expect((await signIn(app, email)).status).toBe(200)
  expect((await signIn(app, someone.email)).status).toBe(401)
})

test('the form may send the email back unchanged without the password', async () => {
  const someone = await person()
  expect((await change(someone, { email: someone.email, name: 'Meera' })).status).toBe(200)
})

test("somebody else's email is refused at its field", async () => {
  const someone = await person({ role: 'User Management' })
  const other = await person()
  const { status, body } = await change(someone, {
    email: other.email.toUpperCase(),
    currentPassword: testPassword,
  })
  expect([status, body.fields]).toEqual([400, { email: 'This email is already in use.' }])
})

test('the current password cannot be guessed through the profile', async () => {
  const someone = await person()
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1)
    statuses.push((await change(someone, { email: 'x@example.com', currentPassword: `guess ${n}` })).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})

test('a change of the own profile is in the ledger, a call that changes nothing is not', async () => {
  const someone = await person({ name: 'Meera' })
  await change(someone, { name: 'Mira' })
  await change(someone, { name: 'Mira' })
  await change(someone, {})
  const events = await db
    .selectFrom('events')
    .select(['action', 'actor_id as actor', 'before', 'after'])
    .where('record_id', '=', someone.id)
    .where('action', '!=', 'user.created')
    .execute()
  expect(events).toEqual([
    { action: 'user.changed', actor: someone.id, before: { name: 'Meera' }, after: { name: 'Mira' } },
  ])
})
