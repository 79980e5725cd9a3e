-- Partitions by a time, or by an id made by uuidv7(), which begins with its time.

create function moment_of(id uuid) returns timestamptz language sql immutable as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;
create function moment_of(moment timestamptz) returns timestamptz language sql immutable as 'select moment';
-- The text of a bound, of either kind.
create function moment_of(bound text) returns timestamptz language sql stable as $$
  select case when bound ~ '^[0-9a-f]{8}-' then moment_of(bound::uuid) else bound::timestamptz end
$$;

-- No id made by uuidv7() from this moment on is smaller.
create function first_id_at(moment timestamptz) returns uuid language sql immutable as $$
  select (case when moment = '-infinity' then repeat('0', 12)
    else lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') end || repeat('0', 20))::uuid
$$;

create function partition_key(parent regclass, out name text, out type regtype) language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select attname, atttypid from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
  where partrelid = parent
$$;

-- The value of the key with which a partition that begins at a moment begins.
create function bound_of(parent regclass, moment timestamptz) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select case when type = 'uuid'::regtype then first_id_at(moment)::text else moment::text end from partition_key(parent)
$$;

-- All columns that can be written.
create function written_columns(part regclass) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
  select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
  where attrelid = part and attnum > 0 and not attisdropped and attgenerated = ''
$$;

-- The partitions of a table and their bounds, in order; the default partition has none.
create function partitions_of(parent regclass)
  returns table (part regclass, is_default boolean, from_moment timestamptz, to_moment timestamptz)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select oid::regclass, bound = 'DEFAULT',
    case when bound like '%FROM (MINVALUE)%' then '-infinity'
      else moment_of(substring(bound from 'FROM \(''([^'']*)''\)')) end,
    case when bound like '%TO (MAXVALUE)%' then 'infinity'
      else moment_of(substring(bound from 'TO \(''([^'']*)''\)')) end
  from (select pg_class.oid, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = parent) as children
  order by 3 nulls last
$$;

-- Makes an empty table like a partitioned one: with its indexes, with a key of its own where the ids of the whole
-- table come from one sequence, and append-only if the table is.
create function make_part(parent regclass, part text) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
begin
  execute format('create table public.%I (like %s including defaults including constraints including generated
    including storage including indexes)', part, parent);
  if not exists (select from pg_constraint where conrelid = format('public.%I', part)::regclass and contype = 'p') then
    execute format('alter table public.%I add primary key (id)', part);
  end if;
  for name in select tgname from pg_trigger where tgrelid = parent and tgfoid = 'refuse_change'::regproc loop
    execute format('create trigger %I before update or delete or truncate on public.%I for each statement
      execute function refuse_change()', name, part);
  end loop;
end $$;
revoke all on function make_part(regclass, text) from public;

-- Makes the partition of a day or a month, and returns whether it did. The program may call this, although it owns
-- nothing. A default partition is locked, so the wait is short: people who read the table wait as long.
create function make_partition(parent text, unit text, starts date) returns boolean language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare
  whole regclass := format('public.%I', parent)::regclass;
  part text := parent || case unit when 'day' then to_char(starts, '_YYYYMMDD') else to_char(starts, '_YYYY_MM') end;
  lower timestamptz := starts::timestamp at time zone 'UTC';
  upper timestamptz := (starts + ('1 ' || unit)::interval) at time zone 'UTC';
  fallback regclass;
  is_within text;
  columns text;
  astray integer := 0;
begin
  if unit not in ('day', 'month') or date_trunc(unit, starts::timestamp) <> starts
    or not exists (select from pg_partitioned_table where partrelid = whole and partstrat = 'r') then
    raise exception 'no % of % begins on %', unit, parent, starts using errcode = 'check_violation';
  end if;
  if starts not between current_date - 400 and current_date + 400 then
    raise exception 'no partition of % is made for %', parent, starts using errcode = 'check_violation';
  end if;
  if exists (select from partitions_of(whole) where from_moment < upper and to_moment > lower) then
    return false;
  end if;
  -- One after the other: a transaction that waited finds the partition made.
  perform pg_advisory_xact_lock(hashtextextended('partitions of ' || parent, 0));
  if exists (select from partitions_of(whole) where from_moment < upper and to_moment > lower) then
    return false;
  end if;
  perform make_part(whole, part);
  select partitions_of.part into fallback from partitions_of(whole) where is_default;
  if fallback is not null then
    is_within := format('%1$I >= %2$L and %1$I < %3$L', (partition_key(whole)).name, bound_of(whole, lower),
      bound_of(whole, upper));
    perform set_config('lock_timeout', '150ms', true);
    execute format('lock table %s in access exclusive mode', fallback);
    execute format('select count(*) from (select from %s where %s limit 5001) as rows', fallback, is_within) into astray;
  end if;
  -- Rows that came before their month was made. Too many of them stay where they are, and are found there.
  if astray > 5000 then
    execute format('drop table public.%I', part);
    return false;
  elsif astray > 0 then
    columns := written_columns(whole);
    execute format('insert into public.%I (%s) select %2$s from %s where %s', part, columns, fallback, is_within);
    execute format('alter table %s disable trigger user', fallback);
    execute format('delete from %s where %s', fallback, is_within);
    execute format('alter table %s enable trigger user', fallback);
  end if;
  execute format('alter table %s attach partition public.%I for values from (%L) to (%L)', whole, part,
    bound_of(whole, lower), bound_of(whole, upper));
  return true;
end $$;

-- As before, by the function above.
create or replace function make_tag_read_day(day date) returns void language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
begin
  if day not between current_date - 400 and current_date + 30 then
    raise exception 'no reads are kept for %', day using errcode = 'check_violation';
  end if;
  perform make_partition('tag_reads', 'day', day);
end $$;

-- Dropping locks the whole table: nobody who writes reads waits longer than this.
alter function drop_tag_read_day(date) set lock_timeout = '150ms';

-- How far the rows of a first partition have been copied into months. Only split_step() writes it.
create table partition_splits (
  parent text not null,
  starts date not null,
  ends date not null,
  last_at timestamptz,
  last_id text,
  rows bigint not null default 0,
  is_copied boolean not null default false,
  primary key (parent, starts)
);

-- Rows that come into a first partition while its rows are copied.
create function keep_late_row() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  execute format('insert into public.%I select ($1).*', tg_argv[0]) using new;
  return null;
end $$;

-- The next table of a split gets the indexes that the present one has by now. Nobody waits: nobody uses it yet.
create function match_indexes(whole regclass, next regclass) returns boolean language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
  definition text;
  is_changed boolean := false;
begin
  for name in select relname from pg_index join pg_class on oid = indexrelid where indrelid = next
    and to_regclass(format('public.%I', regexp_replace(relname, '_next$', ''))) is null loop
    execute format('drop index public.%I', name);
    is_changed := true;
  end loop;
  for name, definition in select relname, pg_get_indexdef(indexrelid) from pg_index join pg_class on oid = indexrelid
    where indrelid = whole and to_regclass(format('public.%I', relname || '_next')) is null loop
    execute regexp_replace(definition, 'INDEX \S+ ON (ONLY )?\S+', format('INDEX %I ON %s', name || '_next', next));
    is_changed := true;
  end loop;
  return is_changed;
end $$;
revoke all on function match_indexes(regclass, regclass) from public;

-- The later partitions move to the next table, which gets the triggers, rights and name of the present one. Attaching
-- costs some milliseconds, so the months of the past are attached before. Nobody waits longer than 50 ms for the lock.
create function swap_split(parent text) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '50ms' as $$
declare
  whole regclass := format('public.%I', parent)::regclass;
  next regclass := format('public.%I', parent || '_next')::regclass;
  old text := parent || '_before';
  owner oid;
  bound text;
  name text;
  next_id bigint;
  is_numbered boolean := pg_get_serial_sequence(parent, 'id') is not null;
  triggers text[] := array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = whole and not tgisinternal);
begin
  execute format('lock table only %s in access exclusive mode', whole);
  for name in select part from partitions_of(whole) loop
    execute format('lock table %s in access exclusive mode nowait', name);
  end loop;
  if is_numbered then
    execute format('select last_value + is_called::int from %s', pg_get_serial_sequence(parent, 'id')) into next_id;
  end if;
  execute format('insert into %s select * from public.%I on conflict do nothing', next, parent || '_late');
  execute format('alter table %s detach partition public.%I', whole, old);
  for name, bound in select oid::regclass, pg_get_expr(relpartbound, oid) from pg_inherits join pg_class on oid = inhrelid
    where inhparent = whole order by 2 desc loop
    execute format('alter table %s detach partition %s', whole, name);
    execute format('alter table %s attach partition %s %s', next, name, bound);
  end loop;
  for name in select format('%s on %s to %s', privilege_type, next, case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class, aclexplode(relacl) where oid = whole and grantee <> relowner loop
    execute 'grant ' || name;
  end loop;
  execute format('drop table %s', whole);
  execute format('alter table %s rename to %I', next, parent);
  for name in select relname from pg_index join pg_class on oid = indexrelid where indrelid = next loop
    execute format('alter index public.%I rename to %I', name, regexp_replace(name, '_next$', ''));
  end loop;
  if is_numbered then
    execute format('alter table public.%I alter column id add generated always as identity (start with %s)', parent, next_id);
  end if;
  foreach name in array triggers loop
    execute name;
  end loop;
  execute format('drop table public.%I cascade', parent || '_late');
  execute format('alter table public.%I rename to %I', old, parent || '_split');
end $$;
revoke all on function swap_split(text) from public;

-- One step of splitting a first partition (…_before) into months, in its own short transaction; repeated until it
-- returns null. The rows never change, so they are copied in batches into the months of a table that nobody uses yet
-- (…_next). Rows that come late are kept apart. The last step but one swaps the tables, the last one drops the old one.
create function split_step(parent text, most integer) returns text language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '150ms' as $$
declare
  whole regclass := format('public.%I', parent)::regclass;
  next text := parent || '_next';
  old text := parent || '_before';
  late text := parent || '_late';
  done text := parent || '_split';
  last_end timestamptz;
  first_at timestamptz;
  month partition_splits;
  part text;
  bounds text;
  copied bigint;
  missing bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('split of ' || parent, 0)) then
    return null;
  end if;
  if to_regclass('public.' || done) is not null then
    for part in select conrelid::regclass from pg_constraint join pg_inherits on inhrelid = conrelid
      where inhparent = whole and conname = 'bounds' limit 1 loop
      execute format('alter table %s drop constraint bounds', part);
      return part || ' is as before';
    end loop;
    execute format('drop table public.%I', done);
    delete from partition_splits where partition_splits.parent = split_step.parent;
    return 'the former table is dropped';
  end if;
  select to_moment into last_end from partitions_of(whole) where partitions_of.part = to_regclass('public.' || old);
  if last_end is null then
    return null;
  end if;

  if not exists (select from partition_splits where partition_splits.parent = split_step.parent) then
    -- As long as people write into it there is nothing to split.
    if last_end > now() then
      return null;
    end if;
    -- A new installation has no rows from before.
    execute format('select count(*) from (select from public.%I limit 1) as rows', old) into copied;
    if copied = 0 then
      execute format('lock table only %s, only public.%I in access exclusive mode', whole, old);
      execute format('select count(*) from (select from public.%I limit 1) as rows', old) into copied;
      if copied = 0 then
        execute format('alter table %s detach partition public.%I', whole, old);
        execute format('drop table public.%I', old);
        return 'the empty table is dropped';
      end if;
    end if;
    -- Items and reads of inventories change, so they cannot be copied while people work: they stay together.
    if (partition_key(whole)).name <> 'at' then
      return null;
    end if;
    -- Ten years at most: a clock may have been wrong.
    execute format('select date_trunc(''month'', min(at)) from public.%I where at >= %L', old, last_end - interval '10 years')
      into first_at;
    if first_at is null then
      return null;
    end if;
    insert into partition_splits (parent, starts, ends) values (parent, '-infinity', first_at);
    insert into partition_splits (parent, starts, ends) select split_step.parent, start, start + interval '1 month'
      from generate_series(first_at, last_end - interval '1 month', '1 month') as start;
    execute format('create table public.%I (like %s including defaults including storage) partition by range (at)', next, whole);
    perform match_indexes(whole, format('public.%I', next)::regclass);
    execute format('create table public.%I (like %s including defaults)', late, whole);
    execute format('alter table public.%I add primary key (id)', late);
    -- Waits for everyone who writes there, so each row is either copied or kept.
    execute format('create trigger keep_late after insert on public.%I for each row execute function keep_late_row(%L)',
      old, late);
    return 'begun';
  end if;

  select * into month from partition_splits where partition_splits.parent = split_step.parent and not is_copied
    order by starts limit 1;
  if found then
    part := parent || case when month.starts = '-infinity' then '_earlier' else to_char(month.starts, '_YYYY_MM') end;
    if to_regclass('public.' || part) is null then
      perform make_part(whole, part);
      execute format('alter table public.%I attach partition public.%I for values from (%s) to (%L)', next, part,
        case when month.starts = '-infinity' then 'minvalue' else quote_literal(month.starts) end, month.ends);
    end if;
    execute format('with batch as materialized (
        select * from public.%I where at >= %L and at < %L %s order by at, id limit %s
      ), copied as (insert into public.%I select * from batch on conflict (id) do nothing)
      select count(*), (array_agg(at order by at desc, id desc))[1], (array_agg(id::text order by at desc, id desc))[1]
      from batch', old, coalesce(month.last_at, month.starts), month.ends,
      case when month.last_at is null then '' else format('and (at, id) > (%L, %L)', month.last_at, month.last_id) end,
      most, part) into copied, month.last_at, month.last_id;
    update partition_splits set rows = rows + copied, last_at = coalesce(month.last_at, partition_splits.last_at),
      last_id = coalesce(month.last_id, partition_splits.last_id)
      where partition_splits.parent = split_step.parent and starts = month.starts;
    if copied < most then
      execute format('insert into public.%I select * from public.%I where at >= %L and at < %L on conflict (id) do nothing',
        part, late, month.starts, month.ends);
      execute format('select (select count(*) from public.%I where at >= %L and at < %L) - (select count(*) from public.%I)',
        old, month.starts, month.ends, part) into missing;
      if missing <> 0 then
        raise exception '% lacks % rows of %', part, missing, old;
      end if;
      execute format('analyze public.%I', part);
      update partition_splits set is_copied = true
        where partition_splits.parent = split_step.parent and starts = month.starts;
    end if;
    return format('%s: %s rows', part, month.rows + copied);
  end if;

  -- So that the swap does not read the later partitions.
  for part, bounds in select partitions_of.part, pg_get_partition_constraintdef(partitions_of.part) from partitions_of(whole)
    where partitions_of.part <> format('public.%I', old)::regclass and not is_default
      and not exists (select from pg_constraint where conrelid = partitions_of.part and conname = 'bounds') limit 1 loop
    execute format('alter table %s add constraint bounds check (%s) not valid', part, bounds);
    return part || ' gets its bounds';
  end loop;
  for part in select conrelid::regclass from pg_constraint join pg_inherits on inhrelid = conrelid
    where inhparent = whole and conname = 'bounds' and not convalidated limit 1 loop
    execute format('alter table %s validate constraint bounds', part);
    return part || ' has its bounds';
  end loop;
  if match_indexes(whole, format('public.%I', next)::regclass) then
    return 'indexes are built';
  end if;
  perform swap_split(parent);
  return 'swapped';
end $$;

-- The default partition takes rows whose month is not made: no row is ever refused. Made before 072 locks anything.
select make_part('events', 'events_default'), make_part('movements', 'movements_default');
alter table events_default drop constraint if exists events_end;
alter table movements_default drop constraint if exists movements_end;
