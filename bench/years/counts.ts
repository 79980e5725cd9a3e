import type pg from 'pg'
import { fillPart, isPartitioned, monthName, smallestId } from './parts.ts'
import type { Month } from './plan.ts'
import type { World } from './world.ts'

/** Of a hundred assets 92 are found, three are in another room, and five are not found. */
const seen = 'share < 95'
const inPlace = 'share < 92'

/** The items of a month: everything expected, and in every room a tag of no asset. */
const itemsOf = ({ index }: Month, { rooms }: World) => `
  create temporary table counted as
  select years.uuid7(started, a.n, i) as item, inventories.id as inventory, i, started, a.n, a.id as asset, a.tag, a.label, a.name,
    home.place_id as home, case when ${inPlace} then home.place_id when ${seen} then other.place_id end as place,
    share, 1 + years.dice(a.n, i, 31) % 4 as reads, to_timestamp(started + 7200 + years.dice(i, a.room, 14) % 72000) as seen_at
  from (select *, years.dice(n, ${index}, 30) % 100 as share from years.assets where not deleted) as a
    join years.inventories using (property) join years.rooms as home on home.r = a.room
    left join years.rooms as other on other.r = case when a.room + 1 < ${rooms} then a.room + 1 else 0 end
  where m = ${index + 1} and reg < started order by i, a.room, a.n`

const items = (
  into: string,
) => `insert into ${into} (id, inventory_id, kind, asset_id, tag, label, name, expected_place_id,
    seen_place_id, in_place, reads, rssi, seen_at, resolution, applied)
  select item, inventory, 'expected', asset, tag, label, name, home, place, ${inPlace}, case when ${seen} then reads else 0 end,
    case when ${seen} then -40 - reads end, case when ${seen} then seen_at end,
    case when ${seen} and not (${inPlace}) then '{"action": "move-here"}'::jsonb end, ${seen} and not (${inPlace})
  from counted
  union all
  select years.uuid7(min(started) + 1, min(n), min(i)), inventory, 'unknown', null,
    'E2BA' || lpad(to_hex(min(n) * 100 + min(i) % 100), 20, '0'), null, null, null, home, false, 2, -60, min(seen_at),
    '{"action": "ignore", "reason": "Badges of visitors."}', true
  from counted group by inventory, home`

const person = ({ people }: World, salt: number) =>
  `(select id from years.people where p = years.dice(i, 0, ${salt}) % ${people})`
const deviceId = `'6f2f1c1e-3c69-4c0a-9a53-5d0c3f4f1a01'::uuid`

const reads = (
  world: World,
  into: string,
) => `insert into ${into} (inventory_id, tag, place_id, item_id, first_at, last_at, rssi,
    count, people, devices)
  select inventory, tag, place, item, seen_at, seen_at, -40 - reads, reads, array[counter], array[${deviceId}]
  from counted join (select i, ${person(world, 32)} as counter from years.inventories) as counters using (i)
  where tag is not null and ${seen}`

const sum = (test: string) => `count(*) filter (where ${test})`
const totals = `count(*) as expected, ${sum(seen)} as found, 0 as by_hand, ${sum(`${seen} and not (${inPlace})`)} as misplaced,
  0 as outside, 0 as binned, count(distinct home) as unknown, ${sum(`${seen} and reads = 1`)} as weak, ${sum(`not (${seen})`)} as unresolved`

/** Rooms, totals, people and the inventory itself, from what was counted. */
const rest = (world: World) => [
  `insert into inventory_counts (inventory_id, place_id, expected, found, by_hand, misplaced, outside, binned, unknown, weak, unresolved)
    select inventory, home, ${totals} from counted group by inventory, home`,
  `insert into inventory_rooms (inventory_id, place_id, kind, names, path, ids, tags, last_read_at)
    select inventory, home, 'room', names, array_to_string(names, ' > '), array[city_id, mm_id, property_id, aou_id, place_id],
      tags, last_at
    from (select inventory, home, ${sum(seen)} as tags, max(seen_at) as last_at from counted group by inventory, home) as homes
      join years.rooms on place_id = home`,
  `insert into inventory_sweeps (inventory_id, id, place_id, user_id, device_id, accepted, refused, at)
    select inventory, years.uuid7(started, min(n), i), home, ${person(world, 32)}, ${deviceId}, ${sum(seen)}, 0, max(seen_at)
    from counted group by inventory, started, i, home`,
  `insert into inventory_people (inventory_id, user_id, is_named, has_counted)
    select distinct inventory, ${person(world, 32)}, true, true from counted`,
  `insert into inventories (id, number, readable_id, place_id, blind, due_on, status, created_by, created_at, place_names,
      started_at, started_on, started_by, reviewed_at, approved_at, approved_by, total, found, by_hand, misplaced, outside,
      binned, unknown, weak, unresolved, due_day) overriding system value
    select id, i, 'INV-' || to_char(to_timestamp(started), 'YYYY') || '-' || lpad(i::text, 4, '0'), property_id, false,
      to_timestamp(started + 345600)::date, 'approved', ${person(world, 33)}, to_timestamp(started - 86400), above, to_timestamp(started + 3600),
      to_timestamp(started)::date, ${person(world, 33)}, to_timestamp(started + 108000), to_timestamp(started + 194400),
      ${person(world, 34)}, expected, found, by_hand, misplaced, outside, binned, unknown, weak, unresolved, 28
    from years.inventories join (select i, ${totals} from counted group by i) as totals using (i)`,
]

/** The inventories that start in a month. */
export async function fillInventoryMonth(client: pg.Client, world: World, month: Month) {
  const fill = async (table: string, insert: (into: string) => string) => {
    if (!(await isPartitioned(client, table))) return void (await client.query(insert(table)))
    const name = `${table}_${monthName(month.start)}`
    const bounds = { from: smallestId(month.start), to: smallestId(month.end) }
    await fillPart(client, { parent: table, name, ...bounds }, async (part) => {
      await client.query(insert(part))
    })
  }
  await client.query(itemsOf(month, world))
  await fill('inventory_items', items)
  await fill('inventory_reads', (into) => reads(world, into))
  for (const statement of rest(world)) await client.query(statement)
  await client.query('drop table counted')
}

/** The texts that a search of items reads; one for each asset, because no tag and no name changed. */
export const inventoryTexts = `insert into inventory_texts (asset_id, text)
  select id, lower(coalesce(tag, '') || E'\\n' || label || E'\\n' || name) from years.assets where not deleted order by id`

export const inventoryNumbers = `insert into inventory_numbers (year, last)
  select extract(year from to_timestamp(started)), max(i) from years.inventories group by 1
  on conflict (year) do update set last = excluded.last`
