import { assets } from '@ats/contract/assets/assets.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { counterOf, countingIn, freshRoom, step, sweep } from '#test/inventories.ts'
import { pointsOf, readerIn, takeReads } from '#test/readers.ts'
import { administratorOf, ledgerOf } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'
import { takeFixedReads } from '../count/fixed-reads.ts'

const t = await testApp()
const admin = await administratorOf(t)
const series = await tagSeriesOf(t)

/** An asset in a room, with a number that is on no label yet. */
async function expectedIn(placeId: string) {
  const body = { assetName: 'Chair', location: 'indore', placeId, tagSeriesId: series.id }
  const { status, body: made, text } = await t.call(admin, assets.register, { body })
  if (status !== 201) throw new Error(text)
  return { id: made.asset._id, tag: made.asset.rfidTag ?? '' }
}
const isExpected = async (id: string) =>
  (await t.call(admin, assets.get, { params: { id } })).body.tagExpected

/** By somebody who has not set up the reader. */
async function approve(id: string) {
  await step(t, id, 'review')
  await step(t, id, 'approve', await t.person({ role: 'Admin', city: 'Indore' }))
}

test('the approval of a count confirms the expected tags that people have read', async () => {
  const placeId = await freshRoom(t)
  const [read, unread] = [await expectedIn(placeId), await expectedIn(placeId)]
  const { id } = await countingIn(t, { placeId })
  await sweep(t, await counterOf(t), id, { placeId, reads: [read.tag] })
  expect(await isExpected(read.id)).toBe(true)
  await approve(id)
  expect([await isExpected(read.id), await isExpected(unread.id)]).toEqual([false, true])
  expect((await ledgerOf(t, read.id)).at(-1)).toMatchObject({ action: 'asset.tag-confirmed' })
  expect(await untruths(t.db)).toEqual(noUntruths)
})

test('an expected tag that only a fixed reader has read stays expected', async () => {
  const placeId = await freshRoom(t)
  const { id: assetId, tag } = await expectedIn(placeId)
  const { id } = await countingIn(t, { placeId, fixedReaders: true })
  const reader = await readerIn(t, placeId)
  await pointsOf(t, reader.id, [{ antenna: 0, placeId, kind: 'room' }])
  const at = new Date(Date.now() + 1000).toISOString()
  await takeReads(t, [{ tag, at, reader: reader.id, rssi: -50 }])
  await takeFixedReads(t.db, (error) => {
    throw error
  })
  await sweep(t, await counterOf(t), id, { placeId, reads: ['E28011700000020FABCD0777'] })
  await approve(id)
  expect(await isExpected(assetId)).toBe(true)
})

test('an asset whose tag was replaced during the count keeps the new one, without an entry about the old', async () => {
  const placeId = await freshRoom(t)
  const { id: assetId, tag } = await expectedIn(placeId)
  const { id } = await countingIn(t, { placeId })
  await sweep(t, await counterOf(t), id, { placeId, reads: [tag] })
  await t.call(admin, assetTags.replace, {
    params: { id: assetId },
    body: { rfidTag: 'E28011700000020FABCD0778' },
  })
  const before = (await ledgerOf(t, assetId)).length
  await approve(id)
  expect(await ledgerOf(t, assetId)).toHaveLength(before)
})
