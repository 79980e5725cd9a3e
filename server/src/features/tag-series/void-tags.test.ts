import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { check, apply, undo, problems, groups } = importer(t, admin)
const { id } = await tagSeriesOf(t)

/** The tag of a newly reserved number, and its number. */
async function freshNumber() {
  const { body } = await t.call(admin, tagNumbers.reserve, { params: { id }, body: { count: 1 } })
  return { tag: body.firstTag, serial: body.firstSerial }
}
const declareVoid = ({ serial }: { serial: string }) =>
  t.call(admin, tagNumbers.void, { params: { id }, body: { serial, reason: 'Torn' } })

async function voidTag() {
  const number = await freshNumber()
  expect((await declareVoid(number)).status).toBe(201)
  return number.tag
}

test('a void tag is attached to no asset, in whatever case it is sent', async () => {
  const tag = await voidTag()
  const asset = await stocked(t)
  const params = { id: asset._id }
  const body = { rfidTag: tag.toLowerCase(), assetName: 'Chair', location: 'indore' }
  for (const answer of [
    await t.call(admin, assets.register, { body }),
    await t.call(admin, assetTags.replace, { params, body: { rfidTag: tag } }),
    await t.call(admin, assets.update, { params, body: { rfidTag: tag } }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'tag-is-void'])
    expect(answer.body.fields?.rfidTag).toBe(
      'This tag is void, because its label was spoilt. Use another label.',
    )
  }
})

test('a row of a file with a void tag is wrong, and one that becomes void later is skipped', async () => {
  const [spoilt, later] = [await voidTag(), await freshNumber()]
  const row = { assetName: 'Chair', city: 'Indore' }
  const file = csvOf([
    { ...row, rfidTag: spoilt },
    { ...row, rfidTag: later.tag },
    { ...row, rfidTag: freshTag() },
  ])
  const { _id } = await check(file)
  expect(await problems(_id)).toEqual([[2, 'This tag is void, because its label was spoilt.']])
  await declareVoid(later)
  expect(await apply(_id)).toMatchObject({ status: 'done', counts: { new: 1 } })
})

test('an import is undone without the former tag that has become void', async () => {
  const former = await freshNumber()
  const asset = await stocked(t, { rfidTag: former.tag })
  const { _id } = await check(csvOf([{ assetTagId: asset.assetTagId, rfidTag: freshTag() }]))
  await apply(_id)
  await declareVoid(former)
  expect(await undo(_id)).toMatchObject({ status: 'undone', kept: 1, reverted: 0 })
  expect(await groups(_id)).toEqual([['kept', 'rfidTag:void', 1]])
})

test('the tag of a deleted asset does not become void, because the asset may be restored', async () => {
  const number = await freshNumber()
  const asset = await stocked(t, { rfidTag: number.tag })
  await t.call(admin, assets.remove, { params: { id: asset._id } })
  expect((await declareVoid(number)).body.code).toBe('tag-number-in-use')
  await t.call(admin, assetBin.restore, { body: { ids: [asset._id] } })
  expect((await t.call(admin, assets.get, { params: { id: asset._id } })).body.rfidTag).toBe(number.tag)
})
