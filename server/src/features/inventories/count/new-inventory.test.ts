import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { testApp } from '#test/app.ts'
import { countingIn, sweep } from '#test/inventories.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf } from '#test/stock.ts'
import { countSweep } from './count-sweep.ts'

const t = await testApp()
const admin = await administratorOf(t)
const [many, read] = [3000, 1000]

async function inventoryOfMany() {
  const { id, placeId } = await countingIn(t)
  await manyAssets(t, many, placeId)
  const { rows } = await sql<{ tag: string }>`insert into inventory_items
      (inventory_id, kind, asset_id, tag, label, name, expected_place_id)
    select ${id}, 'expected', id, upper(rfid_tag), asset_tag_id(number), 'Chair', place_id from assets
    where rfid_tag is not null and place_id = ${placeId} returning tag`.execute(t.db)
  return { id, placeId, tags: rows.map(({ tag }) => tag).slice(0, read) }
}

/** Rows that the statements of a transaction read from items and reads so far. */
const rowsRead = sql<{
  rows: number
}>`select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as rows
  from pg_stat_xact_user_tables where relname ~ '^inventory_(items|reads)'`

test('an inventory that statistics do not know yet is not read again for every tag', async () => {
  const known = await inventoryOfMany()
  await sweep(t, admin, known.id, { placeId: known.placeId, reads: known.tags })
  await t.asOwner('analyze inventory_items; analyze inventory_reads')
  const { id, placeId, tags } = await inventoryOfMany()
  const [firstAt, lastAt] = ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z']
  for (let time = 0; time < 2; time += 1)
    await inTransaction(t.db, async (tx) => {
      const reads = tags.map((tag) => ({ tag, firstAt, lastAt, rssi: null, count: 1 }))
      const counted = { sweepId: randomUUID(), placeId, deviceId: randomUUID(), tags: reads, refused: 0 }
      expect(await countSweep(tx, admin.id, id, counted)).toBe(read)
      const { rows } = await rowsRead.execute(tx)
      expect(rows[0]?.rows).toBeLessThan(10 * many)
    })
})
