import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { environment } from '#server/config.ts'
import { testApp } from '#test/app.ts'
import { root, sourceFiles } from '../../../scripts/sources.ts'
import { oldestRows } from './db/end-rows.ts'
import { bounded, everyLifetime } from './lifetimes.ts'

const { db, config } = await testApp()

/** The tables of the product, without partitions; with the expression that divides a table. */
const { rows: tables } = await sql<{ name: string; key: string | null }>`
  select relname as name, pg_get_partkeydef(oid) as key from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`.execute(db)
const ofProduct = everyLifetime
  .map(([table]) => table)
  .filter((table) => !['staging', 'jobs.job'].includes(table))

test('every table either has a lifetime or is bounded: decide in kernel/lifetimes.ts', () => {
  const declared = [...ofProduct, ...Object.values(bounded).flat()]
  expect(declared.toSorted()).toEqual(tables.map(({ name }) => name))
})

test('the declared partitions are those of the database', () => {
  const keys = everyLifetime.flatMap(([name, { partition }]) => (partition ? [[name, partition.key]] : []))
  const divided = tables.flatMap(({ name, key }) => (key === null ? [] : [[name, /\((.+)\)/.exec(key)?.[1]]]))
  expect(keys.toSorted()).toEqual(divided)
})

test('defaults are those of the configuration', () => {
  for (const [, { keep }] of everyLifetime)
    if (keep !== 'always' && 'setting' in keep)
      expect([keep.setting, environment.shape[keep.setting].parse(undefined)]).toEqual([
        keep.setting,
        keep.days,
      ])
})

test('a table that is not kept says how it ends', () => {
  const endless = everyLifetime.filter(
    ([, { keep, end, at, until, endedBy }]) =>
      (keep === 'always') !== (end === 'kept') || (end !== 'kept' && (at ?? until ?? endedBy) === undefined),
  )
  expect(endless.map(([table]) => table)).toEqual([])
})

test('a function that ends rows exists', () => {
  const sources = sourceFiles('server/src/**/*.ts').map((file) => readFileSync(join(root, file), 'utf8'))
  const missing = everyLifetime.filter(
    ([, { endedBy }]) =>
      endedBy !== undefined &&
      endedBy !== 'pg-boss' &&
      !sources.some((text) => new RegExp(`(function|const) ${endedBy}\\b`).test(text)),
  )
  expect(missing.map(([table]) => table)).toEqual([])
})

const planOf = (query: RawBuilder<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query} limit 1`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

test('old rows, and the oldest one, are found by an index', async () => {
  const columns = everyLifetime.flatMap(([table, { at, until }]) =>
    [at, until].flatMap((column) => (column === undefined ? [] : [{ table, column }])),
  )
  for (const { table, column } of columns) {
    const first = sql`select ${sql.ref(column)} from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by ${sql.ref(column)}`
    expect([table, await planOf(first)]).toEqual([table, expect.not.stringMatching(/Seq Scan|Sort +\(/)])
  }
  const ending = everyLifetime.flatMap(([table, lifetime]) => {
    const oldest = oldestRows(table, lifetime, config.keepDays)
    return oldest === undefined ? [] : [{ table, oldest }]
  })
  expect(ending.map(({ table }) => table)).toContain('sessions')
  for (const { table, oldest } of ending)
    expect([table, await planOf(oldest)]).toEqual([table, expect.not.stringMatching(/Seq Scan|Sort/)])
})
