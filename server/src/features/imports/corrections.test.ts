import { imports } from '@ats/contract/imports.ts'
import { masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { type Cells, csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const byAdmin = importer(t, admin)

const chair = (given: Cells = {}): Cells => ({
  ...{ rfidTag: freshTag(), assetName: 'Chair', city: 'Indore', assetState: 'Working', ...given },
})
const correct = (id: string, of: object, to: object, as: Person = admin) =>
  call(as, imports.correct, { params: { id }, body: { of, to } })
const undo = (id: string, as: Person = admin) => call(as, imports.undoCorrection, { params: { id } })

test('a wrong cell is corrected, only its row is checked again, and the correction is undone', async () => {
  const file = csvOf([chair({ city: 'Nowhere' }), chair(), chair({ city: 'Elsewhere' })])
  const { _id, counts } = await byAdmin.check(file)
  expect(counts).toMatchObject({ new: 1, wrong: 2 })
  const { status, body } = await correct(_id, { rows: [2] }, { column: 'city', value: 'indore' })
  expect([status, body.import]).toMatchObject([
    200,
    { status: 'ready', counts: { new: 2, wrong: 1 }, corrections: 1, problems: [{ rows: 1 }] },
  ])
  expect((await byAdmin.rows(_id, 'new')).map(({ row, cells }) => [row, cells[2]])).toEqual([
    [2, 'indore'],
    [3, 'Indore'],
  ])
  const still = await correct(_id, { rows: [4] }, { column: 'city', value: 'Nowhere either' })
  expect(still.body.import).toMatchObject({ counts: { wrong: 1 }, corrections: 2 })
  expect((await byAdmin.rows(_id, 'wrong'))[0]).toMatchObject({ row: 4, problems: [{ column: 'place' }] })
  await undo(_id)
  const { body: back } = await undo(_id)
  expect(back.import).toMatchObject({ counts, corrections: 0 })
  expect((await byAdmin.rows(_id, 'wrong')).map(({ row, cells }) => [row, cells[2]])).toEqual([
    [2, 'Nowhere'],
    [4, 'Elsewhere'],
  ])
  expect((await undo(_id)).status).toBe(409)
})

test('the same wrong text in nine rows is corrected once, by a place or by a text', async () => {
  const rows = Array.from({ length: 9 }, () =>
    chair({ city: 'Indore', room: 'Racks Z', assetState: 'Werking' }),
  )
  const { _id } = await byAdmin.check(csvOf([...rows, chair({ assetState: 'Broken?' })]))
  expect(await byAdmin.groups(_id)).toEqual([
    ['wrong', 'assetState:unknown', 10],
    ['wrong', 'place:unknown', 9],
  ])
  const alike = { problem: 'place:unknown', written: 'Indore > Racks Z' }
  await correct(_id, alike, { placeId: site.room })
  expect(await byAdmin.groups(_id)).toEqual([['wrong', 'assetState:unknown', 10]])
  const { body } = await correct(
    _id,
    { problem: 'assetState:unknown', written: 'Werking' },
    { column: 'assetState', value: 'Working' },
  )
  expect(body.import).toMatchObject({ counts: { new: 9, wrong: 1 }, corrections: 2 })
  const [first] = await byAdmin.rows(_id, 'new')
  expect(first?.values.find(({ column }) => column === 'place')?.value).toMatch(/^Indore > .+ > /)
  await correct(_id, { rows: [11] }, { column: 'assetState', value: 'Working' })
  expect((await byAdmin.apply(_id)).counts).toMatchObject({ new: 10, wrong: 0 })
})

test('a wrong text names the record that would make it right, and its rows are right once it is created', async () => {
  const path = { city: 'Indore', mm: 'MM Creatable', property: 'Depot' }
  const mm = await placed(t, 'mm', site.city, path.mm)
  const twice = (given: Cells) => [chair(given), chair(given)]
  const { _id } = await byAdmin.check(
    csvOf([
      ...twice({ ...path, assetState: 'Werking' }),
      ...twice({ city: 'Nowhere' }),
      ...twice({ city: 'Indore', room: 'Racks Z' }),
      ...twice({ ...path, aou: 'Yard' }),
    ]),
  )
  const offered = async (problem: string, as = admin) => {
    const { body } = await call(as, imports.rows, { params: { id: _id }, query: { kind: 'wrong', problem } })
    return Object.fromEntries(body.values.map(({ value, creates }) => [value, creates]))
  }
  const depot = { kind: 'property', name: 'Depot', parentId: mm }
  expect(await offered('place:unknown')).toEqual({
    'Indore > MM Creatable > Depot': depot,
    Nowhere: { kind: 'city', name: 'Nowhere', parentId: null },
    'Indore > Racks Z': null,
    'Indore > MM Creatable > Depot > Yard': null,
  })
  const state = { kind: 'asset-state', name: 'Werking', parentId: null }
  expect(await offered('assetState:unknown')).toEqual({ Werking: state })
  const created = await placed(t, 'property', mm, 'Depot')
  const name = 'Werking'
  await call(admin, masters.create, { params: { kind: 'asset-state' }, body: { name } })
  const to = { column: 'assetState', value: name }
  await correct(_id, { problem: 'assetState:unknown', written: name }, to)
  const { counts } = await byAdmin.now(_id)
  expect(counts).toMatchObject({ new: 2, wrong: 6 })
  expect(await offered('place:unknown')).toMatchObject({
    'Indore > MM Creatable > Depot > Yard': { kind: 'aou', name: 'Yard', parentId: created },
  })
})

test('a place out of scope is not offered to be created below', async () => {
  const mumbai = await siteIn(t, 'Mumbai')
  const clerk = await t.person({ role: 'Sub User', city: 'Indore' })
  const names = { city: 'Mumbai', mm: 'MM Hidden', property: 'Depot' }
  await placed(t, 'mm', mumbai.city, names.mm)
  const { _id } = await importer(t, clerk).check(csvOf([chair(names), chair(names)]))
  const { body } = await call(clerk, imports.rows, {
    params: { id: _id },
    query: { kind: 'wrong', problem: 'place:unknown' },
  })
  expect(body.values).toEqual([{ value: 'Mumbai > MM Hidden > Depot', rows: 2, creates: null }])
})

test('rows that share a tag or an asset with a corrected row are checked again too', async () => {
  const known = await stocked(t)
  const [one, two, three] = [freshTag(), freshTag(), freshTag()]
  const { _id } = await byAdmin.check(
    csvOf([
      chair({ rfidTag: one }),
      chair({ rfidTag: one }),
      chair({ rfidTag: two, city: 'Nowhere' }),
      chair({ rfidTag: two }),
      { ...chair({ rfidTag: '', assetTagId: 'A9999999' }) },
      { ...chair({ rfidTag: '', assetTagId: known.assetTagId, assetName: 'Desk' }) },
    ]),
  )
  expect((await byAdmin.problems(_id)).map(([row]) => row)).toEqual([3, 4, 5, 6])
  // Row 3 gets its own tag; row 4 gives its tag to row 5; row 6 names the asset before row 7 does.
  await correct(_id, { rows: [3] }, { column: 'rfidTag', value: three })
  await correct(_id, { rows: [4] }, { column: 'rfidTag', value: freshTag() })
  expect((await byAdmin.problems(_id)).map(([row]) => row)).toEqual([4, 6])
  await correct(_id, { rows: [6] }, { column: 'assetTagId', value: known.assetTagId })
  expect((await byAdmin.problems(_id)).map(([row]) => row)).toEqual([4, 7])
  await undo(_id)
  expect((await byAdmin.problems(_id)).map(([row]) => row)).toEqual([4, 6])
  // A full check comes to the same result.
  const { columns } = await byAdmin.now(_id)
  await byAdmin.match(_id, { columns, defaults: {} })
  expect((await byAdmin.problems(_id)).map(([row]) => row)).toEqual([4, 6])
  await undo(_id)
  expect((await byAdmin.problems(_id)).map(([row]) => row)).toEqual([5, 4, 6].toSorted())
})

test('many rows are checked by the worker, with progress', async () => {
  const rows = Array.from({ length: 1001 }, () => chair({ city: 'Nowhere' }))
  const { _id } = await byAdmin.check(csvOf(rows))
  const { body } = await correct(
    _id,
    { problem: 'place:unknown', written: 'Nowhere' },
    { column: 'city', value: 'Indore' },
  )
  expect(body.import).toMatchObject({ status: 'checking', progress: { done: 0, total: 1001 } })
  expect((await correct(_id, { rows: [2] }, { column: 'city', value: 'Indore' })).status).toBe(409)
  await byAdmin.work(_id)
  expect(await byAdmin.now(_id)).toMatchObject({ status: 'ready', counts: { new: 1001, wrong: 0 } })
  expect((await undo(_id)).body.import.status).toBe('checking')
  await byAdmin.work(_id)
  expect(await byAdmin.now(_id)).toMatchObject({ counts: { new: 0, wrong: 1001 }, corrections: 0 })
})

test('only the owner corrects, only wrong rows, and only with a place in scope', async () => {
  const clerk = await t.person({ role: 'Sub User', city: 'Indore' })
  const mumbai = await siteIn(t, 'Mumbai')
  const { _id } = await importer(t, clerk).check(csvOf([chair({ city: 'Mumbai' }), chair()]))
  const city = { column: 'city', value: 'Indore' }
  expect((await correct(_id, { rows: [2] }, city)).status).toBe(403)
  expect((await correct(_id, { rows: [3] }, city, clerk)).status).toBe(409)
  expect((await correct(_id, { rows: [2] }, { placeId: mumbai.room }, clerk)).status).toBe(400)
  expect((await correct(_id, { rows: [2] }, { column: 'model', value: 'X' }, clerk)).status).toBe(400)
  expect((await correct(_id, { rows: [2] }, city, clerk)).body.import.counts).toMatchObject({ new: 2 })
  const other = await t.person({ role: 'Sub User', city: 'Indore' })
  expect((await undo(_id, other)).status).toBe(404)
})
