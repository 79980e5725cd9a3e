import { assets } from '@ats/contract/assets/assets.ts'
import { imports } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tablesOf } from '#features/imports/file/staging.ts'
import { type Person, testApp } from '#test/app.ts'
import { checkedImport, importer } from '#test/imports.ts'
import { addOwnField } from '#test/own-fields.ts'
import { changeOwnField, choiceOf, ownValuesOf, setOwnValues } from '#test/own-values.ts'
import { administratorOf, freshTag, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const [site, other] = [await siteIn(t, 'Indore'), await siteIn(t, 'Indore')]
const { check, apply, undo, rows, now, work } = importer(t, admin)

const fileOf = (headings: string[], ...lines: string[][]) =>
  [headings, ...lines].map((line) => `${line.join(',')}\n`).join('')
const fresh = ['RFID Tag', 'Asset Name', 'City']
const codesOf = async (id: string, as: Person = admin) =>
  (await importer(t, as).rows(id, 'wrong')).map(({ row, problems }) => [
    row,
    ...problems.map(({ column, code }) => `${column} ${code}`),
  ])
const retire = (key: string) => changeOwnField(t.db, key, { retired_at: new Date().toISOString() })

async function limitedTo(...places: string[]) {
  const person = await t.person({ role: 'Sub User', city: 'Indore' })
  await t.db.deleteFrom('user_places').where('user_id', '=', person.id).execute()
  for (const place_id of places)
    await t.db.insertInto('user_places').values({ user_id: person.id, place_id }).execute()
  return person
}

test('without a field the statements of an import know nothing of them', async () => {
  const { _id: id } = await check(fileOf(fresh, [freshTag(), 'Bench', 'Indore']))
  const { plan } = tablesOf(id)
  const { rows: found } = await sql<{
    plan: object
  }>`select to_jsonb(plan) as plan from ${plan} as plan`.execute(t.db)
  expect(Object.keys(found[0]?.plan ?? {}).filter((column) => /fields|own/.test(column))).toEqual([])
})

test('a required field is asked of new assets with its name, in a column or without one', async () => {
  const named = await stocked(t, { assetName: 'Lorry' })
  const { rows: names } = await sql<{ id: string }>`select id from asset_names where name = 'Lorry'`.execute(
    t.db,
  )
  const { id, key } = await addOwnField(t.db, 'text', { key: 'plate', label: 'Plate', required: true })
  await sql`update own_fields set some_names = true where id = ${id}`.execute(t.db)
  await sql`insert into own_field_names values (${id}, ${names[0]?.id})`.execute(t.db)
  const lines = ['Lorry', 'Bench'].map((name) => [freshTag(), name, 'Indore'])
  const without = await check(fileOf(fresh, ...lines))
  expect(await codesOf(without._id)).toEqual([[2, 'field:plate row-field-required']])
  const column = [...fresh, 'Plate']
  const filled = await check(
    fileOf(
      column,
      [...(lines[0] ?? []), 'MP 09'],
      [...(lines[1] ?? []), 'MP 10'],
      [freshTag(), 'Lorry', 'Indore', ''],
    ),
  )
  expect(await codesOf(filled._id)).toEqual([
    [3, 'field:plate row-field-other-name'],
    [4, 'field:plate row-field-required'],
  ])
  // An asset from before the field stays as it is; a value that it has is not cleared.
  const present = () => check(fileOf(['RFID Tag', 'plate'], [named.rfidTag ?? '', '']))
  expect((await present()).counts).toMatchObject({ unchanged: 1 })
  await setOwnValues(t.db, named._id, { [key]: 'MP 11' })
  expect(await codesOf((await present())._id)).toEqual([[2, 'field:plate row-field-required']])
  await retire(key)
})

test('a field that is retired or hidden between check and work is named, and nothing of its row is applied', async () => {
  const asset = await stocked(t)
  const { key } = await addOwnField(t.db, 'number', { key: 'weight', label: 'Weight' })
  const file = fileOf(['RFID Tag', 'Weight', 'Model'], [asset.rfidTag ?? '', '5', 'New'])
  const [applied, corrected] = [await check(file), await check(file)]
  await retire(key)
  expect(await apply(applied._id)).toMatchObject({
    status: 'done',
    code: 'rows-missed',
    counts: { changed: 0, wrong: 1 },
  })
  expect(await codesOf(applied._id)).toEqual([[2, 'field:weight row-field-lost']])
  expect((await call(admin, assets.get, { params: { id: asset._id } })).body.model).toBe(null)
  // A new check says so as well, until the column means something else.
  await sql`update imports set status = 'checking' where id = ${corrected._id}`.execute(t.db)
  await work(corrected._id)
  expect(await codesOf(corrected._id)).toEqual([[2, 'field:weight row-field-gone']])
  await importer(t, admin).match(corrected._id, { columns: ['rfidTag', null, 'model'] })
  expect((await now(corrected._id)).counts).toMatchObject({ changed: 1, wrong: 0 })
  expect((await check(file)).unknown).toEqual(['Weight'])
})

test('a choice, a person and a place must still be there when they are applied', async () => {
  const [shed, person] = [
    await placed(t, 'room', site.aou),
    await t.person({ role: 'Sub User', city: 'Indore' }),
  ]
  const { name } = await t.db
    .selectFrom('places')
    .select('name')
    .where('id', '=', shed)
    .executeTakeFirstOrThrow()
  const choices = [choiceOf('a', 'A'), choiceOf('b', 'B')]
  await addOwnField(t.db, 'choice', { key: 'grade', label: 'Grade', choices })
  await addOwnField(t.db, 'person', { key: 'keeper', label: 'Keeper' })
  await addOwnField(t.db, 'place', { key: 'store', label: 'Store' })
  const line = (...cells: string[]) => [freshTag(), 'Bench', 'Indore', ...cells]
  const lines = [line('B', '', ''), line('', person.email, ''), line('', '', name), line('A', '', '')]
  const checked = await check(fileOf([...fresh, 'Grade', 'Keeper', 'Store'], ...lines))
  expect(checked.counts.new).toBe(4)
  const retired = JSON.stringify([choices[0], { ...choices[1], retired: true }])
  await sql`update own_fields set choices = ${retired}::jsonb where key = 'grade'`.execute(t.db)
  await sql`update users set deleted_at = now() where id = ${person.id}`.execute(t.db)
  await sql`delete from places where id = ${shed}`.execute(t.db)
  expect((await apply(checked._id)).counts).toMatchObject({ new: 1, wrong: 3 })
})

test('an undo keeps a row whose former place is gone, and puts back the value of a retired field', async () => {
  const shed = await placed(t, 'room', site.aou)
  const [one, two] = [await stocked(t), await stocked(t)]
  await addOwnField(t.db, 'text', { key: 'note', label: 'Note' })
  await setOwnValues(t.db, one._id, { store: shed })
  await setOwnValues(t.db, two._id, { note: 'Before' })
  const tags = [one.rfidTag ?? '', two.rfidTag ?? '']
  const { _id: id } = await check(
    fileOf(['RFID Tag', 'Store', 'Note'], [tags[0] ?? '', '', ''], [tags[1] ?? '', '', 'After']),
  )
  await apply(id)
  await sql`delete from places where id = ${shed}`.execute(t.db)
  await retire('note')
  expect(await undo(id)).toMatchObject({ kept: 1, reverted: 1 })
  expect(
    (await rows(id, 'kept')).map(({ problems }) => problems.map(({ column, code }) => [column, code])),
  ).toEqual([[['field:store', 'row-past-gone']]])
  expect([await ownValuesOf(t.db, one._id), await ownValuesOf(t.db, two._id)]).toEqual([
    {},
    { note: 'Before' },
  ])
})

test('who may not see a field neither maps, sees nor changes it', async () => {
  const clerk = await t.person({ role: 'Sub User', city: 'Indore' })
  const own = importer(t, clerk)
  const asset = await stocked(t)
  await addOwnField(t.db, 'money', { key: 'cost', label: 'Cost' })
  await setOwnValues(t.db, asset._id, { cost: 700 })
  const file = fileOf(['RFID Tag', 'Cost (INR)', 'Model'], [asset.rfidTag ?? '', '5', 'New'])
  const before = await own.check(file)
  expect(before.columns).toEqual(['rfidTag', 'field:cost', 'model'])
  const done = await own.check(file)
  await own.apply(done._id)
  expect(await ownValuesOf(t.db, asset._id)).toEqual({ cost: 500 })
  await changeOwnField(t.db, 'cost', { seen_with: 'user-management' })
  // Rows that were checked before show nothing of the asset's value.
  expect(
    (await own.rows(before._id, 'changed')).flatMap(({ changes }) => changes.map(({ column }) => column)),
  ).toEqual(['model'])
  const { columns, unknown } = await own.check(file)
  expect([columns, unknown]).toEqual([['rfidTag', null, 'model'], ['Cost (INR)']])
  const refused = await call(clerk, imports.match, {
    params: { id: before._id },
    body: { columns: ['rfidTag', 'field:cost', 'model'] },
  })
  expect([refused.status, refused.body.code]).toEqual([400, 'import-field-unknown'])
  expect(await own.undo(done._id)).toMatchObject({ kept: 1, reverted: 0 })
  expect(await ownValuesOf(t.db, asset._id)).toEqual({ cost: 500 })
})

test('an administrator who may not see a field sees no cell of it in the file of another', async () => {
  const keeper = await t.person({ role: 'Admin' })
  await addOwnField(t.db, 'text', { key: 'secret', label: 'Secret', seenWith: 'reports' })
  const id = await checkedImport(
    t,
    keeper,
    fileOf([...fresh, 'Secret'], [freshTag(), 'Bench', 'Atlantis', 'X9']),
    'ready',
  )
  const shown = async () => [
    (await call(admin, imports.rows, { params: { id }, query: { kind: 'wrong' } })).text.includes('X9'),
    (await call(admin, imports.wrongRows, { params: { id } })).text.includes('X9'),
  ]
  expect(await shown()).toEqual([true, true])
  await sql`update roles set permissions = array_remove(permissions, 'reports')
    where id = (select role_id from users where id = ${admin.id})`.execute(t.db)
  expect(await shown()).toEqual([false, false])
  await sql`update roles set permissions = permissions || 'reports'::text
    where id = (select role_id from users where id = ${admin.id})`.execute(t.db)
})

test('a person of two rooms chooses only places and people in scope, and keeps what is out of it', async () => {
  const person = await limitedTo(site.room, other.room)
  const own = importer(t, person)
  const asset = await stocked(t, { placeId: site.room })
  await addOwnField(t.db, 'place', { key: 'home', label: 'Home' })
  await addOwnField(t.db, 'person', { key: 'owner', label: 'Owner of it' })
  await setOwnValues(t.db, asset._id, { home: site.mm, owner: admin.id })
  const { rows: paths } = await sql<{ path: string }>`select concat_ws(' > ', city.name, places.name) as path
    from places join places as city on city.id = places.city_id where places.id = ${site.mm}`.execute(t.db)
  const lineOf = (home: string, owner: string) =>
    own.check(fileOf(['RFID Tag', 'Home', 'Owner of it'], [asset.rfidTag ?? '', home, owner]))
  expect((await lineOf(paths[0]?.path ?? '', admin.email)).counts).toMatchObject({ unchanged: 1 })
  const wrong = await lineOf('Mumbai', 'meera@nowhere.test')
  expect(await codesOf(wrong._id, person)).toEqual([
    [2, 'field:home row-field-place-unknown', 'field:owner row-person-unknown'],
  ])
  const room = await t.db
    .selectFrom('places')
    .select('name')
    .where('id', '=', other.room)
    .executeTakeFirstOrThrow()
  const { _id: id } = await lineOf(room.name, person.email)
  await own.apply(id)
  expect(await ownValuesOf(t.db, asset._id)).toEqual({ home: other.room, owner: person.id })
})

test('a cancel in the middle puts values back, and a later change of a value keeps its row', async () => {
  const [one, two] = [await stocked(t), await stocked(t)]
  await addOwnField(t.db, 'day', { key: 'due', label: 'Due' })
  await setOwnValues(t.db, one._id, { due: '2026-01-01' })
  const { _id: id } = await check(
    fileOf(
      ['RFID Tag', 'Due (YYYY-MM-DD)'],
      ...[one, two].map(({ rfidTag }) => [rfidTag ?? '', '2026-02-02']),
    ),
  )
  await apply(id)
  await setOwnValues(t.db, two._id, { due: '2026-03-03' })
  await sql`update imports set status = 'applying' where id = ${id}`.execute(t.db)
  expect((await call(admin, imports.cancel, { params: { id } })).status).toBe(200)
  await work(id)
  expect(await now(id)).toMatchObject({ status: 'cancelled', kept: 1, reverted: 1 })
  expect([await ownValuesOf(t.db, one._id), await ownValuesOf(t.db, two._id)]).toEqual([
    { due: '2026-01-01' },
    { due: '2026-03-03' },
  ])
})
