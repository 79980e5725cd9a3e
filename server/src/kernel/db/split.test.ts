import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { splitIntoMonths } from './split.ts'

const t = await testApp()
const owner = new pg.Client({ connectionString: t.ownerUrl })
await owner.connect()
afterAll(() => owner.end())

const steps: string[] = []
const log = {
  info(facts: object) {
    steps.push((facts as { step: string }).step)
  },
}
const content = async (table: string) => {
  const { rows } = await owner.query(`select count(*)::int as rows, count(distinct id)::int as ids,
    sum(hashtextextended(lines::text, 0)::numeric)::text as checksum from ${table} as lines`)
  return rows[0]
}
const parts = async (table: string) =>
  (
    await owner.query(`select part::text, count from partitions_of('${table}') cross join lateral (
    select (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || part, true, true, '')))[1]::text::int as count) as rows
    where count > 0`)
  ).rows
const stepOf = async (table: string, rows: number) =>
  (await sql<{ step: string | null }>`select split_step(${table}, ${rows}::int) as step`.execute(t.db))
    .rows[0]?.step

/** 14 months before this one, and a row from a clock that was wrong. */
await owner.query(`insert into events (at, action, record_kind, record_id, request_id, after)
  select date_trunc('month', now()) - n * interval '10 hours', 'brand.created', 'brand', uuidv7(), 'split', '{"a": 1}'
  from generate_series(1, 1000) as n`)
await owner.query(`insert into events (at, action, record_kind, record_id, request_id)
  values ('1970-01-01', 'brand.created', 'brand', uuidv7(), 'split')`)

/** What other sessions and later migrations know of a table. */
const shapeOfTable = async (table: string) =>
  (
    await owner.query(`select relacl::text as rights, relowner,
        array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = pg_class.oid order by 1) as indexes,
        array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = pg_class.oid order by 1) as triggers,
        array(select format('%s %s %s %s', attname, atttypid::regtype, attnotnull, attidentity) from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 order by attnum) as columns,
        (select count(*)::int from pg_class where relname ~ '^${table}_.*(next|late|split)') as leftovers
      from pg_class where oid = '${table}'::regclass`)
  ).rows[0]

const lateEntry = sql`insert into events (at, action, record_kind, record_id, request_id)
  values (now() - interval '100 days', 'brand.created', 'brand', uuidv7(), 'late')`

test('a split that is stopped in the middle goes on, takes late rows, and keeps every row', async () => {
  const [before, shape] = [await content('events'), await shapeOfTable('events')]
  await splitStopped()
  await lateEntry.execute(t.db)
  await lateEntry.execute(t.db)
  const during = await content('events')
  expect(during.rows).toBe(before.rows + 2)
  // Added by a migration meanwhile.
  await owner.query('create index events_by_request on events (request_id)')
  for (let step = await stepOf('events', 100); step; step = await stepOf('events', 100)) steps.push(step)
  expect(await content('events')).toEqual(during)
  expect(steps).toContain('indexes are built')
  await owner.query('drop index events_by_request')
  expect(await shapeOfTable('events')).toEqual(shape)
  await lateEntry.execute(t.db)
  const { rows: ids } = await owner.query('select count(distinct id)::int as ids from events')
  expect(ids).toEqual([{ ids: during.rows + 1 }])
  const months = await parts('events')
  expect(months.length).toBeGreaterThan(13)
  expect(months[0]).toEqual({ part: 'events_earlier', count: expect.any(Number) })
  expect(steps.slice(-1)).toEqual(['the former table is dropped'])
  const { rows: rest } =
    await owner.query(`select to_regclass('events_before') as before, to_regclass('events_split') as split,
    to_regclass('events_late') as late, (select count(*)::int from partition_splits) as steps`)
  expect(rest).toEqual([{ before: null, split: null, late: null, steps: 0 }])
  expect(await stepOf('events', 100)).toBeNull()
}, 60_000)

/** A worker that dies in the middle of a batch: the batch leaves nothing behind. */
async function splitStopped() {
  for (const step of ['begun', 'events_earlier: 1 rows']) expect(await stepOf('events', 100)).toBe(step)
  await stepOf('events', 20)
  await expect(
    t.db.transaction().execute(async (tx) => {
      await sql`select split_step('events', 20)`.execute(tx)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
}

test('the swap waits for nobody who reads, and is made once they are gone', async () => {
  await owner.query(`insert into movements (tag, to_place_id, at, reader_id, antenna)
    select 'AB', uuidv7(), date_trunc('month', now()) - n * interval '10 hours', uuidv7(), 1
    from generate_series(1, 1000) as n`)
  const [before, shape] = [await content('movements'), await shapeOfTable('movements')]
  const during: string[] = []
  await t.db.transaction().execute(async (dump) => {
    await sql`lock table only movements in access share mode`.execute(dump)
    const stopping = new AbortController()
    const info = (facts: object) => {
      during.push((facts as { step: string }).step)
      if (during.at(-1) === 'locked') stopping.abort()
    }
    await splitIntoMonths({ db: t.db, log: { info }, signal: stopping.signal })
  })
  expect(during.slice(-2)).toEqual([expect.stringContaining('has its bounds'), 'locked'])
  steps.length = 0
  await splitIntoMonths({ db: t.db, log })
  expect(steps).toContain('swapped')
  expect([await content('movements'), await shapeOfTable('movements')]).toEqual([before, shape])
})

test('the months are like those that are made ahead', async () => {
  const shapeOf = async (part: string) =>
    (
      await owner.query(`select array(select replace(pg_get_indexdef(indexrelid), '${part}', '') from pg_index
          where indrelid = '${part}'::regclass order by 1) as indexes,
        array(select conname from pg_constraint where conrelid = '${part}'::regclass and contype = 'c') as checks,
        array(select tgname from pg_trigger where tgrelid = '${part}'::regclass) as triggers`)
    ).rows
  const { rows } = await owner.query(`select to_char(now() - interval '3 months', '"events_"YYYY_MM') as old,
    to_char(now(), '"events_"YYYY_MM') as new`)
  expect(await shapeOf(rows[0].old)).toEqual(await shapeOf(rows[0].new))
})
