-- A scanner that types each tag once sends no signal strength, so its single reads are no sign of a weak read.
create or replace function add_to_inventory_counts(gone inventory_items[], come inventory_items[]) returns void language sql as $$
  insert into inventory_counts as counts (inventory_id, place_id, expected, found, by_hand, misplaced, outside, binned,
    unknown, weak, unresolved)
  select inventory_id, place,
    sum(sign * (own and kind = 'expected')::int), sum(sign * (own and isFound)::int),
    sum(sign * (own and isFound and reads = 0)::int), sum(sign * (not own and class = 'misplaced')::int),
    sum(sign * (not own and class = 'outside')::int), sum(sign * (not own and class = 'binned')::int),
    sum(sign * (not own and class = 'unknown')::int), sum(sign * (own and weak and rssi is not null)::int),
    sum(sign * (own and resolution is null and class <> 'found')::int)
  from (
    select 1 as sign, item.* from unnest(come) as item
    union all select -1, item.* from unnest(gone) as item
  ) as item
  cross join lateral (select class in ('found', 'misplaced') as isFound) as seen
  cross join lateral (values
    (true, case kind when 'expected' then expected_place_id else seen_place_id end), (false, seen_place_id)
  ) as places (own, place)
  where place is not null
  group by inventory_id, place
  order by inventory_id, place
  on conflict (inventory_id, place_id) do update set expected = counts.expected + excluded.expected,
    found = counts.found + excluded.found, by_hand = counts.by_hand + excluded.by_hand,
    misplaced = counts.misplaced + excluded.misplaced, outside = counts.outside + excluded.outside,
    binned = counts.binned + excluded.binned, unknown = counts.unknown + excluded.unknown,
    weak = counts.weak + excluded.weak, unresolved = counts.unresolved + excluded.unresolved
$$;

update inventory_counts as counts set weak = (
  select count(*) from inventory_items as item
  where item.inventory_id = counts.inventory_id and item.weak and item.rssi is not null
    and case item.kind when 'expected' then item.expected_place_id else item.seen_place_id end = counts.place_id)
from inventories
where inventories.id = counts.inventory_id and inventories.status not in ('approved', 'cancelled') and counts.weak > 0;
