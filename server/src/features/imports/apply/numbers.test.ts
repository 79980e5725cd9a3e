import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tablesOf } from '#features/imports/file/staging.ts'
import { testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, ledgerOf, siteIn } from '#test/stock.ts'
import { tagSeriesOf } from '#test/tag-series.ts'

const t = await testApp()
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const byAdmin = importer(t, admin)
const columns = ['assetName'] as const

/** A file of assets without tags, checked with a series. */
async function checkedWith(seriesId: string, names: string[]) {
  const { _id } = await byAdmin.check(csvOf(names.map((assetName) => ({ assetName }))))
  const defaults = { placeId: site.room, tagSeriesId: seriesId }
  return byAdmin.match(_id, { columns: [...columns], defaults })
}
const importedAs = async (name: string) =>
  (await t.call(admin, assets.list, { query: { search: name } })).body.assets as Asset[]
const blocks = async (id: string) =>
  (await t.call(admin, tagNumbers.blocks, { params: { id } })).body.blocks.map(({ count }) => count)

test('assets without tags expect the next numbers of the series that was chosen', async () => {
  const series = await tagSeriesOf(t)
  const checked = await checkedWith(series.id, ['Plinth', 'Plinth', 'Plinth'])
  expect(checked.counts).toMatchObject({ new: 3, wrong: 0 })
  expect(checked.asks[0]).toEqual({ column: 'rfidTag', rows: 3, answer: series.id })
  expect(await blocks(series.id)).toEqual([])
  await byAdmin.apply(checked._id)
  expect(await blocks(series.id)).toEqual([3])
  const found = await importedAs('Plinth')
  expect(new Set(found.map(({ rfidTag }) => rfidTag)).size).toBe(3)
  expect(found.map(({ tagExpected }) => tagExpected)).toEqual([true, true, true])
  expect(found.map(({ rfidTag }) => rfidTag)).toContain(series.nextTag)
  const [line] = await ledgerOf(t, found[0]?._id ?? '')
  expect(line).toMatchObject({ action: 'asset.registered', after: { tagExpected: true } })
  expect(await untruths(t.db)).toEqual(noUntruths)
})

test('an undo uses up its numbers: the next import gets others', async () => {
  const series = await tagSeriesOf(t)
  const first = await checkedWith(series.id, ['Trestle'])
  await byAdmin.apply(first._id)
  const [before] = await importedAs('Trestle')
  await byAdmin.undo(first._id)
  expect(await importedAs('Trestle')).toEqual([])
  const second = await checkedWith(series.id, ['Trestle'])
  await byAdmin.apply(second._id)
  expect((await importedAs('Trestle'))[0]?.rfidTag).not.toBe(before?.rfidTag)
  expect(await blocks(series.id)).toEqual([1, 1])
})

test('without a series, or with one that does not exist, rows without a tag stay wrong', async () => {
  const { _id } = await byAdmin.check(csvOf([{ assetName: 'Easel' }]))
  const unknown = '0198f1a2-0000-7000-8000-000000000000'
  const { status, body } = await t.call(admin, imports.match, {
    params: { id: _id },
    body: { columns: [...columns], defaults: { placeId: site.room, tagSeriesId: unknown } },
  })
  expect([status, body]).toMatchObject([
    400,
    { fields: { 'defaults.tagSeriesId': 'This number series does not exist.' } },
  ])
  await byAdmin.match(_id, { columns: [...columns], defaults: { placeId: site.room } })
  expect(await byAdmin.groups(_id)).toEqual([['wrong', 'rfidTag:missing', 1]])
})

test('a series with too few numbers is refused before anything is applied', async () => {
  const series = await tagSeriesOf(t)
  const { _id } = await checkedWith(series.id, ['Bollard', 'Bollard'])
  await sql`update tag_series set next_serial = last_serial where id = ${series.id}`.execute(t.db)
  const { status, body } = await t.call(admin, imports.apply, { params: { id: _id } })
  expect([status, body.code]).toEqual([409, 'tag-series-exhausted'])
  expect(await importedAs('Bollard')).toEqual([])
})

test('a series that was retired meanwhile is refused; brought back, it gives its numbers', async () => {
  const series = await tagSeriesOf(t)
  const { _id } = await checkedWith(series.id, ['Gantry'])
  await sql`update tag_series set retired_at = now() where id = ${series.id}`.execute(t.db)
  const refused = await t.call(admin, imports.apply, { params: { id: _id } })
  expect([refused.status, refused.body.code]).toEqual([400, 'tag-series-unknown'])
  await sql`update tag_series set retired_at = null where id = ${series.id}`.execute(t.db)
  await byAdmin.apply(_id)
  expect(await importedAs('Gantry')).toHaveLength(1)
})

test('a file that replaces an expected tag says so in the ledger, and its undo expects it again', async () => {
  const series = await tagSeriesOf(t)
  const { _id: made } = await checkedWith(series.id, ['Lectern'])
  await byAdmin.apply(made)
  const [asset] = await importedAs('Lectern')
  const rfidTag = freshTag()
  const file = csvOf([{ assetTagId: asset?.assetTagId ?? '', rfidTag }])
  const { _id } = await byAdmin.check(file)
  await byAdmin.apply(_id)
  const last = async () => (await ledgerOf(t, asset?._id ?? '')).at(-1)
  expect(await last()).toMatchObject({
    before: { rfidTag: asset?.rfidTag, tagExpected: true },
    after: { rfidTag, tagExpected: false },
  })
  await byAdmin.undo(_id)
  expect(await last()).toMatchObject({
    before: { rfidTag, tagExpected: false },
    after: { rfidTag: asset?.rfidTag, tagExpected: true },
  })
  expect((await importedAs('Lectern'))[0]).toMatchObject({ rfidTag: asset?.rfidTag, tagExpected: true })
  expect(await untruths(t.db)).toEqual(noUntruths)
})

/** As a plan that the version before expected tags has made. */
const makeOld = (id: string) =>
  sql`alter table ${tablesOf(id).plan} drop column tag_expected, drop column old_tag_expected`.execute(t.db)

test('an import that the previous version has checked is applied, and one that it has applied is undone', async () => {
  const series = await tagSeriesOf(t)
  const { _id: made } = await checkedWith(series.id, ['Armoire', 'Armoire'])
  await byAdmin.apply(made)
  const [one, other] = await importedAs('Armoire')
  const tag = freshTag()
  const rows = [
    { assetTagId: one?.assetTagId ?? '', rfidTag: tag, serialNo: 'S1' },
    { assetTagId: other?.assetTagId ?? '', rfidTag: other?.rfidTag ?? '', serialNo: 'S2' },
  ]
  const { _id } = await byAdmin.check(csvOf(rows))
  await makeOld(_id)
  await byAdmin.apply(_id)
  const tags = async () =>
    new Map((await importedAs('Armoire')).map((asset) => [asset._id, [asset.rfidTag, asset.tagExpected]]))
  expect(await tags()).toEqual(
    new Map([
      [one?._id, [tag, false]],
      [other?._id, [other?.rfidTag, true]],
    ]),
  )
  await makeOld(_id)
  await byAdmin.undo(_id)
  expect((await tags()).get(other?._id ?? '')).toEqual([other?.rfidTag, true])
  expect((await tags()).get(one?._id ?? '')?.[0]).toBe(one?.rfidTag)
  expect(await untruths(t.db)).toEqual(noUntruths)
})

test('a correction of an import that the previous version has checked is checked', async () => {
  const rfidTag = freshTag()
  const { _id } = await byAdmin.check(csvOf([{ rfidTag, assetName: 'Settee', place: 'Nowhere' }]))
  await makeOld(_id)
  const body = { of: { rows: [2] }, to: { placeId: site.room } }
  expect((await t.call(admin, imports.correct, { params: { id: _id }, body })).status).toBe(200)
  await byAdmin.work(_id)
  expect((await byAdmin.now(_id)).counts).toMatchObject({ new: 1, wrong: 0 })
})
