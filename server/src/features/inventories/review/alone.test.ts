import { randomUUID } from 'node:crypto'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories, type NewInventory } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { readers } from '@ats/contract/readers.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takeFixedReads } from '#features/inventories/count/fixed-reads.ts'
import { type Person, testApp } from '#test/app.ts'
import { approverOf, countingIn, freshRoom, itemsOf, planned, step, sweep } from '#test/inventories.ts'
import { pointsOf, readerIn, takeReads } from '#test/readers.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'

// Ways in which one person may try both to count a place and to approve the count.

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const mira = await person({ role: 'User', city: 'Indore', name: 'Mira' })
const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** A room with one asset, counted by one person. */
async function counted(plan: Partial<NewInventory> = {}) {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId, ...plan })
  return { id, placeId, tag: asset.rfidTag ?? '' }
}

/** Ends counting as another person, and tries to approve. */
async function approval(id: string, as: Person) {
  const { status } = (await call(admin, inventories.get, { params: { id } })).body
  if (status === 'counting') await step(t, id, 'review')
  const answer = await call(as, inventories.approve, { params: { id }, body: { openReason: 'A test' } })
  const after = (await call(admin, inventories.get, { params: { id } })).body
  return [answer.body.code, after.status]
}
const refused = (code: string) => [code, 'review']

const inSeconds = (n: number) => new Date(Date.now() + n * 1000).toISOString()

/** A room whose asset is read by an administrator's fixed reader, until somebody changes the reader. */
async function readByReader(change: (reader: string, placeId: string) => Promise<unknown>) {
  const { id, placeId, tag } = await counted({ fixedReaders: true })
  const reader = await readerIn(t, placeId)
  await pointsOf(t, reader.id, [{ antenna: 0, placeId, kind: 'room' }])
  await change(reader.id, placeId)
  await takeReads(t, [{ tag, at: inSeconds(1), reader: reader.id }])
  await takeFixedReads(t.db, (error) => {
    throw error
  })
  return id
}

test('by an own sweep', async () => {
  const { id, placeId, tag } = await counted()
  await sweep(t, ravi, id, { placeId, reads: [tag] })
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
  expect(await approval(id, mira)).toEqual([undefined, 'approved'])
})

test('by a sweep under the name of another device', async () => {
  const { id, placeId, tag } = await counted()
  const device = { deviceId: randomUUID(), device: 'Phone of Mira' }
  await sweep(t, mira, id, { placeId, ...device, reads: [freshTag()] })
  await sweep(t, ravi, id, { placeId, ...device, reads: [tag] })
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
})

test('by hand, with a photo', async () => {
  const { id, placeId } = await counted()
  const body = { sightingId: randomUUID(), deviceId: randomUUID(), device: 'A phone', placeId }
  const seen = { ...body, at: '2026-01-02T03:04:05Z', label: 'SN-1' }
  expect((await call(ravi, counting.see, { params: { id }, body: seen, image: picture })).status).toBe(200)
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
})

test('by a fixed reader of their own', async () => {
  const { id, placeId, tag } = await counted({ fixedReaders: true })
  const body = { name: `RD${freshTag()}`, adapter: 'impinj' as const, placeId }
  const made = await call(ravi, readers.add, { body })
  const reader = made.body.reader._id
  await pointsOf(t, reader, [{ antenna: 0, placeId, kind: 'room' }])
  await takeReads(t, [{ tag, at: inSeconds(1), reader }])
  await takeFixedReads(t.db, () => undefined)
  // It still counts after the reader is removed.
  await call(ravi, readers.remove, { params: { id: reader } })
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
  expect(await approval(id, mira)).toEqual([undefined, 'approved'])
})

test('by new credentials of a fixed reader', async () => {
  const id = await readByReader((reader) => call(ravi, readers.rotate, { params: { id: reader } }))
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
})

test('by read points of a fixed reader that look elsewhere', async () => {
  const id = await readByReader((reader, placeId) =>
    call(ravi, readers.setReadPoints, {
      params: { id: reader },
      body: { readPoints: [{ antenna: 1, placeId, kind: 'room' }] },
    }),
  )
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
})

test('by a fixed reader whose messages are read differently', async () => {
  const id = await readByReader((reader) =>
    call(ravi, readers.change, { params: { id: reader }, body: { adapter: 'speedway' } }),
  )
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
  expect(await approval(id, mira)).toEqual([undefined, 'approved'])
})

test('by proposing what is to be done', async () => {
  const { id, placeId } = await counted()
  await sweep(t, mira, id, { placeId, reads: [freshTag()] })
  await step(t, id, 'review')
  const ignored = { action: 'ignore', reason: 'On loan' } as const
  const body = { filter: { class: 'not-found' as const }, resolution: ignored }
  expect((await call(ravi, inventoryReview.resolve, { params: { id }, body })).body.done).toBe(1)
  expect(await approval(id, ravi)).toEqual(refused('inventory-proposed-yourself'))
  const own = (await call(ravi, inventories.get, { params: { id } })).body
  expect(own.approvalRefused).toBe('inventory-proposed-yourself')
  expect(await approval(id, await approverOf(t))).toEqual([undefined, 'approved'])
})

test('by proposing among what others proposed, and by what a job proposes', async () => {
  const { id, placeId } = await counted()
  const [one, two] = [freshTag(), freshTag()]
  await sweep(t, mira, id, { placeId, reads: [one, two] })
  await step(t, id, 'review')
  const items = await itemsOf(t, id)
  const propose = (as: Person, tag: string, assetName: string) =>
    call(as, inventoryReview.resolve, {
      params: { id },
      body: {
        items: items.flatMap((item) => (item.tag === tag ? item._id : [])),
        resolution: { action: 'register', assetName },
      },
    })
  await propose(admin, one, 'Lamp')
  await propose(ravi, two, 'Chair')
  expect(await approval(id, ravi)).toEqual(refused('inventory-proposed-yourself'))
  // If another person repeats a proposal, it becomes that person's.
  await propose(admin, two, 'Chair')
  expect(await approval(id, admin)).toEqual(refused('inventory-proposed-yourself'))
  expect(await approval(id, ravi)).toEqual([undefined, 'approved'])
})

test('by counting again after a recount', async () => {
  const { id, placeId, tag } = await counted()
  await sweep(t, mira, id, { placeId, reads: [freshTag()] })
  await step(t, id, 'review')
  await step(t, id, 'recount', ravi)
  await sweep(t, ravi, id, { placeId, reads: [tag] })
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
})

test('by no longer being named after counting', async () => {
  const { id, placeId, tag } = await counted({ people: [ravi.id] })
  await sweep(t, ravi, id, { placeId, reads: [tag] })
  const change = (as: Person, people: string[]) =>
    call(as, inventories.change, { params: { id }, body: { people } })
  expect((await change(ravi, [mira.id])).body.code).toBe('inventory-counters-count')
  await change(admin, [mira.id])
  expect(await approval(id, ravi)).toEqual(refused('inventory-counted-yourself'))
})

test('as a person who is named and left the counting to others', async () => {
  const { id, placeId, tag } = await counted({ people: [ravi.id, mira.id] })
  await sweep(t, mira, id, { placeId, reads: [tag] })
  expect(await approval(id, ravi)).toEqual(refused('inventory-counters-count'))
  expect(await approval(id, await approverOf(t))).toEqual([undefined, 'approved'])
})

test('by planning, starting and ending without any count', async () => {
  const id = await planned(t, { placeId: await freshRoom(t) }, ravi)
  await step(t, id, 'start', ravi)
  await step(t, id, 'review', ravi)
  expect(await approval(id, ravi)).toEqual(refused('inventory-nothing-counted'))
  expect(await approval(id, mira)).toEqual(refused('inventory-nothing-counted'))
})

test('by a sweep that holds no tag', async () => {
  const { id, placeId } = await counted()
  await sweep(t, mira, id, { placeId, reads: [''] })
  expect(await approval(id, ravi)).toEqual(refused('inventory-nothing-counted'))
})
