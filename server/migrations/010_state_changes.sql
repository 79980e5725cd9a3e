-- Someone asks for an asset's state to be changed, and somebody else decides.
create table state_changes (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  asset_id uuid not null references assets (id),
  -- The asset as it was when the request was made, or as the decision left it. Once it differs, a pending request is
  -- stale and a decision cannot be taken back.
  asset_version integer not null,
  from_state_id uuid not null references asset_states (id),
  to_state_id uuid not null references asset_states (id),
  reason text not null check (length(reason) between 1 and 500),
  image text,
  thumbnail text,
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'denied', 'cancelled', 'stale')),
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text check (length(note) <= 500)
);
create unique index state_changes_one_pending on state_changes (asset_id) where status = 'pending';
create index state_changes_by_asset on state_changes (asset_id, id);
create index state_changes_by_status on state_changes (status, number);
create index state_changes_by_requester on state_changes (created_by, number);
create index state_changes_by_decision on state_changes (decided_by, decided_at) where decided_by is not null;
create index state_changes_by_from on state_changes (from_state_id);
create index state_changes_by_to on state_changes (to_state_id);

-- What the ledger says of requests: enough to tell people of them without asking again.
create function record_state_changes(action text, changes uuid[], actor uuid, request text) returns void
language sql as $$
  insert into events (actor_id, action, record_kind, record_id, place_id, after, request_id)
  select actor, 'state-change.' || action, 'state-change', state_changes.id, assets.place_id,
    jsonb_build_object('assetTagId', asset_tag_id(assets.number), 'assetName', asset_names.name,
      'from', from_state.name, 'to', to_state.name, 'requestedBy', state_changes.created_by)
    || case when action in ('accepted', 'denied') then jsonb_build_object('note', state_changes.note)
      else jsonb_build_object('reason', state_changes.reason) end,
    request
  from state_changes
  join assets on assets.id = state_changes.asset_id
  join asset_names on asset_names.id = assets.name_id
  join asset_states as from_state on from_state.id = state_changes.from_state_id
  join asset_states as to_state on to_state.id = state_changes.to_state_id
  where state_changes.id = any(changes)
  order by state_changes.id
$$;

-- Whatever changes an asset outdates what was asked for it, imports included. Whoever accepts a request closes it first,
-- so it is not pending any more when the asset changes. Assets are locked before requests, here and everywhere.
-- The ids go into an array: it is looked up in the index, however many there are and whatever plan was kept.
create function outdate_state_changes() returns trigger language plpgsql as $$
declare
  outdated uuid[];
begin
  with stale as (
    update state_changes set status = 'stale', decided_at = now()
    from assets
    where state_changes.asset_id = any(array(select id from after_rows)) and state_changes.status = 'pending'
      and assets.id = state_changes.asset_id and assets.version <> state_changes.asset_version
    returning state_changes.id
  )
  select array_agg(id) into outdated from stale;
  if outdated is not null then
    perform record_state_changes('stale', outdated, null, 'asset changed');
  end if;
  return null;
end $$;
create trigger assets_outdate_state_changes after update on assets
  referencing new table as after_rows for each statement execute function outdate_state_changes();
