-- Who reads the ledger as it grows remembers a snapshot: what that could not see yet is new, whatever order the writers
-- ended in. Numbers alone would not do: a line with a lower number may become visible after one with a higher.
alter table events add column xact xid8;
alter table events alter column xact set default pg_current_xact_id();
create index events_xact on events (xact) where xact is not null;

-- For the audit log, which shows the newest first.
create index events_place on events (place_id, id) where place_id is not null;
create index events_action on events (action, id);

create function announce_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('events', '');
  return null;
end $$;
create trigger events_announce after insert on events
  for each statement execute function announce_events();

-- How far those got who read the ledger one after the other and must not miss or repeat a line.
create table followers (
  name text primary key,
  position pg_snapshot not null,
  -- A dump that is restored into another server brings lines whose transactions are still to come there: those up to this
  -- one are never new.
  restored_to bigint not null default 0
);
