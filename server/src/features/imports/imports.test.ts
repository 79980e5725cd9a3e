import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tablesOf } from '#features/imports/file/staging.ts'
import { testApp } from '#test/app.ts'
import { type Cells, csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, ledgerOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const clerk = await t.person({ role: 'Sub User', city: 'Indore', name: 'Ravi' })
const site = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')
const { check, apply, undo, rows, problems, now, work } = importer(t, admin)
const assetOf = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const byTag = async (code: string) =>
  (await call(admin, assets.find, { query: { code } })).body.assets.filter(({ deleted }) => !deleted)
const fresh = (more: Cells = {}): Cells => ({
  rfidTag: freshTag(),
  assetName: 'Bench',
  city: 'Indore',
  ...more,
})
const pathOf = ({ city, mm, property, aou, room }: Asset) => [city, mm, property, aou, room].filter(Boolean)

test('a file of new assets is checked, applied and undone', async () => {
  const [one, two] = [
    fresh({ brand: 'Oakwood', rentalStartDate: '31/03/2026', rentalPeriod: '12' }),
    fresh({ assetName: 'bench', city: 'INDORE', assetState: 'working' }),
  ]
  const checked = await check(csvOf([one, two]))
  expect(checked).toMatchObject({
    status: 'ready',
    rows: 2,
    counts: { new: 2, changed: 0, unchanged: 0, wrong: 0 },
    creates: [
      { kind: 'asset-name', name: expect.stringMatching(/bench/i), rows: 2 },
      { kind: 'brand', name: 'Oakwood', rows: 1 },
    ],
    createsTotal: 2,
  })
  expect(await byTag(one.rfidTag ?? '')).toEqual([])
  expect(await apply(checked._id)).toMatchObject({ status: 'done', progress: { done: 2, total: 2 } })
  const [bench] = await byTag(one.rfidTag ?? '')
  expect(bench).toMatchObject({
    ...{ brand: 'Oakwood', rentalStartDate: '2026-03-31', rentalPeriod: '12', city: 'Indore' },
    ...{ assetState: 'Working', createdBy: admin.name, version: 1 },
  })
  expect((await undo(checked._id)).status).toBe('undone')
  expect(await byTag(one.rfidTag ?? '')).toEqual([])
})

test('an import writes the same lines of the ledger as one by one', async () => {
  const given = { brand: 'Oakwood', model: 'M1', serialNo: 'S1', vendor: 'Lender', assignedUser: admin.email }
  const place = {
    rfidTag: freshTag(),
    assetName: 'Bench',
    placeId: site.room,
    location: 'indore',
    rentalPeriod: '6',
  }
  const { body: single } = await call(admin, assets.register, { body: { ...given, ...place } })
  const path = {
    ...given,
    rfidTag: freshTag(),
    assetName: 'Bench',
    rentalPeriod: '6',
    place: pathOf(single.asset).join('>'),
  }
  await apply((await check(csvOf([path])))._id)
  const [many] = await byTag(path.rfidTag)
  const told = async (id = '') =>
    (await ledgerOf(t, id)).map(({ action, before, after }) => [action, before, after])
  const without = (lines: unknown[], tag: string) => JSON.parse(JSON.stringify(lines).replaceAll(tag, 'TAG'))
  const change = { model: 'M2', brand: '', assetState: 'UP', rfidTag: freshTag() }
  await call(admin, assets.update, { params: { id: single.asset._id }, body: change })
  const again = { ...change, assetTagId: many?.assetTagId ?? '', rfidTag: freshTag() }
  const checked = await check(csvOf([again]))
  expect(await rows(checked._id, 'changed')).toMatchObject([
    {
      row: 2,
      assetTagId: many?.assetTagId,
      changes: [
        { column: 'brand', before: 'Oakwood', after: '' },
        { column: 'model', before: 'M1', after: 'M2' },
        { column: 'rfidTag', before: path.rfidTag, after: again.rfidTag },
        { column: 'assetState', before: 'Working', after: 'UP' },
      ],
    },
  ])
  await apply(checked._id)
  const [alone, bulk] = [await told(single.asset._id), await told(many?._id)]
  expect(without(without(bulk, path.rfidTag), again.rfidTag)).toEqual(
    without(without(alone, place.rfidTag), change.rfidTag),
  )
  await undo(checked._id)
  const back = await assetOf(many?._id ?? '')
  expect({ ...back, version: 1 }).toEqual({ ...many, version: 1, deleted: undefined })
})

test('what a file does not have stays, an empty cell clears, and the same is no change', async () => {
  const asset = await stocked(t, { brand: 'Oakwood', model: 'M1', serialNo: 'S1', assignedUser: 'Somebody' })
  const same = { rfidTag: asset.rfidTag ?? '', brand: 'oakwood', model: 'M1' }
  expect((await check(csvOf([same]))).counts).toMatchObject({ unchanged: 1, changed: 0 })
  await apply((await check(csvOf([{ ...same, model: '' }])))._id)
  expect(await assetOf(asset._id)).toMatchObject({
    model: null,
    brand: 'Oakwood',
    serialNo: 'S1',
    version: 2,
  })
})

test('everything that is wrong is said, with its row, column, value and reason', async () => {
  const taken = await stocked(t)
  const twice = fresh()
  const file: Cells[] = [
    twice,
    { ...fresh(), rfidTag: twice.rfidTag?.toLowerCase() ?? '' },
    fresh({ rfidTag: '' }),
    fresh({ rfidTag: 'é' }),
    fresh({ assetName: '' }),
    fresh({ city: '' }),
    fresh({ city: 'Atlantis' }),
    fresh({ assetState: 'Sleeping' }),
    fresh({ rentalStartDate: '2026-02-30' }),
    fresh({ rentalPeriod: '1000' }),
    fresh({ model: 'x'.repeat(201) }),
    fresh({ assetTagId: 'A9999999' }),
    fresh({ assetTagId: (await stocked(t)).assetTagId, rfidTag: taken.rfidTag ?? '' }),
  ]
  const checked = await check(csvOf(file))
  expect(checked.counts).toEqual({ new: 1, changed: 0, unchanged: 0, wrong: 12 })
  expect(await problems(checked._id)).toEqual([
    [3, 'Row 2 has the same tag.'],
    [4, 'A new asset needs a tag.'],
    [5, 'A tag may contain only letters, digits and punctuation, at most 128 characters.'],
    [6, 'The name is missing.'],
    [7, 'A new asset needs a place, at least its city.'],
    [8, 'This place does not exist.'],
    [9, 'This state does not exist.'],
    [10, 'This is not a date. Write it as 2026-03-31.'],
    [11, 'The rental period must be a whole number of months, at most 999.'],
    [12, 'This is longer than 200 characters.'],
    [13, 'This asset does not exist.'],
    [14, 'This tag is already on another asset.'],
  ])
  const [, , , , , , wrong] = await rows(checked._id, 'wrong')
  expect(wrong?.problems).toEqual([
    {
      column: 'assetState',
      value: 'Sleeping',
      reason: 'This state does not exist.',
      code: 'row-state-unknown',
    },
  ])
})

test('the wrong rows come back as a file that can be corrected and uploaded again', async () => {
  const good = fresh()
  const bad = fresh({ assetState: 'Sleeping', model: '=1+1' })
  const checked = await check(csvOf([good, bad]))
  await apply(checked._id)
  const file = (await call(admin, imports.wrongRows, { params: { id: checked._id } })).text
  expect(file).toContain('Problems')
  expect(file).toContain('This state does not exist.')
  const corrected = await check(file.replace('Sleeping', 'UP'))
  expect(corrected.counts).toEqual({ new: 1, changed: 0, unchanged: 0, wrong: 0 })
  await apply(corrected._id)
  expect((await byTag(bad.rfidTag ?? ''))[0]).toMatchObject({ model: '=1+1', assetState: 'UP' })
})

test('places are found by path and by their names, and each level by its own', async () => {
  const [, mm, property, aou, room] = pathOf(await stocked(t, { location: 'indore', placeId: site.room }))
  const names = { mm: mm ?? '', property: property ?? '', aou: aou ?? '', room: room ?? '' }
  const checked = await check(
    csvOf([
      fresh(names),
      fresh({ city: '', place: ['indore', mm, property].join(' >  ').toUpperCase() }),
      fresh({ property: names.mm }),
      fresh({ city: '', mm: names.mm }),
    ]),
  )
  expect(await problems(checked._id)).toEqual([
    [4, 'This place does not exist.'],
    [5, 'This place does not exist.'],
  ])
  expect(checked.counts.new).toBe(2)
})

test('someone of one city neither finds nor touches what is in another', async () => {
  const there = await stocked(t, { location: 'mumbai', placeId: mumbai.room })
  const own = importer(t, clerk)
  const checked = await own.check(
    csvOf([
      { rfidTag: there.rfidTag ?? '', assetName: 'Mine now', city: 'Indore' },
      { ...fresh(), assetTagId: there.assetTagId },
      fresh({ city: 'Mumbai' }),
    ]),
  )
  expect(await own.problems(checked._id)).toEqual([
    [2, 'This tag is already on another asset.'],
    [3, 'This asset does not exist.'],
    [4, 'This place does not exist.'],
  ])
})

test('what was changed after the check is left alone, and said', async () => {
  const asset = await stocked(t)
  const taken = fresh()
  const checked = await check(
    csvOf([{ rfidTag: asset.rfidTag ?? '', assetName: 'Renamed', city: 'Indore' }, taken, fresh()]),
  )
  await call(admin, assets.update, { params: { id: asset._id }, body: { model: 'Mine' } })
  await stocked(t, { rfidTag: taken.rfidTag ?? '' })
  expect(await apply(checked._id)).toMatchObject({
    status: 'done',
    message: '2 rows could no longer be applied.',
    ...{ code: 'rows-missed', params: { count: 2 } },
    counts: { new: 1, changed: 0, wrong: 2 },
  })
  expect((await assetOf(asset._id)).assetName).toBe(asset.assetName)
})

test('a cancelled import leaves nothing behind, before and while it is applied', async () => {
  const cancel = (id: string) => call(admin, imports.cancel, { params: { id } })
  const first = await check(csvOf([fresh()]))
  expect((await cancel(first._id)).status).toBe(200)
  await work(first._id)
  expect((await now(first._id)).status).toBe('cancelled')
  const row = fresh()
  const second = await check(csvOf([row]))
  await apply(second._id)
  await sql`update imports set status = 'applying' where id = ${second._id}`.execute(t.db)
  await cancel(second._id)
  await work(second._id)
  expect((await now(second._id)).status).toBe('cancelled')
  expect(await byTag(row.rfidTag ?? '')).toEqual([])
})

test('rows that a crash of the database took are not taken for an empty file', async () => {
  const { _id } = await check(csvOf([fresh()]))
  await sql`truncate ${sql.table(`staging.plan_${_id.replaceAll('-', '')}`)}`.execute(t.db)
  expect(await apply(_id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('upload it again'),
  })
})

test('columns are matched by themselves, can be corrected, and that is remembered', async () => {
  const file = `Chip;What;Town\n${freshTag()};Bench;Indore\n`
  const checked = await check(file)
  expect(checked.columns).toEqual([null, null, 'city'])
  const columns = ['rfidTag', 'assetName', 'city']
  const match = (body: object) => call(admin, imports.match, { params: { id: checked._id }, body })
  expect((await match({ columns: ['rfidTag'] })).status).toBe(400)
  expect((await match({ columns: ['city', 'city', null] })).status).toBe(400)
  expect((await match({ columns })).status).toBe(200)
  await work(checked._id)
  expect(await now(checked._id)).toMatchObject({ status: 'ready', counts: { new: 1, wrong: 0 } })
  expect((await check(file)).columns).toEqual(columns)
})

test('only the owner goes on with an import; administrators see and stop it', async () => {
  const own = importer(t, clerk)
  const { _id } = await own.check(csvOf([fresh()]))
  const other = await t.person({ role: 'Sub User', city: 'Indore' })
  const status = async (as: typeof admin, endpoint: typeof imports.apply | typeof imports.cancel) =>
    (await call(as, endpoint, { params: { id: _id } })).status
  expect((await call(other, imports.get, { params: { id: _id } })).status).toBe(404)
  expect(await status(other, imports.apply)).toBe(404)
  expect(await status(admin, imports.apply)).toBe(403)
  expect((await call(admin, imports.list)).body.imports.some((one) => one._id === _id && !one.mine)).toBe(
    true,
  )
  expect(await status(admin, imports.cancel)).toBe(200)
})

test('an import goes on only while its owner may work with assets', async () => {
  const leaver = await t.person({ role: 'Sub User', city: 'Indore' })
  const own = importer(t, leaver)
  const { _id } = await own.check(csvOf([fresh()]))
  await call(leaver, imports.apply, { params: { id: _id } })
  await sql`update users set status = 'disabled' where id = ${leaver.id}`.execute(t.db)
  await own.work(_id)
  expect(await now(_id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('may no longer'),
  })
})

test('a master that is new in the file is in the master afterwards, with who made it', async () => {
  await apply((await check(csvOf([fresh({ vendor: 'Brand New Vendor' })])))._id)
  const query = { search: 'Brand New Vendor' }
  const { records } = (await call(admin, masters.list, { params: { kind: 'vendor' }, query })).body
  expect(records).toMatchObject([{ name: 'Brand New Vendor', createdBy: admin.name, uses: 1 }])
})

test('rows that a crash of the database emptied are said to be lost, not checked as none', async () => {
  const { _id, columns } = await check(csvOf([fresh()]))
  await call(admin, imports.match, { params: { id: _id }, body: { columns } })
  await sql`delete from ${tablesOf(_id).rows}`.execute(t.db)
  await work(_id)
  expect(await now(_id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('lost the rows of this file in a crash'),
  })
})
