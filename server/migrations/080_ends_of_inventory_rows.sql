-- Items and reads of inventories get partitions by month (080 to 082, docs/decisions/063-inventories-by-month.md), as the
-- ledger did: the present tables become the first partitions, so PostgreSQL must know where their rows end.
set local lock_timeout = '100ms';
set local timezone = 'UTC';

-- A partitioned table cannot be the target of a foreign key on its id alone. Foreign keys of its own would lock people
-- and inventories whenever a month is made, archived or brought back. Both are never deleted: inventory_rooms refers to
-- every inventory that has items.
alter table inventory_sightings drop constraint inventory_sightings_item_id_fkey;
alter table inventory_reads drop constraint inventory_reads_item_id_fkey, drop constraint inventory_reads_inventory_id_fkey;
alter table inventory_items drop constraint inventory_items_inventory_id_fkey, drop constraint inventory_items_resolved_by_fkey;

do $$
declare
  parent text;
  is_large boolean;
  latest timestamptz;
begin
  select moment_of(id) into latest from inventories order by id desc limit 1;
  foreach parent in array array['inventory_items', 'inventory_reads'] loop
    execute format('select exists (select from %I offset 10000)', parent) into is_large;
    if is_large then
      execute format('alter table %I add constraint %I check (inventory_id < %L) not valid', parent, parent || '_end',
        first_id_at(greatest(date_trunc('month', now()) + interval '2 months',
          date_trunc('month', latest) + interval '1 month')));
    end if;
  end loop;
end $$;
