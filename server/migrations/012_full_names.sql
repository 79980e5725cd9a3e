-- A person as they are shown everywhere.
alter table users add column full_name text not null generated always as (btrim(name || ' ' || lastname)) stored;

-- As before, but it names whoever asked: the ledger is read by people.
create or replace function record_state_changes(action text, changes uuid[], actor uuid, request text) returns void
language sql as $$
  insert into events (actor_id, action, record_kind, record_id, place_id, after, request_id)
  select actor, 'state-change.' || action, 'state-change', state_changes.id, assets.place_id,
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
