-- Why it is built this way: docs/decisions/066-security-feed.md

-- What the ledger does not hold: attempts and refusals. Equal ones of a minute are one row with a count.
create table security_events (
  id bigint generated always as identity primary key,
  minute timestamptz not null,
  at timestamptz not null,
  last_at timestamptz not null,
  kind text not null,
  person_id uuid,
  account text,
  key_id uuid,
  network text,
  address text,
  user_agent text,
  request_id text,
  detail jsonb not null,
  count integer not null check (count > 0),
  -- The transaction that last changed the row: followers then read it again.
  xact xid8 not null default pg_current_xact_id()
);
create unique index security_events_group on security_events (minute, kind, network, person_id, account, key_id, detail)
  nulls not distinct;
create index security_events_at on security_events (at, id);
create index security_events_kind on security_events (kind, at);
create index security_events_person on security_events (person_id, at) where person_id is not null;
create index security_events_network on security_events (network, at) where network is not null;
create index security_events_xact on security_events (xact);

-- How far each output has read the feed, and why it cannot send.
create table security_outputs (
  name text primary key,
  position jsonb not null,
  sent_at timestamptz,
  failing_since timestamptz,
  problem text
);
