import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { system } from '@ats/contract/system.ts'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { splitIntoMonths } from '#kernel/db/split.ts'
import { testApp } from '#test/app.ts'
import { freshRoom, itemsOf } from '#test/inventories.ts'
import { onDatabase } from '../../../scripts/postgres/databases.ts'
import { archive, bringBack, verifyArchive } from './archive.ts'
import { whyItStays } from './archive-inventories.ts'
import { openArchives } from './archive-store.ts'

const t = await testApp()
const admin = await t.person({ role: 'Admin' })
const folder = await mkdtemp(join(tmpdir(), 'ats-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const said: string[] = []
const store = openArchives({ folder, bucket: undefined, dataDir: folder })
if (store === undefined) throw new Error('no place')
const place = { databaseUrl: t.ownerUrl, store, say: (line: string) => void said.push(line) }
const room = await freshRoom(t)

/** The first moment of the month that many months ago. */
const start = (ago: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
}
const month = (ago: number) => start(ago).toISOString().slice(0, 7)
const partOf = (table: string, ago: number) => `${table}_${month(ago).replace('-', '_')}`

type Planned = { name: string; ago: number; endedAgo?: number }

/** An inventory that was planned in a month, with 40 items and their reads. */
async function inventory({ name, ago, endedAgo }: Planned) {
  const planned = new Date(start(ago).getTime() + 24 * 60 * 60_000).toISOString()
  const ended = endedAgo === undefined ? 'null' : `'${start(endedAgo).toISOString()}'::timestamptz`
  const [row] = await onDatabase<{ id: string }>(
    t.ownerUrl,
    'set session_replication_role = replica',
    `create temporary table made as select overlay(uuidv7()::text placing left(first_id_at('${planned}')::text, 13)
      from 1 for 13)::uuid as id`,
    `insert into inventories (id, readable_id, place_id, place_names, blind, status, created_by, started_at, total, approved_at)
      select id, '${name}', '${room}', '{}', false, case when ${ended} is null then 'counting' else 'approved' end,
        '${admin.id}', '${planned}', 40, ${ended} from made`,
    `insert into inventory_items (inventory_id, kind, asset_id, tag, label, expected_place_id, reads, resolution)
      select id, 'expected', gen_random_uuid(), '${name} ' || n, case n % 3 when 0 then '' when 1 then 'A "b", ' || chr(10) end,
        '${room}', n % 2, '{"action": "ignore", "reason": "A visitor"}' from made cross join generate_series(1, 40) as n`,
    `insert into inventory_reads select inventory_id, tag, '${room}', inventory_items.id, now(), now(), -50.5, 1, '{}', '{}'
      from inventory_items join made on made.id = inventory_id`,
    'select id from made',
  )
  return row?.id ?? ''
}

const content = () =>
  onDatabase(
    t.ownerUrl,
    `select (select json_build_array(count(*), sum(hashtextextended(items::text, 0)::numeric)) from inventory_items as items) as items,
      (select json_build_array(count(*), sum(hashtextextended(reads::text, 0)::numeric)) from inventory_reads as reads) as reads`,
  )
const archives = async () =>
  (await t.db.selectFrom('archives').select('part').orderBy('part').execute())
    .map(({ part }) => part)
    .filter((part) => part.startsWith('inventory'))

// Nothing is in the first partitions, so they are dropped, and months take their place.
await splitIntoMonths({ db: t.db, log: { info: () => undefined } })
for (const table of ['inventory_items', 'inventory_reads'])
  for (const ago of [6, 5, 4, 3, 2, 1])
    await t.asOwner(`select make_partition('${table}', 'month', '${month(ago)}-01')`)

const old = await inventory({ name: 'INV-OLD', ago: 6, endedAgo: 5 })
await inventory({ name: 'INV-LONG', ago: 5, endedAgo: 1 })
await inventory({ name: 'INV-USUAL', ago: 4, endedAgo: 4 })

test('a first partition with later months stays, and a closed inventory does not hold it', async () => {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const first = { table: 'inventory_items', from: '-infinity', to: start(0).toISOString() }
  expect(await whyItStays(client, first, start(3))).toContain('INV-LONG was still open')
  expect(await whyItStays(client, { ...first, to: start(5).toISOString() }, start(3))).toBeUndefined()
  expect(await whyItStays(client, { ...first, to: start(5).toISOString() }, start(6))).toContain('INV-OLD')
  expect(await whyItStays(client, { ...first, from: start(3).toISOString() }, start(3))).toBe(
    'it has later months as well',
  )
})

test('a month is moved once all its inventories have ended, and others are moved before it', async () => {
  const before = await content()
  said.length = 0
  await archive(place, { until: month(3) })
  for (const table of ['inventory_items', 'inventory_reads'])
    expect(said).toContain(`${partOf(table, 5)} stays: the inventory INV-LONG was still open in that month`)
  const moved = (await archives()).filter((part) => part.startsWith('inventory_items'))
  expect(moved).toEqual([6, 4, 3].map((ago) => partOf('inventory_items', ago)))
  expect(await verifyArchive(store)).toMatchObject({ problems: [] })

  for (const ago of [6, 4, 3]) await bringBack(place, month(ago))
  expect(await archives()).toEqual([])
  expect(await content()).toEqual(before)
  await expect(
    t.asOwner(`update inventory_items set note = 'x' where inventory_id = '${old}'`),
  ).rejects.toThrow('the inventory is closed')
})

test('a person learns which file has the items of an inventory', async () => {
  await archive(place, { until: month(3) })
  const { body } = await t.call(admin, system.archived, {})
  const items = body.archived.filter(({ of }) => of === 'inventory_items')
  expect(items.map(({ file }) => file)).toContain(`${partOf('inventory_items', 6)}.csv.zst`)
  expect(items.find(({ file }) => file.includes(partOf('inventory_items', 6)))).toMatchObject({
    after: expect.stringContaining(`${month(6)}-01T00:00:00`),
    before: expect.stringContaining(`${month(5)}-01T00:00:00`),
  })
  expect(await itemsOf(t, old, admin)).toEqual([])
  await bringBack(place, month(6))
  expect(await itemsOf(t, old, admin)).toHaveLength(40)
})
