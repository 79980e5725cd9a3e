import { kinds, recordKinds } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from './app.ts'

const { db } = await testApp()

test.each(recordKinds)(
  'records of the kind %s are in the table and under the name that is declared',
  async (kind) => {
    const { table, name } = kinds[kind]
    const { rows } = await sql`select 1 from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name = ${name}`.execute(db)
    expect(rows, `${table}.${name} of ${kind} in contract/record-kinds.ts does not exist`).toHaveLength(1)
  },
)
