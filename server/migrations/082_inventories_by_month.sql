-- The present tables become the first partitions of new ones, within milliseconds, as in 072. If a lock is not free soon,
-- migrate tries again.
set local lock_timeout = '100ms';
set local timezone = 'UTC';
lock table inventory_items, inventory_reads in access exclusive mode;

create function pg_temp.partition_by_inventory(parent text) returns void language plpgsql as $$
declare
  old text := parent || '_before';
  ends uuid;
  is_large boolean := true;
  index record;
  trigger record;
begin
  select substring(pg_get_constraintdef(oid) from '''(.*)''')::uuid into ends
    from pg_constraint where conname = parent || '_end' and conrelid = parent::regclass;
  if ends is null then
    is_large := false;
    select first_id_at(coalesce(date_trunc('month', max(moment_of(id))) + interval '1 month', date_trunc('month', now())))
      into ends from inventories;
  end if;
  create temporary table indexes on commit drop as
    select relname as name, pg_get_indexdef(indexrelid) as definition, indisprimary as is_primary
    from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = parent::regclass;
  create temporary table triggers on commit drop as select tgname as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where tgrelid = parent::regclass and not tgisinternal;
  execute format('alter table %I rename to %I', parent, old);
  execute format('create table %I (like %I including defaults including constraints including generated including storage)
    partition by range (inventory_id)', parent, old);
  execute format('alter table %I drop constraint if exists %I', parent, parent || '_end');
  for index in select * from indexes loop
    execute format('alter index %I rename to %I', index.name, overlay(index.name placing old from 1 for length(parent)));
    if not index.is_primary and index.name <> 'inventory_reads_of_item' then
      execute index.definition;
    end if;
  end loop;
  for trigger in select * from triggers loop
    execute format('drop trigger %I on %I', trigger.name, old);
    execute trigger.definition;
  end loop;
  drop table indexes, triggers;
  if parent = 'inventory_reads' then
    alter table inventory_reads add primary key (inventory_id, tag, place_id);
    -- The version before asks whether a row is new by `returning xmax`. PostgreSQL knows that of a partitioned table only
    -- if the columns of its partitions have other numbers, so that it converts rows.
    alter table inventory_reads add column unused integer;
    alter table inventory_reads drop column unused;
  end if;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, old, ends);
  if parent = 'inventory_reads' then
    -- Reads of an item are found by both columns, or a new month without statistics would read all reads of the
    -- inventory for each item. The first partition has statistics, and keeps its index if a new one would take long.
    execute format('create index inventory_reads_of_item on %s inventory_reads (item_id, inventory_id)',
      case when is_large then 'only' else '' end);
    drop index inventory_reads_default_item_id_idx;
    if not is_large then
      drop index inventory_reads_before_of_item;
    end if;
  end if;
  execute format('alter table %I drop constraint if exists %I', old, parent || '_end');
  execute format('alter table %I attach partition %I default', parent, parent || '_default');
end $$;

select pg_temp.partition_by_inventory('inventory_items'), pg_temp.partition_by_inventory('inventory_reads');
drop function pg_temp.partition_by_inventory(text);

-- Its rows were those of the table that is now the first partition.
drop function add_to_inventory_counts(inventory_items_before[], inventory_items_before[]);
create function add_to_inventory_counts(gone inventory_items[], come inventory_items[]) returns void language sql as $$
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
