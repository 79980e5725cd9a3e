-- What an asset was, and when: one row for each span of time in which its name, state, place, holder, brand, vendor, tag and
-- bin state stayed the same. Triggers on `assets` write it and nothing else may. Ids point at records that may be gone by
-- now, so there are no foreign keys; the ledger still knows their names.
create table asset_versions (
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity',
  -- The asset's own line of the ledger in the transaction that opened the span; null where none was written.
  event_id bigint,
  asset_id uuid not null,
  name_id uuid not null,
  state_id uuid not null,
  place_id uuid not null,
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  assigned_user_id uuid,
  -- A holder who is no user has no id: only the text that somebody typed.
  assigned_name text,
  brand_id uuid,
  vendor_id uuid,
  -- As the asset has it; in the bin the tag it carried last, which another asset may carry by then.
  rfid_tag text,
  deleted boolean not null
);

-- Assets that have no version yet get one that begins with their last line in the ledger, or else with their registration.
create function open_missing_asset_versions() returns void language sql as $$
  insert into asset_versions
  select coalesce(line.at, assets.registered_at), 'infinity', line.id, assets.id, name_id, state_id, place_id,
    city_id, mm_id, property_id, aou_id, assigned_user_id, case when assigned_user_id is null then assigned_name end,
    brand_id, vendor_id, rfid_tag, deleted_at is not null
  from assets left join (
    select distinct on (record_id) record_id, id, at from events
    where record_kind = 'asset' and action <> 'asset.rental-ending' order by record_id, id desc
  ) as line on line.record_id = assets.id
  where not exists (select from asset_versions where asset_versions.asset_id = assets.id)
  order by assets.id
$$;
select open_missing_asset_versions();

-- One open span for each asset, and the way to the span that holds a moment. The other index finds the spans of a place
-- that had not ended at a moment; open spans of one place share a key, so that it stays small and cheap to keep up.
alter table asset_versions add primary key (asset_id, valid_to);
alter table asset_versions add constraint asset_versions_span check (valid_from < valid_to);
create index asset_versions_of_place on asset_versions (place_id, valid_to);

-- These functions write for a role that may not, and find the same plan whatever the number of rows was when it was made:
-- nested loops and whole tables are right for a single row only.
create function open_asset_versions() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
declare
  lacks_lines boolean;
begin
  with made as (
    insert into asset_versions
    select now(), 'infinity', line.id, after_rows.id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id,
      assigned_user_id, case when assigned_user_id is null then assigned_name end, brand_id, vendor_id, rfid_tag,
      deleted_at is not null
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
create trigger assets_open_versions after insert on assets
  referencing new table as after_rows for each statement execute function open_asset_versions();

-- Closes the spans of assets that differ and opens the next. A span that this transaction opened is changed in place: nobody
-- else ever saw what it said before. A transaction that began earlier may change an asset later than another: then its
-- change counts from the moment at which it is made.
create function change_asset_versions() returns trigger language plpgsql security definer
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
    and valid_from >= now() and xmin <> pg_current_xact_id()::xid;
  if latest is not null then
    moment := greatest(clock_timestamp(), latest + interval '1 microsecond');
  end if;
  update asset_versions set valid_to = moment
  where asset_id = any(changed) and valid_to = 'infinity'
    and not (valid_from >= now() and xmin = pg_current_xact_id()::xid);
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
create trigger assets_change_versions after update on assets
  referencing old table as before_rows new table as after_rows
  for each statement execute function change_asset_versions();

-- What a transaction changed and changed back is no change: the span before goes on.
create function rejoin_asset_versions(ids uuid[]) returns void language sql as $$
  with same as (
    delete from asset_versions as opened using asset_versions as earlier
    where opened.asset_id = any(ids) and opened.valid_to = 'infinity'
      and earlier.asset_id = opened.asset_id and earlier.valid_to = opened.valid_from
      and to_jsonb(earlier) - '{valid_from,valid_to,event_id}'::text[]
        = to_jsonb(opened) - '{valid_from,valid_to,event_id}'::text[]
    returning earlier.asset_id, earlier.valid_to
  )
  update asset_versions set valid_to = 'infinity' from same
  where asset_versions.asset_id = same.asset_id and asset_versions.valid_to = same.valid_to
$$;

-- Most lines are written after the change that they tell of: the spans that this transaction opened learn theirs here.
create function link_asset_versions() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
begin
  if current_setting('ats.versions_lack_lines', true) = 'yes' then
    update asset_versions set event_id = line.id
    from (select record_id, min(id) as id from new_lines where record_kind = 'asset' group by record_id) as line
    where asset_versions.asset_id = any(array(select record_id from new_lines where record_kind = 'asset'))
      and asset_versions.asset_id = line.record_id and asset_versions.valid_to = 'infinity'
      and asset_versions.event_id is null and asset_versions.valid_from >= now()
      and asset_versions.xmin = pg_current_xact_id()::xid;
  end if;
  return null;
end $$;
create trigger events_link_versions after insert on events
  referencing new table as new_lines for each statement execute function link_asset_versions();

-- Every way to its ancestors that a place ever had, also once it moved or is gone: where to look for what was below a place.
create table place_paths (
  place_id uuid not null,
  city_id uuid not null,
  mm_id uuid,
  property_id uuid,
  aou_id uuid,
  constraint place_paths_once unique nulls not distinct (place_id, city_id, mm_id, property_id, aou_id)
);
insert into place_paths select id, city_id, mm_id, property_id, aou_id from places;
create function keep_place_paths() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into place_paths values (new.id, new.city_id, new.mm_id, new.property_id, new.aou_id) on conflict do nothing;
  return null;
end $$;
create trigger places_keep_path after insert or update of parent_id on places
  for each row execute function keep_place_paths();

-- The asset as of a moment: no row before it was registered.
create function asset_as_of(asset uuid, moment timestamptz) returns setof asset_versions
language sql stable parallel safe as $$
  select * from asset_versions where asset_id = asset and valid_to > moment and valid_from <= moment
$$;

-- The assets that a place and all below it held at a moment, bin included, wherever they and the places are by now.
create function assets_as_of(place uuid, moment timestamptz) returns setof asset_versions
language sql stable parallel safe as $$
  select * from asset_versions
  where place_id = any(array(
      select distinct place_id from place_paths where place in (place_id, aou_id, property_id, mm_id, city_id)))
    and valid_to > moment and valid_from <= moment and place in (place_id, aou_id, property_id, mm_id, city_id)
$$;

-- What a line is about, as people called it then, and the place that a record left with it: who sees either place may
-- know of a move.
alter table events add column readable_id text, add column record_name text, add column from_place_id uuid;
create index events_from_place on events (from_place_id, id) where from_place_id is not null;

-- As before, with the asset as it was called then.
create or replace function record_state_changes(action text, changes uuid[], actor uuid, request text) returns void
language sql as $$
  insert into events (actor_id, action, record_kind, record_id, place_id, readable_id, record_name, after, request_id)
  select actor, 'state-change.' || action, 'state-change', state_changes.id, assets.place_id,
    asset_tag_id(assets.number), asset_names.name,
    jsonb_build_object('assetTagId', asset_tag_id(assets.number), 'assetName', asset_names.name,
      'from', from_state.name, 'to', to_state.name, 'requestedBy', users.full_name)
    || case when action in ('accepted', 'denied') then jsonb_build_object('note', state_changes.note)
      else jsonb_build_object('reason', state_changes.reason) end,
    request
  from state_changes
  join assets on assets.id = state_changes.asset_id
  join asset_names on asset_names.id = assets.name_id
  join asset_states as from_state on from_state.id = state_changes.from_state_id
  join asset_states as to_state on to_state.id = state_changes.to_state_id
  join users on users.id = state_changes.created_by
  where state_changes.id = any(changes)
  order by state_changes.id
$$;

-- A request is about the state: another state or the bin outdates it, any other change leaves it open. Whoever accepts a
-- request closes it first. Assets are locked before requests, here and everywhere.
create or replace function outdate_state_changes() returns trigger language plpgsql as $$
declare
  outdated uuid[];
begin
  with stale as (
    update state_changes set status = 'stale', decided_at = now()
    from assets
    where state_changes.asset_id = any(array(select id from after_rows)) and state_changes.status = 'pending'
      and assets.id = state_changes.asset_id
      and (assets.state_id <> state_changes.from_state_id or assets.deleted_at is not null)
    returning state_changes.id
  )
  select array_agg(id) into outdated from stale;
  if outdated is not null then
    perform record_state_changes('stale', outdated, null, 'asset changed');
  end if;
  return null;
end $$;
comment on column state_changes.asset_version is
  'The version of the asset when the request was made, or as the decision left it: a decision on another one is not undone';
