import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { administratorOf, binned, freshTag, ledgerOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore', name: 'Ravi' })
let asset: Asset
beforeEach(async () => {
  asset = await stocked(t)
})

const replace = (rfidTag: string, as: Person = clerk, id = asset._id) =>
  call(as, assetTags.replace, { params: { id }, body: { rfidTag } })
const lose = (id = asset._id) => call(clerk, assetTags.lose, { params: { id } })
const historyOf = async (id = asset._id, query: Record<string, string> = {}) =>
  (await call(clerk, assetHistory.list, { params: { id }, query })).body
const tagsOf = async (id = asset._id) =>
  (await historyOf(id)).tags.map(({ rfidTag, ending }) => [rfidTag, ending])
const find = async (code: string, as: Person = clerk) =>
  (await call(as, assets.find, { query: { code } })).body.assets

test('a tag is replaced by another, and both stay in the history', async () => {
  const tag = freshTag()
  const { status, body } = await replace(tag.toLowerCase())
  expect([status, body.message]).toEqual([200, 'Tag attached.'])
  expect(body.asset).toEqual({ ...asset, rfidTag: tag, version: 2 })
  expect(await tagsOf()).toEqual([
    [tag, null],
    [asset.rfidTag, 'replaced'],
  ])
  expect((await ledgerOf(t, asset._id)).at(-1)).toMatchObject({
    action: 'asset.tag-replaced',
    actor: clerk.id,
    before: { rfidTag: asset.rfidTag },
    after: { rfidTag: tag },
  })
})

test('an edit that brings another tag replaces it just the same', async () => {
  const rfidTag = freshTag()
  await call(clerk, assets.update, { params: { id: asset._id }, body: { rfidTag } })
  expect(await tagsOf()).toEqual([
    [rfidTag, null],
    [asset.rfidTag, 'replaced'],
  ])
})

test('a lost tag leaves the asset without one, and can be put onto it again', async () => {
  const { status, body } = await lose()
  expect([status, body.message]).toEqual([200, 'Tag marked as lost.'])
  expect(body.asset).toMatchObject({ rfidTag: null, epc: null })
  const again = await lose()
  expect([again.status, again.body.message]).toEqual([409, 'This asset has no tag.'])
  expect((await replace(asset.rfidTag ?? '')).body.asset.rfidTag).toBe(asset.rfidTag)
  expect(await tagsOf()).toEqual([
    [asset.rfidTag, null],
    [asset.rfidTag, 'lost'],
  ])
})

test('a tag that came off one asset is free for another', async () => {
  const other = await stocked(t)
  expect((await replace(other.rfidTag ?? '')).status).toBe(409)
  await lose(other._id)
  expect((await replace(other.rfidTag ?? '')).status).toBe(200)
  expect((await find(other.rfidTag ?? '')).map(({ _id }) => _id)).toEqual([asset._id])
})

test('a tag in use is refused, named only within scope, and the asset keeps its own', async () => {
  const near = await stocked(t, { assetName: 'Lamp' })
  const far = await stocked(t, { location: 'mumbai', assetName: 'Secret' })
  expect((await replace(near.rfidTag ?? '')).body.error).toBe(
    `This tag is already on ${near.assetTagId} (Lamp).`,
  )
  const refused = await replace(far.rfidTag ?? '')
  expect([refused.status, refused.body.error]).toEqual([409, 'This tag is already in use.'])
  expect(await tagsOf()).toEqual([[asset.rfidTag, null]])
})

test('the tag that is on the asset already changes nothing', async () => {
  const typed = (asset.rfidTag ?? '').toLowerCase().replace(/(..)/g, '$1 ')
  const { status, body } = await replace(typed)
  expect([status, body.asset]).toEqual([200, asset])
  expect(await ledgerOf(t, asset._id)).toHaveLength(1)
  expect(await tagsOf()).toHaveLength(1)
})

test('a tag can be written anew in other letters', async () => {
  const { _id } = await stocked(t, { rfidTag: 'door-label-1' })
  expect((await replace('DOOR-LABEL-1', clerk, _id)).body.asset.rfidTag).toBe('DOOR-LABEL-1')
  expect(await tagsOf(_id)).toEqual([
    ['DOOR-LABEL-1', null],
    ['door-label-1', 'replaced'],
  ])
})

test.each(['', '  ', 'é', 'x'.repeat(129)])('the tag %j is refused', async (rfidTag) => {
  const { status, body } = await replace(rfidTag)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['rfidTag']])
})

test('the history tells who did what, the newest first, the bin included', async () => {
  await call(clerk, assets.update, { params: { id: asset._id }, body: { model: 'M2' } })
  await call(clerk, assets.remove, { params: { id: asset._id }, query: { reason: 'Broken' } })
  const { events, more, tags } = await historyOf()
  expect(events.map(({ action, by }) => [action, by])).toEqual([
    ['asset.deleted', 'Ravi'],
    ['asset.changed', 'Ravi'],
    ['asset.registered', admin.name],
  ])
  expect(events[1]).toMatchObject({ before: { model: null }, after: { model: 'M2' } })
  expect(more).toBe(false)
  expect(tags).toMatchObject([{ rfidTag: asset.rfidTag, attachedBy: admin.name, ending: 'deleted' }])
})

test('what comes from another city does not tell where it was', async () => {
  const site = await siteIn(t, 'Mumbai')
  const { _id } = await stocked(t, { location: 'mumbai', placeId: site.room })
  await call(admin, assets.update, { params: { id: _id }, body: { location: 'indore' } })
  const places = async (as: typeof admin) =>
    (await call(as, assetHistory.list, { params: { id: _id } })).body.events.map(({ before, after }) => [
      before?.place,
      after?.place,
    ])
  const whole = expect.stringMatching(/^Mumbai > /)
  expect(await places(admin)).toEqual([
    [whole, 'Indore'],
    [undefined, whole],
  ])
  expect(await places(clerk)).toEqual([
    [null, 'Indore'],
    [undefined, null],
  ])
})

test('a long history is read page by page', async () => {
  for (let n = 1; n <= 55; n += 1)
    await call(clerk, assets.update, { params: { id: asset._id }, body: { model: `M${n}` } })
  const first = await historyOf()
  const rest = await historyOf(asset._id, { before: String(first.events.at(-1)?.id) })
  expect([first.events.length, first.more, rest.events.length, rest.more]).toEqual([50, true, 6, false])
  const models = [...first.events, ...rest.events].map(({ after }) => after?.model)
  expect(models).toEqual([...Array.from({ length: 55 }, (_, n) => `M${55 - n}`), null])
})

test('an asset is found by its tag, its asset tag id, its serial number and its id', async () => {
  const { _id, rfidTag, assetTagId } = await stocked(t, { serialNo: 'Ser-9/a' })
  const typedTag = (rfidTag ?? '').toLowerCase().replace(/(..)/g, '$1:')
  const codes = [typedTag, assetTagId.toLowerCase(), 'SER-9/A', _id.toUpperCase()]
  for (const code of codes) {
    const hits = await find(` ${code} `)
    expect(hits.map((hit) => [hit._id, hit.deleted])).toEqual([[_id, false]])
  }
})

test('only what is exactly the code is found', async () => {
  const { rfidTag, assetTagId } = await stocked(t, { serialNo: 'SN%5' })
  const near = [
    rfidTag?.slice(0, -2),
    assetTagId.slice(0, -1),
    'SN_5',
    'SN%',
    '%',
    'A9999999',
    'A99999999999999',
  ]
  for (const code of near) expect(await find(code ?? '')).toEqual([])
  expect((await call(clerk, assets.find, { query: { code: ' ' } })).status).toBe(400)
  expect((await call(clerk, assets.find, { query: { code: 'a\0' } })).status).toBe(400)
})

test('a binned asset is found by every code, and said to be binned', async () => {
  const { _id, rfidTag, assetTagId } = await binned(t, { serialNo: 'BIN-1' })
  for (const code of [rfidTag ?? '', assetTagId, 'BIN-1', _id])
    expect((await find(code)).map((hit) => [hit._id, hit.deleted])).toEqual([[_id, true]])
})

test('several assets with one serial number are found together, ten at most', async () => {
  for (let n = 0; n < 11; n += 1) await stocked(t, { serialNo: 'SAME' })
  expect(await find('same')).toHaveLength(10)
})

test('nothing out of scope is found', async () => {
  const far = await stocked(t, { location: 'mumbai', serialNo: 'FAR-1' })
  for (const code of [far.rfidTag ?? '', far.assetTagId, 'FAR-1', far._id]) {
    expect(await find(code)).toEqual([])
    expect(await find(code, admin)).toHaveLength(1)
  }
})

test('a tag carries on at most one asset, and an asset at most one tag', async () => {
  for (let n = 0; n < 3; n += 1) await replace(freshTag())
  const carried = await db
    .selectFrom('asset_tags')
    .select('rfid_tag')
    .where('asset_id', '=', asset._id)
    .where('detached_at', 'is', null)
    .execute()
  expect(carried).toHaveLength(1)
})
