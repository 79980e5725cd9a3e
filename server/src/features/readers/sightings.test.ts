import { assets } from '@ats/contract/assets/assets.ts'
import { unknownTags } from '@ats/contract/inventories/review.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { givePlaces } from '#test/limited-people.ts'
import { pointsOf, readerIn, second, seenIn, takeReads } from '#test/readers.ts'
import { administratorOf, freshTag, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')
const other = await placed(t, 'room', indore.aou)

const placeOf = async (tag: string) => {
  const { rows } = await sql<{
    place: string | null
  }>`select place_id as place from last_seen where tag = ${tag}`.execute(t.db)
  return rows[0]?.place
}
const moves = async (tag: string) =>
  (
    await t.db
      .selectFrom('movements')
      .select(['from_place_id', 'to_place_id'])
      .where('tag', '=', tag)
      .orderBy('at')
      .execute()
  ).map(({ from_place_id, to_place_id }) => [from_place_id, to_place_id])

/** A reader whose antennas cover the two rooms. */
async function twoRooms() {
  const { id } = await readerIn(t, indore.aou)
  await pointsOf(t, id, [
    { antenna: 1, placeId: indore.room, kind: 'room', minReads: 3, windowSeconds: 30 },
    { antenna: 2, placeId: other, kind: 'room', minReads: 3, windowSeconds: 30 },
  ])
  return id
}
const reads = (tag: string, reader: string, antenna: number, ...seconds: number[]) =>
  seconds.map((n) => ({ tag, reader, antenna, at: second(n) }))

test('a tag counts as seen once it was read often enough within the window, over any number of batches', async () => {
  const [reader, tag] = [await twoRooms(), freshTag()]
  await takeReads(t, reads(tag, reader, 1, 0))
  await takeReads(t, reads(tag, reader, 1, 10))
  expect(await placeOf(tag)).toBeNull()
  await takeReads(t, reads(tag, reader, 1, 20))
  expect(await placeOf(tag)).toBe(indore.room)
  expect(await moves(tag)).toEqual([[null, indore.room]])
  const slow = freshTag()
  for (const n of [0, 40, 80]) await takeReads(t, reads(slow, reader, 1, n))
  expect(await placeOf(slow)).toBeNull()
})

test('reads that come again change nothing, in whichever batches', async () => {
  const [reader, tag] = [await twoRooms(), freshTag()]
  const sent = reads(tag, reader, 1, 0, 5)
  expect(await takeReads(t, sent)).toBe(2)
  expect(await takeReads(t, [...sent, ...sent])).toBe(0)
  for (const one of sent) expect(await takeReads(t, [one])).toBe(0)
  expect(await placeOf(tag)).toBeNull()
})

test('between two antennas that both see it a tag stays where it is, until one is silent', async () => {
  const [reader, tag] = [await twoRooms(), freshTag()]
  await takeReads(t, reads(tag, reader, 1, 0, 1, 2))
  for (let n = 3; n < 20; n += 2)
    await takeReads(t, [...reads(tag, reader, 2, n), ...reads(tag, reader, 1, n + 1)])
  expect(await moves(tag)).toHaveLength(1)
  await takeReads(t, reads(tag, reader, 2, 30, 31, 32))
  expect(await moves(tag)).toEqual([
    [null, indore.room],
    [indore.room, other],
  ])
})

test('several moves within one batch are several movements, in their order', async () => {
  const [reader, tag] = [await twoRooms(), freshTag()]
  const there = reads(tag, reader, 1, 0, 1, 2)
  await takeReads(t, [...reads(tag, reader, 1, 20, 21, 22), ...reads(tag, reader, 2, 10, 11, 12), ...there])
  expect(await moves(tag)).toEqual([
    [null, indore.room],
    [indore.room, other],
    [other, indore.room],
  ])
})

test('a late read is kept and moves nothing back', async () => {
  const [reader, tag] = [await twoRooms(), freshTag()]
  await takeReads(t, reads(tag, reader, 2, 100, 101, 102))
  expect(await takeReads(t, reads(tag, reader, 1, 0, 1, 2))).toBe(3)
  expect(await placeOf(tag)).toBe(other)
  expect(await moves(tag)).toHaveLength(1)
})

test('weak reads and antennas that look nowhere are kept and do not count', async () => {
  const [{ id }, tag] = [await readerIn(t, indore.room), freshTag()]
  await pointsOf(t, id, [{ antenna: 1, placeId: indore.room, kind: 'portal', minRssi: -60 }])
  const weak = reads(tag, id, 1, 0, 1).map((read) => ({ ...read, rssi: -70 }))
  expect(await takeReads(t, [...weak, ...reads(tag, id, 2, 0, 1)])).toBe(4)
  expect(await placeOf(tag)).toBeUndefined()
})

test('an asset has its last place and its movements, and reads leave the asset and its ledger alone', async () => {
  const asset = await stocked(t, { placeId: indore.room })
  const before = [await call(admin, assets.get, { params: { id: asset._id } }), await ledgerOf(t, asset._id)]
  await sql`update asset_tags set attached_at = now() - interval '1 day' where asset_id = ${asset._id}`.execute(
    t.db,
  )
  await seenIn(t, asset.rfidTag ?? '', other)
  const params = { id: asset._id }
  const { body } = await call(admin, sightings.lastSeen, { params })
  expect(body.lastSeen).toMatchObject({ placeId: other, elsewhere: true, present: false })
  const moved = await call(admin, sightings.movements, { params })
  expect(moved.body.movements).toMatchObject([{ placeId: other, isFirst: true }])
  const after = [await call(admin, assets.get, { params }), await ledgerOf(t, asset._id)]
  expect(JSON.stringify(after.map((one) => ('body' in one ? one.body : one)))).toBe(
    JSON.stringify(before.map((one) => ('body' in one ? one.body : one))),
  )
})

test('where it was seen is not named to whoever sees only where it belongs', async () => {
  const asset = await stocked(t, { placeId: indore.room })
  await seenIn(t, asset.rfidTag ?? '', mumbai.room)
  const someone = await t.person({ role: 'User', city: 'Delhi' })
  await givePlaces(t, someone, [indore.room])
  const params = { id: asset._id }
  expect((await call(someone, sightings.lastSeen, { params })).body.lastSeen).toMatchObject({
    ...{ placeId: null, placeNames: null, reader: null, elsewhere: true },
  })
  const { body } = await call(someone, sightings.elsewhere)
  expect(body.seenElsewhere.find(({ _id }) => _id === asset._id)).toMatchObject({
    ...{ seenPlaceId: null, leftProperty: true },
  })
  const moved = await call(someone, sightings.moveHere, { body: { ids: [asset._id] } })
  expect(moved.body.results).toMatchObject([{ ok: false, code: 'sighting-out-of-scope' }])
  expect((await call(someone, sightings.movements, { params: { id: asset._id } })).status).toBe(200)
})

test('what belongs to others is not listed, however far it strayed', async () => {
  const asset = await stocked(t, { placeId: indore.room })
  await seenIn(t, asset.rfidTag ?? '', mumbai.room)
  const someone = await t.person({ role: 'User', city: 'Delhi' })
  for (const place of [[other], [mumbai.room]]) {
    await givePlaces(t, someone, place)
    const { body } = await call(someone, sightings.elsewhere, { query: { size: '500' } })
    expect(body.seenElsewhere.map(({ _id }) => _id)).not.toContain(asset._id)
  }
})

test('what is seen elsewhere is moved there by a person, or left alone until it is seen in yet another place', async () => {
  const [first, second_] = [
    await stocked(t, { placeId: indore.room }),
    await stocked(t, { placeId: indore.room }),
  ]
  for (const { rfidTag } of [first, second_]) await seenIn(t, rfidTag ?? '', other)
  const ids = [first._id]
  expect((await call(admin, sightings.moveHere, { body: { ids } })).body).toMatchObject({
    done: 1,
    failed: 0,
  })
  expect((await call(admin, assets.get, { params: { id: first._id } })).body.placeId).toBe(other)
  expect((await ledgerOf(t, first._id)).at(-1)).toMatchObject({ action: 'asset.changed', actor: admin.id })
  const ignored = await call(admin, sightings.ignore, { body: { ids: [second_._id], reason: 'On loan' } })
  expect(ignored.body.done).toBe(1)
  const listed = async (left: 'true' | 'false') =>
    (
      await call(admin, sightings.elsewhere, { query: { ignored: left, size: '500' } })
    ).body.seenElsewhere.map(({ _id }) => _id)
  expect(await listed('true')).toEqual([second_._id])
  await seenIn(t, second_.rfidTag ?? '', mumbai.room, 60)
  expect(await listed('true')).toEqual([])
  expect(await listed('false')).toContain(second_._id)
  await seenIn(t, second_.rfidTag ?? '', indore.room, 120)
  expect(await listed('false')).not.toContain(second_._id)
})

test('a tag that no asset has comes into the worklist once it counts as seen', async () => {
  const tag = freshTag()
  await seenIn(t, tag, indore.room)
  const { body } = await call(admin, unknownTags.list, { query: { search: tag } })
  expect(body.unknownTags).toMatchObject([{ tag, placeId: indore.room, reads: 2 }])
})
