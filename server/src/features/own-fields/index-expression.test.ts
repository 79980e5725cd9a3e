import { ownFieldTypes } from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { ownFieldExpression, ownFieldIndexes, ownFieldPredicate } from './index-expression.ts'

const t = await testApp()

test.each(ownFieldTypes)('PostgreSQL uses the index of a %s', async (type) => {
  const field = { key: `of${type.replaceAll('-', '')}`, type }
  const indexes = ownFieldIndexes(field)
  for (const { name, definition } of indexes) await t.asOwner(`create index ${name} ${definition}`)
  const plan = await t.db.transaction().execute(async (tx) => {
    // The table is empty, so any other plan would cost the same.
    for (const way of ['seqscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from assets
      where ${sql.raw(ownFieldPredicate(field))}
      order by ${sql.raw(ownFieldExpression(field))}, id limit 10`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain(`using ${indexes[0]?.name} on assets`)
  expect(plan).not.toContain('Sort')
})

test('a key that is no key is never written into a statement', () => {
  expect(() => ownFieldIndexes({ key: "a'--", type: 'text' })).toThrow()
})
