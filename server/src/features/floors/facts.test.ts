import { assets } from '@ats/contract/assets/assets.ts'
import { type Floor, floors } from '@ats/contract/floors.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { drawnIn } from '#test/floors.ts'
import { countingIn, sweep } from '#test/inventories.ts'
import { givePlaces, limitedRole } from '#test/limited-people.ts'
import { pointsOf, readerIn, seenIn, takeReads } from '#test/readers.ts'
import { administratorOf, binned, freshTag, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const permissions = ['manage-asset', 'reports']
await t.db.insertInto('roles').values({ name: limitedRole, permissions }).execute()

async function personWith(...placeIds: string[]) {
  const person = await t.person({ role: limitedRole, city: 'Indore' })
  await givePlaces(t, person, placeIds)
  return person
}

async function factsOf(as: Person, { _id: id }: Floor, query: Record<string, string> = {}) {
  const { body, text } = await call(as, floors.facts, { params: { id }, query })
  if (body.rooms === undefined) throw new Error(text)
  return new Map(body.rooms.map(({ placeId, ...facts }) => [placeId, facts]))
}

/** A property with a drawn AoU, one of its two rooms drawn too, and assets in all three. */
async function furnished() {
  const site = await siteIn(t, 'Indore')
  const { property, aou, room } = site
  const undrawn = await placed(t, 'room', aou)
  const chairs = [await stocked(t, { placeId: room }), await stocked(t, { placeId: room })]
  const lamp = await stocked(t, { placeId: room, assetName: 'Lamp', assetState: 'Not-Working' })
  await binned(t, { placeId: room })
  await stocked(t, { placeId: aou })
  await stocked(t, { placeId: undrawn })
  return { ...site, undrawn, chairs, lamp, floor: await drawnIn(t, property, aou, room) }
}

test('assets and states of each room are those of the asset list, and none counts twice', async () => {
  const { aou, room, floor } = await furnished()
  const facts = await factsOf(admin, floor)
  const listed = async (query: Record<string, string>) =>
    (await call(admin, assets.list, { query })).body.total ?? 0
  expect(facts.get(room)).toMatchObject({
    assets: await listed({ placeId: room }),
    states: [
      { state: 'Working', assets: 2 },
      { state: 'Not-Working', assets: await listed({ placeId: room, state: 'Not-Working' }) },
    ],
    ...{ count: null, matches: null },
  })
  const total = (facts.get(aou)?.assets ?? 0) + (facts.get(room)?.assets ?? 0)
  expect([facts.get(aou)?.assets, total]).toEqual([2, await listed({ placeId: aou })])
})

test('a search counts the assets that the asset list finds', async () => {
  const { aou, room, lamp, floor } = await furnished()
  for (const search of ['lamp', 'Chair', lamp.rfidTag ?? '', lamp.assetTagId]) {
    const facts = await factsOf(admin, floor, { search })
    for (const [placeId, count] of [
      [room, facts.get(room)?.matches],
      [aou, (facts.get(room)?.matches ?? 0) + (facts.get(aou)?.matches ?? 0)],
    ] as const)
      expect(count, search).toBe((await call(admin, assets.list, { query: { search, placeId } })).body.total)
  }
  const person = await personWith(room)
  expect((await factsOf(person, floor, { search: 'chair' })).get(room)?.matches).toBe(2)
})

test('what readers see in a room, and what is registered there and seen elsewhere', async () => {
  const { room, aou, chairs, floor, property } = await furnished()
  const other = await placed(t, 'room', aou)
  await call(admin, floors.draw, {
    params: { id: floor._id },
    body: {
      shapes: [],
      rooms: [room, other].map((placeId, index) => ({
        ...{ placeId, box: { x: 0.4 * index, y: 0, width: 0.3, height: 0.3 } },
      })),
    },
  })
  const { id: reader } = await readerIn(t, property)
  await pointsOf(t, reader, [{ antenna: 0, placeId: other, kind: 'portal' }])
  const now = new Date().toISOString()
  const stray = chairs[0]?.rfidTag ?? ''
  await takeReads(
    t,
    [-1000, 0].map((ms) => ({ tag: stray, at: new Date(Date.parse(now) + ms).toISOString(), reader })),
  )
  const facts = await factsOf(admin, floor)
  expect(facts.get(other)).toMatchObject({ present: 1, strangers: 1, away: 0 })
  expect(facts.get(room)).toMatchObject({ present: 0, strangers: 0, away: 1 })
  // The asset is out of the scope of a person who has only the other room.
  const visitor = await personWith(other)
  expect((await factsOf(visitor, floor)).get(other)).toMatchObject({ present: 0, strangers: 0 })
  const ignored = { ids: [chairs[0]?._id ?? ''], reason: 'On loan' }
  await call(admin, sightings.ignore, { body: ignored })
  expect((await factsOf(admin, floor)).get(other)).toMatchObject({ present: 1, strangers: 0 })
  const id = floor._id
  const { body } = await call(admin, floors.activity, { params: { id }, query: { seconds: '30' } })
  expect(body.rooms).toMatchObject([{ placeId: other, reads: 2, tags: 1, lastReadAt: expect.any(String) }])
  expect(body.moves).toMatchObject([
    { asset: { _id: chairs[0]?._id, assetName: 'Chair' }, fromPlaceId: null, toPlaceId: other },
  ])
  expect((await call(visitor, floors.activity, { params: { id } })).body.moves).toEqual([])
})

test('a move shows where the asset came from, and neither late moves nor strange tags are shown', async () => {
  const { room, chairs, property, aou } = await furnished()
  const [first, second] = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  const floor = await drawnIn(t, property, first, second)
  const tag = chairs[1]?.rfidTag ?? ''
  const walk = async (placeId: string, ago: number, seen = tag) => {
    const { id: reader } = await readerIn(t, property)
    await pointsOf(t, reader, [{ antenna: 0, placeId, kind: 'portal' }])
    const at = (ms: number) => new Date(Date.now() - ago - ms).toISOString()
    await takeReads(t, [
      { tag: seen, at: at(1000), reader },
      { tag: seen, at: at(0), reader },
    ])
  }
  await walk(first, 5 * 3_600_000)
  await walk(second, 0)
  await walk(second, 0, freshTag())
  const params = { id: floor._id }
  const seen = (await call(admin, floors.activity, { params })).body
  expect(seen.moves).toMatchObject([{ fromPlaceId: first, toPlaceId: second }])
  expect(seen.rooms).toMatchObject([{ placeId: second, tags: 2, reads: 4 }])
  await walk(room, 0)
  const [left] = (await call(admin, floors.activity, { params })).body.moves
  expect(left).toMatchObject({ fromPlaceId: second, toPlaceId: null })
})

describe('an inventory', () => {
  test('shows its progress by room, to people who see all of its place', async () => {
    const { property, aou, room, undrawn, chairs, floor } = await furnished()
    const { id: inventoryId } = await countingIn(t, { placeId: property })
    await sweep(t, admin, inventoryId, { placeId: room, reads: [chairs[0]?.rfidTag ?? '', freshTag()] })
    await sweep(t, admin, inventoryId, { placeId: undrawn, reads: [chairs[1]?.rfidTag ?? ''] })
    const facts = await factsOf(admin, floor, { inventoryId })
    // An asset that is found in another room is found, and unexpected there.
    expect(facts.get(room)?.count).toEqual({ expected: 3, found: 2, unexpected: 1 })
    expect(facts.get(aou)?.count).toEqual({ expected: 2, found: 0, unexpected: 1 })
    expect((await factsOf(await personWith(room), floor, { inventoryId })).get(room)?.count).toBe(null)
    const { id: other } = await countingIn(t)
    expect((await factsOf(admin, floor, { inventoryId: other })).get(room)?.count).toBe(null)
  })

  test('that is counted blind hides the room from the counter: its facts and its activity', async () => {
    const { property, aou, room, undrawn, chairs, floor: plan } = await furnished()
    const counter = await personWith(property)
    const { id: inventoryId } = await countingIn(t, { placeId: room, blind: true, people: [counter.id] })
    expect([...(await factsOf(counter, plan, { inventoryId })).keys()]).toEqual([aou])
    expect((await factsOf(counter, plan, { search: 'chair' })).get(aou)).toMatchObject({
      assets: 2,
      matches: 2,
    })
    expect((await factsOf(admin, plan, { inventoryId })).get(room)?.count).toMatchObject({ expected: 3 })
    await seenIn(t, chairs[0]?.rfidTag ?? '', room, 3599)
    await seenIn(t, freshTag(), undrawn, 3599)
    const seconds = { params: { id: plan._id }, query: { seconds: '60' } }
    const { body } = await call(counter, floors.activity, seconds)
    expect([body.rooms.map(({ placeId }) => placeId), body.moves]).toEqual([[aou], []])
    expect((await call(admin, floors.activity, seconds)).body.rooms).toHaveLength(2)
    const { rooms } = (await call(counter, floors.plan, { params: { id: plan._id } })).body
    expect(rooms.map(({ placeId }) => placeId).sort()).toEqual([aou, room].sort())
  })

  test('that is counted blind in an undrawn room hides that room behind the box of its AoU', async () => {
    const { property, aou, undrawn, floor } = await furnished()
    const counter = await personWith(property)
    await countingIn(t, { placeId: undrawn, blind: true, people: [counter.id] })
    expect((await factsOf(counter, floor, { search: 'chair' })).get(aou)).toMatchObject({
      ...{ assets: 1, matches: 1 },
    })
    await seenIn(t, freshTag(), undrawn, 3599)
    const { body } = await call(counter, floors.activity, {
      ...{ params: { id: floor._id }, query: { seconds: '60' } },
    })
    expect(body.rooms).toEqual([])
  })
})
