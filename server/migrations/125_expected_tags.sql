-- Assets whose tags are reserved, but not on them yet: docs/decisions/073-tag-numbers.md
-- A constant default adds a column without writing a row. Tags of today count as confirmed.
alter table assets add column tag_expected boolean not null default false;
alter table asset_versions add column tag_expected boolean not null default false;
-- Checked by the next migration, without a lock that makes writers wait.
alter table assets add constraint assets_expected_tag check (rfid_tag is not null or not tag_expected) not valid;

-- Another tag, or none, ends the expectation. The previous version of the program does not do it itself.
create function end_tag_expectation() returns trigger language plpgsql as $$
begin
  new.tag_expected := false;
  return new;
end $$;
create trigger assets_end_tag_expectation before update of rfid_tag on assets for each row
  when (old.tag_expected and new.rfid_tag is distinct from old.rfid_tag) execute function end_tag_expectation();

create or replace function open_missing_asset_versions() returns void language sql as $$
  insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields)
  select coalesce(line.at, assets.registered_at), 'infinity', line.id, assets.id, name_id, state_id, place_id,
    city_id, mm_id, property_id, aou_id, assigned_user_id, case when assigned_user_id is null then assigned_name end,
    brand_id, vendor_id, rfid_tag, tag_expected, deleted_at is not null, fields
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
      property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields)
    select now(), 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
      assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
      tag_expected, deleted_at is not null, fields
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
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, tag_expected,
      deleted_at is not null, fields
    from after_rows
    except
    select id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id,
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, tag_expected,
      deleted_at is not null, fields
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
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields)
  select moment, 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
    tag_expected, deleted_at is not null, fields
  from after_rows join unnest(changed) as different (id) on different.id = after_rows.id left join (
    select record_id, min(id) as id from events
    where xact = pg_current_xact_id() and at = now() and record_kind = 'asset' group by record_id
  ) as line on line.record_id = after_rows.id
  on conflict (asset_id, valid_to) do update set (name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, tag_expected, deleted, fields) = row (excluded.name_id,
    excluded.state_id, excluded.place_id, excluded.city_id, excluded.mm_id, excluded.property_id, excluded.aou_id,
    excluded.assigned_user_id, excluded.assigned_name, excluded.brand_id, excluded.vendor_id, excluded.rfid_tag,
    excluded.tag_expected, excluded.deleted, excluded.fields);
  perform set_config('ats.versions_lack_lines', 'yes', true);
  if closed < cardinality(changed) then
    perform rejoin_asset_versions(changed);
  end if;
  return null;
end $$;
