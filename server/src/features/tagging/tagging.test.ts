import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { type TaggingDrive, taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { freshRoom, siteOf } from '#test/inventories.ts'
import { administratorOf, freshTag, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'
import { driveIn, excepted, sent, tagged, untagged } from '#test/tagging.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const meera = await person({ role: 'User', city: 'Indore', name: 'Meera' })
const series = await tagSeriesOf(t)

const driveNow = async (id: string, as: Person = admin): Promise<TaggingDrive> =>
  (await call(as, taggingDrives.get, { params: { id } })).body
const assetNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body

async function expecting(placeId: string) {
  const body = { assetName: 'Table', location: 'indore', placeId, tagSeriesId: series.id }
  return (await call(admin, assets.register, { body })).body.asset
}

/** The outcomes of entries, each with its code. */
async function outcomes(as: Person, id: string, ...entries: Parameters<typeof sent>[3][]) {
  const { status, body, text } = await sent(t, as, id, ...entries)
  if (status !== 200) throw new Error(text)
  return body.results.map(({ outcome, code }) => (outcome === 'failed' ? code : outcome))
}

test('a drive counts what is to be tagged and what was tagged, room by room', async () => {
  const { aou } = await siteOf(t)
  const floor = await placed(t, 'aou', (await siteOf(t)).property)
  const [near, far] = [await placed(t, 'room', floor, 'Room A'), await placed(t, 'room', floor, 'Room B')]
  const { id } = await driveIn(t, { placeId: floor })
  const [chair, lost] = [await untagged(t, near), await untagged(t, near)]
  const waiting = await expecting(far)
  await stocked(t, { placeId: far })
  await untagged(t, await placed(t, 'room', aou))
  expect(await driveNow(id)).toMatchObject({ total: 3, tagged: 0, left: 3, excepted: 0 })
  const done = await outcomes(
    ravi,
    id,
    tagged({ placeId: near, assetId: chair._id }),
    tagged({ placeId: far, assetId: waiting._id, tag: waiting.rfidTag ?? '' }),
    excepted({ placeId: near, assetId: lost._id, note: 'Sold' }),
  )
  expect(done).toEqual(['done', 'done', 'done'])
  expect(await driveNow(id)).toMatchObject({ total: 3, tagged: 2, left: 1, excepted: 1 })
  const { body } = await call(ravi, taggingDrives.rooms, { params: { id } })
  expect(body.rooms.map(({ placeNames, total, tagged: n, left }) => [...placeNames, total, n, left])).toEqual(
    [
      ['Room A', 2, 1, 1],
      ['Room B', 1, 1, 0],
    ],
  )
  const open = await call(ravi, taggingDrives.rooms, { params: { id }, query: { open: 'true' } })
  expect(open.body.rooms.map(({ _id }) => _id)).toEqual([near])
  const { days } = (await call(ravi, taggingDrives.days, { params: { id } })).body
  expect(days).toMatchObject([{ userId: ravi.id, user: 'Ravi', tagged: 2, again: 0 }])
  const { exceptions } = (await call(ravi, taggingDrives.exceptions, { params: { id } })).body
  expect(exceptions).toMatchObject([{ assetId: lost._id, reason: 'not-there', note: 'Sold', by: 'Ravi' }])
  // Tagged after all: the exception is over.
  await outcomes(meera, id, tagged({ placeId: near, assetId: lost._id }))
  expect(await driveNow(id)).toMatchObject({ total: 3, tagged: 3, left: 0, excepted: 0 })
})

test('a tag is written like an edit: ledger, version and history', async () => {
  const { id, placeId } = await driveIn(t)
  const [chair, waiting] = [await untagged(t, placeId), await expecting(placeId)]
  const entry = tagged({ placeId, assetId: chair._id })
  const confirming = tagged({ placeId, assetId: waiting._id, tag: waiting.rfidTag ?? '' })
  expect(await outcomes(ravi, id, entry, confirming)).toEqual(['done', 'done'])
  expect((await ledgerOf(t, chair._id)).at(-1)).toMatchObject({
    action: 'asset.tag-replaced',
    actor: ravi.id,
  })
  expect((await ledgerOf(t, waiting._id)).at(-1)).toMatchObject({ action: 'asset.tag-confirmed' })
  expect(await assetNow(chair._id)).toMatchObject({ version: chair.version + 1 })
  expect(await assetNow(waiting._id)).toMatchObject({ rfidTag: waiting.rfidTag, tagExpected: false })
})

test('an entry that is sent again counts once, and its response says so', async () => {
  const { id, placeId } = await driveIn(t)
  const asset = await untagged(t, placeId)
  const entry = tagged({ placeId, assetId: asset._id })
  const both = await Promise.all([outcomes(ravi, id, entry), outcomes(ravi, id, entry)])
  expect(both.flat().sort()).toEqual(['done', 'repeated'])
  expect(await outcomes(ravi, id, entry)).toEqual(['repeated'])
  expect(await outcomes(meera, id, entry)).toEqual(['tagging-entry-known'])
  expect(await driveNow(id)).toMatchObject({ tagged: 1 })
  expect((await assetNow(asset._id)).version).toBe(asset.version + 1)
})

test('each mix-up is an outcome of its own, and stops no other entry', async () => {
  const { id, placeId } = await driveIn(t)
  const [one, two, three, far] = [
    await untagged(t, placeId),
    await stocked(t, { placeId, assetName: 'Lamp' }),
    await expecting(placeId),
    await untagged(t, await freshRoom(t)),
  ]
  const hidden = await stocked(t, { location: 'mumbai' })
  const { body: block } = await call(admin, tagNumbers.reserve, {
    params: { id: series.id },
    body: { count: 1 },
  })
  const voided = { serial: block.firstSerial, reason: 'Spoilt' }
  await call(admin, tagNumbers.void, { params: { id: series.id }, body: voided })
  const at = { placeId, assetId: one._id }
  const done = await outcomes(
    ravi,
    id,
    tagged({ ...at, tag: two.rfidTag ?? '' }),
    tagged({ ...at, tag: hidden.rfidTag ?? '' }),
    tagged({ ...at, tag: block.firstTag }),
    tagged({ ...at, readBack: freshTag() }),
    tagged({ placeId, assetId: two._id }),
    tagged({ placeId, assetId: three._id }),
    tagged({ placeId, assetId: three._id, tag: two.rfidTag ?? '' }),
    tagged({ placeId, assetId: far._id }),
    tagged({ placeId, assetId: hidden._id }),
    tagged({ placeId: await freshRoom(t), assetId: one._id }),
    tagged({ placeId, assetId: null }),
    tagged(at),
  )
  expect(done).toEqual([
    ...['tag-on-asset', 'tag-in-use', 'tag-is-void', 'tagging-read-back-differs', 'tagging-asset-has-tag'],
    ...['tag-not-the-expected', 'tag-of-another-asset', 'tagging-asset-outside', 'asset-not-found'],
    ...['tagging-place-outside', 'asset-fields-required', 'done'],
  ])
  const again = await sent(t, ravi, id, tagged({ ...at, tag: two.rfidTag ?? '' }))
  expect(again.body.results[0]).toMatchObject({
    ...{ outcome: 'failed', tag: null, message: expect.stringContaining('already has the tag') },
  })
})

test('re-tagging has to be said, and the history stays', async () => {
  const { id, placeId } = await driveIn(t)
  const asset = await stocked(t, { placeId })
  const waiting = await expecting(placeId)
  const [tag, other] = [freshTag(), freshTag()]
  const retag = [
    tagged({ placeId, assetId: asset._id, tag, retag: true }),
    tagged({ placeId, assetId: waiting._id, tag: other, retag: true }),
  ]
  expect(await outcomes(ravi, id, ...retag)).toEqual(['done', 'done'])
  const rows = await sql<{ tag: string; previous_tag: string }>`select tag, previous_tag from tag_associations
    where drive_id = ${id} order by received_at`.execute(t.db)
  expect(rows.rows).toEqual([
    { tag, previous_tag: asset.rfidTag },
    { tag: other, previous_tag: waiting.rfidTag },
  ])
  const { rows: tags } = await sql<{ rfid_tag: string }>`select rfid_tag from asset_tags
    where asset_id = ${asset._id} order by id`.execute(t.db)
  expect(tags.map(({ rfid_tag }) => rfid_tag)).toEqual([asset.rfidTag, tag])
})

test('an asset that was found without being registered is registered with its tag', async () => {
  const { id, placeId } = await driveIn(t)
  const { body } = await sent(t, ravi, id, tagged({ placeId, assetId: null, assetName: 'Stool' }))
  const [result] = body.results
  expect(await assetNow(result?.assetId ?? '')).toMatchObject({
    assetName: 'Stool',
    placeId,
    rfidTag: result?.tag,
  })
  expect(await driveNow(id)).toMatchObject({ total: 1, tagged: 1 })
})

test('a device gets all assets of the place, page by page, with the reason why they are to be tagged', async () => {
  const { id, placeId } = await driveIn(t)
  const [one, two, three] = [
    await untagged(t, placeId),
    await stocked(t, { placeId }),
    await expecting(placeId),
  ]
  const listed: unknown[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const query = { size: '2', ...(after !== undefined && { after }) }
    const { body } = await call(ravi, tagging.assets, { params: { id }, query })
    listed.push(...body.assets.map(({ assetId, tag, left }) => [assetId, tag, left]))
    after = body.next
  }
  expect(listed).toEqual([
    [one._id, null, 'untagged'],
    [two._id, two.rfidTag, null],
    [three._id, three.rfidTag, 'expected'],
  ])
})

test('only people who are named tag, and the others manage; a closed drive takes what was tagged before', async () => {
  const { id, placeId } = await driveIn(t, { people: [ravi.id] })
  const [one, two] = [await untagged(t, placeId), await untagged(t, placeId)]
  expect((await sent(t, meera, id, tagged({ placeId, assetId: one._id }))).body.code).toBe(
    'tagging-not-yours',
  )
  const close = (as: Person, version?: number) =>
    call(as, taggingDrives.close, { params: { id }, body: { version } })
  expect((await close(ravi)).body.code).toBe('tagging-not-manager')
  const before = tagged({ placeId, assetId: one._id })
  expect((await close(meera, 7)).status).toBe(409)
  expect((await close(meera, 1)).body).toMatchObject({ closedBy: 'Meera', version: 2, works: false })
  const after = tagged({ placeId, assetId: two._id })
  expect(await outcomes(ravi, id, after, before)).toEqual(['tagging-drive-closed', 'done'])
  expect((await close(meera)).body.code).toBe('tagging-drive-closed')
})

test('a drive is changed with its version, and the ledger keeps who tags', async () => {
  const { id } = await driveIn(t)
  const change = (body: object) => call(meera, taggingDrives.change, { params: { id }, body })
  const { body } = await change({ name: 'Floor 2', people: [ravi.id], sample: 'room', version: 1 })
  expect(body).toMatchObject({ name: 'Floor 2', people: [{ _id: ravi.id, name: 'Ravi' }], sample: 'room' })
  expect((await change({ name: 'Other', version: 1 })).status).toBe(409)
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual([
    'tagging-drive.started',
    'tagging-drive.changed',
  ])
  const outside = await person({ role: 'User', city: 'Mumbai' })
  expect((await change({ people: [outside.id] })).body.fieldCodes).toHaveProperty('people')
  expect((await change({ name: ' ' })).status).toBe(400)
  expect((await change({ sampleSize: 0 })).status).toBe(400)
})

test('out of scope no drive exists, also for a person with two rooms of its place', async () => {
  const site = await siteOf(t)
  const elsewhere = await siteIn(t, 'Mumbai')
  const { id } = await driveIn(t, { placeId: site.aou })
  const rooms = await person({ role: 'User', city: 'Indore' })
  const near = await placed(t, 'room', site.aou)
  for (const place of [near, elsewhere.room])
    await sql`insert into user_places (user_id, place_id) values (${rooms.id}, ${place})`.execute(t.db)
  const params = { id }
  for (const endpoint of [taggingDrives.get, taggingDrives.rooms, taggingDrives.days, tagging.assets])
    expect((await call(rooms, endpoint, { params })).status).toBe(404)
  expect((await sent(t, rooms, id, tagged({ placeId: near, assetId: randomUUID() }))).status).toBe(404)
  const { drives } = (await call(rooms, taggingDrives.list, {})).body
  expect(drives.map(({ _id }) => _id)).not.toContain(id)
  const own = await driveIn(t, { placeId: near }, rooms)
  expect((await call(rooms, taggingDrives.list, {})).body.drives.map(({ _id }) => _id)).toEqual([own.id])
  const asset = await untagged(t, near)
  const far = await stocked(t, { location: 'mumbai', placeId: elsewhere.room })
  expect(
    await outcomes(
      rooms,
      own.id,
      tagged({ placeId: near, assetId: asset._id }),
      tagged({ placeId: near, assetId: far._id }),
      tagged({ placeId: elsewhere.room, assetId: far._id }),
    ),
  ).toEqual(['done', 'tagging-asset-outside', 'tagging-place-outside'])
})
