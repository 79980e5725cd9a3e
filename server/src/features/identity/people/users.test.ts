import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { testApp, testPassword } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const { call, person, app, db, cityId } = await testApp()
const admin = await person({ role: 'Admin', name: 'Asha' })

let made = 0
const newcomer = (change: object = {}) => {
  made += 1
  const base = { name: 'Ravi', email: `ravi${made}@example.com`, password: testPassword }
  return { ...base, role: 'user', location: 'indore', ...change }
}
const register = (change?: object, as = admin) => call(as, users.register, { body: newcomer(change) })
const update = (id: string, body: object, as = admin) => call(as, users.update, { params: { id }, body })
const remove = (id: string, as = admin) => call(as, users.remove, { params: { id } })
const get = (id: string, as = admin) => call(as, users.get, { params: { id } })

const eventsOf = (id: string) =>
  db
    .selectFrom('events')
    .select(['action', 'actor_id', 'place_id', 'before', 'after', 'request_id'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()

test('a user is created, told about by name, and can sign in', async () => {
  const input = newcomer({ name: '  Ravi  ', lastname: 'Patel', role: 'Sub User', location: 'PUNE' })
  const { status, body } = await call(admin, users.register, { body: input })
  expect(status).toBe(201)
  expect(body.message).toBe('User "Ravi" created successfully!')
  expect(body.user).toMatchObject({
    name: 'Ravi',
    lastname: 'Patel',
    email: input.email,
    role: 'sub user',
    roleName: 'Sub User',
    location: 'pune',
    locationName: 'Pune',
    status: 'active',
    places: [],
    createdBy: 'Asha',
  })
  expect((await signIn(app, input.email)).status).toBe(200)
})

test('every empty field is named at once, in the words of the form', async () => {
  const { status, body } = await register({ name: ' ', email: ' ', password: '', role: ' ', location: ' ' })
  expect(status).toBe(400)
  expect(body.message).toBe('Name is required!')
  expect(body.fields).toEqual({
    name: 'Name is required!',
    email: 'Email is required!',
    password: 'Password is required!',
    role: 'Role is required!',
    location: 'Location is required!',
  })
})

test.each([
  ['email', 'not an email', 'Please enter a valid email address.'],
  ['email', 'a@b', 'Please enter a valid email address.'],
  ['password', 'seven77', 'Use at least 8 characters.'],
  ['password', 'x'.repeat(201), 'Use at most 200 characters.'],
  ['password', 'PASSWORD1', 'This password is too common. Please choose another.'],
  ['role', 'emperor', 'This role does not exist.'],
  ['location', 'atlantis', 'This location does not exist.'],
  ['places', ['00000000-0000-7000-8000-0000000000ff'], 'One of these places does not exist.'],
])('a wrong %s is refused at its field', async (field, value, text) => {
  const { status, body } = await register({ [field]: value })
  expect(status).toBe(400)
  expect(body.fields).toEqual({ [field]: text })
})

test('a password that is the own name or email is refused', async () => {
  const text = 'Please choose a password that is not your name or email.'
  for (const password of ['HARRY STYLES', 'harrystyles', 'harry.styles@example.com', 'harry.styles']) {
    const { body } = await register({ name: 'Harry Styles', email: 'harry.styles@example.com', password })
    expect(body.fields).toEqual({ password: text })
  }
})

test('an email that is in use is refused at its field, in whatever case it is typed', async () => {
  const { email } = newcomer()
  await register({ email })
  const { status, body } = await register({ email: email.toUpperCase() })
  expect(status).toBe(400)
  expect(body.fields).toEqual({ email: 'This email is already in use.' })
  const other = await register()
  expect((await update(other.body.user._id, { email: email.toUpperCase() })).body.fields).toHaveProperty(
    'email',
  )
})

test('of two registrations with one email at the same time one wins', async () => {
  const { email } = newcomer()
  const answers = await Promise.all([register({ email }), register({ email }), register({ email })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
})

test('the email of a deleted user may be used again', async () => {
  const { email } = newcomer()
  const first = await register({ email })
  expect((await remove(first.body.user._id)).body.message).toBe('User deleted successfully!')
  const second = await register({ email })
  expect(second.status).toBe(201)
  expect(second.body.user._id).not.toBe(first.body.user._id)
  expect((await get(first.body.user._id)).status).toBe(404)
})

test('an update changes what it names and nothing else', async () => {
  const before = (await register({ lastname: 'Patel' })).body.user
  const { status, body } = await update(before._id, { name: ' Rina ', jobTitle: 'Counter' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, name: 'Rina', jobTitle: 'Counter', version: before.version + 1 })
  expect((await get(before._id)).body).toEqual({
    ...{ ...body, mayChange: true, failedSignIns: null, secondFactor: false },
  })
})

test('an update can give places, take them away, and move someone', async () => {
  const { _id } = (await register()).body.user
  const pune = await cityId('Pune')
  const delhi = await cityId('Delhi')
  const given = await update(_id, { places: [pune, delhi, pune], location: 'mumbai', role: 'sub user' })
  expect(given.body).toMatchObject({ location: 'mumbai', role: 'sub user' })
  expect(given.body.places.map(({ name }) => name)).toEqual(['Delhi', 'Pune'])
  expect((await update(_id, { places: [] })).body.places).toEqual([])
})

test('an id is the same id in capital letters', async () => {
  const { _id } = (await register()).body.user
  const values = { kind: 'mm', name: 'MM West', parent_id: await cityId('Pune') }
  const place = await db.insertInto('places').values(values).returning('id').executeTakeFirstOrThrow()
  const { body } = await update(_id.toUpperCase(), { places: [place.id.toUpperCase()] })
  expect(body.places).toMatchObject([{ _id: place.id, kind: 'mm', names: ['Pune', 'MM West'] }])
})

test('an empty password in the edit form leaves the password as it is', async () => {
  const { _id, email } = (await register()).body.user
  expect((await update(_id, { password: '', jobTitle: 'Counter' })).status).toBe(200)
  expect((await signIn(app, email)).status).toBe(200)
})

test('a password that an administrator sets is held to the same rules, and works', async () => {
  const { _id, email } = (await register({ name: 'Harry Styles' })).body.user
  expect((await update(_id, { password: 'harry styles' })).status).toBe(400)
  expect((await update(_id, { password: 'Copper-Kettle-91' })).status).toBe(200)
  expect((await signIn(app, email)).status).toBe(401)
  expect((await signIn(app, email, { password: 'Copper-Kettle-91' })).status).toBe(200)
})

test.each(['undefined', '1', "1' or '1'='1", '../me', '00000000-0000-7000-8000-0000000000ff'])(
  'an id that is none is refused: %s',
  async (id) => {
    const statuses = await Promise.all([get(id), update(id, { name: 'X' }), remove(id)])
    const expected = id.length === 36 ? 404 : 400
    expect(statuses.map(({ status }) => status)).toEqual([expected, expected, expected])
  },
)

test('fields that nobody offers are not taken: id, picture, who made it, when', async () => {
  const forged = { _id: admin.id, id: admin.id, picture: '/etc/passwd', createdBy: 'x', deleted_at: null }
  const { body, status } = await register({ ...forged, password_hash: 'x', everywhere: true })
  expect(status).toBe(201)
  expect(body.user._id).not.toBe(admin.id)
  expect(body.user).toMatchObject({ picture: null, createdBy: 'Asha' })
})

test('every change of a user is in the ledger: who, what, before and after', async () => {
  const registered = await register()
  const { _id: id, name, email } = registered.body.user
  const changed = await update(id, { name: 'Rina', status: 'disabled', location: 'delhi' })
  await update(id, { password: 'Copper-Kettle-91' })
  await update(id, { name: 'Rina' })
  await remove(id)
  const events = await eventsOf(id)
  expect(events.map(({ action }) => action)).toEqual([
    'user.created',
    'user.changed',
    'user.password-changed',
    'user.deleted',
  ])
  expect(new Set(events.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
  expect(events[0]).toMatchObject({
    before: null,
    after: { name, email, role: 'user', location: 'indore', status: 'active', places: [] },
    place_id: await cityId('Indore'),
    request_id: registered.headers['x-request-id'],
  })
  expect(events[1]).toMatchObject({
    before: { name, location: 'indore', status: 'active' },
    after: { name: 'Rina', location: 'delhi', status: 'disabled' },
    place_id: await cityId('Delhi'),
    request_id: changed.headers['x-request-id'],
  })
  expect(events[3]).toMatchObject({ before: { name: 'Rina', email }, after: null })
})

test('a refused change leaves no trace in the ledger', async () => {
  const { _id, email } = (await register()).body.user
  const before = await eventsOf(_id)
  const other = (await register()).body.user
  expect((await update(other._id, { name: 'Taken', email })).status).toBe(400)
  expect((await get(other._id)).body.name).toBe('Ravi')
  expect(await eventsOf(_id)).toEqual(before)
  expect(await eventsOf(other._id)).toHaveLength(1)
})

test('no password and no hash is in the ledger or in any answer', async () => {
  const { body, text } = await register({ password: 'Silver-Thimble-58' })
  const { _id, email } = body.user
  const changed = await update(_id, { password: 'Bronze-Anvil-63', name: 'Rina' })
  await signIn(app, email, { password: 'Bronze-Anvil-63' })
  const events = await db.selectFrom('events').selectAll().execute()
  const said = [JSON.stringify(events), text, changed.text, (await call(admin, users.list)).text].join()
  for (const secret of ['Silver-Thimble-58', 'Bronze-Anvil-63', '$argon2', testPassword])
    expect(said).not.toContain(secret)
})
