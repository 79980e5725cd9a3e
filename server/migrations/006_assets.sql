create extension if not exists pg_trgm;

create sequence asset_numbers;

-- The readable id on an asset's label: A0000001 and so on. The sequence never goes back, so none is ever reused.
create function asset_tag_id(number bigint) returns text language sql immutable parallel safe as $$
  select 'A' || lpad(number::text, greatest(7, length(number::text)), '0')
$$;

create table assets (
  id uuid primary key default uuidv7(),
  number bigint not null default nextval('asset_numbers'),
  rfid_tag text check (rfid_tag <> '' and length(rfid_tag) <= 128),
  name_id uuid not null references asset_names (id),
  state_id uuid not null references asset_states (id),
  place_id uuid not null references places (id),
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  assigned_user_id uuid references users (id),
  assigned_name text check (length(assigned_name) <= 200),
  brand_id uuid references brands (id),
  vendor_id uuid references vendors (id),
  model text check (length(model) <= 200),
  serial_no text check (length(serial_no) <= 200),
  rental_start date,
  rental_months integer check (rental_months between 1 and 999),
  image text,
  thumbnail text,
  version integer not null default 1,
  registered_at timestamptz not null default now(),
  created_by uuid references users (id),
  deleted_at timestamptz,
  deleted_by uuid references users (id),
  delete_reason text check (length(delete_reason) <= 500)
);

create unique index assets_number on assets (number);
create unique index assets_live_tag on assets (upper(rfid_tag)) where deleted_at is null;
create index assets_in_tag_order on assets (coalesce(upper(rfid_tag), ''), id) where deleted_at is null;
create index assets_live on assets (id) where deleted_at is null;
create index assets_by_city_state on assets (city_id, state_id, id) where deleted_at is null;
create index assets_by_city on assets (city_id, id) where deleted_at is null;
create index assets_by_mm on assets (mm_id, id) where deleted_at is null and mm_id is not null;
create index assets_by_property on assets (property_id, id) where deleted_at is null and property_id is not null;
create index assets_by_place on assets (place_id, id);
create index assets_by_name on assets (name_id, id);
create index assets_by_brand on assets (brand_id) where brand_id is not null;
create index assets_by_vendor on assets (vendor_id) where vendor_id is not null;
create index assets_by_holder on assets (assigned_user_id) where assigned_user_id is not null;
create index assets_by_serial on assets (upper(serial_no)) where serial_no is not null;
create index assets_binned on assets (deleted_at, id) where deleted_at is not null;
create index assets_binned_tag on assets (upper(rfid_tag)) where deleted_at is not null;

-- What the search box looks through, besides the name: that is found through asset_names. An id is found by how it begins,
-- through the primary key: a third fewer trigrams to keep up.
-- Its body is bound when it is made: while an index is kept up, PostgreSQL 17 and newer look up no names. And it is
-- immutable in every part, so that the planner writes it out instead of calling it for each row.
create function asset_search_text(rfid_tag text, number bigint, serial_no text) returns text
language sql immutable parallel safe
return lower(coalesce(rfid_tag, '') || ' ' || asset_tag_id(number) || ' ' || coalesce(serial_no, ''));
create index assets_search on assets
  using gin (asset_search_text(rfid_tag, number, serial_no) gin_trgm_ops)
  where deleted_at is null;

-- An asset carries its place's ancestors; the database fills them in, so they cannot be wrong. The lock keeps the place
-- where it is until the asset can be seen: whoever moves the place takes the asset along.
create function set_asset_path() returns trigger language plpgsql as $$
begin
  select city_id, mm_id, property_id, aou_id
    into new.city_id, new.mm_id, new.property_id, new.aou_id
    from places where id = new.place_id for share;
  if not found then
    raise foreign_key_violation using message = 'there is no such place', constraint = 'assets_place_id_fkey';
  end if;
  return new;
end $$;
create trigger assets_path before insert or update of place_id on assets
  for each row execute function set_asset_path();

-- Assets go where their place goes.
create function carry_assets() returns trigger language plpgsql as $$
begin
  update assets set place_id = place_id where place_id = new.id;
  return null;
end $$;
create trigger places_carry_assets after update of parent_id on places
  for each row when (
    (old.city_id, old.mm_id, old.property_id) is distinct from (new.city_id, new.mm_id, new.property_id)
    or old.aou_id is distinct from new.aou_id
  )
  execute function carry_assets();

-- Every tag an asset ever carried. At most one of an asset is on it now, and a tag is on at most one asset.
create table asset_tags (
  id uuid primary key default uuidv7(),
  asset_id uuid not null references assets (id),
  rfid_tag text not null,
  attached_at timestamptz not null default now(),
  attached_by uuid references users (id),
  detached_at timestamptz,
  detached_by uuid references users (id),
  ending text check (ending in ('replaced', 'lost', 'deleted')),
  constraint asset_tags_ending check ((detached_at is null) = (ending is null))
);
create unique index asset_tags_one_per_asset on asset_tags (asset_id) where detached_at is null;
create unique index asset_tags_one_asset_each on asset_tags (upper(rfid_tag)) where detached_at is null;
create index asset_tags_of_asset on asset_tags (asset_id, attached_at);

-- How many assets are in a place and all below it, by state. The slots keep people who work at the same time in the
-- same city from waiting for each other; a count is the sum over the slots.
create table asset_counters (
  place_id uuid not null,
  state_id uuid not null,
  slot smallint not null,
  live bigint not null,
  deleted bigint not null,
  primary key (place_id, state_id, slot)
);
alter table asset_counters set (fillfactor = 70);

create type asset_change as (
  city_id uuid, mm_id uuid, property_id uuid, aou_id uuid, place_id uuid, state_id uuid, live bigint, deleted bigint
);

-- Adds to every place from the asset's own up to its city, always in one order, so that two writers cannot deadlock.
create function add_to_asset_counters(changes asset_change[]) returns void language sql as $$
  insert into asset_counters as counters (place_id, state_id, slot, live, deleted)
  select node, state_id, (pg_backend_pid() % 16)::smallint, sum(live), sum(deleted)
  from unnest(changes) as change
  cross join lateral (
    select distinct node
    from unnest(array[change.city_id, change.mm_id, change.property_id, change.aou_id, change.place_id]) as node
    where node is not null
  ) as nodes
  group by node, state_id
  having sum(live) <> 0 or sum(deleted) <> 0
  order by node, state_id
  on conflict (place_id, state_id, slot) do update
    set live = counters.live + excluded.live, deleted = counters.deleted + excluded.deleted
$$;

create function count_new_assets() returns trigger language plpgsql as $$
begin
  perform add_to_asset_counters(array(
    select row(city_id, mm_id, property_id, aou_id, place_id, state_id,
      count(*) filter (where deleted_at is null), count(*) filter (where deleted_at is not null))::asset_change
    from after_rows group by city_id, mm_id, property_id, aou_id, place_id, state_id
  ));
  return null;
end $$;
create trigger assets_count_new after insert on assets
  referencing new table as after_rows for each statement execute function count_new_assets();

create function count_changed_assets() returns trigger language plpgsql as $$
begin
  perform add_to_asset_counters(array(
    select row(city_id, mm_id, property_id, aou_id, place_id, state_id, sum(live), sum(deleted))::asset_change
    from (
      select city_id, mm_id, property_id, aou_id, place_id, state_id,
        (deleted_at is null)::int as live, (deleted_at is not null)::int as deleted
      from after_rows
      union all
      select city_id, mm_id, property_id, aou_id, place_id, state_id,
        -(deleted_at is null)::int, -(deleted_at is not null)::int
      from before_rows
    ) as changes
    group by city_id, mm_id, property_id, aou_id, place_id, state_id
    having sum(live) <> 0 or sum(deleted) <> 0
  ));
  return null;
end $$;
create trigger assets_count_changed after update on assets
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_changed_assets();

-- An asset goes into the bin, never away: its number, its history and its counts stay true.
create trigger assets_stay before delete or truncate on assets
  for each statement execute function refuse_change();

-- Answers to calls that may be sent twice, by whoever sent them, until they are a day old.
create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  request_hash bytea not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
