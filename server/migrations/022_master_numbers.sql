-- People call a record by a short number, as the columns 'ID' show it. All places count in one row, so a number names one place
-- of the tree. Numbers are never used again.
do $$
declare
  master text;
begin
  foreach master in array array['places', 'asset_names', 'asset_states', 'vendors', 'brands'] loop
    execute format('alter table %I add column number integer', master);
    execute format('update %1$I set number = numbered.number
      from (select id, row_number() over (order by id) as number from %1$I) as numbered
      where %1$I.id = numbered.id', master);
    execute format('alter table %I alter column number set not null,
      alter column number add generated always as identity', master);
    execute format('select setval(pg_get_serial_sequence(%L, ''number''), coalesce(max(number), 0) + 1, false) from %I',
      master, master);
    execute format('create unique index %I on %I (number)', master || '_number', master);
  end loop;
end $$;

-- The state of an asset that is registered without one: 'Working', under whatever name, and after a merge the state that took its place.
alter table asset_states add column is_first boolean not null default false;
update asset_states set is_first = true where id = (
  select id from asset_states where id = '00000000-0000-7000-8000-000000000021' or lower(name) = 'working'
  order by (id = '00000000-0000-7000-8000-000000000021') desc limit 1);
create unique index asset_states_first on asset_states (is_first) where is_first;
