-- What an asset and a tag point at is checked once for a statement instead of once for a row and column. As with a foreign
-- key, the masters are locked so that they stay until the asset can be seen, and whoever deletes one waits.
create function hold_asset_masters(names uuid[], states uuid[], brand_ids uuid[], vendor_ids uuid[], people uuid[])
returns void language plpgsql as $$
declare
  missing text;
begin
  missing := case
    when cardinality(names) > (select count(*) from (select from asset_names where id = any(names) for key share) as held)
      then 'name_id'
    when cardinality(states) > (select count(*) from (select from asset_states where id = any(states) for key share) as held)
      then 'state_id'
    when cardinality(brand_ids) > (select count(*) from (select from brands where id = any(brand_ids) for key share) as held)
      then 'brand_id'
    when cardinality(vendor_ids) > (select count(*) from (select from vendors where id = any(vendor_ids) for key share) as held)
      then 'vendor_id'
    when cardinality(people) > (select count(*) from (select from users where id = any(people) for key share) as held)
      then 'user_id'
  end;
  if missing is not null then
    raise foreign_key_violation using message = 'an asset points at something that does not exist',
      table = 'assets', constraint = 'assets_' || missing || '_fkey';
  end if;
end $$;

-- Whoever inserts many assets brings their places' ancestors along, and each place is locked and compared once; for other
-- rows, and for an asset that moves, set_asset_path looks its place up. The comparison sees a place as it is once it is
-- locked. It is looked up by its key, however many there are and whatever plan was kept.
drop trigger assets_path on assets;
create trigger assets_path before insert on assets
  for each row when (new.city_id is null) execute function set_asset_path();
create trigger assets_path_moved before update of place_id on assets
  for each row execute function set_asset_path();

create function check_new_asset_places() returns trigger language plpgsql as $$
declare
  missing integer;
  wrong integer;
begin
  perform from places where id = any(array(select distinct place_id from after_rows)) order by id for share;
  select count(*) filter (where place.city_id is null),
      count(*) filter (where (place.city_id, place.mm_id, place.property_id, place.aou_id)
        is distinct from (given.city_id, given.mm_id, given.property_id, given.aou_id))
    into missing, wrong
    from (select distinct place_id, city_id, mm_id, property_id, aou_id from after_rows) as given
    left join lateral (
      select city_id, mm_id, property_id, aou_id from places where id = given.place_id offset 0) as place on true;
  if missing > 0 then
    raise foreign_key_violation using message = 'there is no such place', constraint = 'assets_place_id_fkey';
  elsif wrong > 0 then
    raise serialization_failure using message = 'a place of these assets is elsewhere by now';
  end if;
  return null;
end $$;
create trigger assets_check_new_places after insert on assets
  referencing new table as after_rows for each statement execute function check_new_asset_places();

create function check_new_asset_masters() returns trigger language plpgsql as $$
begin
  perform hold_asset_masters(
    array(select distinct name_id from after_rows),
    array(select distinct state_id from after_rows),
    array(select distinct brand_id from after_rows where brand_id is not null),
    array(select distinct vendor_id from after_rows where vendor_id is not null),
    array(select assigned_user_id from after_rows where assigned_user_id is not null
      union select created_by from after_rows where created_by is not null
      union select deleted_by from after_rows where deleted_by is not null));
  return null;
end $$;
create trigger assets_check_new_masters after insert on assets
  referencing new table as after_rows for each statement execute function check_new_asset_masters();

-- An edit mostly leaves them as they are: nothing is looked up then, and otherwise only what is new.
create function check_changed_asset_masters() returns trigger language plpgsql as $$
declare
  missing text;
begin
  if new.name_id <> old.name_id then
    perform from asset_names where id = new.name_id for key share;
    if not found then missing := 'name_id'; end if;
  end if;
  if new.state_id <> old.state_id then
    perform from asset_states where id = new.state_id for key share;
    if not found then missing := 'state_id'; end if;
  end if;
  if new.brand_id is distinct from old.brand_id and new.brand_id is not null then
    perform from brands where id = new.brand_id for key share;
    if not found then missing := 'brand_id'; end if;
  end if;
  if new.vendor_id is distinct from old.vendor_id and new.vendor_id is not null then
    perform from vendors where id = new.vendor_id for key share;
    if not found then missing := 'vendor_id'; end if;
  end if;
  if new.assigned_user_id is distinct from old.assigned_user_id and new.assigned_user_id is not null then
    perform from users where id = new.assigned_user_id for key share;
    if not found then missing := 'assigned_user_id'; end if;
  end if;
  if new.created_by is distinct from old.created_by and new.created_by is not null then
    perform from users where id = new.created_by for key share;
    if not found then missing := 'created_by'; end if;
  end if;
  if new.deleted_by is distinct from old.deleted_by and new.deleted_by is not null then
    perform from users where id = new.deleted_by for key share;
    if not found then missing := 'deleted_by'; end if;
  end if;
  if missing is not null then
    raise foreign_key_violation using message = 'an asset points at something that does not exist',
      table = 'assets', constraint = 'assets_' || missing || '_fkey';
  end if;
  return null;
end $$;
create trigger assets_check_changed_masters
  after update of name_id, state_id, brand_id, vendor_id, assigned_user_id, created_by, deleted_by on assets
  for each row when (
    (old.name_id, old.state_id, old.brand_id, old.vendor_id, old.assigned_user_id, old.created_by, old.deleted_by)
    is distinct from
    (new.name_id, new.state_id, new.brand_id, new.vendor_id, new.assigned_user_id, new.created_by, new.deleted_by))
  execute function check_changed_asset_masters();

-- Assets are never deleted, so those a tag is on need no lock. They are looked up one by one, by their key: no plan that
-- was kept may read all assets for one tag.
create function check_tag_references(assets_found boolean, people uuid[]) returns void language plpgsql as $$
declare
  missing text;
begin
  missing := case
    when not assets_found then 'asset_id'
    when cardinality(people) > (select count(*) from (select from users where id = any(people) for key share) as held)
      then 'user_id'
  end;
  if missing is not null then
    raise foreign_key_violation using message = 'a tag points at something that does not exist',
      table = 'asset_tags', constraint = 'asset_tags_' || missing || '_fkey';
  end if;
end $$;

create function check_new_tag_references() returns trigger language plpgsql as $$
begin
  perform check_tag_references(
    not exists (select from after_rows left join lateral (
      select assets.id from assets where assets.id = after_rows.asset_id offset 0) as asset on true where asset.id is null),
    array(select attached_by from after_rows where attached_by is not null
      union select detached_by from after_rows where detached_by is not null));
  return null;
end $$;
create trigger asset_tags_check_new after insert on asset_tags
  referencing new table as after_rows for each statement execute function check_new_tag_references();

create function check_changed_tag_references() returns trigger language plpgsql as $$
begin
  perform check_tag_references(
    exists (select from assets where id = new.asset_id),
    array(select distinct person from unnest(array[
      case when new.attached_by is distinct from old.attached_by then new.attached_by end,
      case when new.detached_by is distinct from old.detached_by then new.detached_by end]) as person where person is not null));
  return null;
end $$;
create trigger asset_tags_check_changed after update of asset_id, attached_by, detached_by on asset_tags
  for each row when ((old.asset_id, old.attached_by, old.detached_by)
    is distinct from (new.asset_id, new.attached_by, new.detached_by))
  execute function check_changed_tag_references();

-- The other side: what assets or tags point at stays. The arguments are tables and columns in turn. Whoever used it before
-- this statement got the row has committed by now, and a statement in a read committed transaction sees that; one with
-- an older snapshot would not.
create function refuse_used() returns trigger language plpgsql as $$
declare
  is_used boolean;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = format('rows of %s are deleted in read committed transactions', tg_table_name);
  end if;
  if tg_op = 'TRUNCATE' then
    raise feature_not_supported using message = format('%s is not truncated: assets point at it', tg_table_name);
  end if;
  for argument in 0 .. tg_nargs - 1 by 2 loop
    execute format('select exists (select from %I where %I = $1)', tg_argv[argument], tg_argv[argument + 1])
      into is_used using old.id;
    if is_used then
      raise foreign_key_violation using message = format('%s still point at this row of %s', tg_argv[argument], tg_table_name),
        table = tg_argv[argument], constraint = format('%s_%s_fkey', tg_argv[argument], tg_argv[argument + 1]);
    end if;
  end loop;
  return null;
end $$;

create trigger asset_names_used after delete on asset_names for each row execute function refuse_used('assets', 'name_id');
create trigger asset_states_used after delete on asset_states for each row execute function refuse_used('assets', 'state_id');
create trigger brands_used after delete on brands for each row execute function refuse_used('assets', 'brand_id');
create trigger vendors_used after delete on vendors for each row execute function refuse_used('assets', 'vendor_id');
create trigger places_used after delete on places for each row execute function refuse_used('assets', 'place_id');
create trigger users_used after delete on users for each row
  execute function refuse_used('assets', 'assigned_user_id', 'assets', 'created_by', 'assets', 'deleted_by',
    'asset_tags', 'attached_by', 'asset_tags', 'detached_by');

-- Ids are given once.
create function refuse_other_id() returns trigger language plpgsql as $$
begin
  raise feature_not_supported using message = format('the id of a row of %s stays as it is', tg_table_name);
end $$;

do $$
declare
  pointed_at text;
begin
  foreach pointed_at in array array['asset_names', 'asset_states', 'brands', 'vendors', 'places', 'users', 'assets'] loop
    execute format('create trigger %I before update of id on %I for each row
      when (old.id is distinct from new.id) execute function refuse_other_id()', pointed_at || '_id_stays', pointed_at);
  end loop;
  foreach pointed_at in array array['asset_names', 'asset_states', 'brands', 'vendors', 'places', 'users'] loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_used()',
      pointed_at || '_stay', pointed_at);
  end loop;
end $$;

alter table assets
  drop constraint assets_name_id_fkey,
  drop constraint assets_state_id_fkey,
  drop constraint assets_place_id_fkey,
  drop constraint assets_assigned_user_id_fkey,
  drop constraint assets_brand_id_fkey,
  drop constraint assets_vendor_id_fkey,
  drop constraint assets_created_by_fkey,
  drop constraint assets_deleted_by_fkey;
alter table asset_tags
  drop constraint asset_tags_asset_id_fkey,
  drop constraint asset_tags_attached_by_fkey,
  drop constraint asset_tags_detached_by_fkey;

-- As before; the place itself is left out where it is one of its ancestors, without sorting them for each group.
create or replace function add_to_asset_counters(changes asset_change[]) returns void language sql as $$
  insert into asset_counters as counters (place_id, state_id, slot, live, deleted)
  select node, state_id, (pg_backend_pid() % 16)::smallint, sum(live), sum(deleted)
  from unnest(changes) as change
  cross join lateral (
    values (city_id), (mm_id), (property_id), (aou_id),
      (nullif(place_id, coalesce(aou_id, property_id, mm_id, city_id)))
  ) as nodes (node)
  where node is not null
  group by node, state_id
  having sum(live) <> 0 or sum(deleted) <> 0
  order by node, state_id
  on conflict (place_id, state_id, slot) do update
    set live = counters.live + excluded.live, deleted = counters.deleted + excluded.deleted
$$;
