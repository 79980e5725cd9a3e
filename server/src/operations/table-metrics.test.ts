import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { keepReadDays } from '#features/readers/upkeep.ts'
import { everyLifetime } from '#kernel/lifetimes.ts'
import { testApp } from '#test/app.ts'
import { measureTables } from './table-metrics.ts'

const t = await testApp()
const registry = new Registry()
measureTables(t.db, registry)

async function figure(name: string, table?: string) {
  const label = table === undefined ? '' : `\\{table="${table}"\\}`
  const line = new RegExp(`^${name}${label} (\\S+)$`, 'm').exec(await registry.metrics())
  return line === null ? undefined : Number(line[1])
}

test('each declared table has its size, estimated rows and oldest row, asked for every five minutes', async () => {
  await keepReadDays(t.db, 90)
  await t.person()
  await t.asOwner('analyze')
  await sql`insert into dead_letter_totals (reader_id, dropped) values (gen_random_uuid(), 3), (gen_random_uuid(), 4)`.execute(
    t.db,
  )
  const text = await registry.metrics()
  const sized = [...text.matchAll(/^ats_table_bytes\{table="(.+)"\}/gm)].map(([, table]) => table)
  const declared = everyLifetime.map(([table]) => table).filter((table) => table !== 'staging')
  expect(sized.toSorted()).toEqual(declared.toSorted())
  const now = Date.now() / 1000
  expect(await figure('ats_table_rows', 'sessions')).toBe(1)
  expect(await figure('ats_table_oldest_timestamp_seconds', 'sessions')).toBeGreaterThan(now - 600)
  expect(await figure('ats_table_oldest_timestamp_seconds', 'sessions')).toBeLessThan(now + 10)
  expect(await figure('ats_table_bytes', 'tag_reads')).toBeGreaterThan(16 * 8192)
  expect(await figure('ats_table_oldest_timestamp_seconds', 'tag_reads')).toBeLessThan(now - 24 * 3600 + 10)
  expect(await figure('ats_table_oldest_timestamp_seconds', 'movements')).toBeUndefined()
  expect(await figure('ats_dead_letters_dropped')).toBe(7)
  expect(await figure('ats_table_expected_bytes', 'sessions')).toBeGreaterThan(1e8)
  const madeUntil = (table: string) => figure('ats_table_partitions_end_timestamp_seconds', table)
  expect(await madeUntil('tag_reads')).toBeGreaterThan(now + 13 * 24 * 3600)
  expect(await madeUntil('events')).toBeGreaterThan(now + 80 * 24 * 3600)
  expect(await madeUntil('sessions')).toBeUndefined()
  expect(await figure('ats_table_rows_without_partition', 'events')).toBe(0)
  expect(await figure('ats_table_split_steps', 'events')).toBe(0)

  await t.person()
  await t.asOwner('analyze')
  expect(await figure('ats_table_rows', 'sessions')).toBe(1)
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 6 * 60_000)
  expect(await figure('ats_table_rows', 'sessions').finally(() => vi.restoreAllMocks())).toBe(2)
})
