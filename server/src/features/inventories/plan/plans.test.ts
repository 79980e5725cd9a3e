import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Call, testApp } from '#test/app.ts'
import { countingIn, freshRoom, sweep } from '#test/inventories.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf, freshTag } from '#test/stock.ts'

// One connection, so that its reads can be counted after each request.
const t = await testApp({
  databaseLimits: { connections: 1, waiters: 100, statementMs: 15_000, lockMs: 5000 },
})
const admin = await administratorOf(t)
const watcher = new pg.Client({ connectionString: t.ownerUrl })
await watcher.connect()
afterAll(() => watcher.end())

const size = 20_000
const mostRead = 11_000

/** An inventory with very many items, almost all of them found. */
async function large() {
  const { id, placeId } = await countingIn(t)
  await sql`insert into inventory_items (inventory_id, kind, asset_id, tag, label, name, expected_place_id,
      seen_place_id, in_place, reads)
    select ${id}, 'expected', gen_random_uuid(), upper(md5(${id} || n)), 'A' || n, 'Chair', ${placeId},
      case when n % 500 > 0 then ${placeId}::uuid end, n % 500 > 0, 1 + (n % 1000 > 0)::int
    from generate_series(1, ${size}::int) as n`.execute(t.db)
  return { id, placeId }
}
const [inventory, other] = [await large(), await large()]
await watcher.query(
  'analyze inventory_items, inventory_rooms, inventory_counts, inventory_reads, inventories',
)
const params = { id: inventory.id }
const empty = await freshRoom(t)
await sql`insert into inventory_rooms (inventory_id, place_id, kind, names, path, ids)
  values (${inventory.id}, ${empty}, 'room', '{Empty}', 'Empty', ${[empty]}::uuid[])`.execute(t.db)

async function readOf(table: string) {
  await sql`select pg_stat_force_next_flush()`.execute(t.db)
  await sql`select 1`.execute(t.db)
  const { rows } = await watcher.query<{ scans: number; rows: number }>(
    `select sum(seq_scan)::int as scans, sum(seq_tup_read + idx_tup_fetch)::int as rows
     from pg_stat_user_tables where relid in (select relid from pg_partition_tree($1::regclass))`,
    [table],
  )
  return rows[0] ?? { scans: 0, rows: 0 }
}

async function readBy(question: () => Promise<{ status: number; text: string }>, table = 'inventory_items') {
  const before = await readOf(table)
  const { status, text } = await question()
  expect(status, text).toBe(200)
  const after = await readOf(table)
  return { scans: after.scans - before.scans, rows: after.rows - before.rows }
}

const itemsBy = (query: Record<string, string>): Call => ({ params, query: { size: '25', ...query } })

test.each([
  ['all', {}, mostRead],
  ['not found', { class: 'not-found' }, 200],
  ['unresolved', { open: 'true' }, 200],
  ['weak', { weak: 'true' }, 200],
  ['in a place without any', { placeId: empty }, 200],
] as const)('a page of items: %s', async (_name, query, most) => {
  const read = await readBy(() => t.call(admin, inventoryReview.items, itemsBy(query)))
  expect(read.scans).toBe(0)
  expect(read.rows).toBeLessThanOrEqual(most)
})

test('the figures, the list and the progress read no item', async () => {
  for (const question of [
    () => t.call(admin, inventories.get, { params }),
    () => t.call(admin, inventories.list, { query: { sort: 'found' } }),
    () => t.call(admin, inventories.progress, { params }),
  ])
    expect(await readBy(question)).toEqual({ scans: 0, rows: 0 })
})

test('a sweep reads the items of its own tags, and no asset but for tags that are new', async () => {
  await manyAssets(t, 5000, await freshRoom(t))
  await watcher.query('analyze assets, inventory_items')
  const { rows } = await sql<{ tag: string }>`select upper(tag) as tag from inventory_items
    where inventory_id = ${other.id} order by id limit 700`.execute(t.db)
  const tags = rows.map(({ tag }) => tag)
  // Often enough that PostgreSQL switches to a generic plan, which does not know the number of tags.
  for (let from = 0; from < tags.length; from += 100) {
    const reads = [...tags.slice(from, from + 100), ...Array.from({ length: 10 }, freshTag)]
    const send = () => sweep(t, admin, other.id, { placeId: other.placeId, reads })
    const { scans, rows: items } = await readBy(send)
    expect([scans, items < 2000], `${items} items`).toEqual([0, true])
    const again = await readBy(send, 'assets')
    expect([again.scans, again.rows < 50], `${again.rows} assets`).toEqual([0, true])
  }
})
