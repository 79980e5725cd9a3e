-- Reads both tables once. Nobody waits for that: people go on reading and writing.
do $$
declare
  parent text;
begin
  foreach parent in array array['inventory_items', 'inventory_reads'] loop
    if exists (select from pg_constraint where conname = parent || '_end') then
      execute format('alter table %I validate constraint %I', parent, parent || '_end');
    end if;
    -- Takes rows whose month is not made: no row is ever refused. Made before 082 locks anything.
    perform make_part(parent::regclass, parent || '_default');
    execute format('alter table %I drop constraint if exists %I', parent || '_default', parent || '_end');
  end loop;
end $$;
