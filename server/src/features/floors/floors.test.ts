import { type Floor, floors } from '@ats/contract/floors.ts'
import { masters } from '@ats/contract/masters.ts'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { boxAt, drawnIn, floorIn, planWith } from '#test/floors.ts'
import { givePlaces, limitedRole } from '#test/limited-people.ts'
import { administratorOf, ledgerOf, placed, siteIn } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const newRoom = (name?: string) => placed(t, 'room', site.aou, name)
const permissions = ['master', 'manage-asset', 'reports']
await t.db.insertInto('roles').values({ name: limitedRole, permissions }).execute()

async function personWith(...placeIds: string[]) {
  const person = await t.person({ role: limitedRole, city: 'Indore' })
  await givePlaces(t, person, placeIds)
  return person
}
const draw = (as: Person, { _id: id }: Floor, body: object) => call(as, floors.draw, { params: { id }, body })
const planOf = async (as: Person, { _id: id }: Floor) =>
  (await call(as, floors.plan, { params: { id } })).body
const stairs = { box: { x: 0.9, y: 0.4, width: 0.1, height: 0.2 }, label: 'Stairs' }

test('a floor is added, changed, listed in its order, and removed', async () => {
  const { property } = await siteIn(t, 'Indore')
  const first = await floorIn(t, property, { name: 'First floor', position: 1 })
  const ground = await floorIn(t, property, { name: 'Ground floor' })
  expect(ground).toMatchObject({ propertyId: property, position: 0, aspect: 1.6, rooms: 0, version: 1 })
  expect(ground.placeNames).toHaveLength(3)
  const listed = async () =>
    (await call(admin, floors.list, { query: { propertyId: property } })).body.floors.map(({ name }) => name)
  expect(await listed()).toEqual(['Ground floor', 'First floor'])
  const params = { id: first._id }
  const change = { name: 'Basement', position: -1, version: 1 }
  const changed = await call(admin, floors.change, { params, body: change })
  expect(changed.body).toMatchObject({ name: 'Basement', position: -1, version: 2 })
  expect(await listed()).toEqual(['Basement', 'Ground floor'])
  const again = await call(admin, floors.change, { params, body: { name: 'Basement' } })
  expect(again.body.version).toBe(2)
  expect((await call(admin, floors.remove, { params })).status).toBe(200)
  expect(await listed()).toEqual(['Ground floor'])
  expect((await call(admin, floors.plan, { params })).status).toBe(404)
  expect((await ledgerOf(t, first._id)).map(({ action }) => action)).toEqual([
    ...['floor.created', 'floor.changed', 'floor.deleted'],
  ])
})

test('a name is used once in a property, in any case', async () => {
  const { property } = await siteIn(t, 'Indore')
  await floorIn(t, property, { name: 'Ground floor' })
  const other = await floorIn(t, property, { name: 'First floor' })
  const body = { propertyId: property, name: 'GROUND FLOOR' }
  const added = await call(admin, floors.add, { body })
  expect([added.status, added.body]).toMatchObject([
    409,
    { fields: { name: 'This property already has a floor with this name.' } },
  ])
  const renamed = await call(admin, floors.change, {
    params: { id: other._id },
    body: { name: 'ground floor' },
  })
  expect(renamed.status).toBe(409)
  await floorIn(t, (await siteIn(t, 'Indore')).property, { name: 'Ground floor' })
})

test.each([
  ['no name', { name: ' ' }],
  ['an aspect that is no plan', { aspect: 40 }],
  ['a place that is no property', { propertyId: site.aou }],
])('a floor with %s is refused', async (_what, wrong) => {
  const body = { propertyId: site.property, name: 'Somewhere', ...wrong }
  expect((await call(admin, floors.add, { body })).status).toBe(400)
})

test('a plan is saved with its shapes and rooms, and the floor of a room is found', async () => {
  const [room, other] = [await newRoom('Pantry'), await newRoom()]
  const floor = await floorIn(t, site.property)
  const plan = { ...planWith(room, other), shapes: [stairs], version: 1 }
  const drawn = await draw(admin, floor, plan)
  expect(drawn.body).toMatchObject({ rooms: 2, version: 2 })
  const { shapes, rooms } = await planOf(admin, floor)
  expect(shapes).toEqual([stairs])
  expect(rooms[0]).toMatchObject({ placeId: room, name: 'Pantry', box: boxAt(0) })
  expect(rooms[0]?.placeNames?.at(-1)).toBe('Pantry')
  const found = await call(admin, floors.list, { query: { placeId: room } })
  expect(found.body.floors.map(({ _id }) => _id)).toEqual([floor._id])
  expect((await draw(admin, floor, { ...plan, version: 2 })).body.version).toBe(2)
  expect(await ledgerOf(t, floor._id)).toMatchObject([
    { action: 'floor.created' },
    { action: 'floor.drawn', before: { rooms: 0, shapes: 0 }, after: { rooms: 2, shapes: 1 } },
  ])
})

test('the floor of an AoU is the floor of its rooms that are not drawn themselves', async () => {
  const { property, aou, room } = await siteIn(t, 'Indore')
  const drawn = await placed(t, 'room', aou)
  const [upper, lower] = [await drawnIn(t, property, aou), await drawnIn(t, property, drawn)]
  const floorOf = async (placeId: string) =>
    (await call(admin, floors.list, { query: { placeId } })).body.floors.map(({ _id }) => _id)
  expect(await floorOf(room)).toEqual([upper._id])
  expect(await floorOf(drawn)).toEqual([lower._id])
})

test('an outdated version is refused with the changes since then', async () => {
  const floor = await floorIn(t, site.property)
  const room = await newRoom()
  await draw(admin, floor, { ...planWith(room), version: 1 })
  const stale = await draw(admin, floor, { ...planWith(), version: 1 })
  expect([stale.status, stale.body]).toMatchObject([
    409,
    { conflict: { version: 2, changes: [{ field: 'rooms', value: [{ placeId: room }] }] } },
  ])
  const params = { id: floor._id }
  expect((await call(admin, floors.change, { params, body: { name: 'Other', version: 1 } })).status).toBe(409)
})

test('a room is drawn on one floor only, and in its own property', async () => {
  const room = await newRoom('Server Room')
  const first = await drawnIn(t, site.property, room)
  const second = await floorIn(t, site.property)
  const twice = await draw(admin, second, planWith(room))
  expect([twice.status, twice.body.message]).toEqual([409, `Server Room is already drawn on ${first.name}.`])
  const elsewhere = await draw(admin, second, planWith((await siteIn(t, 'Indore')).room))
  expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'room-outside-property'])
  expect((await draw(admin, second, planWith(site.property))).body.code).toBe('room-outside-property')
  expect((await draw(admin, second, planWith(second._id))).body.code).toBe('place-unknown')
})

test.each([
  [
    'a room twice',
    { shapes: [], rooms: [site.room, site.room].map((placeId) => ({ placeId, box: boxAt(0) })) },
  ],
  [
    'a rectangle outside the plan',
    { shapes: [{ ...stairs, box: { ...stairs.box, width: 0.3 } }], rooms: [] },
  ],
  ['no shapes', { rooms: [] }],
])('a plan with %s is refused', async (_what, body) => {
  expect((await draw(admin, await floorIn(t, site.property), body)).status).toBe(400)
})

describe('of a property that is partly in scope', async () => {
  const [mine, other] = [await newRoom('Mine'), await newRoom('Not mine')]
  const floor = await drawnIn(t, site.property, mine, other)
  await draw(admin, floor, { ...planWith(mine, other), shapes: [stairs] })
  const person = await personWith(mine, (await siteIn(t, 'Pune')).room)
  const params = { id: floor._id }

  test('the floor is listed, and rooms outside have a box and nothing else', async () => {
    const listed = (await call(person, floors.list)).body.floors.map(({ _id }) => _id)
    expect(listed).toContain(floor._id)
    const { rooms } = await planOf(person, floor)
    expect(rooms).toMatchObject([
      { placeId: mine, name: 'Mine' },
      { placeId: null, name: null, placeNames: null, box: boxAt(1) },
    ])
    expect((await call(person, floors.list, { query: { placeId: other } })).body.floors).toEqual([])
    const facts = (await call(person, floors.facts, { params })).body.rooms
    expect(facts.map(({ placeId }) => placeId)).toEqual([mine])
  })

  test('its own rooms are drawn, and rooms outside and shapes stay', async () => {
    const box = { x: 0.5, y: 0.5, width: 0.1, height: 0.1 }
    const rooms = [{ placeId: mine, box }]
    const drawn = await draw(person, floor, { shapes: [stairs], rooms })
    expect([drawn.status, drawn.body.rooms]).toEqual([200, 2])
    expect((await planOf(admin, floor)).rooms).toMatchObject([
      { placeId: other, box: boxAt(1) },
      { placeId: mine, box },
    ])
    expect((await draw(person, floor, { shapes: [], rooms })).status).toBe(403)
    expect((await draw(person, floor, { shapes: [stairs], rooms: planWith(other).rooms })).status).toBe(400)
  })

  test('the floor itself is for people with the whole property', async () => {
    expect((await call(person, floors.change, { params, body: { name: 'Mine' } })).status).toBe(403)
    expect((await call(person, floors.remove, { params })).status).toBe(403)
    expect((await call(person, floors.removePicture, { params })).status).toBe(403)
    const body = { propertyId: site.property, name: 'Mine' }
    expect((await call(person, floors.add, { body })).status).toBe(400)
    const owner = await personWith(site.property)
    expect((await call(owner, floors.change, { params, body: { position: 4 } })).status).toBe(200)
  })
})

test('a person of another property does not see the floor', async () => {
  const person = await personWith((await siteIn(t, 'Indore')).property)
  const floor = await drawnIn(t, site.property, await newRoom())
  expect((await call(person, floors.list)).body.floors).toEqual([])
  expect((await call(person, floors.plan, { params: { id: floor._id } })).status).toBe(404)
})

describe('a place that', async () => {
  const from = await siteIn(t, 'Indore')
  const to = await siteIn(t, 'Indore')
  const drawn = async (aou = from.aou) => {
    const room = await placed(t, 'room', aou)
    return { room, floor: await drawnIn(t, from.property, room) }
  }
  const roomsOf = async (floor: Floor) => (await planOf(admin, floor)).rooms.length

  test('moves to another property loses its drawing, also below a place that moves', async () => {
    const single = await drawn()
    const body = { parentId: to.aou }
    await call(admin, masters.update, { params: { kind: 'room', id: single.room }, body })
    expect(await roomsOf(single.floor)).toBe(0)
    const aou = await placed(t, 'aou', from.property)
    const below = await drawn(aou)
    await call(admin, masters.update, { params: { kind: 'aou', id: aou }, body: { parentId: to.property } })
    expect(await roomsOf(below.floor)).toBe(0)
  })

  test('moves within its property keeps its drawing', async () => {
    const { room, floor } = await drawn()
    const body = { parentId: await placed(t, 'aou', from.property) }
    await call(admin, masters.update, { params: { kind: 'room', id: room }, body })
    expect(await roomsOf(floor)).toBe(1)
  })

  test('is deleted or merged loses its drawing', async () => {
    const [deleted, merged] = [await drawn(), await drawn()]
    await call(admin, masters.remove, { params: { kind: 'room', id: deleted.room } })
    expect(await roomsOf(deleted.floor)).toBe(0)
    const params = { kind: 'room', id: merged.room }
    expect((await call(admin, masters.merge, { params, body: { into: from.room } })).status).toBeLessThan(300)
    expect(await roomsOf(merged.floor)).toBe(0)
  })
})
