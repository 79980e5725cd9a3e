import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { placed, siteIn } from '#test/stock.ts'

const t = await testApp()
const { call, person, db, cityId } = t
const site = await siteIn(t, 'Indore')
const beside = await placed(t, 'property', site.mm)
const admin = await person({ role: 'Admin' })

const wholeLocation =
  'Without places this user would see the whole city, which is more than you see. Please choose places.'

async function managerOf(placeIds: string[], city = 'Indore') {
  const manager = await person({ role: 'User Management', city })
  await give(manager, placeIds)
  return manager
}
async function give({ id }: { id: string }, placeIds: string[]) {
  await db.deleteFrom('user_places').where('user_id', '=', id).execute()
  if (placeIds.length > 0)
    await db
      .insertInto('user_places')
      .values(placeIds.map((place_id) => ({ user_id: id, place_id })))
      .execute()
}
const update = (as: Person, id: string, body: object) => call(as, users.update, { params: { id }, body })
const newcomer = (change: object) => ({
  name: 'Ravi',
  email: `ravi${Math.random()}@example.com`,
  password: testPassword,
  role: 'user management',
  location: 'indore',
  ...change,
})
const create = (as: Person, change: object) => call(as, users.register, { body: newcomer(change) })
const userCount = async () =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

let manager: Person
beforeEach(async () => {
  manager = await managerOf([site.property])
})

test('who has one property hands out neither its city nor what lies beside it, and leaves nothing behind', async () => {
  const before = await userCount()
  const whole = await create(manager, { places: [] })
  expect([whole.status, whole.body.fields]).toEqual([403, { places: wholeLocation }])
  for (const place of [site.city, site.mm, beside]) {
    const { status, body } = await create(manager, { places: [place] })
    expect([status, body.fields]).toEqual([400, { places: 'One of these places does not exist.' }])
  }
  expect(await userCount()).toBe(before)
})

test('who has one property gives it, or a part of it, and keeps seeing whom they made', async () => {
  for (const place of [site.property, site.room]) {
    const { status, body } = await create(manager, { places: [place] })
    expect(status).toBe(201)
    const params = { id: body.user._id }
    expect((await call(manager, users.get, { params })).body).toMatchObject({
      mayChange: true,
      places: [{ _id: place }],
    })
    expect((await update(manager, params.id, { name: 'Rina' })).status).toBe(200)
    expect((await call(manager, users.remove, { params })).status).toBe(200)
  }
})

test('an account that was asked for is approved by people who have its whole city, within their places', async () => {
  const indore = await cityId('Indore')
  const values = { name: 'Zoya', email: `zoya${Math.random()}@example.com`, city_id: indore }
  const request = db.insertInto('access_requests').values(values).returning('id')
  const params = await request.executeTakeFirstOrThrow()
  const approve = (as: Person, given: object) =>
    call(as, accessRequests.approve, {
      params,
      body: { role: 'user management', location: 'indore', ...given },
    })
  expect((await approve(manager, { places: [site.aou] })).status).toBe(404)
  const cityManager = await managerOf([indore])
  expect((await approve(cityManager, { places: [await cityId('Mumbai')] })).status).toBe(400)
  const { status, body } = await approve(cityManager, { places: [site.aou] })
  expect([status, body.user.places.map(({ _id }) => _id)]).toEqual([200, [site.aou]])
})

test('nobody widens someone by taking their places away or by moving their home', async () => {
  const someone = await managerOf([site.room])
  const emptied = await update(manager, someone.id, { places: [] })
  expect([emptied.status, emptied.body.fields]).toEqual([403, { places: wholeLocation }])
  expect((await update(manager, someone.id, { places: [site.property, beside] })).status).toBe(400)
  const cityManager = await managerOf([await cityId('Mumbai'), site.property])
  const resident = await person({ role: 'User Management', city: 'Mumbai' })
  const moved = await update(cityManager, resident.id, { location: 'indore' })
  expect([moved.status, moved.body.fields]).toEqual([403, { places: wholeLocation }])
  expect((await update(cityManager, resident.id, { location: 'indore', places: [site.aou] })).status).toBe(
    200,
  )
})

const changes: [string, object][] = [
  ['rename', { name: 'Mallory' }],
  ['set the password of', { password: 'Copper-Kettle-91' }],
  ['disable', { status: 'disabled' }],
  ['narrow', { places: [] }],
]
test.each(changes)(
  'who has one property cannot %s someone who sees the MM around it',
  async (_name, change) => {
    const wider = await managerOf([site.mm])
    expect((await update(manager, wider.id, change)).status).toBe(404)
    expect((await call(manager, users.remove, { params: { id: wider.id } })).status).toBe(404)
    expect((await call(wider, sessions.me)).status).toBe(200)
  },
)

test('someone of the same city who also sees elsewhere is shown without those places, and is not to change', async () => {
  const cityManager = await person({ role: 'User Management', city: 'Indore' })
  const far = await siteIn(t, 'Pune')
  const wider = await managerOf([site.room, far.room])
  const { body, text } = await call(cityManager, users.get, { params: { id: wider.id } })
  expect(body).toMatchObject({ mayChange: false, places: [{ _id: site.room }] })
  expect(text).not.toContain(far.room)
  expect((await update(cityManager, wider.id, { name: 'Mallory' })).status).toBe(403)
})

test('the list says of each user what changing them would answer', async () => {
  const cityManager = await person({ role: 'User Management', city: 'Indore' })
  await managerOf([site.room, await cityId('Pune')])
  for (const as of [manager, cityManager, admin]) {
    const { body } = await call(as, users.list, { query: { size: '500' } })
    expect(body.users.length).toBeGreaterThan(0)
    for (const { _id, mayChange } of body.users) {
      const { status } = await update(as, _id, {})
      expect([_id, status === 200]).toEqual([_id, mayChange])
    }
  }
})

test('a role that grants more is refused, also to someone with the same places', async () => {
  const someone = await managerOf([site.property])
  for (const role of ['user', 'sub user', 'admin', 'super admin'])
    expect((await update(manager, someone.id, { role })).status).toBe(403)
})

test.each([
  ['an MM', 'Indore', [site.mm]],
  ['a room', 'Indore', [site.room]],
  ['places outside of their home city', 'Mumbai', [site.property]],
])('who has %s keeps their own profile', async (_name, city, placeIds) => {
  const someone = await person({ role: 'Sub User', city })
  await give(someone, placeIds)
  const changed = await call(someone, users.updateProfile, { body: { name: 'Asha', jobTitle: 'Lead' } })
  expect([changed.status, changed.body]).toMatchObject([200, { name: 'Asha', jobTitle: 'Lead' }])
})
