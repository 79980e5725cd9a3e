import { assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { JobBusy } from '#kernel/jobs/jobs.ts'
import { testApp } from '#test/app.ts'
import { type Cells, csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'
import { apply as applyStep } from './apply.ts'
import { importNow } from './progress.ts'
import { takeBack } from './undo.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const { check, apply, undo, rows, groups, now, work } = importer(t, admin)
const fresh = (more: Cells = {}): Cells => ({
  rfidTag: freshTag(),
  assetName: 'Bench',
  city: 'Indore',
  ...more,
})
const assetOf = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const liveWith = async (code: string) =>
  (await call(admin, assets.find, { query: { code } })).body.assets.filter(({ deleted }) => !deleted)
const keptOf = async (id: string) =>
  (await rows(id, 'kept')).map(({ row, assetTagId, problems }) => [
    row,
    assetTagId,
    ...problems.map(({ column, reason }) => `${column}: ${reason}`),
  ])
async function deleteMaster(kind: string, name: string) {
  const { records } = (await call(admin, masters.list, { params: { kind }, query: { search: name } })).body
  const { status } = await call(admin, masters.remove, { params: { kind, id: records[0]?.id ?? '' } })
  expect(status).toBe(200)
}

/** Four assets changed by one import, of which three cannot be changed back. */
async function changedByImport(word: string) {
  const [branded, retagged, edited, plain] = [
    await stocked(t, { brand: `Old ${word}` }),
    await stocked(t),
    await stocked(t),
    await stocked(t),
  ]
  const newTag = freshTag()
  const file = csvOf([
    { assetTagId: branded.assetTagId, brand: `New ${word}`, model: 'M', rfidTag: branded.rfidTag ?? '' },
    { assetTagId: retagged.assetTagId, rfidTag: newTag, brand: '', model: 'M' },
    { assetTagId: edited.assetTagId, brand: '', model: 'M', rfidTag: edited.rfidTag ?? '' },
    { assetTagId: plain.assetTagId, brand: '', model: 'M', rfidTag: plain.rfidTag ?? '' },
  ])
  const { _id: id } = await check(file)
  expect(await apply(id)).toMatchObject({ status: 'done', counts: { changed: 4, wrong: 0 } })
  await deleteMaster('brand', `Old ${word}`)
  await stocked(t, { rfidTag: retagged.rfidTag ?? '' })
  await call(admin, assets.update, { params: { id: edited._id }, body: { serialNo: 'Mine' } })
  const expected = [
    [2, branded.assetTagId, 'brand: Its former value no longer exists.'],
    [3, retagged.assetTagId, 'rfidTag: Its former tag is now on another asset.'],
    [4, edited.assetTagId, 'row: The asset was changed after the import.'],
  ]
  return { id, branded, retagged, edited, plain, newTag, expected }
}

test('rows that cannot go back stay, are counted and named; the rest goes back', async () => {
  const { id, branded, retagged, edited, plain, newTag, expected } = await changedByImport('Walnut')
  expect(await undo(id)).toMatchObject({ status: 'undone', kept: 3, reverted: 1, binned: 0, message: null })
  expect(await groups(id)).toEqual([
    ['kept', 'brand:gone', 1],
    ['kept', 'rfidTag:reused', 1],
    ['kept', 'row:changed-since', 1],
  ])
  expect(await keptOf(id)).toEqual(expected)
  expect(await assetOf(branded._id)).toMatchObject({ brand: 'New Walnut', model: 'M', version: 2 })
  expect(await assetOf(retagged._id)).toMatchObject({ rfidTag: newTag, model: 'M' })
  expect(await assetOf(edited._id)).toMatchObject({ serialNo: 'Mine', model: 'M', version: 3 })
  expect(await assetOf(plain._id)).toMatchObject({ model: null, version: 3 })
})

test('a cancel in the middle of applying leaves the same rows, and names them', async () => {
  const { id, plain, expected } = await changedByImport('Cherry')
  await sql`update imports set status = 'applying' where id = ${id}`.execute(t.db)
  expect((await call(admin, imports.cancel, { params: { id } })).status).toBe(200)
  await work(id)
  expect(await now(id)).toMatchObject({ status: 'cancelled', kept: 3 })
  expect(await keptOf(id)).toEqual(expected)
  expect((await assetOf(plain._id)).model).toBeNull()
})

test('a new asset that was changed since stays; one that was deleted since is not counted', async () => {
  const [edited, deleted, plain] = [fresh(), fresh(), fresh()]
  const { _id: id } = await apply((await check(csvOf([edited, deleted, plain])))._id)
  const [one] = await liveWith(edited.rfidTag ?? '')
  const [two] = await liveWith(deleted.rfidTag ?? '')
  await call(admin, assets.update, { params: { id: one?._id ?? '' }, body: { model: 'Mine' } })
  await call(admin, assets.remove, { params: { id: two?._id ?? '' } })
  expect(await undo(id)).toMatchObject({ status: 'undone', kept: 1 })
  expect(await keptOf(id)).toEqual([[2, one?.assetTagId, 'row: The asset was changed after the import.']])
  expect(await liveWith(plain.rfidTag ?? '')).toEqual([])
  expect(await liveWith(edited.rfidTag ?? '')).toMatchObject([{ model: 'Mine' }])
})

test('a job that fails again and again ends as failed, and goes on once it is mended', async () => {
  const row = fresh()
  const { _id: id } = await apply((await check(csvOf([row])))._id)
  await t.asOwner(
    "create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$",
    'create trigger broken before update on assets for each statement execute function broken()',
  )
  await call(admin, imports.undo, { params: { id } })
  for (let tries = 0; tries < 20; tries += 1) await expect(work(id)).rejects.toThrow('broken')
  expect((await now(id)).status).toBe('undoing')
  await work(id)
  expect(await now(id)).toMatchObject({
    status: 'failed',
    failedIn: 'undoing',
    message: 'It failed several times. Please inform your administrator.',
  })
  await t.asOwner('drop trigger broken on assets')
  expect((await call(admin, imports.retry, { params: { id } })).status).toBe(200)
  await work(id)
  expect(await now(id)).toMatchObject({ status: 'undone', kept: 0, failedIn: null })
  expect((await call(admin, imports.retry, { params: { id } })).status).toBe(409)
})

test('a worker that believes the checkpoint to be elsewhere stops, and does nothing twice', async () => {
  const row = fresh()
  const { _id: id } = await apply((await check(csvOf([row])))._id)
  const stale = async (status: 'applying' | 'undoing', appliedTo: number) => {
    await sql`update imports set status = ${status} where id = ${id}`.execute(t.db)
    const current = await importNow(t.db, id)
    if (current === undefined) throw new Error('The import is missing')
    return { services: t, signal: new AbortController().signal, current: { ...current, appliedTo } }
  }
  await expect(applyStep(await stale('applying', 0))).rejects.toBeInstanceOf(JobBusy)
  await expect(takeBack(await stale('undoing', 5002), 'undone')).rejects.toBeInstanceOf(JobBusy)
  expect(await liveWith(row.rfidTag ?? '')).toMatchObject([{ version: 1 }])
  expect((await now(id)).status).toBe('undoing')
})
