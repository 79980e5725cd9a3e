import { dashboard } from '@ats/contract/dashboard.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { countingIn, planned, step } from '#test/inventories.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { administratorOf, placed } from '#test/stock.ts'

const t = await testApp()
const { indore, pune, people } = await limitedPeople(t)
const counter = people['a property']
const ofRooms = people['two rooms in two cities']

const toCount = async (as: Person, location?: string) => {
  const answer = await t.call(as, dashboard.overview, location === undefined ? {} : { query: { location } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.waiting.find(({ what }) => what === 'inventories-to-count')
}
const none = { what: 'inventories-to-count', count: 0 }

test('an inventory waits for the people named to count it, from start to end of counting', async () => {
  const id = await planned(t, { placeId: indore.aou, people: [counter.id] })
  expect(await toCount(counter)).toEqual(none)
  await step(t, id, 'start')
  expect(await toCount(counter)).toEqual({ ...none, count: 1, only: id })
  expect(await toCount(counter, 'indore')).toEqual({ ...none, count: 1, only: id })
  const stranger = await t.person({ role: 'Admin', city: 'Indore' })
  expect(await toCount(stranger)).toEqual(none)
  await step(t, id, 'review')
  expect(await toCount(counter)).toEqual(none)
})

test('of several inventories only their number is sent, and those without named people wait for nobody', async () => {
  await countingIn(t, { placeId: indore.room, people: [counter.id, ofRooms.id] })
  await countingIn(t, { placeId: await placed(t, 'room', indore.aou), people: [counter.id], blind: true })
  await countingIn(t, { placeId: await placed(t, 'room', indore.aou) })
  expect(await toCount(counter)).toEqual({ ...none, count: 2 })
  expect(await toCount(ofRooms)).toMatchObject({ count: 1 })
  expect(await toCount(ofRooms, 'pune')).toEqual(none)
})

test('an inventory out of scope does not wait: a named person with two other rooms, or without the permission', async () => {
  const placeId = await placed(t, 'room', indore.aou)
  const person = await t.person({ role: 'User', city: 'Indore' })
  await givePlaces(t, person, [placeId])
  await countingIn(t, { placeId, people: [person.id] })
  expect(await toCount(person)).toMatchObject({ count: 1 })
  await givePlaces(t, person, [indore.room, pune.room])
  expect(await toCount(person)).toEqual(none)
  await t.db
    .insertInto('roles')
    .values({ name: 'Only reports', permissions: ['reports'] })
    .execute()
  const reporter = await t.person({ role: 'Only reports', city: 'Indore' })
  expect(await toCount(reporter)).toBeUndefined()
  expect((await t.call(null, dashboard.overview)).status).toBe(401)
})

test('the list of inventories to count names the places of each, planned or started, as counted one by one', async () => {
  const extra = await placed(t, 'room', indore.aou)
  for (const placeId of [indore.city, indore.mm, indore.property, indore.aou, indore.room, extra, pune.room])
    await planned(t, { placeId })
  await countingIn(t, { placeId: pune.aou })
  await placed(t, 'room', pune.aou)
  for (const [as, least] of [
    [await administratorOf(t), 8],
    [ofRooms, 2],
  ] as const) {
    const { body } = await t.call(as, counting.toCount)
    const { rows } = await sql`select inventories.id as _id, case when started_at is null
        then (select count(*) from places as below where inventories.place_id
          in (below.id, below.aou_id, below.property_id, below.mm_id, below.city_id))
        else (select count(*) from inventory_rooms where inventory_id = inventories.id) end as rooms
      from inventories where id = any(${body.inventories.map(({ _id }) => _id)}::uuid[])
      order by due_on nulls last, number`.execute(t.db)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    expect(body.inventories.map(({ _id, rooms }) => ({ _id, rooms }))).toEqual(rows)
  }
})
