-- Reads both tables once. Nobody waits for that: people go on reading and writing. So it may wait for a vacuum.
set local lock_timeout = 0;

do $$
declare
  parent text;
begin
  for parent in select conrelid::regclass from pg_constraint where conname in ('events_end', 'movements_end') loop
    execute format('alter table %s validate constraint %s', parent, parent || '_end');
  end loop;
end $$;
