import { assets } from '@ats/contract/assets/assets.ts'
import {
  details,
  exportHeading,
  type FieldType,
  factOf,
  masterDetails,
  namesOf,
} from '@ats/contract/assets/fields.ts'
import { importedFields } from '@ats/contract/import-columns.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { rowsOf } from '#test/exports.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { check, apply, rows } = importer(t, admin)

const first: Record<FieldType, string> = { text: 'T-1', master: 'Some Name', day: '2026-02-28', months: '12' }
const second: Record<FieldType, string> = { text: 'T-2', master: 'Other', day: '2026-03-31', months: '24' }

/** Columns with individual rules, and columns that the server sets. */
const otherColumns = [
  ...[
    'id',
    'number',
    'rfid_tag',
    'tag_expected',
    'name_id',
    'state_id',
    'place_id',
    'city_id',
    'mm_id',
    'property_id',
    'aou_id',
  ],
  ...['assigned_user_id', 'assigned_name', 'image', 'thumbnail', 'version', 'registered_at', 'created_by'],
  ...['fields', 'deleted_at', 'deleted_by', 'delete_reason'],
]

test('every column of the table is a declared field, or has rules of its own', async () => {
  const { rows: columns } = await sql<{
    name: string
  }>`select column_name as name from information_schema.columns
    where table_name = 'assets' and table_schema = 'public'`.execute(t.db)
  const declared = [...otherColumns, ...details.map(({ column }) => column)]
  expect(columns.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
})

test('no two fields are imported from a column of the same name', () => {
  const names = namesOf(importedFields).flatMap((name) => [
    ...new Set([name.toLowerCase(), ...importedFields[name].importedAs]),
  ])
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test.each(details)('$name is registered, listed, exported, changed and kept in the ledger', async (field) => {
  const { name, is } = field
  const { _id, assetTagId } = await stocked(t, { [name]: first[is] })
  const { body } = await t.call(admin, assets.list, { query: { search: assetTagId } })
  expect(body.assets.map((asset) => asset[name])).toEqual([first[is]])
  const file = await rowsOf(t, admin, { list: 'assets', filter: { search: assetTagId } })
  expect(file.map((row) => row[exportHeading(name)])).toEqual([first[is]])
  await t.call(admin, assets.update, { params: { id: _id }, body: { [name]: second[is] } })
  const { body: gone } = await t.call(admin, assets.update, { params: { id: _id }, body: { [name]: '' } })
  expect(gone.asset[name]).toBeNull()
  const lines = await ledgerOf(t, _id)
  const facts = lines.map(({ after }) => (after as Record<string, unknown>)[factOf(field)])
  expect(facts.map((fact) => (fact === null ? null : String(fact)))).toEqual([first[is], second[is], null])
})

test.each(details)('$name is imported, previewed and kept in the ledger', async (field) => {
  const { name, is } = field
  const rfidTag = freshTag()
  const made = await check(csvOf([{ rfidTag, assetName: 'Chair', city: 'Indore', [name]: first[is] }]))
  await apply(made._id)
  const changed = await check(csvOf([{ rfidTag, [name]: second[is] }]))
  const [row] = await rows(changed._id, 'changed')
  expect(row?.changes).toEqual([{ column: name, before: first[is], after: second[is] }])
  await apply(changed._id)
  const { body } = await t.call(admin, assets.find, { query: { code: rfidTag } })
  expect(body.assets.map((asset) => asset[name])).toEqual([second[is]])
  const lines = await ledgerOf(t, body.assets[0]?._id ?? '')
  const facts = lines.map(({ after }) => (after as Record<string, unknown>)[factOf(field)])
  expect(facts.map(String)).toEqual([first[is], second[is]])
})

const perVersion = `A field that points at a master is kept per day. Add its column to asset_versions in a new migration, and to
the functions that write there: grep 'insert into asset_versions' server/schema.sql. Then name it in reports/changes.ts.`

test.each(masterDetails)(
  '$name of every past day is kept, so that reports know it',
  async ({ name, column }) => {
    const { _id } = await stocked(t, { [name]: first.master })
    await t.call(admin, assets.update, { params: { id: _id }, body: { [name]: second.master } })
    const { rows: versions } = await sql<{
      kept: Record<string, unknown>
    }>`select to_jsonb(asset_versions) as kept
    from asset_versions where asset_id = ${_id} order by valid_from`.execute(t.db)
    const { rows: now } = await sql<{
      id: string
    }>`select ${sql.ref(column)} as id from assets where id = ${_id}`.execute(t.db)
    expect(
      versions.map(({ kept }) => typeof kept[column]),
      perVersion,
    ).toEqual(['string', 'string'])
    expect(versions.at(-1)?.kept[column], perVersion).toBe(now[0]?.id)
  },
)
