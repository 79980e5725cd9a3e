import { expect, test } from 'vitest'
import { formerDatabase } from '#test/former-database.ts'
import { migrate } from './migrate.ts'

// The statements of version N−1, which runs on until it is replaced.
const writesEntry = `insert into events (actor_id, action, record_kind, record_id, place_id, from_place_id, readable_id,
    record_name, before, after, request_id, version)
  values (null, 'brand.created', 'brand', uuidv7(), null, null, null, 'Lamp', null, '{}', 'old', 1)`
const writesNotification = `insert into notifications (user_id, rule, batch, event_id, count, at)
  select (select id from users limit 1), 'import-finished', 'a batch', max(id), 1, now() from events
  on conflict (user_id, rule, batch) do update set count = notifications.count + excluded.count
  returning id, xmax = 0 as "isNew"`
const writesMovement = `insert into movements (tag, to_place_id, at, reader_id, antenna)
  values ('AB', uuidv7(), now(), uuidv7(), 1)`

const content = (table: string) =>
  `select count(*) as rows, sum(hashtextextended(lines::text, 0)::numeric)::text as checksum from ${table} as lines`
const files = `select relname, relfilenode from pg_class
  where relname in ('events', 'events_before') and relkind = 'r'
    or oid in (select indexrelid from pg_index where indrelid = coalesce(to_regclass('events_before'), 'events'))`

/** A database as version N−1 left it, with 14 months of entries and movements. */
const database = formerDatabase(async (owner) => {
  await owner.query(`insert into events (at, action, record_kind, record_id, request_id, record_name)
    select now() - n * interval '50 minutes', 'brand.created', 'brand', uuidv7(), 'old', 'Lamp ' || n
    from generate_series(1, 12000) as n`)
  await owner.query(`insert into movements (tag, to_place_id, at, reader_id, antenna)
    select 'AB', uuidv7(), now() - n * interval '50 minutes', uuidv7(), 1 from generate_series(1, 12000) as n`)
  await owner.query(`set session_replication_role = replica;
    insert into users (name, email, role_id, city_id) values ('A', 'a@example.com', uuidv7(), uuidv7())`)
})

test('the ledger gets its months while a dump reads it and people write, and no row is copied', async () => {
  const [dump, writer, watcher] = [
    await database.asOwner(),
    await database.asOwner(),
    await database.asOwner(),
  ]
  const before = {
    events: (await watcher.query(content('events'))).rows[0],
    movements: (await watcher.query(content('movements'))).rows[0],
    files: (await watcher.query(files)).rows.map((row) => row.relfilenode).sort(),
    last: (await watcher.query('select max(id)::int as id from events')).rows[0].id,
  }
  await writer.query(`prepare entry as ${writesEntry}`)
  await dump.query('begin; lock table events, movements, notifications in access share mode')
  const waits: number[] = []
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      const began = performance.now()
      await writer.query('execute entry')
      await writer.query(writesMovement)
      waits.push(performance.now() - began)
    }
  })()
  const migrating = migrate(database.url()).finally(() => {
    isOver = true
  })
  await new Promise((resolve) => setTimeout(resolve, 2000))
  await dump.query('commit')
  await dump.query(`begin; ${writesEntry}; select pg_sleep(1); commit`)
  await migrating
  await writing
  // 200 ms on a quiet machine; locks are given up after 100.
  expect(Math.max(...waits)).toBeLessThan(1000)

  const old = `(select * from events where id <= ${before.last} order by id)`
  expect((await watcher.query(content(old))).rows[0]).toEqual(before.events)
  expect(
    (
      await watcher.query(
        content(`(select * from movements where at <= now() and tag = 'AB' order by at limit 12000)`),
      )
    ).rows[0],
  ).toEqual(before.movements)
  expect((await watcher.query(files)).rows.map((row) => row.relfilenode).sort()).toEqual(before.files)
  const { rows: ids } = await watcher.query(
    `select count(*)::int as entries, count(distinct id)::int as ids, max(id)::int as last from events`,
  )
  const entries = 12_000 + waits.length + 1
  expect(ids).toEqual([{ entries, ids: entries, last: expect.any(Number) }])
  expect(ids[0].last).toBeGreaterThan(before.last)
}, 120_000)

test('the statements of the version before work on the new schema', async () => {
  const program = await database.asProgram()
  await program.query('listen events')
  const heard = new Promise((resolve) => program.once('notification', resolve))
  await program.query(writesEntry)
  expect(await heard).toMatchObject({ channel: 'events' })
  await program.query(writesMovement)
  const owner = await database.asOwner()
  for (const isNew of [true, false])
    expect((await program.query(writesNotification)).rows).toMatchObject([{ isNew }])
  await program.query('select make_tag_read_day(current_date), drop_tag_read_day(current_date - 90)')
  await expect(program.query('delete from events')).rejects.toThrow('permission denied')
  await expect(owner.query('delete from events')).rejects.toThrow('events is append-only')
})
