import { randomUUID } from 'node:crypto'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { counting, sweep as sweepSchema } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { testApp } from '#test/app.ts'
import { countingIn, freshRoom, itemsOf, planned, step, sweep } from '#test/inventories.ts'
import { toldTo } from '#test/news.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'
import { readsOf } from './sweep-reads.ts'

const t = await testApp()
await beginNotifying(t.db)
const { call, person } = t
const admin = await administratorOf(t)
const counter = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const now = Date.parse('2026-03-04T05:06:07Z')
const device = { deviceId: randomUUID(), device: 'A reader' }

const sent = (more: object) =>
  sweepSchema.parse({ sweepId: randomUUID(), ...device, placeId: randomUUID(), ...more })

test('what is seen by hand counts as found, once, with a photo', async () => {
  const placeId = await freshRoom(t)
  const [chair, lamp] = [await stocked(t, { placeId }), await stocked(t, { placeId, serialNo: 'SN-9' })]
  const { id } = await countingIn(t, { placeId })
  const see = (label: string, sightingId: string) => {
    const body = { sightingId, ...device, placeId, at: '2026-01-02T03:04:05Z', label, note: 'No tag' }
    return call(counter, counting.see, { params: { id }, body, image: picture })
  }
  const sightingId = randomUUID()
  const [first, again] = [await see(chair.assetTagId, sightingId), await see(chair.assetTagId, sightingId)]
  expect(first.body.answer).toMatchObject({ class: 'found', assetTagId: chair.assetTagId })
  expect(again.body).toEqual(first.body)
  expect((await see('sn-9', randomUUID())).body.answer).toMatchObject({ assetTagId: lamp.assetTagId })
  expect((await see('', randomUUID())).body.answer.class).toBe('unknown')
  const { body } = await call(admin, inventories.get, { params: { id } })
  expect(body).toMatchObject({ total: 2, found: 2, seenByHand: 2, unknown: 1, weak: 0 })
  const item = (await itemsOf(t, id)).find(({ assetId }) => assetId === chair._id)
  expect(item).toMatchObject({ sightingId, note: `${chair.assetTagId}: No tag`, seenBy: ['Ravi'] })
  const photo = await call(admin, counting.photo, { params: { id, sightingId } })
  expect([photo.status, photo.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('an asset that gets another tag while it is counted stays one item', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  const rfidTag = freshTag()
  await call(admin, assetTags.replace, { params: { id: asset._id }, body: { rfidTag } })
  await sweep(t, counter, id, { placeId, reads: [rfidTag, asset.rfidTag ?? ''] })
  expect(await itemsOf(t, id)).toMatchObject([{ class: 'found', assetId: asset._id, reads: 2 }])
})

test('the times of a device whose clock is wrong are set right; reads from the future are refused', () => {
  const reads = [{ tag: 'e200 0001', at: '2020-01-01T00:00:10Z', rssi: -40 }]
  const right = readsOf(sent({ reads, sentAt: '2020-01-01T00:00:20Z' }), now)
  expect(right.tags).toMatchObject([{ tag: 'E2000001', firstAt: '2026-03-04T05:05:57.000Z', rssi: -40 }])
  expect(readsOf(sent({ reads }), now).tags).toMatchObject([{ firstAt: '2020-01-01T00:00:10.000Z' }])
  const wrong = [{ tag: 'E2', at: '2026-03-05T06:00:00Z' }, { tag: ' ', at: '2026-03-04T00:00:00Z' }, 7]
  expect(readsOf(sent({ reads: wrong }), now)).toEqual({ tags: [], refused: 3 })
})

test('what readers send by themselves is taken as it is', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  const timestamp = '2026-01-02T03:04:05Z'
  const tagData = [{ EPC: asset.rfidTag?.toLowerCase(), peakRssi: -39, seenCount: 3 }]
  const body = sent({
    placeId,
    format: 'zebra-rfd',
    reads: [{ type: 'CYCLE_COUNT', timestamp, data: { tagData } }],
  })
  const { body: answer } = await call(counter, counting.read, { params: { id }, body })
  expect(answer).toMatchObject({ accepted: 1, refused: 0, answers: [{ class: 'found' }] })
  expect(await itemsOf(t, id)).toMatchObject([{ reads: 3, rssi: -39, weak: false }])
})

test('five thousand messages of a fixed reader are taken in one call, and no more tags than that', async () => {
  const { id, placeId } = await countingIn(t)
  const message = (epcHex: string) => ({
    ...{ timestamp: '2026-04-02T12:00:00.123Z', hostname: 'impinj-14-46-36', eventType: 'tagInventory' },
    tagInventoryEvent: {
      ...{ epcHex, epc: 'NBQle/QAAAAAABYu', tidHex: 'E2801191200073B1B7F2031E', tidPassword: '00000000' },
      ...{ antennaPort: 1, antennaName: 'Door on the left', peakRssiCdbm: -5234, frequency: 865_700 },
      ...{ pcHex: '3000', xpcHex: '0000', lastSeenTime: '2026-04-02T12:00:00.123456789Z', phaseAngle: 12.5 },
    },
  })
  const reads = Array.from({ length: 5000 }, (_, n) => message(`34${n.toString(16).padStart(22, '0')}`))
  const read = (more: object) =>
    call(counter, counting.read, { params: { id }, body: sent({ placeId, ...more }) })
  const size = JSON.stringify(reads).length
  expect([size > 1_900_000, size < 3_000_000]).toEqual([true, true])
  const { status, body } = await read({ format: 'impinj', reads })
  expect([status, body.accepted, body.refused]).toEqual([200, 5000, 0])
  const filler = 'x'.repeat(1_300_000)
  expect((await read({ format: 'impinj', reads: [...reads, filler].slice(1) })).status).toBe(413)
  const tagData = Array.from({ length: 2501 }, (_, n) => ({ EPC: `35${n.toString(16).padStart(6, '0')}` }))
  const other = tagData.map(({ EPC }) => ({ EPC: `36${EPC}` }))
  const timestamp = '2026-01-02T03:04:05Z'
  const messages = [tagData, other].map((data) => ({
    type: 'CYCLE_COUNT',
    timestamp,
    data: { tagData: data },
  }))
  expect((await read({ format: 'zebra-rfd', reads: messages })).body).toMatchObject({
    ...{ code: 'inventory-too-many-tags', fields: { reads: expect.stringContaining('5002') } },
  })
})

test('whoever is to count is told when it is planned and when it starts', async () => {
  const id = await planned(t, { people: [counter.id] })
  await step(t, id, 'start')
  await writeNotifications(t)
  const told = (await toldTo(t, counter)).filter(({ recordId }) => recordId === id)
  expect(told.map(({ rule, action }) => [rule, action])).toEqual([
    ['inventory-to-do', 'inventory.started'],
    ['inventory-to-do', 'inventory.planned'],
  ])
  expect((await toldTo(t, admin)).filter(({ recordId }) => recordId === id)).toEqual([])
})

test('a call that makes no sense is refused', async () => {
  const { id, placeId } = await countingIn(t)
  const elsewhere = await freshRoom(t)
  const read = (body: object) => call(counter, counting.read, { params: { id }, body })
  expect((await read({})).status).toBe(400)
  expect((await read(sent({ placeId: elsewhere, reads: [] }))).body.code).toBe('inventory-place-outside')
  expect((await read({ ...sent({ placeId, reads: [] }), reads: Array(5001).fill({}) })).status).toBe(400)
  expect((await call(admin, inventories.plan, { body: { placeId: randomUUID() } })).status).toBe(400)
  const body = { placeId, people: [randomUUID()] }
  expect((await call(admin, inventories.plan, { body })).body.code).toBe('inventory-person-out-of-scope')
})

test('a device can ask for what nobody has found yet', async () => {
  const placeId = await freshRoom(t)
  const [chair, lamp] = [await stocked(t, { placeId }), await stocked(t, { placeId })]
  const { id } = await countingIn(t, { placeId })
  const left = async (given: 'true' | 'false') => {
    const reply = await call(counter, counting.expected, { params: { id }, query: { left: given } })
    return reply.body.expected.map(({ assetTagId }) => assetTagId).toSorted()
  }
  const all = [chair.assetTagId, lamp.assetTagId].toSorted()
  expect([await left('true'), await left('false')]).toEqual([all, all])
  await sweep(t, counter, id, { placeId, reads: [chair.rfidTag ?? ''] })
  expect([await left('true'), await left('false')]).toEqual([[lamp.assetTagId], all])
})
