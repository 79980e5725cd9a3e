import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { compiledOnce, selectListOnce } from './compiled-once.ts'

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

test('a select list is compiled once, and conditions can follow it', async () => {
  let built = 0
  const cities = selectListOnce('places', (on) => {
    built += 1
    return on.selectFrom('places').select(['name', sql<number>`length(name)`.as('letters')])
  })
  const named = (name: string) => cities(db).where('kind', '=', 'city').where('name', '=', name).execute()
  expect(await named('Pune')).toEqual([{ name: 'Pune', letters: 4 }])
  expect(await named('Indore')).toEqual([{ name: 'Indore', letters: 6 }])
  expect(built).toBe(1)
})

test('a query with more than a select list, or with a value in it, is rejected', () => {
  const conditional = selectListOnce('places', (on) => on.selectFrom('places').select('name').limit(1))
  const valued = selectListOnce('places', (on) =>
    on.selectFrom('places').select(sql<string>`${'a'}::text`.as('a')),
  )
  expect(() => conditional(db)).toThrow('select list')
  expect(() => valued(db)).toThrow('select list')
})
