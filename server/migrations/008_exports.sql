create table exports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  filter jsonb not null,
  columns text[] not null check (cardinality(columns) > 0),
  status text not null check (status in ('waiting', 'writing', 'ready', 'failed', 'cancelled', 'expired')),
  rows bigint not null default 0,
  total bigint,
  message text,
  file text,
  -- What the person could see when the file was written; once that changes, the file is theirs no more.
  reach text,
  ticket_hash bytea,
  ticket_expires_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index exports_of_user on exports (user_id, id);
create index exports_unfinished on exports (user_id) where status in ('waiting', 'writing');
create index exports_at on exports (created_at);
