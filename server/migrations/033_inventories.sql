-- A count of all that is in a place. What is expected is frozen when counting starts, and an approved or cancelled
-- inventory never changes again.
create table inventory_numbers (
  year integer primary key,
  last integer not null
);

create table inventories (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  readable_id text not null unique,
  place_id uuid not null references places (id),
  blind boolean not null,
  due_on date,
  repeat text check (repeat in ('monthly', 'quarterly')),
  status text not null default 'planned'
    check (status in ('planned', 'starting', 'counting', 'review', 'approving', 'approved', 'cancelled')),
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  -- As the place was called when counting started, the city first.
  place_names text[],
  started_at timestamptz,
  -- The day of that, in the zone of the installation.
  started_on date,
  started_by uuid references users (id),
  reviewed_at timestamptz,
  approved_at timestamptz,
  approved_by uuid references users (id),
  cancelled_at timestamptz,
  cancelled_by uuid references users (id),
  cancel_reason text check (length(cancel_reason) between 1 and 500),
  -- What starts or approves it; jobs are forgotten after a while.
  job_id uuid,
  -- The figures it was closed with; until then they are the sums of inventory_counts.
  total integer,
  found integer,
  by_hand integer,
  misplaced integer,
  outside integer,
  binned integer,
  unknown integer,
  weak integer,
  unresolved integer,
  constraint inventories_started check (status in ('planned', 'cancelled') or started_at is not null),
  constraint inventories_closed check (status <> 'approved' or total is not null)
);
create index inventories_by_place on inventories (place_id);
create index inventories_by_day on inventories (started_on, number);
create index inventories_open on inventories (number) where status not in ('approved', 'cancelled');

-- Who is to count, and who did.
create table inventory_people (
  inventory_id uuid not null references inventories (id),
  user_id uuid not null references users (id),
  is_named boolean not null,
  has_counted boolean not null,
  primary key (inventory_id, user_id)
);
create index inventory_people_by_user on inventory_people (user_id, inventory_id);

-- The places that can be counted, as they were called and lay when counting started.
create table inventory_rooms (
  inventory_id uuid not null references inventories (id),
  place_id uuid not null,
  kind text not null,
  names text[] not null,
  path text not null,
  ids uuid[] not null,
  tags integer not null default 0,
  last_read_at timestamptz,
  primary key (inventory_id, place_id)
);
create index inventory_rooms_by_path on inventory_rooms (inventory_id, path, place_id);

-- One row for each expected asset, and for each thing that was seen without being expected.
create table inventory_items (
  id uuid primary key default uuidv7(),
  inventory_id uuid not null references inventories (id),
  kind text not null check (kind in ('expected', 'outside', 'binned', 'unknown')),
  asset_id uuid,
  tag text,
  label text,
  name text,
  expected_place_id uuid,
  -- The path to the place above, where that is no place of the inventory.
  expected_names text[],
  seen_place_id uuid,
  in_place boolean not null default false,
  reads integer not null default 0,
  rssi real,
  seen_at timestamptz,
  several_rooms boolean not null default false,
  sighting_id uuid,
  note text,
  resolution jsonb,
  resolved_by uuid references users (id),
  applied boolean not null default false,
  outcome text,
  class text not null generated always as (case when kind <> 'expected' then kind
    when seen_place_id is null then 'not-found' when in_place then 'found' else 'misplaced' end) stored,
  weak boolean not null generated always as (reads = 1) stored
);
create unique index inventory_items_tag on inventory_items (inventory_id, tag) where tag is not null;
create unique index inventory_items_expected on inventory_items (inventory_id, asset_id) where kind = 'expected';
create index inventory_items_in_order on inventory_items (inventory_id, id);
create index inventory_items_by_class on inventory_items (inventory_id, class, id);
create index inventory_items_expected_in on inventory_items (inventory_id, expected_place_id, id);
create index inventory_items_seen_in on inventory_items (inventory_id, seen_place_id, id) where seen_place_id is not null;
create index inventory_items_unresolved on inventory_items (inventory_id, id) where resolution is null and class <> 'found';
create index inventory_items_to_apply on inventory_items (inventory_id, id) where resolution is not null and not applied;
create index inventory_items_weak on inventory_items (inventory_id, id) where weak;

-- Items by place, kept by triggers. A place has those expected in it, and what was seen there without being expected.
create table inventory_counts (
  inventory_id uuid not null references inventories (id),
  place_id uuid not null,
  expected integer not null,
  found integer not null,
  by_hand integer not null,
  misplaced integer not null,
  outside integer not null,
  binned integer not null,
  unknown integer not null,
  weak integer not null,
  unresolved integer not null,
  primary key (inventory_id, place_id)
) with (fillfactor = 70);

-- A sweep that is sent again is known by the id that the device made for it.
create table inventory_sweeps (
  inventory_id uuid not null references inventories (id),
  id uuid not null,
  place_id uuid not null,
  user_id uuid not null references users (id),
  device_id uuid not null,
  accepted integer not null,
  refused integer not null,
  at timestamptz not null default now(),
  primary key (inventory_id, id)
);

-- All that was read of a tag in a place: a union, whatever the order it came in.
create table inventory_reads (
  inventory_id uuid not null references inventories (id),
  tag text not null,
  place_id uuid not null,
  item_id uuid not null references inventory_items (id),
  first_at timestamptz not null,
  last_at timestamptz not null,
  rssi real,
  count integer not null,
  people uuid[] not null,
  devices uuid[] not null,
  primary key (inventory_id, tag, place_id)
);
create index inventory_reads_of_item on inventory_reads (item_id);

-- What was seen by hand.
create table inventory_sightings (
  inventory_id uuid not null references inventories (id),
  id uuid not null,
  item_id uuid not null references inventory_items (id),
  place_id uuid not null,
  user_id uuid not null references users (id),
  device_id uuid not null,
  at timestamptz not null,
  label text not null check (length(label) <= 200),
  note text not null check (length(note) <= 500),
  image text not null,
  thumbnail text not null,
  primary key (inventory_id, id)
);
create index inventory_sightings_of_item on inventory_sightings (item_id);
create index inventory_sightings_image on inventory_sightings (image);
create index inventory_sightings_thumbnail on inventory_sightings (thumbnail);

create table inventory_devices (
  inventory_id uuid not null references inventories (id),
  device_id uuid not null,
  user_id uuid not null references users (id),
  device text not null,
  place_id uuid,
  tags integer not null default 0,
  unsent integer not null default 0,
  left_out boolean not null default false,
  last_seen_at timestamptz not null default now(),
  primary key (inventory_id, device_id, user_id)
);

-- Tags that were read and that no asset had, over all inventories.
create table unknown_tags (
  id uuid primary key default uuidv7(),
  tag text not null unique,
  place_id uuid not null references places (id) on delete cascade,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  reads bigint not null,
  inventory_id uuid references inventories (id),
  ignored text check (length(ignored) between 1 and 500),
  ignored_by uuid references users (id)
);
create index unknown_tags_in_order on unknown_tags (last_seen_at, id);
create index unknown_tags_by_place on unknown_tags (place_id);
create index unknown_tags_by_inventory on unknown_tags (inventory_id);

create function add_to_inventory_counts(gone inventory_items[], come inventory_items[]) returns void language sql as $$
  insert into inventory_counts as counts (inventory_id, place_id, expected, found, by_hand, misplaced, outside, binned,
    unknown, weak, unresolved)
  select inventory_id, place,
    sum(sign * (own and kind = 'expected')::int), sum(sign * (own and isFound)::int),
    sum(sign * (own and isFound and reads = 0)::int), sum(sign * (not own and class = 'misplaced')::int),
    sum(sign * (not own and class = 'outside')::int), sum(sign * (not own and class = 'binned')::int),
    sum(sign * (not own and class = 'unknown')::int), sum(sign * (own and weak)::int),
    sum(sign * (own and resolution is null and class <> 'found')::int)
  from (
    select 1 as sign, item.* from unnest(come) as item
    union all select -1, item.* from unnest(gone) as item
  ) as item
  cross join lateral (select class in ('found', 'misplaced') as isFound) as seen
  cross join lateral (values
    (true, case kind when 'expected' then expected_place_id else seen_place_id end), (false, seen_place_id)
  ) as places (own, place)
  where place is not null
  group by inventory_id, place
  order by inventory_id, place
  on conflict (inventory_id, place_id) do update set expected = counts.expected + excluded.expected,
    found = counts.found + excluded.found, by_hand = counts.by_hand + excluded.by_hand,
    misplaced = counts.misplaced + excluded.misplaced, outside = counts.outside + excluded.outside,
    binned = counts.binned + excluded.binned, unknown = counts.unknown + excluded.unknown,
    weak = counts.weak + excluded.weak, unresolved = counts.unresolved + excluded.unresolved
$$;

create function count_new_inventory_items() returns trigger language plpgsql as $$
begin
  perform add_to_inventory_counts('{}', array(select row(after_rows.*)::inventory_items from after_rows));
  return null;
end $$;

create function count_changed_inventory_items() returns trigger language plpgsql as $$
begin
  perform add_to_inventory_counts(array(select row(before_rows.*)::inventory_items from before_rows),
    array(select row(after_rows.*)::inventory_items from after_rows));
  return null;
end $$;

create trigger inventory_items_count_new after insert on inventory_items
  referencing new table as after_rows for each statement execute function count_new_inventory_items();
create trigger inventory_items_count_changed after update on inventory_items
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_changed_inventory_items();

create function refuse_closed_inventory() returns trigger language plpgsql as $$
begin
  if TG_LEVEL = 'STATEMENT' then
    perform from inventories where status in ('approved', 'cancelled') and id in (select inventory_id from touched);
    if not found then
      return null;
    end if;
  end if;
  raise exception 'the inventory is closed' using errcode = 'restrict_violation';
end $$;

create trigger inventories_stay_closed before update or delete on inventories for each row
  when (old.status in ('approved', 'cancelled')) execute function refuse_closed_inventory();

do $$
declare
  part text;
begin
  foreach part in array array['people', 'rooms', 'items', 'counts', 'sweeps', 'reads', 'sightings', 'devices'] loop
    execute format('create trigger inventory_%1$s_closed_to_new after insert on inventory_%1$s
      referencing new table as touched for each statement execute function refuse_closed_inventory()', part);
    execute format('create trigger inventory_%1$s_closed_to_changes after update on inventory_%1$s
      referencing new table as touched for each statement execute function refuse_closed_inventory()', part);
    execute format('create trigger inventory_%1$s_stay after delete on inventory_%1$s
      referencing old table as touched for each statement execute function refuse_closed_inventory()', part);
  end loop;
end $$;
