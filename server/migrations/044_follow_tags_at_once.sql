-- Runs are made by the writer by now; 'take_reads' stays for a writer of the version before.

-- The same answers, found by looking up each tag once. Of the rows of a common table expression the planner knows nothing,
-- took them for a few, and compared every tag of a batch with every other.

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
      assets.place_id in (seen.id, seen.aou_id, seen.property_id, seen.mm_id, seen.city_id) as is_home,
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

-- Most tags are where they were, and only the moment is new; the others go the whole way. Two lanes may come to the same
-- tags: each holds them in their order. Moments are milliseconds. Only whoever finds one of the others held lets go, and holds all in their order first.
create function follow_runs(sent_tags text[], sent_turns integer[], sent_first bigint[], sent_last bigint[],
  sent_reads integer[], sent_rssis real[], sent_spots integer[], places uuid[], readers uuid[], antennas smallint[],
  least_reads integer[], windows integer[], silences integer[]) returns void language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  others read_run[];
begin
  for attempt in 1 .. 2 loop
    begin
      if attempt = 2 then
        perform from unnest(sent_tags) as sent (tag) cross join lateral (
          select from last_seen where last_seen.tag = sent.tag for update) as held;
      end if;
      with run as (
        select tag, turn, first_ms, to_timestamp(last_ms::float8 / 1000) as last_at, reads, rssi, spot
        from unnest(sent_tags, sent_turns, sent_first, sent_last, sent_reads, sent_rssis, sent_spots)
          as run (tag, turn, first_ms, last_ms, reads, rssi, spot)
      ), stayed as (
        update last_seen set reader_id = readers[spot], antenna = antennas[spot], seen_at = last_at, rssi = run.rssi,
          gone_seconds = silences[spot], read_at = last_at, candidate_place_id = null, candidate_since = null,
          candidate_reads = 0
        from run where last_seen.tag = run.tag and turn = 1 and place_id = places[spot] and not is_unknown
          and read_at < last_at
        returning last_seen.tag
      )
      select array_agg(row(tag, turn, places[spot], readers[spot], antennas[spot], least_reads[spot], windows[spot],
        silences[spot], to_timestamp(first_ms::float8 / 1000), last_at, reads, rssi)::read_run) into others
      from run where turn > 1 or (tag in (select tag from stayed)) is not true;
      perform from unnest(others) as other cross join lateral (
        select from last_seen where last_seen.tag = other.tag for update nowait) as held;
      exit;
    exception when lock_not_available then
      if attempt = 2 then
        raise;
      end if;
    end;
  end loop;
  for wanted in 1 .. coalesce((select max(turn) from unnest(others)), 0) loop
    perform follow_tags(others, wanted);
  end loop;
end $$;
