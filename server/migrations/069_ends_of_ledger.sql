-- The ledger and the movements get partitions by month (069 to 072, docs/decisions/061-partitions-by-month.md).
-- The present table becomes the first partition and no row is copied, so PostgreSQL must know that its rows end
-- before a month. Small tables need no such constraint: 072 reads all their rows in a moment.
set local timezone = 'UTC';

do $$
declare
  parent text;
  is_large boolean;
  latest timestamptz;
  -- A partitioned ledger cannot be the target of a foreign key on its id alone.
  changes text := 'alter table notifications drop constraint notifications_event_id_fkey;';
begin
  foreach parent in array array['events', 'movements'] loop
    execute format('select exists (select from %I offset 10000), (select max(at) from %1$I)', parent)
      into is_large, latest;
    if is_large then
      -- A clock may have been years ahead.
      changes := changes || format('alter table %I add constraint %I check (at < %L) not valid;', parent, parent || '_end',
        greatest(date_trunc('month', now()) + interval '2 months', date_trunc('month', latest) + interval '1 month'));
    end if;
  end loop;
  -- All tables are read by now, so the locks are short.
  execute changes;
end $$;
