import { views } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { administratorOf, ledgerOf, siteIn } from '#test/stock.ts'

const t = await testApp()
const asha = await t.person({ name: 'Asha' })
const indore = await t.cityId('Indore')
let made = 0

async function saved(as: Person, more: object = {}) {
  made += 1
  const body = { name: `View ${made}`, list: 'assets', filter: { state: 'Working' }, ...more }
  const answer = await t.call(as, views.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

const namesSeenBy = async (as: Person, query: Record<string, string> = {}) =>
  (await t.call(as, views.list, { query })).body.views.map(({ name }) => name)

test('a view is its owner’s alone, and is found by its list and its name', async () => {
  const owner = await t.person({ name: 'Meera' })
  const view = await saved(owner, { name: 'Working in the office', columns: ['assetTagId', 'assetName'] })
  expect(view).toMatchObject({ mine: true, by: 'Meera', place: null, schedule: null, list: 'assets' })
  await saved(owner, { name: 'Brands', list: 'brand', filter: {} })
  expect(await namesSeenBy(owner)).toEqual(['Brands', 'Working in the office'])
  expect(await namesSeenBy(owner, { list: 'brand' })).toEqual(['Brands'])
  expect(await namesSeenBy(owner, { search: 'OFFICE' })).toEqual(['Working in the office'])
  const params = { id: view.id }
  expect((await t.call(owner, views.get, { params })).body).toEqual(view)
  for (const other of [asha, await administratorOf(t)])
    expect((await t.call(other, views.get, { params })).status).toBe(404)
  expect((await t.call(null, views.get, { params })).status).toBe(401)
})

test('shared in a place it is seen by those who see the place and may open the list', async () => {
  const { people, indore: site } = await limitedPeople(t)
  const view = await saved(asha, { name: 'Of the property', placeId: site.property })
  const seen = async (as: Person) => (await t.call(as, views.get, { params: { id: view.id } })).status
  expect(view.place?.id).toBe(site.property)
  expect(await seen(await t.person({ city: 'Indore' }))).toBe(200)
  expect(await seen(people['a property'])).toBe(200)
  expect(await seen(people['an AoU'])).toBe(404)
  expect(await seen(people['two rooms in two cities'])).toBe(404)
  expect(await seen(await t.person({ city: 'Mumbai' }))).toBe(404)
  expect(await seen(await t.person({ role: 'User Management', city: 'Indore' }))).toBe(404)
})

test('those who see it change nothing about it, and read nothing of its mails', async () => {
  const view = await saved(asha, { placeId: indore })
  const params = { id: view.id }
  const schedule = { every: 'day', hour: 7, zone: 'Asia/Kolkata', format: 'csv' }
  await t.call(asha, views.change, { params, body: { schedule } })
  const other = await t.person({ city: 'Indore' })
  expect((await t.call(other, views.get, { params })).body).toMatchObject({ mine: false, schedule: null })
  expect((await t.call(other, views.change, { params, body: { name: 'Mine' } })).status).toBe(403)
  expect((await t.call(other, views.remove, { params })).status).toBe(403)
  expect((await t.call(asha, views.change, { params, body: { placeId: null } })).body.place).toBeNull()
  expect((await t.call(other, views.get, { params })).status).toBe(404)
})

test('what its owner shared is gone with the owner', async () => {
  const owner = await t.person({ city: 'Indore' })
  const view = await saved(owner, { placeId: indore })
  await sql`update users set deleted_at = now() where id = ${owner.id}`.execute(t.db)
  expect((await t.call(asha, views.get, { params: { id: view.id } })).status).toBe(404)
})

test('its owner renames it, lets it show something else and deletes it, and the ledger tells', async () => {
  const { id } = await saved(asha, { name: 'First name' })
  const params = { id }
  const body = { name: 'Second name', filter: { state: 'Not-Working', sort: 'rfidTag' } }
  expect((await t.call(asha, views.change, { params, body })).body).toMatchObject(body)
  expect((await t.call(asha, views.change, { params, body })).status).toBe(200)
  expect((await t.call(asha, views.remove, { params })).status).toBe(200)
  expect((await t.call(asha, views.get, { params })).status).toBe(404)
  expect(await ledgerOf(t, id)).toMatchObject([
    { action: 'saved-view.created', after: { name: 'First name', list: 'assets' } },
    { action: 'saved-view.changed', before: { name: 'First name' }, after: { name: 'Second name' } },
    { action: 'saved-view.deleted', before: { name: 'Second name' } },
  ])
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ list: 'nothing' }, 'list'],
  [{ filter: { colour: 'red' } }, 'filter'],
  [{ filter: { placeId: 'x' } }, 'filter.placeId'],
  [{ columns: ['passwordHash'] }, 'columns'],
  [{ placeId: '01990000-0000-7000-8000-000000000000' }, 'placeId'],
])('%j is refused at %s', async (wrong, field) => {
  const body = { name: 'Wrong', list: 'assets', ...wrong }
  const answer = await t.call(asha, views.create, { body })
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
})

test('a place out of scope is no place to share in, nor to narrow to', async () => {
  const { room } = await siteIn(t, 'Mumbai')
  const view = { name: 'Elsewhere', list: 'assets' }
  for (const more of [{ placeId: room }, { filter: { placeId: room } }])
    expect((await t.call(asha, views.create, { body: { ...view, ...more } })).status).toBe(400)
  const { id } = await saved(asha)
  expect((await t.call(asha, views.change, { params: { id }, body: { placeId: room } })).status).toBe(400)
})

test('a list that someone may not open is not saved', async () => {
  expect((await t.call(asha, views.create, { body: { name: 'People', list: 'users' } })).status).toBe(403)
})

test('a name is there once for each list of a person', async () => {
  await saved(asha, { name: 'Twice' })
  const again = await t.call(asha, views.create, { body: { name: 'TWICE', list: 'assets' } })
  expect([again.status, again.body.code]).toEqual([400, 'view-name-taken'])
  await saved(asha, { name: 'Twice', list: 'brand', filter: {} })
  await saved(await t.person(), { name: 'Twice' })
})

test('a hundred are enough', async () => {
  const owner = await t.person()
  await sql`insert into saved_views (user_id, name, list, filter, columns)
    select ${owner.id}, 'View ' || number, 'brand', '{}', '{name}' from generate_series(1, 100) as number`.execute(
    t.db,
  )
  const answer = await t.call(owner, views.create, { body: { name: 'One more', list: 'brand' } })
  expect([answer.status, answer.body.code]).toEqual([409, 'views-too-many'])
})

test.each([
  [{ every: 'year' }, 'schedule.every'],
  [{ hour: 24 }, 'schedule.hour'],
  [{ weekday: 0 }, 'schedule.weekday'],
  [{ zone: 'Mars/Olympus' }, 'schedule.zone'],
  [{ zone: "x'; drop table users" }, 'schedule.zone'],
])('a schedule with %j is refused', async (wrong, field) => {
  const { id } = await saved(asha)
  const schedule = { every: 'day', hour: 7, zone: 'UTC', format: 'csv', ...wrong }
  const { status, body } = await t.call(asha, views.change, { params: { id }, body: { schedule } })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

const moments: [string, object, string, string][] = [
  ['a day, later today', { every: 'day', hour: 9 }, '2026-03-02 02:00', '2026-03-02 03:30'],
  ['a day, tomorrow', { every: 'day', hour: 7 }, '2026-03-02 02:00', '2026-03-03 01:30'],
  ['a Friday', { every: 'week', weekday: 5, hour: 0 }, '2026-03-02 02:00', '2026-03-05 18:30'],
  ['this very moment', { every: 'week', weekday: 1, hour: 9 }, '2026-03-02 03:30', '2026-03-09 03:30'],
  ['the last of a month', { every: 'month', monthDay: 31, hour: 9 }, '2026-02-03 00:00', '2026-02-28 03:30'],
  ['a day of a month', { every: 'month', monthDay: 2, hour: 9 }, '2026-03-02 04:00', '2026-04-02 03:30'],
]
test.each(moments)('the next mail comes at %s', async (_, given, after, wanted) => {
  const { every, weekday, monthDay, hour } = { every: '', hour: 0, weekday: 1, monthDay: 1, ...given }
  const { rows } = await sql<{ next: string }>`select to_char(next_view_mail(${every}, ${weekday}::int,
    ${monthDay}::int, ${hour}::int, 'Asia/Kolkata', ${after}::timestamptz), 'YYYY-MM-DD HH24:MI') as next`.execute(
    t.db,
  )
  expect(rows[0]?.next).toBe(wanted)
})
