-- True where a place is the given one or lies below it. Places above rooms have no AoU, so the comparison may be unknown.
create function place_holds(outer_id uuid, inner_place places) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(outer_id in (inner_place.id, inner_place.aou_id, inner_place.property_id, inner_place.mm_id,
    inner_place.city_id), false)
$$;

-- True where an asset was seen in the place it is registered in, in a part of it, or by an antenna that looks at a larger place
-- which holds it: a door of the property says nothing against any of its rooms.
create function is_at_home(asset assets, seen places) returns boolean language sql immutable parallel safe as $$
  select coalesce(asset.place_id in (seen.id, seen.aou_id, seen.property_id, seen.mm_id, seen.city_id), false)
    or coalesce(seen.id in (asset.aou_id, asset.property_id, asset.mm_id, asset.city_id), false)
$$;

-- As before, but for what is at home.
create or replace function follow_tags(runs read_run[], wanted integer) returns void language sql as $$
  -- Held first, so that the statement after it reads what is known of them by then.
  select count(*) from (
    select from last_seen where tag in (select tag from unnest(runs) as run where run.turn = wanted)
    order by tag for update) as held;
  with counted as (
    select run.*, kept.place_id as old_place_id, kept.since as old_since, kept.seen_at as old_seen_at,
      kept.reader_id as old_reader_id, kept.antenna as old_antenna, kept.gone_seconds as old_gone_seconds,
      kept.rssi as old_rssi, coalesce(kept.is_unknown, false) as was_unknown,
      run.place_id is not distinct from kept.place_id as stays,
      case when is_near then kept.candidate_since else run.first_at end as candidate_since,
      case when is_near then kept.candidate_reads else 0 end + run.reads as evidence
    from unnest(runs) as run left join last_seen as kept on kept.tag = run.tag
    cross join lateral (select coalesce(kept.candidate_place_id = run.place_id
      and kept.candidate_since > run.last_at - make_interval(secs => run.window_seconds), false) as is_near) as near
    where run.turn = wanted and (kept.tag is null or run.last_at > kept.read_at)
  ), judged as (
    select *, not stays and evidence >= min_reads as moves from counted
  ), told as (
    select judged.*, moves or stays as is_here, case when moves or was_unknown then not exists (
      select from assets where upper(assets.rfid_tag) = judged.tag and assets.deleted_at is null)
      else false end as is_unknown
    from judged
  ), written as (
    insert into last_seen as known (tag, place_id, reader_id, antenna, since, seen_at, rssi, gone_seconds, is_unknown,
      read_at, candidate_place_id, candidate_since, candidate_reads)
    select tag,
      case when moves then place_id else old_place_id end,
      case when is_here then reader_id else old_reader_id end,
      case when is_here then antenna else old_antenna end,
      case when moves then candidate_since else old_since end,
      case when is_here then last_at else old_seen_at end,
      case when is_here then rssi else old_rssi end,
      case when is_here then gone_seconds else old_gone_seconds end,
      is_unknown, last_at,
      case when not is_here then place_id end,
      case when not is_here then candidate_since end,
      case when is_here then 0 else evidence end
    from told order by tag
    on conflict (tag) do update set place_id = excluded.place_id, reader_id = excluded.reader_id,
      antenna = excluded.antenna, since = excluded.since, seen_at = excluded.seen_at, rssi = excluded.rssi,
      gone_seconds = excluded.gone_seconds, is_unknown = excluded.is_unknown, read_at = excluded.read_at,
      candidate_place_id = excluded.candidate_place_id, candidate_since = excluded.candidate_since,
      candidate_reads = excluded.candidate_reads
    where known.read_at < excluded.read_at
    returning tag
  ), moved as (
    insert into movements (tag, from_place_id, to_place_id, at, reader_id, antenna)
    select tag, old_place_id, place_id, candidate_since, reader_id, antenna from told
    -- 'is true' keeps it a table of tags that is looked into, instead of a join.
    where moves and (tag in (select tag from written)) is true order by tag
    returning tag, to_place_id, at
  ), unknown as (
    insert into unknown_tags as known (tag, place_id, first_seen_at, last_seen_at, reads)
    select tag, place_id, first_at, last_at, reads from told where is_here and is_unknown order by tag
    on conflict (tag) do update set first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at), reads = known.reads + excluded.reads,
      place_id = case when excluded.last_seen_at >= known.last_seen_at then excluded.place_id else known.place_id end
  ), compared as (
    select assets.id, moved.tag, moved.to_place_id, moved.at,
      is_at_home(assets, seen) as is_home,
      assets.property_id is not null and assets.property_id is distinct from seen.property_id as left_property
    from moved join assets on upper(assets.rfid_tag) = moved.tag and assets.deleted_at is null
    join places as seen on seen.id = moved.to_place_id
  ), back as (
    delete from seen_elsewhere using compared where asset_id = compared.id and compared.is_home
  )
  insert into seen_elsewhere as known (asset_id, tag, place_id, since, left_property)
  select id, tag, to_place_id, at, left_property from compared where not is_home order by id
  on conflict (asset_id) do update set tag = excluded.tag, place_id = excluded.place_id, since = excluded.since,
    left_property = excluded.left_property, told_at = null, ignored = null, ignored_by = null
$$;

-- A day is made as a table of its own and attached: that waits for no reader or writer of the others, nor do they wait for it.
create or replace function make_tag_read_day(day date) returns void language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  part text := 'tag_reads_' || to_char(day, 'YYYYMMDD');
begin
  if day not between current_date - 400 and current_date + 30 then
    raise exception 'no reads are kept for %', day using errcode = 'check_violation';
  end if;
  if to_regclass(part) is not null then
    return;
  end if;
  -- One after the other: a transaction that waited finds the day made.
  perform pg_advisory_xact_lock(hashtextextended('days of tag_reads', 0));
  begin
    execute format('create table %I (like tag_reads including defaults including constraints including storage)', part);
  exception when duplicate_table then
    return;
  end;
  execute format('alter table tag_reads attach partition %I for values from (%L) to (%L)', part,
    day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
end $$;

-- Dropping needs all of tag_reads for a moment. Everybody queues behind the one who waits for that, such as behind a backup:
-- so it waits for two seconds at most, and for one day in each transaction. Null where there is none to drop.
create function drop_tag_read_day(before date) returns text language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  part text;
begin
  if before > current_date - 1 then
    raise exception 'reads of the last days stay' using errcode = 'check_violation';
  end if;
  select relname into part from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'tag_reads'::regclass and relname ~ '^tag_reads_\d{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') < before order by relname limit 1;
  if part is not null then
    execute format('drop table %I', part);
  end if;
  return part;
end $$;

-- For a worker of the version before, which drops all of them in one transaction.
alter function drop_tag_read_days(date) set lock_timeout = '2s';
