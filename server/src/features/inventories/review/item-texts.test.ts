import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { countingIn, sweep } from '#test/inventories.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { administratorOf, freshTag, stocked } from '#test/stock.ts'
import { itemsToSearch } from './item-texts.ts'

const t = await testApp()
const { indore, pune, people } = await limitedPeople(t)
const admin = await administratorOf(t)

/** More items than are searched one by one, with an asset from outside and an unknown tag. */
const { id } = await countingIn(t, { placeId: indore.aou })
const outside = await stocked(t, { placeId: pune.room, location: 'pune' })
const unknown = freshTag()
await sweep(t, admin, id, {
  placeId: indore.room,
  reads: [outside.rfidTag ?? '', unknown].map((tag) => ({ tag, at: new Date().toISOString() })),
})
await sql`insert into inventory_items (inventory_id, kind, asset_id, tag, label, name, expected_place_id)
  select ${id}, 'expected', gen_random_uuid(), case when n % 7 > 0 then 'E2' || upper(md5(n::text)) end, 'AST1' || lpad(n::text, 6, '0'),
    (array['Office Chair', 'Straße ' || n, 'Işık Lamp', '100% Desk_' || n % 50, null])[1 + n % 5], ${indore.room}
  from generate_series(1, 21000) as n`.execute(t.db)

const searched = async (as: Person, search: string) => {
  const answer = await t.call(as, inventoryReview.items, { params: { id }, query: { search, size: '100' } })
  expect(answer.status, answer.text).toBe(200)
  return { ids: answer.body.items.map(({ _id }) => _id), total: answer.body.total }
}

/** Every item is tested by itself. */
const plainly = async (words: readonly string[], seesOutside: boolean) =>
  (
    await sql<{ id: string }>`select id from inventory_items where inventory_id = ${id} and ${sql.join(
      words.map((word) => {
        const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
        return sql`(tag like upper(${pattern}) or ((label like upper(${pattern}) or lower(name) like lower(${pattern}))
          and (kind = 'expected' or ${seesOutside})))`
      }),
      sql` and `,
    )} order by id`.execute(t.db)
  ).rows.map((row) => row.id)

test('a search finds the items that testing each of them finds, for every person', async () => {
  const { rows } = await sql<{
    tag: string
    label: string
    name: string
  }>`select tag, label, name from inventory_items
    where inventory_id = ${id} and kind = 'expected' and tag is not null and name is not null order by random() limit 2`.execute(
    t.db,
  )
  const searches = [
    ...rows.flatMap(({ tag, label, name }) => [
      tag,
      tag.slice(3, 9).toLowerCase(),
      label,
      `${name} ${label.slice(5)}`,
    ]),
    ...[
      'straße 77',
      'STRASSE 77',
      'ışık 00123',
      'IŞIK',
      '100% desk_4',
      'office 000',
      'ab',
      'nothing at all',
      'chair',
    ],
    ...[unknown, unknown.slice(4, 12), outside.assetTagId, outside.assetName],
  ]
  for (const search of searches)
    for (const as of [admin, people['an AoU']]) {
      const expected = await plainly(search.split(' '), as === admin)
      const { ids, total } = await searched(as, search)
      expect([search, total, ids]).toEqual([
        search,
        Math.min(expected.length, 10_000),
        expected.slice(0, 100),
      ])
    }
})

test('few matches are read by indexes', async () => {
  const items = await itemsToSearch(t.db, id, 'AST1000777')
  const { rows } = await sql`explain select id from ${items} as item where item.inventory_id = ${id}`.execute(
    t.db,
  )
  // The index inventory_items_expected, in the partition of the month.
  expect(JSON.stringify(rows)).toMatch(
    /Index Scan using inventory_items_\d{4}_\d\d_inventory_id_asset_id_idx/,
  )
  const { rows: texts } =
    await sql`explain select asset_id from inventory_texts where text like '%ast1000777%'`.execute(t.db)
  expect(JSON.stringify(texts)).toContain('inventory_texts_search')
})
