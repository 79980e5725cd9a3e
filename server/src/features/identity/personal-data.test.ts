import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { personalData } from './personal-data.ts'

const { db } = await testApp()

/** Every column that can hold text, by table; partitions are those of their parent. */
async function textColumns() {
  const { rows } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped
      and format_type(atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'character varying')
    order by 1, 2`.execute(db)
  return rows
}

const declaredOf = (table: string) => {
  const { replaced = [], searched = [], kept = {}, free = [] } = personalData[table] ?? {}
  return [...replaced, ...searched, ...Object.keys(kept), ...free]
}

test('every column that can hold text is declared as personal or as free of personal data', async () => {
  const columns = await textColumns()
  const undeclared = columns.filter(
    ({ table, column }) =>
      !declaredOf(table).includes(column) &&
      (personalData[table]?.deletedBy === undefined || personalData[table].deletedIf !== undefined),
  )
  expect(undeclared).toEqual([])
})

test('what is declared exists, once', async () => {
  const columns = (await textColumns()).map(({ table, column }) => `${table}.${column}`)
  const declared = Object.keys(personalData).flatMap((table) =>
    declaredOf(table).map((column) => `${table}.${column}`),
  )
  expect(declared.filter((one) => !columns.includes(one))).toEqual([])
  expect(declared.length).toBe(new Set(declared).size)
})

test('the database searches the columns that are declared as searched', async () => {
  const rows = await db.selectFrom('personal_texts').select(['table_name as table', 'columns']).execute()
  const searched = Object.entries(personalData).flatMap(([table, { searched: columns }]) =>
    columns === undefined ? [] : [[table, columns.toSorted()]],
  )
  expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns.toSorted()]))).toEqual(
    Object.fromEntries(searched),
  )
})

test('rows are deleted by a column that refers to users', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass`.execute(db)
  const referring = rows.map(({ table, column }) => `${table}.${column}`)
  const deleted = Object.entries(personalData).flatMap(([table, { deletedBy }]) =>
    deletedBy === undefined ? [] : [`${table}.${deletedBy}`],
  )
  // Its rows are written in batches, which must not wait for locks of users.
  const withoutKey = ['security_events.person_id']
  expect(deleted.filter((one) => !referring.includes(one))).toEqual(withoutKey)
})
