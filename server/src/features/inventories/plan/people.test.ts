import { randomUUID } from 'node:crypto'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { freshRoom, planned, siteOf, step, sweep } from '#test/inventories.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const site = await siteOf(t)
const elsewhere = await siteIn(t, 'Mumbai')
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi Counter' })

async function givenRooms(name: string, ...places: string[]) {
  const one = await person({ role: 'User', city: 'Indore', name })
  for (const place of places)
    await sql`insert into user_places (user_id, place_id) values (${one.id}, ${place})`.execute(t.db)
  return one
}

const named = async (as: Person, placeId: string, search = 'Counter') =>
  (await call(as, counting.people, { query: { placeId, search } })).body.people?.map(({ name }) => name)

test('whoever plans without managing users is offered those who may count there, and no others', async () => {
  const room = await freshRoom(t)
  const twoRooms = await givenRooms('Two rooms Counter', room, elsewhere.room)
  await person({ role: 'User Management', city: 'Indore', name: 'Manager Counter' })
  await person({ role: 'User', city: 'Mumbai', name: 'Mumbai Counter' })
  const gone = await person({ role: 'User', city: 'Indore', name: 'Gone Counter' })
  await sql`update users set status = 'disabled' where id = ${gone.id}`.execute(t.db)
  expect(await named(ravi, room)).toEqual(['Ravi Counter', 'Two rooms Counter'])
  expect(await named(ravi, site.aou)).toEqual(['Ravi Counter'])
  expect(await named(twoRooms, room, 'rooms c')).toEqual(['Two rooms Counter'])
  const { body } = await call(ravi, counting.people, { query: { placeId: room, search: 'Ravi C' } })
  expect(body.people).toEqual([{ _id: ravi.id, name: 'Ravi Counter', role: 'User' }])
  expect(await named(ravi, room, '%')).toEqual([])
  expect(
    (await call(ravi, counting.people, { query: { placeId: room, size: '1' } })).body.people,
  ).toHaveLength(1)
  // Everybody who is offered can be chosen.
  const people = (await call(ravi, counting.people, { query: { placeId: room } })).body.people
  await planned(t, { placeId: room, people: people.map(({ _id }) => _id) }, ravi)
})

test('of a place out of scope nobody is told who may count there', async () => {
  const twoRooms = await givenRooms('Rooms only', site.room, elsewhere.room)
  for (const placeId of [site.aou, randomUUID()])
    expect((await call(twoRooms, counting.people, { query: { placeId } })).body.fields).toHaveProperty(
      'placeId',
    )
  expect((await call(ravi, counting.people, { query: { placeId: 'x' } })).status).toBe(400)
  expect((await call(null, counting.people, { query: { placeId: site.aou } })).status).toBe(401)
  const noManager = await person({ role: 'User Management', city: 'Indore' })
  expect((await call(noManager, counting.people, { query: { placeId: site.aou } })).status).toBe(403)
})

test('what is counted blind has people who count it, before and while it is counted', async () => {
  const placeId = await freshRoom(t)
  const plan = (body: object) => call(admin, inventories.plan, { body: { placeId, blind: true, ...body } })
  expect((await plan({})).body).toMatchObject({ code: 'inventory-blind-people' })
  const id = (await plan({ people: [ravi.id] })).body.inventory._id
  const change = (body: object) => call(admin, inventories.change, { params: { id }, body })
  expect((await change({ people: [] })).status).toBe(400)
  expect((await change({ people: [], blind: false })).status).toBe(200)
  expect((await change({ blind: true })).body.code).toBe('inventory-blind-people')
  await change({ blind: true, people: [ravi.id] })
  await step(t, id, 'start')
  expect((await change({ people: [] })).body.code).toBe('inventory-blind-people')
  // Planned before this rule existed, or its people have left since.
  const old = await planned(t, { placeId: await freshRoom(t) })
  await sql`update inventories set blind = true where id = ${old}`.execute(t.db)
  expect((await call(admin, inventories.start, { params: { id: old } })).body.code).toBe(
    'inventory-blind-people',
  )
})

test('a person who counts blind sees which devices have reads to send; the planner ends counting without one', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const id = await planned(t, { placeId, blind: true, people: [ravi.id] })
  const params = { id }
  await step(t, id, 'start')
  const deviceId = randomUUID()
  await sweep(t, ravi, id, { placeId, deviceId, unsent: 7, reads: [asset.rfidTag ?? ''] })
  expect((await call(ravi, inventoryReview.items, { params })).status).toBe(403)
  const { status, body } = await call(ravi, inventories.unsent, { params })
  expect([status, body]).toEqual([
    200,
    {
      devices: [
        {
          ...{
            deviceId,
            device: 'A reader',
            user: 'Ravi Counter',
            unsent: 7,
            lastSeenAt: expect.any(String),
          },
          ...{ takenAt: null, reason: 'unsent' },
        },
      ],
    },
  ])
  expect((await call(ravi, inventories.review, { params, body: {} })).body.code).toBe(
    'inventory-counters-count',
  )
  expect((await call(admin, inventories.review, { params, body: {} })).body.code).toBe(
    'inventory-reads-unsent',
  )
  const ended = await call(admin, inventories.review, { params, body: { leaveOut: [deviceId] } })
  expect(ended.body.inventory.status).toBe('review')
  expect((await call(ravi, inventories.unsent, { params })).body.devices).toEqual([])
  const rooms = await givenRooms('Other rooms', elsewhere.room, site.room)
  expect((await call(rooms, inventories.unsent, { params })).status).toBe(404)
})
