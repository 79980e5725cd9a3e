-- The transaction that opened a span. A row that is written after a savepoint carries the id of the subtransaction in xmin, so
-- the entry of the ledger was not joined to it. Spans of earlier have none: none of them is open to its transaction any more.
alter table asset_versions add column xact xid8;
alter table asset_versions alter column xact set default pg_current_xact_id();

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
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, deleted_at is not null
    from after_rows
    except
    select id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id,
      case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag, deleted_at is not null
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

  insert into asset_versions
  select moment, 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
    deleted_at is not null
  from after_rows join unnest(changed) as different (id) on different.id = after_rows.id left join (
    select record_id, min(id) as id from events
    where xact = pg_current_xact_id() and at = now() and record_kind = 'asset' group by record_id
  ) as line on line.record_id = after_rows.id
  on conflict (asset_id, valid_to) do update set (name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
    assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, deleted) = row (excluded.name_id, excluded.state_id,
    excluded.place_id, excluded.city_id, excluded.mm_id, excluded.property_id, excluded.aou_id, excluded.assigned_user_id,
    excluded.assigned_name, excluded.brand_id, excluded.vendor_id, excluded.rfid_tag, excluded.deleted);
  perform set_config('ats.versions_lack_lines', 'yes', true);
  if closed < cardinality(changed) then
    perform rejoin_asset_versions(changed);
  end if;
  return null;
end $$;

create or replace function rejoin_asset_versions(ids uuid[]) returns void language sql as $$
  with same as (
    delete from asset_versions as opened using asset_versions as earlier
    where opened.asset_id = any(ids) and opened.valid_to = 'infinity'
      and earlier.asset_id = opened.asset_id and earlier.valid_to = opened.valid_from
      and to_jsonb(earlier) - '{valid_from,valid_to,event_id,xact}'::text[]
        = to_jsonb(opened) - '{valid_from,valid_to,event_id,xact}'::text[]
    returning earlier.asset_id, earlier.valid_to
  )
  update asset_versions set valid_to = 'infinity' from same
  where asset_versions.asset_id = same.asset_id and asset_versions.valid_to = same.valid_to
$$;

create or replace function link_asset_versions() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
begin
  if current_setting('ats.versions_lack_lines', true) = 'yes' then
    update asset_versions set event_id = line.id
    from (select record_id, min(id) as id from new_lines where record_kind = 'asset' group by record_id) as line
    where asset_versions.asset_id = any(array(select record_id from new_lines where record_kind = 'asset'))
      and asset_versions.asset_id = line.record_id and asset_versions.valid_to = 'infinity'
      and asset_versions.event_id is null and asset_versions.valid_from >= now()
      and asset_versions.xact = pg_current_xact_id();
  end if;
  return null;
end $$;
