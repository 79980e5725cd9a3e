-- Entries of the ledger that are sent to other systems: docs/decisions/065-webhooks.md
create table webhooks (
  id uuid primary key default uuidv7(),
  -- What its owner may not see at the moment of sending is not sent.
  user_id uuid not null references users (id),
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) <= 2000),
  -- Kinds of records and actions.
  topics text[] not null check (cardinality(topics) > 0),
  -- Only entries in the places of webhook_places. It stays true when the last of them is deleted.
  in_places boolean not null default false,
  paused boolean not null default false,
  failing_since timestamptz,
  -- Encrypted with a key that is derived from SECRET.
  secret text not null,
  secret_made_at timestamptz not null default now(),
  former_secret text,
  former_secret_until timestamptz,
  -- Entries that this snapshot could not see are new: docs/decisions/010-follow-the-ledger-by-snapshot.md
  position pg_snapshot not null,
  restored_to bigint not null,
  -- New entries are read in pages, in the order of their numbers: those that this snapshot sees. Null: no page is open.
  page_snapshot pg_snapshot,
  page_after bigint not null default 0,
  -- A replay: entries above one number, up to another.
  replay_after bigint,
  replay_to bigint,
  -- One worker at a time; a dead worker's lease ends by itself.
  leased_by uuid,
  leased_until timestamptz,
  -- When pending deliveries are due; null: none.
  due_at timestamptz,
  -- Failed attempts since the last success. After many, one message is tried at a time, not before held_until.
  failures integer not null default 0,
  held_until timestamptz,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index webhooks_name on webhooks (user_id, lower(name));
create trigger webhooks_version before update of name, url, topics, in_places, paused on webhooks for each row
  when ((old.name, old.url, old.topics, old.in_places, old.paused)
    is distinct from (new.name, new.url, new.topics, new.in_places, new.paused))
  execute function raise_version();

create table webhook_places (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  place_id uuid not null references places (id) on delete cascade,
  primary key (webhook_id, place_id)
);
create index webhook_places_by_place on webhook_places (place_id);

-- Entries that wait or were sent recently. Those of a deleted webhook end by their age.
create table webhook_deliveries (
  webhook_id uuid not null,
  event_id bigint not null,
  -- The time of the entry, which leads to its month.
  event_at timestamptz not null,
  record_id uuid not null,
  action text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'skipped')),
  tries integer not null default 0,
  next_at timestamptz default now() check ((next_at is not null) = (status = 'pending')),
  -- Given up after this.
  expires_at timestamptz not null default now() + interval '3 days',
  tried_at timestamptz,
  code smallint,
  failure text,
  duration_ms integer,
  created_at timestamptz not null default now(),
  primary key (webhook_id, event_id)
);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, record_id, event_id) where status = 'pending';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
