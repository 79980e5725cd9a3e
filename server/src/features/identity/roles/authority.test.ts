import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const { call, person, app, db, cityId } = await testApp()

const update = (as: Person, id: string, body: object) => call(as, users.update, { params: { id }, body })
const remove = (as: Person, id: string) => call(as, users.remove, { params: { id } })
const stateOf = (id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

let manager: Person
let admin: Person
beforeEach(async () => {
  manager = await person({ role: 'User Management' })
  admin = await person({ role: 'Admin' })
})

const newcomer = (change: object) => ({
  name: 'Ravi',
  email: `ravi${Math.random()}@example.com`,
  password: testPassword,
  role: 'user management',
  location: 'indore',
  ...change,
})

test.each(['admin', 'super admin', 'user', 'sub user'])(
  'someone who may only manage users cannot create a user with the role %s',
  async (role) => {
    const { status, body } = await call(manager, users.register, { body: newcomer({ role }) })
    expect(status).toBe(403)
    expect(body.message).toBe('This grants more than you may do yourself.')
  },
)

test('someone who may only manage users can create another like themselves, in their own city', async () => {
  expect((await call(manager, users.register, { body: newcomer({}) })).status).toBe(201)
  const elsewhere = await call(manager, users.register, { body: newcomer({ location: 'mumbai' }) })
  expect(elsewhere.body.fields).toEqual({ location: 'This location does not exist.' })
  const places = [await cityId('Mumbai')]
  const wider = await call(manager, users.register, { body: newcomer({ places }) })
  expect(wider.body.fields).toEqual({ places: 'One of these places does not exist.' })
})

const attacks: [string, object][] = [
  ['rename', { name: 'Mallory' }],
  ['take over by email', { email: 'mallory@example.com' }],
  ['set the password of', { password: 'Copper-Kettle-91' }],
  ['disable', { status: 'disabled' }],
  ['demote', { role: 'user management' }],
]

test.each(attacks)('someone who may do less cannot %s an administrator', async (_name, change) => {
  const before = await stateOf(admin.id)
  const { status, body } = await update(manager, admin.id, change)
  expect(status).toBe(403)
  expect(body.message).toBe('This user has more permissions than you, so you cannot change them.')
  expect(await stateOf(admin.id)).toEqual(before)
  expect((await call(admin, sessions.me)).status).toBe(200)
})

test('someone who may do less cannot delete an administrator or change their picture', async () => {
  expect((await remove(manager, admin.id)).status).toBe(403)
  expect((await stateOf(admin.id)).deleted_at).toBeNull()
  const image = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const picture = await call(manager, users.setPicture, { params: { id: admin.id }, image })
  expect(picture.status).toBe(403)
  expect((await stateOf(admin.id)).picture).toBeNull()
})

test('someone who may do other things, but not these, is not theirs to change either', async () => {
  const worker = await person({ role: 'Sub User' })
  expect((await update(manager, worker.id, { name: 'Mallory' })).status).toBe(403)
  expect((await remove(manager, worker.id)).status).toBe(403)
})

test('someone who was given a place more cannot be changed by someone without it', async () => {
  const wider = await person({ role: 'User Management' })
  const both = [await cityId('Indore'), await cityId('Pune')]
  await update(admin, wider.id, { places: both })
  expect((await update(manager, wider.id, { password: 'Copper-Kettle-91' })).status).toBe(403)
  await update(admin, manager.id, { places: both })
  expect((await update(manager, wider.id, { name: 'Rina' })).status).toBe(200)
})

test('someone in another city is as unknown as nobody', async () => {
  const elsewhere = await person({ role: 'User Management', city: 'Mumbai' })
  const params = { id: elsewhere.id }
  const answers = [
    await call(manager, users.get, { params }),
    await update(manager, elsewhere.id, { name: 'Mallory' }),
    await remove(manager, elsewhere.id),
    await call(manager, users.setPicture, { params, image: Buffer.from('x') }),
    await call(manager, users.picture, { params }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await stateOf(elsewhere.id)).name).toBe('Test Person')
})

test('a new place counts from the next call on', async () => {
  const elsewhere = await person({ role: 'User Management', city: 'Mumbai' })
  const look = async () => (await call(manager, users.get, { params: { id: elsewhere.id } })).status
  expect(await look()).toBe(404)
  await update(admin, manager.id, { places: [await cityId('Mumbai')] })
  expect(await look()).toBe(200)
  await update(admin, manager.id, { places: [] })
  expect(await look()).toBe(404)
})

test('a lost permission counts from the next call on', async () => {
  const other = await person({ role: 'Admin' })
  expect((await call(other, users.list)).status).toBe(200)
  await update(admin, other.id, { role: 'sub user' })
  expect((await call(other, users.list)).status).toBe(403)
})

const ownPowers: [string, () => Promise<object>][] = [
  ['role', async () => ({ role: 'super admin' })],
  ['location', async () => ({ location: 'mumbai' })],
  ['status', async () => ({ status: 'disabled' })],
  ['places', async () => ({ places: [await cityId('Pune')] })],
]

test.each(ownPowers)('nobody changes their own %s, however the id is written', async (_name, change) => {
  const before = await stateOf(admin.id)
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    const { status, body } = await update(admin, id, await change())
    expect(status).toBe(403)
    expect(body.message).toBe('You cannot change your own role, location or status. Ask a colleague.')
  }
  expect(await stateOf(admin.id)).toEqual(before)
})

test('nobody sets their own password or email here, where the current password is not asked for', async () => {
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    expect((await update(admin, id, { password: 'Copper-Kettle-91' })).status).toBe(403)
    expect((await update(admin, id, { email: 'mallory@example.com' })).status).toBe(403)
  }
  expect((await signIn(app, admin.email)).status).toBe(200)
})

test('the edit form may send the own values back unchanged', async () => {
  const { email } = admin
  const same = { name: 'Asha', email, password: '', role: 'admin', location: 'indore', status: 'active' }
  expect((await update(admin, admin.id, { ...same, places: [] })).body).toMatchObject({ name: 'Asha', email })
})

test('nobody deletes themselves, however the id is written', async () => {
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    const { status, body } = await remove(admin, id)
    expect(status).toBe(403)
    expect(body.message).toBe('You cannot delete your own account. Ask a colleague.')
  }
})

const administrators = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from users join roles on roles.id = role_id
    where everywhere and status = 'active' and deleted_at is null`.execute(db)
  return rows[0]?.count
}
const noOthers = () => sql`update users set status = 'disabled'`.execute(db)

const removals: [string, (as: Person, id: string) => Promise<{ status: number }>][] = [
  ['deleting', remove],
  ['disabling', (as, id) => update(as, id, { status: 'disabled' })],
  ['demoting', (as, id) => update(as, id, { role: 'user' })],
]

test.each(removals)('two administrators %s each other at once leave one', async (_name, takeAway) => {
  const winners: number[] = []
  for (let round = 0; round < 12; round += 1) {
    await noOthers()
    const one = await person({ role: 'Admin' })
    const two = await person({ role: 'Super Admin' })
    const answers = await Promise.all([takeAway(one, two.id), takeAway(two, one.id)])
    const statuses = answers.map(({ status }) => status)
    expect(await administrators(), `round ${round}: ${statuses}`).toBe(1)
    winners.push(statuses.filter((status) => status === 200).length)
    for (const status of statuses) expect([200, 401, 403, 409]).toContain(status)
  }
  expect(winners).toEqual(Array(12).fill(1))
})

test('three administrators who delete one another in a ring leave at least one', async () => {
  for (let round = 0; round < 6; round += 1) {
    await noOthers()
    const ring = [
      await person({ role: 'Admin' }),
      await person({ role: 'Admin' }),
      await person({ role: 'Admin' }),
    ]
    await Promise.all(ring.map((one, n) => remove(one, ring[(n + 1) % 3]?.id ?? '')))
    expect(await administrators()).toBeGreaterThanOrEqual(1)
  }
})
