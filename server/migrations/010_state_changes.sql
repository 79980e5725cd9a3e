-- Someone asks for an asset's state to be changed, and somebody else decides.
create table state_changes (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  asset_id uuid not null references assets (id),
  -- The asset as it was when the request was made; once it differs, the request is stale.
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
create index state_changes_by_status on state_changes (status, id);
create index state_changes_by_requester on state_changes (created_by, id);
create index state_changes_by_from on state_changes (from_state_id);
create index state_changes_by_to on state_changes (to_state_id);

-- Whatever changes an asset outdates what was asked for it, imports included. Whoever accepts a request closes it first,
-- so it is not pending any more when the asset changes. Assets are locked before requests, here and everywhere.
create function outdate_state_changes() returns trigger language plpgsql as $$
begin
  with outdated as (
    update state_changes set status = 'stale', decided_at = now()
    from after_rows
    where state_changes.asset_id = after_rows.id and state_changes.status = 'pending'
      and state_changes.asset_version <> after_rows.version
    returning state_changes.id, after_rows.place_id
  )
  insert into events (action, record_kind, record_id, place_id, before, after, request_id)
  select 'state-change.stale', 'state-change', id, place_id, '{"status": "pending"}', '{"status": "stale"}',
    'asset changed'
  from outdated;
  return null;
end $$;
create trigger assets_outdate_state_changes after update on assets
  referencing new table as after_rows for each statement execute function outdate_state_changes();
