-- Someone asks for help. People with User Management in whose scope they are answer.
create table help_requests (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  subject text not null check (length(subject) between 1 and 200),
  image text,
  status text not null default 'waiting' check (status in ('waiting', 'answered', 'closed')),
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index help_requests_by_asker on help_requests (created_by, number);
create index help_requests_by_status on help_requests (status, number);
create index help_requests_image on help_requests (image) where image is not null;

-- The conversation: what was written, and when it was closed and reopened. A message is never changed.
create table help_messages (
  id uuid primary key default uuidv7(),
  request_id uuid not null references help_requests (id),
  step text not null check (step in ('written', 'closed', 'reopened')),
  text text check (length(text) between 1 and 4000),
  written_by uuid not null references users (id),
  written_at timestamptz not null default now(),
  constraint help_messages_say_something check (step = 'closed' or text is not null)
);
create index help_messages_by_request on help_messages (request_id, id);
