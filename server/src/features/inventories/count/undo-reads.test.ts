import { randomUUID } from 'node:crypto'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { unknownTags } from '@ats/contract/inventories/review.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { countingIn, freshRoom, itemsOf, siteOf, step, sweepBody } from '#test/inventories.ts'
import { administratorOf, freshTag, ledgerOf, placed, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const mira = await person({ role: 'User', city: 'Indore', name: 'Mira' })

const phone = () => ({ deviceId: randomUUID(), device: 'Handheld 3' })
type Sent = ReturnType<typeof phone> & { placeId: string; tags: string[] }
const undo = (id: string, body: Sent, as: Person = ravi) => call(as, counting.undo, { params: { id }, body })
const read = async (id: string, { tags, ...from }: Sent, as: Person = ravi) =>
  expect(
    (await call(as, counting.read, { params: { id }, body: sweepBody({ ...from, reads: tags }) })).status,
  ).toBe(200)
const get = async (id: string) => (await call(admin, inventories.get, { params: { id } })).body
const roomOf = async (id: string) => (await call(ravi, counting.rooms, { params: { id } })).body.rooms[0]

test('undone reads leave no trace in the count: items, figures, room, device and unknown tags', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  const unknown = freshTag()
  const sent = { ...phone(), placeId, tags: [asset.rfidTag ?? '', unknown] }
  await read(id, sent)
  expect(await get(id)).toMatchObject({ found: 1, unknown: 1 })
  expect((await undo(id, sent)).body).toEqual({ undone: 2 })
  expect(await get(id)).toMatchObject({ found: 0, notFound: 1, unknown: 0, weak: 0, unresolved: 1 })
  expect(await itemsOf(t, id)).toMatchObject([{ class: 'not-found', reads: 0, seenAt: null }])
  expect(await roomOf(id)).toMatchObject({ tags: 0, countedAt: null, left: 1 })
  const { devices } = (await call(admin, inventories.progress, { params: { id } })).body
  expect(devices).toMatchObject([{ device: 'Handheld 3', tags: 0 }])
  const listed = await call(admin, unknownTags.list, { query: { search: unknown } })
  expect(listed.body.unknownTags).toEqual([])
  const lines = (await ledgerOf(t, id)).filter(({ action }) => action === 'inventory.reads-undone')
  expect(lines).toMatchObject([{ after: { tags: 2, device: 'Handheld 3' } }])
  expect((await undo(id, sent)).body).toEqual({ undone: 0 })
  await read(id, sent)
  expect(await get(id)).toMatchObject({ found: 1, unknown: 1 })
})

test('reads of other rooms, other devices and other people stay', async () => {
  const aou = await placed(t, 'aou', (await siteOf(t)).property)
  const [placeId, next] = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId: aou })
  const tags = [asset.rfidTag ?? '']
  const wrong = { ...phone(), placeId: next, tags }
  await read(id, wrong)
  await read(id, { ...wrong, placeId })
  await undo(id, wrong)
  const item = async () => (await itemsOf(t, id)).find(({ tag }) => tag === tags[0])
  expect(await item()).toMatchObject({ class: 'found', seenPlaceId: placeId, severalRooms: false })
  const other = { ...phone(), placeId, tags }
  await read(id, other, mira)
  expect((await undo(id, { ...wrong, placeId, deviceId: other.deviceId })).body).toEqual({ undone: 0 })
  expect((await undo(id, { ...wrong, placeId })).body).toEqual({ undone: 1 })
  expect(await item()).toMatchObject({ class: 'found', seenBy: ['Mira'] })
  await read(id, other)
  expect((await undo(id, other)).body).toEqual({ undone: 1 })
  expect(await item()).toMatchObject({ class: 'found', seenBy: ['Mira'] })
})

test('reads are undone only while counting is under way, and only where the person counts', async () => {
  const { id, placeId } = await countingIn(t, { people: [ravi.id] })
  const sent = { ...phone(), placeId, tags: [freshTag()] }
  await read(id, sent)
  expect((await undo(id, sent, mira)).status).toBe(403)
  expect((await undo(id, { ...sent, placeId: await freshRoom(t) })).status).toBe(400)
  expect((await undo(id, { ...sent, tags: [] })).status).toBe(400)
  await step(t, id, 'review')
  expect((await undo(id, sent)).body).toMatchObject({ code: 'inventory-not-counting' })
})
