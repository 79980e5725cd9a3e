import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { type OwnFieldType, type OwnValue, ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { reports } from '@ats/contract/reports.ts'
import { views } from '@ats/contract/views.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { asked, csvOf, opened, rowsOf, ticketFor } from '#test/exports.ts'
import { givePlaces } from '#test/limited-people.ts'
import { addOwnField } from '#test/own-fields.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { forgetOwnFields } from './stored-fields.ts'

const t = await testApp()
const { call, db } = t
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const holder = await t.person({ name: 'Zoya' })
const keeper = await t.person({ role: 'User', city: 'Indore' })
await givePlaces(t, keeper, [site.room, (await siteIn(t, 'Mumbai')).room])
await sql`insert into roles (name, permissions) values ('Auditor', '{reports}')`.execute(db)
const auditor = await t.person({ role: 'Auditor', city: 'Indore' })
const asset = await stocked(t, { placeId: site.room })
await stocked(t, { placeId: site.room })

const path = (await call(admin, assets.get, { params: { id: asset._id } })).body
const placePath = ['city', 'mm', 'property', 'aou', 'room'].map((kind) => path[kind as 'city']).join(' > ')

/** A value of each type, what a file says of it, the cell of a workbook, and a test that it passes. */
const samples: Record<OwnFieldType, [value: OwnValue, text: string, cell: unknown, test: object]> = {
  text: ['=1+1, "x"', `'=1+1, "x"`, `'=1+1, "x"`, { contains: '1+1' }],
  number: [-2.5, '-2.5', -2.5, { to: 0 }],
  money: [123_405, '1234.05', 1234.05, { from: 123_405 }],
  day: ['2026-02-28', '2026-02-28', new Date('2026-02-28'), { from: '2026-02-28' }],
  'yes-no': [false, 'No', 'No', { is: false }],
  choice: ['second', 'The second', 'The second', { oneOf: ['second'] }],
  link: ['https://a.example/?b', 'https://a.example/?b', 'https://a.example/?b', { contains: 'A.ex' }],
  person: [holder.id, holder.email, holder.email, { is: holder.id }],
  place: [site.room, placePath, placePath, { is: site.room }],
}
const keys = {} as Record<OwnFieldType, string>
for (const type of ownFieldTypes) {
  const label = `Label of the ${type} with more than sixty-three characters, quoted "${type}"`
  keys[type] = (await addOwnField(db, type, { label })).key
}
const set = (key: string, value: OwnValue) =>
  sql`update assets set fields = fields || ${JSON.stringify({ [key]: value })}::jsonb where id = ${asset._id}`.execute(
    db,
  )
for (const type of ownFieldTypes) await set(keys[type], samples[type][0])

const remarks: Partial<Record<OwnFieldType, string>> = { money: ' (INR)', day: ' (YYYY-MM-DD)' }
const headingOf = (type: OwnFieldType) =>
  `Label of the ${type} with more than sixty-three characters, quoted "${type}"${remarks[type] ?? ''}`
const filterOf = (type: OwnFieldType) => JSON.stringify({ [keys[type]]: samples[type][3] })

const secret = await addOwnField(db, 'money', { key: 'secret', label: 'Secret', seenWith: 'user-management' })
await set(secret.key, 700)

test.each(ownFieldTypes)('a file has a column for a %s, of the rows that a filter leaves', async (type) => {
  const columns = ['assetTagId', `field:${keys[type]}`]
  for (const as of [admin, keeper]) {
    const wish = { list: 'assets', columns, filter: { fields: filterOf(type) } } as const
    expect(await rowsOf(t, as, wish)).toEqual([
      { 'Asset Tag ID': asset.assetTagId, [headingOf(type)]: samples[type][1] },
    ])
    const all = await rowsOf(t, as, { list: 'assets', columns, filter: { sort: `field:${keys[type]}` } })
    expect(all.map((row) => row[headingOf(type)])).toEqual([samples[type][1], ''])
  }
})

async function bookOf(wish: Parameters<typeof asked>[2]) {
  const { body } = await asked(t, admin, { ...wish, format: 'xlsx' })
  await jobHandlers(t).exports(body.export.id, new AbortController().signal)
  const { rawPayload } = await opened(t, await ticketFor(t, admin, body.export.id), admin.cookie)
  return (await readXlsx(rawPayload)).sheets
}

test('a workbook has typed cells, and says by which fields it was filtered', async () => {
  const columns = ownFieldTypes.map((type) => `field:${keys[type]}`)
  const tests = Object.fromEntries(ownFieldTypes.map((type) => [keys[type], samples[type][3]]))
  const [sheet, about] = await bookOf({ list: 'assets', columns, filter: { fields: JSON.stringify(tests) } })
  expect(sheet?.rows[0]).toEqual(ownFieldTypes.map(headingOf))
  expect(sheet?.rows[1]).toEqual(ownFieldTypes.map((type) => samples[type][2]))
  const said = Object.fromEntries(about?.rows ?? [])
  const label = (type: OwnFieldType) => `Filter: ${headingOf(type).replace(remarks[type] ?? '', '')}`
  expect(said).toMatchObject({
    [label('money')]: 'from 1234.05',
    [label('choice')]: 'The second',
    [label('yes-no')]: 'No',
    [label('person')]: 'Zoya',
    [label('place')]: placePath,
  })
})

test('all columns include the fields that the person may see', async () => {
  const [mine] = (await csvOf(t, admin, { list: 'assets' })).split('\n')
  const [theirs] = (await csvOf(t, keeper, { list: 'assets' })).split('\n')
  expect([mine?.includes('Secret (INR)'), theirs?.includes('Secret')]).toEqual([true, false])
  expect(theirs).toContain('Label of the text')
})

test('a field that the person may not see is unknown in every place', async () => {
  const query = { fields: JSON.stringify({ secret: { from: 1 } }) }
  const answers = [
    await call(keeper, assets.list, { query }),
    await call(keeper, assets.list, { query: { sort: 'field:secret' } }),
    await call(keeper, assetBulk.change, { body: { action: 'delete', filter: query } }),
    await asked(t, keeper, { list: 'assets', filter: query }),
    await asked(t, keeper, { list: 'assets', columns: ['field:secret'] }),
    await call(keeper, views.create, { body: { name: 'x', list: 'assets', filter: query } }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(400)
    expect(text).toContain('The field secret does not exist.')
  }
  const unknown = await call(keeper, assets.list, { query: { sort: 'field:secretX' } })
  expect(unknown.body.fields?.sort).toBe('The field secretX does not exist.')
  const { body } = await call(keeper, assets.list, { query: { size: '5' } })
  expect(JSON.stringify(body)).not.toContain('secret')
})

test('a bulk action changes what the filter shows', async () => {
  const other = await stocked(t, { placeId: site.room })
  await sql`update assets set fields = ${JSON.stringify({ [keys.text]: 'only this' })}::jsonb where id = ${other._id}`.execute(
    db,
  )
  const filter = { fields: JSON.stringify({ [keys.text]: { contains: 'ONLY' } }) }
  const { body } = await call(admin, assetBulk.change, { body: { action: 'delete', filter } })
  expect(body.results.map(({ _id }) => _id)).toEqual([other._id])
})

test.each(['text', '{"x":', '[]', '{"no key":{}}', '{"a":{"starts":"x"}}', '{"a":1}'])(
  'the filter %s is malformed',
  async (fields) => {
    expect((await call(admin, assets.list, { query: { fields } })).status).toBe(400)
  },
)

test('the Asset Wise report is filtered by fields and shows them', async () => {
  const query = { fields: filterOf('money') }
  const { body } = await call(admin, reports.assets, { query })
  expect(body.rows.map(({ id }) => id)).toEqual([asset._id])
  expect(body.rows[0]?.fields).toMatchObject({ [keys.money]: 123_405, secret: 700 })
  expect(body.rows[0]?.fieldTexts).toMatchObject({ [keys.person]: 'Zoya' })
  const columns = ['assetTagId', `field:${keys.money}`]
  const rows = await rowsOf(t, admin, { list: 'report-assets', columns, filter: query })
  expect(rows.map((row) => row[headingOf('money')])).toEqual(['1234.05'])
  expect((await call(auditor, reports.assets, { query: { fields: '{"secret":{"from":1}}' } })).status).toBe(
    400,
  )
})

test('assets as of a day have the values of that day', async () => {
  await t.asOwner(
    `update asset_versions set valid_from = valid_from - interval '9 days',
       valid_to = case when valid_to < 'infinity' then valid_to - interval '9 days' else valid_to end`,
    "update assets set registered_at = registered_at - interval '9 days'",
  )
  await set(keys.text, 'later')
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const then = (await call(admin, reports.asOf, { query: { day } })).body.rows
  expect(then.find(({ id }) => id === asset._id)?.fields?.[keys.text]).toBe(samples.text[0])
  const { body } = await call(admin, reports.asOf, { query: {} })
  const row = body.rows.find(({ id }) => id === asset._id)
  expect(row?.fields?.[keys.text]).toBe('later')
  expect(row?.fieldTexts?.[keys.place]).toBe(placePath)
  const columns = ['id', `field:${keys.text}`]
  const rows = await rowsOf(t, admin, { list: 'report-as-of', columns })
  expect(rows.find(({ Id }) => Id === asset._id)?.[headingOf('text')]).toBe('later')
})

test('changes name the changed fields that the person may see', async () => {
  await set(keys.text, 'changed')
  await set('secret', 800)
  const { body } = await call(admin, reports.changes, { query: {} })
  const changed = body.rows.filter(({ assetId }) => assetId === asset._id).map((row) => row.changed)
  expect(changed.slice(0, 2)).toEqual(['field:secret', `field:${keys.text}`])
  const theirs = (await call(auditor, reports.changes, { query: {} })).body
  expect(theirs.rows[0]?.changed).toBe(`field:${keys.text}`)
})

test('a view says which of its fields is no longer used', async () => {
  const { key } = await addOwnField(db, 'number', { label: 'Old weight' })
  const filter = { fields: JSON.stringify({ [key]: { from: 1 } }) }
  const view = (await call(admin, views.create, { body: { name: 'Heavy', list: 'assets', filter } })).body
  await sql`update own_fields set retired_at = now() where key = ${key}`.execute(db)
  forgetOwnFields(db)
  const { status, body } = await call(admin, assets.list, { query: view.filter })
  expect([status, body.fields?.fields]).toEqual([400, 'The field Old weight is no longer used.'])
  expect((await asked(t, admin, { list: 'assets', filter })).text).toContain('Old weight')
})
