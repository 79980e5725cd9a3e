-- Fields that an organisation adds to its assets: docs/decisions/070-own-fields.md
create table own_field_groups (
  id uuid primary key default uuidv7(),
  label text not null check (label = btrim(label) and length(label) between 1 and 100),
  label_hi text check (length(label_hi) between 1 and 100),
  position integer not null
);
create unique index own_field_groups_label on own_field_groups (lower(label));

create table own_fields (
  id uuid primary key default uuidv7(),
  -- The name in the API, in files and in the ledger. It never changes, and is never used again.
  key text not null check (key ~ '^[a-z][A-Za-z0-9]{0,39}$'),
  -- A field is retired, never retyped.
  type text not null
    check (type in ('text', 'number', 'money', 'day', 'yes-no', 'choice', 'link', 'person', 'place')),
  label text not null check (label = btrim(label) and length(label) between 1 and 100),
  label_hi text check (length(label_hi) between 1 and 100),
  help text check (length(help) between 1 and 500),
  help_hi text check (length(help_hi) between 1 and 500),
  -- The unit of a number, or the currency of money.
  unit text check (length(unit) between 1 and 20),
  -- The choices: [{"key", "label", "labelHi", "retired"}]. Keys stay, because assets store them.
  choices jsonb not null default '[]' check (jsonb_typeof(choices) = 'array'),
  group_id uuid references own_field_groups (id),
  position integer not null,
  required boolean not null default false,
  -- False: for all assets. True: for those with the names of own_field_names, even when the last of them is deleted.
  some_names boolean not null default false,
  -- The permission that shows its values; null: everybody who sees the asset.
  seen_with text check (seen_with in ('user-management', 'master', 'manage-asset', 'reports')),
  -- The search of the asset list finds its values.
  searched boolean not null default false,
  -- Lists of any length are filtered and sorted by it, once its index is ready.
  indexed boolean not null default false,
  index_state text not null default 'none' check (index_state in ('none', 'building', 'ready', 'failed')),
  -- Days before the day at which somebody is reminded; only for days.
  remind_days integer[] not null default '{}',
  -- The ready-made set that it came from.
  set_name text,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  version integer not null default 1,
  check (type = 'day' or remind_days = '{}')
);
create unique index own_fields_key on own_fields (lower(key));
create unique index own_fields_label on own_fields (lower(label)) where retired_at is null;
create index own_fields_group on own_fields (group_id);
create trigger own_fields_version before update of label, label_hi, help, help_hi, unit, choices, group_id, position,
    required, some_names, seen_with, searched, indexed, remind_days, retired_at on own_fields for each row
  when ((old.label, old.label_hi, old.help, old.help_hi, old.unit, old.choices, old.group_id, old.position, old.required,
      old.some_names, old.seen_with, old.searched, old.indexed, old.remind_days, old.retired_at)
    is distinct from (new.label, new.label_hi, new.help, new.help_hi, new.unit, new.choices, new.group_id, new.position,
      new.required, new.some_names, new.seen_with, new.searched, new.indexed, new.remind_days, new.retired_at))
  execute function raise_version();

create table own_field_names (
  field_id uuid not null references own_fields (id) on delete cascade,
  name_id uuid not null references asset_names (id) on delete cascade,
  primary key (field_id, name_id)
);
create index own_field_names_by_name on own_field_names (name_id);

-- The values of an asset by the keys of their fields; a field without a value has no key.
alter table assets add column fields jsonb not null default '{}';
alter table asset_versions add column fields jsonb not null default '{}';

-- The values as the ledger stores them, next to its other facts.
create function own_field_facts(fields jsonb) returns jsonb language sql immutable strict parallel safe as $$
  select coalesce(jsonb_object_agg('field:' || key, value), '{}') from jsonb_each(fields)
$$;

create or replace function open_missing_asset_versions() returns void language sql as $$
  insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, deleted, fields)
  select coalesce(line.at, assets.registered_at), 'infinity', line.id, assets.id, name_id, state_id, place_id,
    city_id, mm_id, property_id, aou_id, assigned_user_id, case when assigned_user_id is null then assigned_name end,
    brand_id, vendor_id, rfid_tag, deleted_at is not null, fields
  from assets left join (
    select distinct on (record_id) record_id, id, at from events
    where record_kind = 'asset' and action <> 'asset.rental-ending' order by record_id, id desc
  ) as line on line.record_id = assets.id
  where not exists (select from asset_versions where asset_versions.asset_id = assets.id)
  order by assets.id
$$;

create or replace function open_asset_versions() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
declare
  lacks_lines boolean;
begin
  with made as (
    insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
      property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, deleted, fields)
    select now(), 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
      assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
      deleted_at is not null, fields
    from after_rows left join (
      select record_id, min(id) as id from events
      where xact = pg_current_xact_id() and at = now() and record_kind = 'asset' group by record_id
    ) as line on line.record_id = after_rows.id
    returning event_id
  )
  select bool_or(event_id is null) into lacks_lines from made;
  if lacks_lines then
    perform set_config('ats.versions_lack_lines', 'yes', true);
  end if;
  return null;
end $$;

create or replace function change_asset_versions() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
declare
  changed uuid[];
  latest timestamptz;
  moment timestamptz := now();
  closed bigint;
begin
  changed := array(select id from (
    select id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id,
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, deleted_at is not null,
      fields
    from after_rows
    except
    select id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id,
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, deleted_at is not null,
      fields
    from before_rows
  ) as different);
  if changed = '{}' then
    return null;
  end if;

  select max(valid_from) into latest from asset_versions
  where asset_id = any(changed) and valid_to = 'infinity'
    and valid_from >= now() and xact is distinct from pg_current_xact_id();
  if latest is not null then
    moment := greatest(clock_timestamp(), latest + interval '1 microsecond');
  end if;
  update asset_versions set valid_to = moment
  where asset_id = any(changed) and valid_to = 'infinity'
    and not (valid_from >= now() and xact is not distinct from pg_current_xact_id());
  get diagnostics closed = row_count;

  insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, deleted, fields)
  select moment, 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
    deleted_at is not null, fields
  from after_rows join unnest(changed) as different (id) on different.id = after_rows.id left join (
    select record_id, min(id) as id from events
    where xact = pg_current_xact_id() and at = now() and record_kind = 'asset' group by record_id
  ) as line on line.record_id = after_rows.id
  on conflict (asset_id, valid_to) do update set (name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, deleted, fields) = row (excluded.name_id,
    excluded.state_id, excluded.place_id, excluded.city_id, excluded.mm_id, excluded.property_id, excluded.aou_id,
    excluded.assigned_user_id, excluded.assigned_name, excluded.brand_id, excluded.vendor_id, excluded.rfid_tag,
    excluded.deleted, excluded.fields);
  perform set_config('ats.versions_lack_lines', 'yes', true);
  if closed < cardinality(changed) then
    perform rejoin_asset_versions(changed);
  end if;
  return null;
end $$;
