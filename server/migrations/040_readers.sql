-- Fixed readers. What they report is kept apart from assets: where an asset belongs is a person's word, where it was
-- seen is a reader's.
create table readers (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  adapter text not null check (adapter in ('impinj', 'zebra-fx', 'zebra-rfd', 'speedway', 'mapped')),
  -- The paths to what a message holds, where the adapter knows none by itself.
  mapping jsonb,
  place_id uuid references places (id) on delete set null,
  -- Of the password; null once it was revoked.
  credential_hash bytea,
  credential_made_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  -- Silence for longer than this is told; null: never.
  silent_minutes integer check (silent_minutes between 1 and 10080),
  removed_at timestamptz,
  constraint readers_mapping check ((adapter = 'mapped') = (mapping is not null)),
  constraint readers_placed check (removed_at is not null or place_id is not null)
);
create unique index readers_name_in_place on readers (place_id, lower(name)) where removed_at is null;
create index readers_in_order on readers (lower(name), id) where removed_at is null;

-- An antenna looks into a room or at a door. Antenna 0 stands for all that have no row of their own.
create table read_points (
  id uuid primary key default uuidv7(),
  reader_id uuid not null references readers (id),
  antenna smallint not null check (antenna between 0 and 64),
  place_id uuid not null references places (id),
  kind text not null check (kind in ('portal', 'room')),
  min_rssi real,
  -- So many reads within so many seconds before a tag counts as seen here, and gone after such a silence.
  min_reads integer not null check (min_reads between 1 and 100),
  window_seconds integer not null check (window_seconds between 1 and 3600),
  gone_seconds integer not null check (gone_seconds between 1 and 86400),
  unique (reader_id, antenna)
);
create index read_points_by_place on read_points (place_id);

create table reader_health (
  reader_id uuid primary key references readers (id),
  connection text check (connection in ('connected', 'lost')),
  connection_at timestamptz,
  last_message_at timestamptz,
  last_read_at timestamptz,
  reads bigint not null default 0,
  -- Reads by minute: the one under way, and the one before.
  minute timestamptz,
  minute_reads integer not null default 0,
  earlier_reads integer not null default 0,
  unreadable bigint not null default 0,
  overflows bigint not null default 0,
  overflow_at timestamptz,
  -- By how much its clock was ahead of ours when it last sent something.
  clock_ahead_seconds integer,
  silent_since timestamptz
) with (fillfactor = 70);

-- One row for a tag that an antenna saw at a moment, however often and by whichever way that was reported. Partitions
-- are days, made by the program and dropped when they are old.
create table tag_reads (
  tag text not null,
  read_at timestamptz not null,
  reader_id uuid not null,
  antenna smallint not null,
  rssi real,
  count integer not null,
  -- Where the antenna looked at that time; null where nobody said.
  place_id uuid,
  received_at timestamptz not null,
  primary key (tag, read_at, reader_id, antenna)
) partition by range (read_at);
create index tag_reads_received on tag_reads using brin (received_at) with (pages_per_range = 16, autosummarize = on);

-- Where a tag is, by its reads: it only moves forward in time. Until a place has read it often enough, that place stands
-- in the columns of the candidate.
create table last_seen (
  tag text primary key,
  place_id uuid,
  reader_id uuid,
  antenna smallint,
  since timestamptz,
  seen_at timestamptz,
  rssi real,
  gone_seconds integer,
  -- No asset had it when it came to this place.
  is_unknown boolean not null default false,
  -- The latest read that counted, in that place or another.
  read_at timestamptz not null,
  candidate_place_id uuid,
  candidate_since timestamptz,
  candidate_reads integer not null default 0
) with (fillfactor = 70);
create index last_seen_by_place on last_seen (place_id) where place_id is not null;

create table movements (
  id uuid primary key default uuidv7(),
  tag text not null,
  from_place_id uuid,
  to_place_id uuid not null,
  at timestamptz not null,
  reader_id uuid not null,
  antenna smallint not null
);
create index movements_of_tag on movements (tag, at, id);
create index movements_in_order on movements (at, id);

-- Assets that were seen elsewhere than they are registered, until they are back, moved or left alone.
create table seen_elsewhere (
  asset_id uuid primary key references assets (id),
  tag text not null,
  place_id uuid not null,
  since timestamptz not null,
  -- The rule that is to be told, and since when it was.
  left_property boolean not null,
  told_at timestamptz,
  ignored text check (length(ignored) between 1 and 500),
  ignored_by uuid references users (id)
);
create index seen_elsewhere_in_order on seen_elsewhere (since, asset_id);
create index seen_elsewhere_by_place on seen_elsewhere (place_id);
create index seen_elsewhere_to_tell on seen_elsewhere (asset_id) where told_at is null;

-- Messages that could not be written, and reads from the future, with what the reader sent.
create table dead_letters (
  id uuid primary key default uuidv7(),
  -- Of the message in the log, so that it is kept once.
  message_id text not null unique,
  reader_id uuid references readers (id),
  reason text not null check (reason in ('unreadable', 'unknown-reader', 'future', 'too-old', 'failed')),
  detail text,
  payload text not null,
  received_at timestamptz not null,
  dead_at timestamptz not null default now(),
  replay text check (replay in ('as-sent', 'as-received'))
);
create index dead_letters_in_order on dead_letters (dead_at, id);
create index dead_letters_by_reader on dead_letters (reader_id);
create index dead_letters_to_replay on dead_letters (id) where replay is not null;

-- The gateway hears of a credential that is gone, and the writer of a read point that is another.
create function announce_reader() returns trigger language plpgsql as $$
begin
  perform pg_notify('readers', new.id::text);
  return null;
end $$;
create trigger readers_announced after insert or update on readers for each row execute function announce_reader();

-- The program cannot make tables, so these do, for days that make sense only.
create function make_tag_read_day(day date) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if day not between current_date - 400 and current_date + 30 then
    raise exception 'no reads are kept for %', day using errcode = 'check_violation';
  end if;
  execute format('create table if not exists %I partition of tag_reads for values from (%L) to (%L)',
    'tag_reads_' || to_char(day, 'YYYYMMDD'), day || ' 00:00:00+00', (day + 1) || ' 00:00:00+00');
end $$;

create function drop_tag_read_days(before date) returns integer language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  part text;
  dropped integer := 0;
begin
  if before > current_date - 1 then
    raise exception 'reads of the last days stay' using errcode = 'check_violation';
  end if;
  for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'tag_reads'::regclass and relname ~ '^tag_reads_\d{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') < before order by relname
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
