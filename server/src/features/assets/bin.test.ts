import { randomUUID } from 'node:crypto'
import { type Asset, assets, legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { asked } from '#test/exports.ts'
import { administratorOf, binned, freshTag, ledgerOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore', name: 'Ravi' })
const indore = await siteIn(t, 'Indore')

const remove = (asset: Asset, query: Record<string, string> = {}, as: Person = clerk) =>
  call(as, assets.remove, { params: { id: asset._id }, query })
const bin = async (query: Record<string, string> = {}, as: Person = clerk) =>
  (await call(as, assetBin.list, { query })).body
const restore = async (ids: string[], as: Person = clerk) =>
  (await call(as, assetBin.restore, { body: { ids } })).body
const counts = async () => (await call(clerk, dashboard.counts)).body
const idsIn = ({ assets: shown }: { assets: Asset[] }) => shown.map(({ _id }) => _id)
const get = (id: string, as: Person = clerk) => call(as, assets.get, { params: { id } })

test('a deleted asset goes into the bin, with who, when and why', async () => {
  const asset = await stocked(t, { serialNo: 'BIN-9' })
  const before = await counts()
  const { status, body } = await remove(asset, { reason: ' Broken leg ' })
  expect([status, body.message]).toEqual([200, 'Asset deleted successfully!'])
  const [first] = (await bin()).assets
  expect(first).toMatchObject({ ...asset, version: 2, deletedBy: 'Ravi', reason: 'Broken leg' })
  expect(Date.now() - Date.parse(first?.deletedAt ?? '')).toBeLessThan(60_000)
  expect(await counts()).toMatchObject({
    assets: before.assets - 1,
    deletedAssets: before.deletedAssets + 1,
  })
  expect((await ledgerOf(t, asset._id)).at(-1)).toMatchObject({
    action: 'asset.deleted',
    actor: clerk.id,
    before: { deleted: false },
    after: { deleted: true },
  })
})

test('the doubled path deletes as well, and a reason is not needed', async () => {
  const { _id } = await stocked(t)
  expect((await call(clerk, legacyAssetPaths.remove, { params: { id: _id } })).status).toBe(200)
  expect((await bin()).assets[0]).toMatchObject({ _id, reason: null })
})

test('what is out of scope is not deleted', async () => {
  const far = await stocked(t, { location: 'mumbai' })
  expect((await remove(far)).status).toBe(404)
  expect((await get(far._id, admin)).status).toBe(200)
})

test('an asset comes out of the bin as it went in', async () => {
  const asset = await stocked(t, { placeId: indore.room, model: 'M1', assignedUser: 'The team' })
  await remove(asset, { reason: 'By mistake' })
  const before = await counts()
  expect(await restore([asset._id])).toEqual({
    done: 1,
    failed: 0,
    results: [
      { _id: asset._id, assetTagId: asset.assetTagId, ok: true, message: 'Restored.', code: 'restored' },
    ],
  })
  expect((await get(asset._id)).body).toEqual({ ...asset, version: 3 })
  expect(await counts()).toMatchObject({ assets: before.assets + 1, deletedAssets: before.deletedAssets - 1 })
  const { events, tags } = (await call(clerk, assetHistory.list, { params: { id: asset._id } })).body
  expect(events[0]).toMatchObject({
    action: 'asset.restored',
    before: { deleted: true },
    after: { deleted: false },
  })
  expect(tags.map(({ rfidTag, ending }) => [rfidTag, ending])).toEqual([
    [asset.rfidTag, null],
    [asset.rfidTag, 'deleted'],
  ])
})

test('many are restored at once; those that cannot be are told one by one', async () => {
  const [one, two] = [await binned(t), await binned(t)]
  const far = await binned(t, { location: 'mumbai' })
  const live = await stocked(t)
  const unknown = randomUUID()
  const ids = [one._id, far._id, two._id, live._id, unknown, one._id]
  const { done, failed, results } = await restore(ids)
  expect([done, failed]).toEqual([2, 3])
  expect(results.map(({ _id, ok, message }) => [_id, ok, message])).toEqual([
    [one._id, true, 'Restored.'],
    [far._id, false, 'Asset not found.'],
    [two._id, true, 'Restored.'],
    [live._id, false, 'Asset not found.'],
    [unknown, false, 'Asset not found.'],
  ])
  expect((await get(far._id, admin)).status).toBe(404)
})

test('a tag that was reused meanwhile stays where it is, and the answer says where', async () => {
  const asset = await binned(t)
  const other = await stocked(t, { rfidTag: asset.rfidTag?.toLowerCase() ?? '' })
  const { results } = await restore([asset._id])
  expect(results).toEqual([
    {
      _id: asset._id,
      assetTagId: asset.assetTagId,
      ok: true,
      message: `Restored without its tag ${asset.rfidTag}, which is now on ${other.assetTagId}.`,
      code: 'restored-tag-on-asset',
      params: { rfidTag: asset.rfidTag, assetTagId: other.assetTagId },
    },
  ])
  expect((await get(asset._id)).body.rfidTag).toBeNull()
  expect((await get(other._id)).body.rfidTag).toBe(asset.rfidTag)
  expect((await ledgerOf(t, asset._id)).at(-1)).toMatchObject({
    before: { rfidTag: asset.rfidTag, deleted: true },
    after: { rfidTag: null, deleted: false },
  })
})

test('of a tag that is now out of reach no more is said than that it is in use', async () => {
  const asset = await binned(t)
  const far = await stocked(t, { location: 'mumbai', rfidTag: asset.rfidTag ?? '' })
  const answer = await restore([asset._id])
  expect(answer.results).toMatchObject([
    { ok: true, message: `Restored without its tag ${asset.rfidTag}, which is in use elsewhere.` },
  ])
  expect(JSON.stringify(answer)).not.toContain(far.assetTagId)
})

test('a tag that only another binned asset had comes back', async () => {
  const first = await binned(t)
  const second = await binned(t, { rfidTag: first.rfidTag ?? '' })
  expect((await restore([first._id])).results[0]?.message).toBe('Restored.')
  expect((await get(first._id)).body.rfidTag).toBe(first.rfidTag)
  expect((await restore([second._id])).results[0]?.message).toContain('Restored without its tag')
})

test('an asset that went into the bin without a tag comes back without one', async () => {
  const asset = await stocked(t)
  await call(clerk, assetTags.lose, { params: { id: asset._id } })
  await remove(asset)
  expect((await restore([asset._id])).results[0]?.message).toBe('Restored.')
  expect((await get(asset._id)).body.rfidTag).toBeNull()
})

test.each([[[]], [['x']], [undefined], [Array.from({ length: 10_001 }, () => randomUUID())]])(
  'ids that are none or too many are refused',
  async (ids) => {
    const { status, body } = await call(clerk, assetBin.restore, { body: { ids } })
    expect([status, Object.keys(body.fields ?? {})[0]]).toEqual([400, ids?.[0] === 'x' ? 'ids.0' : 'ids'])
  },
)

test('the bin is searched by name, tag, number, serial number and id, also with signs that mean something else', async () => {
  const asset = await binned(t, { assetName: '10%_Lamp', serialNo: 'BD-55' })
  const typed = (asset.rfidTag ?? '').toLowerCase().replace(/(....)/g, '$1 ')
  for (const search of ['10%_', asset.rfidTag ?? '', typed, asset.assetTagId, 'bd-5', asset._id])
    expect(idsIn(await bin({ search }))).toEqual([asset._id])
  for (const search of ['10__', '1%L', freshTag()]) expect((await bin({ search })).total).toBe(0)
})

test('the bin is narrowed to a city and shows nothing out of scope', async () => {
  const near = await binned(t)
  const far = await binned(t, { location: 'mumbai' })
  expect(idsIn(await bin({ location: 'mumbai' }, admin))).toContain(far._id)
  expect(idsIn(await bin({ location: 'indore' }, admin))).not.toContain(far._id)
  const seen = await bin()
  expect(idsIn(seen)).toContain(near._id)
  expect(idsIn(seen)).not.toContain(far._id)
  expect(seen.total).toBe(seen.assets.length)
  expect((await call(clerk, assetBin.list, { query: { location: 'mumbai' } })).status).toBe(404)
})

test('the pages of the bin are the whole bin, in both orders', async () => {
  for (let n = 0; n < 12; n += 1) await binned(t)
  for (const direction of ['asc', 'desc']) {
    const whole = await bin({ direction, size: '500' })
    const paged: string[] = []
    let page = await bin({ direction, size: '5' })
    for (;;) {
      expect(page.from).toBe(paged.length + 1)
      paged.push(...idsIn(page))
      if (page.next === null) break
      page = await bin({ direction, size: '5', cursor: page.next })
    }
    expect(paged).toEqual(idsIn(whole))
    expect(idsIn(await bin({ direction, size: '5', cursor: page.previous ?? '' }))).toEqual(
      paged.slice(page.from - 6, page.from - 1),
    )
    expect(whole.total).toBe(paged.length)
  }
})

test.each(['assetName', 'rfidTag', 'city', 'place', 'assetState', 'serialNo', 'deletedBy', 'reason'])(
  'the bin is sorted by %s, page after page',
  async (sort) => {
    await binned(t, { assetName: `Zinc ${freshTag()}` })
    await binned(t, { assetName: `amber ${freshTag()}` })
    const whole = await bin({ sort, direction: 'asc', size: '500' })
    const first = await bin({ sort, direction: 'asc', size: '2' })
    const second = await bin({ sort, direction: 'asc', size: '2', cursor: first.next ?? '' })
    expect([...idsIn(first), ...idsIn(second)]).toEqual(idsIn(whole).slice(0, 4))
    const names = whole.assets.map(({ assetName }) => assetName.toLowerCase())
    if (sort === 'assetName') expect(names).toEqual(names.toSorted())
  },
)

test('a whole tag finds every binned asset that carried it', async () => {
  const rfidTag = freshTag()
  const carried = [await binned(t, { rfidTag }), await binned(t, { rfidTag })]
  expect(idsIn(await bin({ search: rfidTag }, admin)).sort()).toEqual(carried.map(({ _id }) => _id).sort())
})

test('looking into the bin takes Reports, taking out of it Manage Asset', async () => {
  const { _id } = await binned(t)
  const holder = async (permission: Permission) => {
    const name = `${permission} alone`
    await t.db
      .insertInto('roles')
      .values({ name, permissions: [permission] })
      .execute()
    return person({ role: name, city: 'Indore' })
  }
  const [auditor, keeper] = [await holder('reports'), await holder('manage-asset')]
  expect(idsIn(await bin({ search: _id }, auditor))).toEqual([_id])
  expect((await asked(t, auditor, { list: 'deleted-assets' })).status).toBe(201)
  expect((await call(auditor, assetBin.restore, { body: { ids: [_id] } })).status).toBe(403)
  expect((await call(keeper, assetBin.list)).status).toBe(403)
  expect((await asked(t, keeper, { list: 'deleted-assets' })).status).toBe(403)
  expect((await restore([_id], keeper)).done).toBe(1)
})
