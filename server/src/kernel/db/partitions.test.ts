import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { keepReadDays } from '#features/readers/upkeep.ts'
import { testApp } from '#test/app.ts'
import { makePartitionsOf } from './partitions.ts'

const t = await testApp()
const owner = new pg.Client({ connectionString: t.ownerUrl })
await owner.connect()
afterAll(() => owner.end())

const insert = (at: string) =>
  sql`insert into events (at, action, record_kind, record_id, request_id)
    values (${at}::timestamptz, 'brand.created', 'brand', uuidv7(), 'months')`.execute(t.db)

const monthAhead = async (months: number) => {
  const { rows } = await sql<{ start: string; name: string }>`
    select start::date::text as start, to_char(start, '_YYYY_MM') as name
    from (select date_trunc('month', now()) + make_interval(months => ${months}) as start) as months`.execute(
    t.db,
  )
  return rows[0] as { start: string; name: string }
}

const partOf = async (at: string) => {
  const { rows } = await sql<{ part: string }>`select tableoid::regclass::text as part from events
    where at = ${at}::timestamptz`.execute(t.db)
  return rows.map(({ part }) => part)
}

test('months are made ahead, each with the indexes of the table and append-only', async () => {
  for (const table of ['events', 'movements'])
    for (const months of [0, 1, 2, 3]) {
      const { name } = await monthAhead(months)
      const { rows } = await owner.query(
        `select count(*) filter (where parent.indrelid is not null) as shared, count(*) filter (where own.indisprimary) as keys
        from pg_index as own left join pg_inherits on inhrelid = own.indexrelid
        left join pg_index as parent on parent.indexrelid = inhparent and parent.indrelid = '${table}'::regclass
        where own.indrelid = '${table}${name}'::regclass`,
      )
      expect(rows).toEqual([{ shared: table === 'events' ? 8 : 2, keys: 1 }])
    }
})

test('no row is refused for its time, and a month that was not made in time takes its rows back', async () => {
  const { start, name } = await monthAhead(2)
  await owner.query(`drop table events${name}`)
  for (const at of ['1970-01-01', start, '2099-05-01']) await insert(at)
  expect(await Promise.all(['1970-01-01', start, '2099-05-01'].map(partOf))).toEqual([
    ['events_before'],
    ['events_default'],
    ['events_default'],
  ])
  await makePartitionsOf(t.db)
  expect(await partOf(start)).toEqual([`events${name}`])
  expect(await partOf('2099-05-01')).toEqual(['events_default'])
})

test('more rows than can be moved in a moment stay in the default partition, and the others are made', async () => {
  const [late, later] = [await monthAhead(1), await monthAhead(2)]
  await owner.query(`drop table movements${late.name}, movements${later.name}`)
  await sql`insert into movements (tag, to_place_id, at, reader_id, antenna)
    select 'AA', uuidv7(), ${late.start}::timestamptz, uuidv7(), 1 from generate_series(1, 5001)`.execute(
    t.db,
  )
  await makePartitionsOf(t.db)
  const { rows } = await owner.query(
    `select to_regclass('movements${late.name}') as late, to_regclass('movements${later.name}')::text as later`,
  )
  expect(rows).toEqual([{ late: null, later: `movements${later.name}` }])
})

test('the program changes the ledger by no partition, and neither does the owner by mistake', async () => {
  const { name } = await monthAhead(0)
  for (const part of ['events_before', 'events_default', `events${name}`]) {
    for (const statement of ['delete from', 'truncate', 'drop table', 'alter table only'])
      await expect(
        sql`${sql.raw(`${statement} ${part} ${statement.startsWith('alter') ? 'disable trigger all' : ''}`)}`.execute(
          t.db,
        ),
      ).rejects.toMatchObject({ code: '42501' })
    await expect(owner.query(`delete from ${part}`)).rejects.toThrow(`${part} is append-only`)
  }
  for (const call of [
    `select make_part('events', 'events_mine')`,
    `select make_partition('events', 'year', '2027-01-01')`,
    `select make_partition('events', 'month', '2027-01-02')`,
    `select make_partition('events', 'month', '2090-01-01')`,
    `select make_partition('assets', 'month', '2027-01-01')`,
  ])
    await expect(sql.raw(call).execute(t.db)).rejects.toMatchObject({ code: /^(42501|23514|22023)$/ })
})

/** Holds what a dump holds, runs the work, and returns the longest wait of people who write meanwhile. */
async function longestWaitDuring(tables: string, work: () => Promise<unknown>) {
  await owner.query(`begin; lock table ${tables} in access share mode`)
  let isOver = false
  const waits: number[] = []
  const people = async () => {
    while (!isOver) {
      const began = performance.now()
      await insert(new Date().toISOString())
      waits.push(performance.now() - began)
    }
  }
  const writing = people()
  await work().finally(() => {
    isOver = true
  })
  await writing
  await owner.query('commit')
  return Math.max(...waits)
}

test('while a dump reads the ledger nobody who writes waits for the months, and they are made afterwards', async () => {
  const { name } = await monthAhead(3)
  await owner.query(`drop table events${name}`)
  const made = async () =>
    (await owner.query(`select to_regclass('events${name}') is not null as made`)).rows[0].made
  const longest = await longestWaitDuring('events', () => keepReadDays(t.db, 30))
  expect(await made()).toBe(false)
  // 200 ms on a quiet machine; the lock is given up after 150.
  expect(longest).toBeLessThan(1000)
  await makePartitionsOf(t.db)
  expect(await made()).toBe(true)
})

test('a month is made once while many people write and several processes make it', async () => {
  const { name } = await monthAhead(1)
  await owner.query(`drop table events${name}`)
  const written = Array.from({ length: 30 }, () => insert(new Date().toISOString()))
  await Promise.all([...written, ...Array.from({ length: 4 }, () => makePartitionsOf(t.db))])
  const { rows } = await owner.query(
    `select count(*) from partitions_of('events') where part::text = 'events${name}'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})
