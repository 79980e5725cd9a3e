import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { onDatabase } from '../../scripts/postgres/databases.ts'
import { testApp } from '../../server/test/app.ts'
import { fillYears } from './fill.ts'

const t = await testApp()
const pictures = await mkdtemp(join(tmpdir(), 'ats-years-'))
afterAll(() => rm(pictures, { recursive: true }))
await fillYears(
  { url: t.ownerUrl, pictures, say: () => undefined },
  { assets: 1000, reads: 3000, readDays: 3, months: 4 },
)

const countOf = async (from: string) =>
  (await onDatabase<{ count: number }>(t.ownerUrl, `select count(*)::int as count from ${from}`))[0]?.count

test.each([
  ['events', 4000],
  ['asset_versions', 800],
  ['state_changes', 100],
  ['inventories', 5],
  ['inventory_items', 500],
  ['inventory_reads', 400],
  ['movements', 500],
  ['tag_reads', 1500],
  ['last_seen', 900],
  ['notifications', 50],
])('there are rows in %s', async (table, least) => {
  expect(await countOf(table)).toBeGreaterThan(least)
})

test.each([
  ['an entry outside its month', 'events_default'],
  ['a movement outside its month', 'movements_default'],
  [
    'a last version that differs from its asset',
    `asset_versions as v join assets as a on a.id = v.asset_id where valid_to = 'infinity'
      and (v.place_id, v.state_id, v.name_id) is distinct from (a.place_id, a.state_id, a.name_id)`,
  ],
  [
    'a version without its entry',
    `asset_versions as v where not exists (select from events where events.id = v.event_id and record_id = v.asset_id)`,
  ],
  [
    'a version that does not follow the one before it',
    `asset_versions as v where valid_to < 'infinity' and not exists (
      select from asset_versions as next where next.asset_id = v.asset_id and next.valid_from = v.valid_to)`,
  ],
  [
    'an entry of an unknown asset',
    `events where record_kind = 'asset' and not exists (select from assets where assets.id = record_id)`,
  ],
  [
    'an entry in an unknown place',
    `events where place_id is not null and not exists (select from places where places.id = place_id)`,
  ],
  [
    'an entry of an unknown request',
    `events where record_kind = 'state-change' and at < now() - interval '1 day'
      and not exists (select from state_changes where state_changes.id = record_id)`,
  ],
  [
    'an inventory whose total is wrong',
    `inventories where total <> (select count(*) from inventory_items where inventory_id = inventories.id and kind = 'expected')
      or found <> (select sum(found) from inventory_counts where inventory_id = inventories.id)`,
  ],
  [
    'a read of an unknown item',
    `inventory_reads where not exists (select from inventory_items where inventory_items.id = item_id)`,
  ],
  [
    'an index that is missing in a partition',
    `pg_inherits join pg_index on indrelid = inhrelid where inhparent = 'events'::regclass and not indisvalid`,
  ],
])('there is never %s', async (_, from) => {
  expect(await countOf(from)).toBe(0)
})
