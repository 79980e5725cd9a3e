import { expect, test } from 'vitest'
import { formerDatabase } from '#test/former-database.ts'
import { migrate } from './migrate.ts'

const [closed, open] = ['01900000-0000-7000-8000-000000000001', '01930000-0000-7000-8000-000000000002']
const [user, room] = ['01900000-0000-7000-8000-000000000003', '01900000-0000-7000-8000-000000000004']

// The statements of version N−1, which runs on until it is replaced.
const addsItem = `insert into inventory_items (inventory_id, kind, tag) values ($1, 'unknown', $2)
  on conflict (inventory_id, tag) where tag is not null do nothing`
const seesItem = `insert into inventory_items as kept (inventory_id, kind, tag) values ($1, 'unknown', $2)
  on conflict (inventory_id, tag) where tag is not null do update set tag = kept.tag returning id`
const mergesRead = `with sent as materialized (select item.id as item_id, tag from inventory_items as item
      where item.inventory_id = $1 and item.tag = $2)
    insert into inventory_reads as kept
      (inventory_id, tag, place_id, item_id, first_at, last_at, rssi, count, people, devices)
    select $1, tag, '${room}', item_id, now(), now(), -50, 2, '{}', '{}' from sent order by tag
    on conflict (inventory_id, tag, place_id) do update set count = kept.count + excluded.count
    returning item_id, xmax = 0 as is_new`
const judgesItem = `update inventory_items as item set seen_place_id = '${room}', reads = 2, seen_at = now()
  from (select id from inventory_items where id = $1 order by id for update) as changed where item.id = changed.id`

const content = (table: string, inventory: string) =>
  `select count(*)::int as rows, sum(hashtextextended(lines::text, 0)::numeric)::text as checksum from ${table} as lines
   where inventory_id = '${inventory}'`
const files = (table: string) => `select relfilenode from pg_class
  where oid = coalesce(to_regclass('${table}_before'), '${table}')
    or oid in (select indexrelid from pg_index where indrelid = coalesce(to_regclass('${table}_before'), '${table}'))
  order by 1`

/** A database as the version before left it: a closed inventory with many items, and an open one. */
const database = formerDatabase(async (owner) => {
  await owner.query('set session_replication_role = replica')
  await owner.query(`insert into inventories (id, readable_id, place_id, blind, status, created_by, started_at, total)
    values ('${closed}', 'INV-1', '${room}', false, 'approved', '${user}', now(), 12000),
      ('${open}', 'INV-2', '${room}', false, 'counting', '${user}', now(), null)`)
  await owner.query(`insert into inventory_items (inventory_id, kind, asset_id, tag, expected_place_id, in_place, reads)
    select '${closed}', 'expected', uuidv7(), 'AB' || n, '${room}', n % 2 = 0, n % 3 from generate_series(1, 12000) as n`)
  await owner.query(`insert into inventory_reads
    select '${closed}', tag, '${room}', id, now(), now(), -50, 1, '{}', '{}' from inventory_items`)
})

test('items and reads get their months while a dump reads them and people count, and no row is copied', async () => {
  const [dump, writer, watcher] = [
    await database.asOwner(),
    await database.asOwner(),
    await database.asOwner(),
  ]
  const tables = ['inventory_items', 'inventory_reads']
  const state = async () => ({
    content: await Promise.all(tables.map(async (one) => (await watcher.query(content(one, closed))).rows)),
    files: await Promise.all(tables.map(async (one) => (await watcher.query(files(one))).rows)),
  })
  const before = await state()
  await dump.query('begin; lock table inventory_items, inventory_reads in access share mode')
  const waits: number[] = []
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      const began = performance.now()
      const tag = `CD${waits.length}`
      await writer.query(addsItem, [open, tag])
      for (const isNew of [true, false]) {
        const { rows } = await writer.query(mergesRead, [open, tag])
        expect(rows).toMatchObject([{ is_new: isNew }])
        await writer.query(judgesItem, [rows[0].item_id])
      }
      waits.push(performance.now() - began)
    }
  })()
  const migrating = migrate(database.url()).finally(() => {
    isOver = true
  })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await dump.query('commit')
  await migrating
  await counting
  // 200 ms on a quiet machine; locks are given up after 100.
  expect(Math.max(...waits)).toBeLessThan(1000)
  expect(await state()).toEqual(before)
  const { rows } =
    await watcher.query(`select (select count(*)::int from inventory_reads where count = 4) as reads,
      (select sum(unknown)::int from inventory_counts) as counted from inventory_items
    where inventory_id = '${open}' limit 1`)
  expect(rows).toEqual([{ reads: waits.length, counted: waits.length }])
}, 120_000)

test('the statements of the version before work on the new schema, in the first partition and in months', async () => {
  const [owner, program] = [await database.asOwner(), await database.asProgram()]
  const planned = `insert into inventories (readable_id, place_id, blind, status, created_by, started_at, total)
    values ($1, '${room}', false, 'counting', '${user}', now(), 0) returning id`
  await owner.query('set session_replication_role = replica')
  // Months begin after the first partition, which ends with the month after next.
  const later = `update inventories set id = first_id_at(now() + interval '70 days') where id = $1 returning id`
  const { rows: made } = await owner.query(planned, ['INV-3'])
  const { rows: moved } = await owner.query(later, [made[0].id])
  for (const inventory of [open, moved[0].id]) {
    await program.query(addsItem, [inventory, 'EF'])
    const { rows: seen } = await program.query(seesItem, [inventory, 'EF'])
    for (const isNew of [true, false])
      expect((await program.query(mergesRead, [inventory, 'EF'])).rows).toEqual([
        { item_id: seen[0].id, is_new: isNew },
      ])
    await program.query(judgesItem, [seen[0].id])
    await program.query('delete from inventory_reads where inventory_id = $1 and tag = $2', [inventory, 'EF'])
    await program.query('delete from inventory_items where id = $1', [seen[0].id])
  }
  await expect(program.query(addsItem, [closed, 'EF'])).rejects.toThrow('the inventory is closed')
  await expect(
    program.query(`update inventory_items set note = 'x' where inventory_id = '${closed}'`),
  ).rejects.toThrow('the inventory is closed')
  const { rows: indexes } = await owner.query(`select count(*)::int as count from pg_index
    where indrelid in (select part from partitions_of('inventory_reads'))
      and pg_get_indexdef(indexrelid) like '%(item_id, inventory_id)'`)
  expect(indexes[0].count).toBeGreaterThan(1)
  await expect(program.query('delete from inventory_items_before')).rejects.toThrow('permission denied')
})
