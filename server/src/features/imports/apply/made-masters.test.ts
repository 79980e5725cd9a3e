import { imports } from '@ats/contract/imports.ts'
import { masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const own = importer(t, admin)
const madeBy = async (as: Person, id: string) => (await call(as, imports.masters, { params: { id } })).body
const remove = (as: Person, id: string) => call(as, imports.removeMasters, { params: { id } })
const named = async (kind: string, search: string) =>
  (await call(admin, masters.list, { params: { kind }, query: { search } })).body.records

test('after an undo the masters that it made are named, and those that no asset has are removed', async () => {
  const known = await stocked(t, { assetName: 'Chair' })
  const file = csvOf([
    { rfidTag: freshTag(), assetName: 'Gazebo', city: 'Indore', brand: 'Larch', vendor: '' },
    { rfidTag: known.rfidTag ?? '', assetName: 'Chair', city: 'Indore', brand: 'Aspen', vendor: 'Elm & Co' },
  ])
  const { _id: id } = await own.apply((await own.check(file))._id)
  expect(await madeBy(admin, id)).toMatchObject({ unusedTotal: 0, usedTotal: 4, more: false })
  expect((await remove(admin, id)).status).toBe(409)
  expect(await own.undo(id)).toMatchObject({ binned: 1, reverted: 1, kept: 0 })
  // A deleted asset is restored with the records it had.
  expect(await madeBy(admin, id)).toEqual({
    unused: [
      { kind: 'brand', name: 'Aspen' },
      { kind: 'vendor', name: 'Elm & Co' },
    ],
    unusedTotal: 2,
    used: [
      { kind: 'asset-name', name: 'Gazebo' },
      { kind: 'brand', name: 'Larch' },
    ],
    ...{ usedTotal: 2, more: false },
  })
  const [aspen] = await named('brand', 'Aspen')
  expect((await remove(admin, id)).body).toMatchObject({ removed: 2 })
  expect([await named('brand', 'Aspen'), await named('vendor', 'Elm & Co')]).toEqual([[], []])
  expect((await ledgerOf(t, aspen?.id ?? '')).map(({ action }) => action)).toEqual([
    'brand.created',
    'brand.deleted',
  ])
  expect(await madeBy(admin, id)).toMatchObject({ unusedTotal: 0, usedTotal: 2 })
  expect((await remove(admin, id)).body).toMatchObject({ removed: 0 })
})

test('one that somebody uses by now stays; who does not see everything removes none', async () => {
  const keeper = await t.person({ role: 'Admin', city: 'Indore' })
  const theirs = importer(t, keeper)
  const known = await stocked(t)
  const file = csvOf([{ rfidTag: known.rfidTag ?? '', brand: 'Rowan', vendor: 'Yew' }])
  const { _id: id } = await theirs.apply((await theirs.check(file))._id)
  await theirs.undo(id)
  await stocked(t, { brand: 'Rowan' })
  expect(await madeBy(keeper, id)).toMatchObject({
    unused: [{ kind: 'vendor', name: 'Yew' }],
    used: [{ kind: 'brand', name: 'Rowan' }],
  })
  const clerk = await t.person({ role: 'Sub User', city: 'Indore' })
  expect((await remove(clerk, id)).status).toBeGreaterThanOrEqual(403)
  expect((await remove(admin, id)).body).toMatchObject({ removed: 1 })
  expect(await named('brand', 'Rowan')).toMatchObject([{ uses: 1 }])
})
