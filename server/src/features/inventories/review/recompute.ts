import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/**
 * True if an expected item was seen in its expected place, in a part of that place, or in a place that
 * contains it. `seen` and `home` are the rows of both places.
 */
export const isInPlace = sql<boolean>`coalesce(item.kind = 'expected'
  and (item.expected_place_id = any(seen.ids) or seen.place_id = any(home.ids)), false)`

type Item = { id: Id; kind: string; class: string; place: Id | null; note: string | null }

/**
 * Recomputes where and how often items were seen from all of their reads, so that the order of arrival does
 * not matter. Rows are locked in the order of their ids first, so that two devices with the same reads cannot
 * deadlock. Items and reads are looked up all at once, in the partition of their inventory: as long as the statistics
 * do not include the inventory, the planner assumes that it is empty, and would read all of it for each item.
 */
export async function recomputeItems(tx: Db, inventoryId: Id, itemIds: readonly Id[]) {
  if (itemIds.length === 0) return
  const { rows: items } = await sql<Item>`select id, kind, class, expected_place_id as place, note
    from inventory_items where inventory_id = ${inventoryId} and id = any(${itemIds}::uuid[])
    order by id for update`.execute(tx)
  const given = sql`unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ kind }) => kind)}::text[],
    ${items.map((item) => item.class)}::text[], ${items.map(({ place }) => place)}::uuid[],
    ${items.map(({ note }) => note)}::text[]) as item (id, kind, class, expected_place_id, note)`
  await sql`with evidence as materialized (
      select item_id, place_id, rssi, last_at, count, true as is_read from inventory_reads
      where inventory_id = ${inventoryId} and item_id = any(${itemIds}::uuid[])
      union all
      select item_id, place_id, null, at, 0, false from inventory_sightings
      where item_id = any(${itemIds}::uuid[])
    ), judged as materialized (
      select evidence.*, ${isInPlace} as in_place,
        coalesce(item.kind = 'expected' and item.expected_place_id = evidence.place_id, false) as is_exact
      from evidence join ${given} on item.id = evidence.item_id
      cross join lateral (select place_id, ids from inventory_rooms
        where (inventory_id, place_id) = (${inventoryId}, evidence.place_id) limit 1) as seen
      left join lateral (select ids from inventory_rooms
        where (inventory_id, place_id) = (${inventoryId}, item.expected_place_id) limit 1) as home on true
    ), summed as (
      select item_id, least(sum(count), 2000000000)::int as reads, max(rssi) as rssi, max(last_at) as seen_at,
        bool_or(in_place) as in_place, count(distinct place_id) > 1 as several_rooms,
        (array_agg(place_id order by in_place desc, is_exact desc, is_read desc, rssi desc nulls last,
          last_at desc, place_id))[1] as place_id
      from judged group by item_id
    ), changed as (
      select summed.*, sighting.id as sighting_id, coalesce(sighting.note, item.note) as note,
        item.kind = 'expected' and item.class <> case when summed.in_place then 'found' else 'misplaced' end as turns
      from summed join ${given} on item.id = summed.item_id
      left join lateral (
        select id, nullif(concat_ws(': ', nullif(label, ''), nullif(note, '')), '') as note
        from inventory_sightings where item_id = summed.item_id order by at desc, id limit 1
      ) as sighting on true
    )
    update inventory_items as item set seen_place_id = changed.place_id, in_place = changed.in_place,
      reads = changed.reads, rssi = changed.rssi, seen_at = changed.seen_at,
      several_rooms = changed.several_rooms, sighting_id = changed.sighting_id, note = changed.note,
      resolution = case when turns then null else item.resolution end,
      resolved_by = case when turns then null else item.resolved_by end
    from changed where item.inventory_id = ${inventoryId} and item.id = any(${itemIds}::uuid[])
      and item.id = changed.item_id and (item.seen_place_id, item.in_place, item.reads, item.rssi, item.seen_at,
      item.several_rooms, item.sighting_id, item.note) is distinct from (changed.place_id,
      changed.in_place, changed.reads, changed.rssi, changed.seen_at, changed.several_rooms, changed.sighting_id,
      changed.note)`.execute(tx)
}
