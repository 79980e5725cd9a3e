-- What a batch of reads says, written by one statement: the reads that are new, where their tags are by now, who moved,
-- which tags nobody knows. Reads that are known already, by whichever way they came, change nothing.

-- Reads of one tag in one place, one after the other, with no read of it elsewhere in between.
create type read_run as (
  tag text, turn integer, place_id uuid, reader_id uuid, antenna smallint, min_reads integer, window_seconds integer,
  gone_seconds integer, first_at timestamptz, last_at timestamptz, reads integer, rssi real
);

-- The next run of each tag, onto what is known of it. A place becomes the tag's own once it has read the tag often enough
-- within its window; a read in the tag's own place in between starts the count anew, so that of two antennas which
-- both see a tag neither takes it from the other.
create function follow_tags(runs read_run[], wanted integer) returns void language sql as $$
  with run as (
    select * from unnest(runs) as run where run.turn = wanted
  ), kept as (
    select last_seen.* from last_seen where tag in (select tag from run) order by tag for update
  ), counted as (
    select run.*, kept.place_id as old_place_id, kept.since as old_since, kept.seen_at as old_seen_at,
      kept.reader_id as old_reader_id, kept.antenna as old_antenna, kept.gone_seconds as old_gone_seconds,
      kept.rssi as old_rssi, coalesce(kept.is_unknown, false) as was_unknown,
      run.place_id is not distinct from kept.place_id as stays,
      case when is_near then kept.candidate_since else run.first_at end as candidate_since,
      case when is_near then kept.candidate_reads else 0 end + run.reads as evidence
    from run left join kept on kept.tag = run.tag
    cross join lateral (select coalesce(kept.candidate_place_id = run.place_id
      and kept.candidate_since > run.last_at - make_interval(secs => run.window_seconds), false) as is_near) as near
    where kept.tag is null or run.last_at > kept.read_at
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
    select told.tag, old_place_id, place_id, candidate_since, reader_id, antenna
    from told join written on written.tag = told.tag where moves order by told.tag
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

create function take_reads(sent_tags text[], sent_times timestamptz[], sent_readers uuid[], sent_antennas smallint[],
  sent_rssis real[], sent_counts integer[], sent_received timestamptz[]) returns integer language plpgsql as $$
declare
  runs read_run[];
  taken integer;
begin
  with sent as (
    select tag, read_at, sent.reader_id, sent.antenna, max(rssi) as rssi, sum(count)::int as count,
      min(received_at) as received_at
    from unnest(sent_tags, sent_times, sent_readers, sent_antennas, sent_rssis, sent_counts, sent_received)
      as sent (tag, read_at, reader_id, antenna, rssi, count, received_at)
    group by tag, read_at, sent.reader_id, sent.antenna
  ), point as (
    select seen.reader_id, seen.antenna, chosen.*
    from (select distinct reader_id, antenna from sent) as seen cross join lateral (
      select place_id, min_rssi, min_reads, window_seconds, gone_seconds from read_points
      where read_points.reader_id = seen.reader_id and read_points.antenna in (seen.antenna, 0)
      order by read_points.antenna desc limit 1) as chosen
  ), new as (
    insert into tag_reads (tag, read_at, reader_id, antenna, rssi, count, place_id, received_at)
    select tag, read_at, sent.reader_id, sent.antenna, rssi, count, point.place_id, received_at
    from sent left join point on point.reader_id = sent.reader_id and point.antenna = sent.antenna
    order by tag, read_at
    on conflict (tag, read_at, reader_id, antenna) do nothing
    returning tag, read_at, reader_id, antenna, rssi, count, received_at
  ), pointed as (
    -- A clock that is a little ahead must not keep later reads from counting.
    select new.tag, least(read_at, received_at) as read_at, new.reader_id, new.antenna, rssi, count, point.place_id,
      min_reads, window_seconds, gone_seconds
    from new join point on point.reader_id = new.reader_id and point.antenna = new.antenna
    where rssi is null or min_rssi is null or rssi >= min_rssi
  ), marked as (
    select *, place_id is distinct from lag(place_id) over in_time as begins from pointed
    window in_time as (partition by tag order by read_at, reader_id, antenna)
  ), numbered as (
    select *, count(*) filter (where begins) over (partition by tag order by read_at, reader_id, antenna) as turn
    from marked
  ), ended as (
    select *, max(read_at) over (partition by tag, turn) as last_at from numbered
  ), run as (
    select row(tag, turn::int, place_id, (array_agg(reader_id))[1], (array_agg(antenna))[1], max(min_reads),
      max(window_seconds), max(gone_seconds), min(read_at) filter (where in_window), last_at,
      (sum(count) filter (where in_window))::int, max(rssi))::read_run as one
    from ended cross join lateral (
      select read_at > last_at - make_interval(secs => window_seconds) as in_window) as inside
    group by tag, turn, place_id, last_at
  ), health as (
    insert into reader_health as known (reader_id, last_message_at, last_read_at, reads, minute, minute_reads,
      clock_ahead_seconds)
    select reader_id, max(received_at), max(read_at), count(*), date_trunc('minute', max(received_at)), count(*),
      extract(epoch from max(read_at - received_at))::int
    from new where exists (select from readers where readers.id = new.reader_id)
    group by reader_id order by reader_id
    on conflict (reader_id) do update set reads = known.reads + excluded.reads, silent_since = null,
      last_message_at = greatest(known.last_message_at, excluded.last_message_at),
      last_read_at = greatest(known.last_read_at, excluded.last_read_at),
      minute = greatest(known.minute, excluded.minute),
      earlier_reads = case when excluded.minute <= known.minute then known.earlier_reads
        when excluded.minute = known.minute + interval '1 minute' then known.minute_reads else 0 end,
      minute_reads = case when excluded.minute <= known.minute then known.minute_reads else 0 end
        + excluded.minute_reads,
      clock_ahead_seconds = excluded.clock_ahead_seconds
  )
  select array(select one from run), (select count(*) from new) into runs, taken;
  for wanted in 1 .. coalesce((select max(turn) from unnest(runs)), 0) loop
    perform follow_tags(runs, wanted);
  end loop;
  return taken;
end $$;
