import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { privateTag } from '@ats/contract/private-tag.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { administratorOf, freshTag, ledgerOf, stocked } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)
const clerk = await t.person({ role: 'Sub User', city: 'Indore', name: 'Ravi' })
const series = await tagSeriesOf(t)

const register = (given: object) =>
  t.call(clerk, assets.register, { body: { assetName: 'Chair', location: 'indore', ...given } })

async function expected(): Promise<Asset> {
  const { status, body, text } = await register({ tagSeriesId: series.id })
  if (status !== 201) throw new Error(text)
  return body.asset
}
const confirm = ({ _id }: Asset, rfidTag: string) =>
  t.call(clerk, assetTags.confirm, { params: { id: _id }, body: { rfidTag } })
const now = async ({ _id }: Asset) => (await t.call(admin, assets.get, { params: { id: _id } })).body
const last = async ({ _id }: Asset) => (await ledgerOf(t, _id)).at(-1)
const blocks = async (id = series.id) =>
  (await t.call(clerk, tagNumbers.blocks, { params: { id } })).body.blocks

test('an asset is registered with the next number of a series, and its tag is expected', async () => {
  const before = (await blocks()).length
  const asset = await expected()
  const [block, ...earlier] = await blocks()
  expect(privateTag(asset.rfidTag ?? '')).not.toBeNull()
  expect(asset).toMatchObject({ rfidTag: block?.firstTag, tagExpected: true })
  expect([block?.count, block?.reservedBy, earlier.length]).toEqual([1, 'Ravi', before])
  expect(await last(asset)).toMatchObject({ action: 'asset.registered', after: { tagExpected: true } })
  const found = await t.call(clerk, assets.find, { query: { code: asset.rfidTag ?? '' } })
  expect(found.body.assets).toMatchObject([{ _id: asset._id, tagExpected: true }])
})

test('an asset with a tag expects none, and its ledger entry does not mention it', async () => {
  const asset = await stocked(t)
  expect(asset.tagExpected).toBe(false)
  expect((await last(asset))?.after).not.toHaveProperty('tagExpected')
})

test('people who register at the same time get different numbers', async () => {
  const tags = await Promise.all(Array.from({ length: 8 }, async () => (await expected()).rfidTag))
  expect(new Set(tags).size).toBe(8)
})

test('a registration that fails uses no number', async () => {
  const { rfidTag } = await expected()
  const failed = await register({ tagSeriesId: series.id, assetState: 'No such state' })
  expect(failed.status).toBe(400)
  const [first, next] = [rfidTag, (await expected()).rfidTag].map((tag) =>
    BigInt(`0x${(tag ?? '').slice(10, 20)}`),
  )
  expect((next ?? 0n) - (first ?? 0n)).toBe(1n)
})

test('either a tag or a series is needed, and not both', async () => {
  const none = await register({})
  expect([none.status, none.body.fieldCodes]).toEqual([400, { rfidTag: { code: 'asset-fields-required' } }])
  const both = await register({ rfidTag: freshTag(), tagSeriesId: series.id })
  expect([both.status, both.body.fieldCodes]).toEqual([400, { tagSeriesId: { code: 'tag-or-series' } }])
})

test('a series that is unknown, retired or used up gives no number', async () => {
  const unknown = await register({ tagSeriesId: '01900000-0000-7000-8000-000000000000' })
  expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['tagSeriesId']])
  const retired = await tagSeriesOf(t)
  await t.call(admin, tagNumbers.retire, { params: { id: retired.id }, body: {} })
  const refused = await register({ tagSeriesId: retired.id })
  expect([refused.status, refused.body.code]).toEqual([409, 'tag-series-retired'])
  const short = await tagSeriesOf(t, { lastSerial: '1' })
  expect((await register({ tagSeriesId: short.id })).status).toBe(201)
  const exhausted = await register({ tagSeriesId: short.id })
  expect([exhausted.status, exhausted.body.code]).toEqual([409, 'tag-series-exhausted'])
})

test('the tag that was read confirms it, once, in whatever case it is sent', async () => {
  const asset = await expected()
  const { status, body } = await confirm(asset, (asset.rfidTag ?? '').toLowerCase())
  expect([status, body.message]).toEqual([200, 'Tag confirmed.'])
  expect(body.asset).toEqual({ ...asset, tagExpected: false, version: 2 })
  expect(await last(asset)).toMatchObject({
    action: 'asset.tag-confirmed',
    actor: clerk.id,
    before: { tagExpected: true },
    after: { tagExpected: false },
  })
  expect((await confirm(asset, asset.rfidTag ?? '')).body.asset.version).toBe(2)
  expect(await ledgerOf(t, asset._id)).toHaveLength(2)
})

test('another tag confirms nothing, and its asset is named only within scope', async () => {
  const asset = await expected()
  const near = await stocked(t, { assetName: 'Lamp' })
  const far = await stocked(t, { location: 'mumbai', assetName: 'Secret' })
  const ofNear = await confirm(asset, near.rfidTag ?? '')
  expect([ofNear.status, ofNear.body.error]).toEqual([
    409,
    `The tag that was read belongs to ${near.assetTagId} (Lamp). This asset is to get ${asset.rfidTag}.`,
  ])
  for (const tag of [far.rfidTag ?? '', freshTag()])
    expect((await confirm(asset, tag)).body.error).toBe(
      `Another tag was read. This asset is to get ${asset.rfidTag}.`,
    )
  expect(await now(asset)).toMatchObject({ tagExpected: true, version: 1 })
  const untagged = await stocked(t)
  const refused = await confirm(untagged, freshTag())
  expect([refused.status, refused.body.code]).toEqual([409, 'asset-expects-no-tag'])
})

test('attaching the expected tag confirms it', async () => {
  const asset = await expected()
  const { body } = await t.call(clerk, assetTags.replace, {
    params: { id: asset._id },
    body: { rfidTag: asset.rfidTag ?? '' },
  })
  expect(body.asset).toMatchObject({ rfidTag: asset.rfidTag, tagExpected: false })
  expect((await last(asset))?.action).toBe('asset.tag-confirmed')
})

test('another tag, or none, ends the expectation', async () => {
  const [replaced, edited, lost] = [await expected(), await expected(), await expected()]
  const rfidTag = freshTag()
  await t.call(clerk, assetTags.replace, { params: { id: replaced._id }, body: { rfidTag } })
  expect(await last(replaced)).toMatchObject({
    action: 'asset.tag-replaced',
    before: { rfidTag: replaced.rfidTag, tagExpected: true },
    after: { rfidTag, tagExpected: false },
  })
  await t.call(clerk, assets.update, { params: { id: edited._id }, body: { rfidTag: freshTag() } })
  await t.call(clerk, assetTags.lose, { params: { id: lost._id } })
  for (const asset of [replaced, edited, lost]) expect((await now(asset)).tagExpected).toBe(false)
})

test('other changes leave the tag expected, also deletion and restoration', async () => {
  const asset = await expected()
  const params = { id: asset._id }
  await t.call(clerk, assets.update, { params, body: { model: 'M2', rfidTag: asset.rfidTag ?? '' } })
  await t.call(clerk, assets.remove, { params })
  await t.call(clerk, assetBin.restore, { body: { ids: [asset._id] } })
  expect(await now(asset)).toMatchObject({ rfidTag: asset.rfidTag, tagExpected: true })
})

test('what was expected when stays known', async () => {
  const asset = await expected()
  await confirm(asset, asset.rfidTag ?? '')
  const { rows } = await sql<{ expected: boolean }>`select tag_expected as expected from asset_versions
    where asset_id = ${asset._id} order by valid_from`.execute(t.db)
  expect(rows).toEqual([{ expected: true }, { expected: false }])
  expect(await untruths(t.db)).toEqual(noUntruths)
})

test('the list is filtered by expected and by confirmed tags, within scope', async () => {
  const [asset, tagged, lost] = [await expected(), await stocked(t), await stocked(t)]
  await t.call(clerk, assetTags.lose, { params: { id: lost._id } })
  const far = await stocked(t, { location: 'mumbai' })
  const listed = async (tagState: 'expected' | 'confirmed') => {
    const query = { tagState, size: '200', placeId: asset.placeId }
    return (await t.call(clerk, assets.list, { query })).body.assets
  }
  const [waiting, confirmed] = [await listed('expected'), await listed('confirmed')]
  expect(waiting.every(({ tagExpected }) => tagExpected)).toBe(true)
  expect(waiting.map(({ _id }) => _id)).toContain(asset._id)
  const ids = confirmed.map(({ _id }) => _id)
  expect([tagged, lost, asset, far].map(({ _id }) => ids.includes(_id))).toEqual([true, false, false, false])
})
