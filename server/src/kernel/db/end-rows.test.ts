import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { endRows } from './end-rows.ts'

const { db, config, person } = await testApp()
const end = () => endRows(db, config.keepDays)

const keep = (count: number, hoursOld: number) =>
  sql`insert into throttles select sha256(random()::text::bytea), 1, now() - make_interval(hours => ${hoursOld}::int)
    from generate_series(1, ${count}::int)`.execute(db)
const left = async () =>
  (
    await sql<{ over: number; open: number }>`select count(*) filter (where window_ends_at < now()) as over,
      count(*) filter (where window_ends_at > now()) as open from throttles`.execute(db)
  ).rows[0]

test('rows that are over end in batches, and others stay', async () => {
  await keep(2500, 1)
  await keep(3, -1)
  await end()
  expect(await left()).toEqual({ over: 0, open: 3 })
})

test('a row that somebody works on, and a table that is locked, are left for the next run', async () => {
  await keep(2, 1)
  await db.transaction().execute(async (tx) => {
    await sql`select from throttles where window_ends_at < now() limit 1 for update`.execute(tx)
    await end()
    expect(await left()).toMatchObject({ over: 1 })
  })
  await db.transaction().execute(async (tx) => {
    await sql`lock table throttles in share mode`.execute(tx)
    const began = Date.now()
    await end()
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(await left()).toMatchObject({ over: 1 })
  })
  await end()
  expect(await left()).toMatchObject({ over: 0 })
}, 30_000)

test('requests for access, imports and exports end a year after they were of use', async () => {
  const { id } = await person()
  await sql`insert into access_requests (name, email, status, created_at) values
    ('Old', 'old@example.com', 'rejected', now() - interval '366 days'),
    ('Forgotten', 'forgotten@example.com', 'pending', now() - interval '366 days'),
    ('New', 'new@example.com', 'pending', now() - interval '364 days')`.execute(db)
  await sql`insert into imports (user_id, file_name, file, kind, status, expired_at) values
    (${id}, 'old.csv', '', 'csv', 'done', now() - interval '366 days'),
    (${id}, 'new.csv', '', 'csv', 'done', now() - interval '364 days'),
    (${id}, 'open.csv', '', 'csv', 'ready', null)`.execute(db)
  await sql`insert into exports (user_id, list, format, filter, columns, status, created_at) values
    (${id}, 'old', 'csv', '{}', '{a}', 'expired', now() - interval '366 days'),
    (${id}, 'new', 'csv', '{}', '{a}', 'expired', now() - interval '364 days')`.execute(db)
  await end()
  const { rows } = await sql`select (select array_agg(name) from access_requests) as requests,
    (select array_agg(file_name order by file_name) from imports) as imports,
    (select array_agg(list) from exports) as exports`.execute(db)
  expect(rows).toEqual([{ requests: ['New'], imports: ['new.csv', 'open.csv'], exports: ['new'] }])
})
