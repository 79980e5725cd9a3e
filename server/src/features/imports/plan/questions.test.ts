import { assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tablesOf } from '#features/imports/file/staging.ts'
import { type Person, testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const other = await siteIn(t, 'Mumbai')
const byAdmin = importer(t, admin)
const tagged = (count: number) => Array.from({ length: count }, () => ({ rfidTag: freshTag() }))
const byTag = async (code = '') => (await call(admin, assets.find, { query: { code } })).body.assets[0]

async function personOf(role: string, ...places: string[]): Promise<Person> {
  const person = await t.person({ role, city: 'Indore' })
  await db.deleteFrom('user_places').where('user_id', '=', person.id).execute()
  for (const place_id of places)
    await db.insertInto('user_places').values({ user_id: person.id, place_id }).execute()
  return person
}

test('columns that a file lacks are asked for once each, and answered for all of its new assets', async () => {
  const known = await stocked(t, { assetName: 'Lamp' })
  const rows = [...tagged(3), { rfidTag: known.rfidTag ?? '' }]
  const checked = await byAdmin.check(csvOf(rows))
  expect(checked.asks).toEqual([
    { column: 'assetName', rows: 3, answer: null },
    { column: 'place', rows: 3, answer: null },
    { column: 'assetState', rows: 3, answer: 'Working' },
  ])
  expect(await byAdmin.groups(checked._id)).toEqual([
    ['wrong', 'assetName:missing', 3],
    ['wrong', 'place:missing', 3],
  ])
  const defaults = { assetName: 'Beam', placeId: site.room, assetState: 'UP' }
  const answered = await byAdmin.match(checked._id, { columns: ['rfidTag'], defaults })
  expect(answered).toMatchObject({
    counts: { new: 3, changed: 0, unchanged: 1, wrong: 0 },
    asks: [{ answer: 'Beam' }, { answer: site.room }, { answer: 'UP' }],
    creates: [{ kind: 'asset-name', name: 'Beam', rows: 3 }],
    ...{ defaults, problems: [] },
  })
  const [fresh] = await byAdmin.rows(checked._id, 'new')
  expect(fresh?.values.map(({ column }) => column)).toEqual(['place', 'assetState'])
  await byAdmin.apply(checked._id)
  expect(await byTag(rows[0]?.rfidTag)).toMatchObject({
    ...{ assetName: 'Beam', assetState: 'UP', placeId: site.room },
  })
  expect(await byTag(known.rfidTag ?? '')).toMatchObject({ assetName: 'Lamp', assetState: 'Working' })
  const [row] = await byAdmin.rows(checked._id, 'new')
  expect(row).toMatchObject({ assetId: (await byTag(rows[0]?.rfidTag))?._id })
})

test('a row that says something is not overruled, and a file about known assets asks nothing', async () => {
  const known = await stocked(t)
  const [one, two] = tagged(2)
  const file = csvOf([
    { ...one, assetName: 'Desk', city: 'Mumbai', assetState: 'UP' },
    { ...two, assetName: '', city: '', assetState: '' },
  ])
  const checked = await byAdmin.check(file)
  expect(checked).toMatchObject({ asks: [], counts: { new: 1, wrong: 1 } })
  const defaults = { assetName: 'Beam', placeId: site.room, assetState: 'Not-Working' }
  await byAdmin.match(checked._id, { columns: checked.columns, defaults })
  await byAdmin.apply(checked._id)
  expect(await byTag(one?.rfidTag)).toMatchObject({ assetName: 'Desk', city: 'Mumbai', assetState: 'UP' })
  expect(await byTag(two?.rfidTag)).toMatchObject({ assetName: 'Beam', assetState: 'Not-Working' })
  expect(await byAdmin.check(csvOf([{ assetTagId: known.assetTagId, model: 'M' }]))).toMatchObject({
    ...{ asks: [], counts: { changed: 1, wrong: 0 } },
  })
})

test('a property manager and a person of two rooms answer with places of theirs only', async () => {
  const [keeper, guest] = [
    await personOf('Sub User', site.property),
    await personOf('Sub User', site.room, other.room),
  ]
  for (const person of [keeper, guest]) {
    const own = importer(t, person)
    const { _id: id } = await own.check(csvOf(tagged(2)))
    const columns = ['rfidTag']
    const wrong = (defaults: object) =>
      call(person, imports.match, { params: { id }, body: { columns, defaults } })
    expect(await wrong({ placeId: site.city, assetName: 'Desk' })).toMatchObject({
      status: 400,
      body: { fields: { 'defaults.placeId': expect.anything() } },
    })
    expect((await wrong({ assetState: 'Sleeping' })).status).toBe(400)
    const defaults = { placeId: site.room, assetName: 'Desk' }
    expect(await own.match(id, { columns, defaults })).toMatchObject({ counts: { new: 2, wrong: 0 } })
    expect((await own.apply(id)).counts).toMatchObject({ new: 2, wrong: 0 })
  }
  const own = importer(t, guest)
  const { _id: id, columns } = await own.check(csvOf(tagged(1)))
  await own.match(id, { columns, defaults: { placeId: other.room, assetName: 'Desk' } })
  await db.deleteFrom('user_places').where('place_id', '=', other.room).execute()
  // The place is out of scope by now, so another answer is needed.
  const again = await own.match(id, { columns, defaults: { assetName: 'Desk' } })
  expect(again.asks).toContainEqual({ column: 'place', rows: 1, answer: null })
})

test('without a usual state the state is a question, and not the end of the import', async () => {
  const site2 = { city: 'Indore', assetName: 'Desk' }
  const { records } = (await call(admin, masters.list, { params: { kind: 'asset-state' } })).body
  const working = records.find(({ name }) => name === 'Working')?.id ?? ''
  const spare = records.find(({ name }) => name === 'UP')?.id ?? ''
  await call(admin, masters.merge, { params: { kind: 'asset-state', id: working }, body: { into: spare } })
  const { rows } = await sql`select from asset_states where lower(name) = 'working'`.execute(db)
  if (rows.length > 0) return
  const checked = await byAdmin.check(csvOf(tagged(2).map((row) => ({ ...row, ...site2 }))))
  expect(checked.status).toBe('ready')
  if (checked.asks[0]?.answer === null) {
    expect(await byAdmin.groups(checked._id)).toEqual([['wrong', 'assetState:missing', 2]])
    const defaults = { assetState: 'Not-Working' }
    const answered = await byAdmin.match(checked._id, { columns: checked.columns, defaults })
    expect(answered.counts).toMatchObject({ new: 2, wrong: 0 })
  }
})

test('wrong rows come by problem, counted, with what they hold most often, a page at a time', async () => {
  const [first] = tagged(1)
  const row = (assetState: string, city = 'Indore') => ({
    rfidTag: freshTag(),
    assetName: 'Desk',
    city,
    assetState,
  })
  const file = csvOf([
    { ...row('UP'), ...first },
    { ...row('UP'), ...first },
    { ...row('UP'), ...first },
    ...Array.from({ length: 60 }, () => row('Sleeping')),
    ...Array.from({ length: 3 }, () => row('Gone', 'Atlantis')),
  ])
  const { _id: id, problems } = await byAdmin.check(file)
  expect(await byAdmin.groups(id)).toEqual([
    ['wrong', 'assetState:unknown', 63],
    ['wrong', 'place:unknown', 3],
    ['wrong', 'rfidTag:twice', 2],
  ])
  expect(problems.map(({ reason }) => reason)).toEqual([
    'This state does not exist.',
    'This place does not exist.',
    'An earlier row has the same tag.',
  ])
  const page = async (problem: string, after = '0') =>
    (
      await call(admin, imports.rows, {
        params: { id },
        query: { kind: 'wrong', problem, after, size: '50' },
      })
    ).body
  const one = await page('assetState:unknown')
  expect([one.rows.length, one.more, one.values]).toEqual([
    ...[50, true],
    [
      { value: 'Sleeping', rows: 60, creates: { kind: 'asset-state', name: 'Sleeping', parentId: null } },
      { value: 'Gone', rows: 3, creates: { kind: 'asset-state', name: 'Gone', parentId: null } },
    ],
  ])
  const two = await page('assetState:unknown', `${one.rows.at(-1)?.row}`)
  expect([two.rows.length, two.more, two.values]).toEqual([13, false, []])
  expect((await page('place:unknown')).values).toEqual([
    { value: 'Atlantis', rows: 3, creates: { kind: 'city', name: 'Atlantis', parentId: null } },
  ])
  expect((await page('rfidTag:twice')).rows.map(({ problems: all }) => all[0]?.reason)).toEqual([
    'Row 2 has the same tag.',
    'Row 2 has the same tag.',
  ])
})

test('a page of a rare problem among many wrong rows is read along an index', async () => {
  const { _id: id } = await byAdmin.check(csvOf(tagged(1)))
  const { plan, problems } = tablesOf(id)
  await sql`insert into ${problems} (problem, row) select 'place:missing', n from generate_series(10, 100000) n`.execute(
    db,
  )
  await sql`insert into ${problems} (problem, row) select 'rfidTag:in-use', n from generate_series(99000, 99100) n`.execute(
    db,
  )
  await sql`analyze ${problems}`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select plan.row
    from ${problems} as problems join ${plan} as plan on plan.row = problems.row
    where problems.problem = 'rfidTag:in-use' and problems.row > 5 order by problems.row limit 51`.execute(db)
  const text = rows.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index (Only )?Scan using problems_/)
  expect(text).not.toMatch(/Seq Scan on "?problems_/)
})
