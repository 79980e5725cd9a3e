import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { compiledOnce } from './compiled-once.ts'

const { db } = await testApp()

test('the values of each call reach the query, and its own stay', async () => {
  let built = 0
  const ask = compiledOnce<{ kind: string; names: readonly string[] }>(['kind', 'names'])(
    (on, { kind, names }) => {
      built += 1
      return on
        .selectFrom('places')
        .select(['name', sql<string>`${kind}::text`.as('asked')])
        .where('kind', '=', kind)
        .where('name', '=', sql<string>`any(${names}::text[])`)
        .orderBy('name')
        .limit(1)
    },
  )
  expect(await ask(db, { kind: 'city', names: ['Pune', 'Indore'] })).toEqual([
    { name: 'Indore', asked: 'city' },
  ])
  expect(await ask(db, { kind: 'city', names: ['Pune'] })).toEqual([{ name: 'Pune', asked: 'city' }])
  expect(await ask(db, { kind: 'room', names: ['Pune'] })).toEqual([])
  expect(built).toBe(1)
})
