-- The present tables become the first partitions of new ones, within milliseconds: their constraints say where they
-- end, and their indexes become parts of the new ones. If a lock is not free soon, migrate tries again.
set local timezone = 'UTC';
lock table events, movements in access exclusive mode;

create function pg_temp.partition_by_month(parent text) returns void language plpgsql as $$
declare
  old text := parent || '_before';
  ends timestamptz;
  index record;
  next_id bigint;
begin
  select substring(pg_get_constraintdef(oid) from '''(.*)''')::timestamptz into ends
    from pg_constraint where conname = parent || '_end' and conrelid = parent::regclass;
  if ends is null then
    execute format('select coalesce(date_trunc(''month'', max(at)) + interval ''1 month'', date_trunc(''month'', now()))
      from %I', parent) into ends;
  end if;
  create temporary table indexes on commit drop as select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = parent::regclass and not indisprimary;
  execute format('alter table %I rename to %I', parent, old);
  execute format('alter table %I rename constraint %I to %I', old, parent || '_pkey', old || '_pkey');
  execute format('create table %I (like %I including defaults including storage) partition by range (at)', parent, old);
  for index in select * from indexes loop
    execute format('alter index %I rename to %I', index.name, overlay(index.name placing old from 1 for length(parent)));
    execute index.definition;
  end loop;
  drop table indexes;
  if pg_get_serial_sequence(old, 'id') is not null then
    execute format('select last_value + is_called::int from %s', pg_get_serial_sequence(old, 'id')) into next_id;
    execute format('alter table %I alter column id drop identity', old);
    execute format('alter table %I alter column id add generated always as identity (start with %s)', parent, next_id);
  end if;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, old, ends);
  execute format('alter table %I drop constraint if exists %I', old, parent || '_end');
  execute format('alter table %I attach partition %I default', parent, parent || '_default');
end $$;

select pg_temp.partition_by_month('events'), pg_temp.partition_by_month('movements');
drop function pg_temp.partition_by_month(text);

drop trigger events_announce on events_before;
drop trigger events_link_versions on events_before;
create trigger events_announce after insert on events for each statement execute function announce_events();
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
create trigger events_link_versions after insert on events referencing new table as new_lines
  for each statement execute function link_asset_versions();
