-- Work on more records than a call may wait for: what is to be done, by whom, and how far it got.
create table bulk_jobs (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  work text not null,
  -- What the call said, without the records: a place, a person, a reason, a filter.
  details jsonb not null,
  -- The same in a few words, for people.
  subject text,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  total bigint,
  -- Batches before this one are done, the others are not: it moves in the transaction that does a batch.
  position integer not null default 0,
  batches integer,
  done bigint not null default 0,
  failed bigint not null default 0,
  -- The first records that could not be done, or that there is something to say of.
  results jsonb not null default '[]',
  message text,
  tries integer not null default 0,
  undone_by uuid references bulk_jobs (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index bulk_jobs_by_user on bulk_jobs (user_id, id);
create index bulk_jobs_unfinished on bulk_jobs (id) where status in ('waiting', 'running');
create index bulk_jobs_finished on bulk_jobs (finished_at) where finished_at is not null;
create index bulk_jobs_undone_by on bulk_jobs (undone_by) where undone_by is not null;

-- The records a job is about, put down when it begins: what comes to match later is not touched. A row holds a batch, so
-- that a million records are a thousand rows. Once a batch is done it holds what can be undone, or is gone.
create table bulk_job_batches (
  job_id uuid not null references bulk_jobs (id) on delete cascade,
  number integer not null,
  ids uuid[] not null,
  primary key (job_id, number)
);

-- Which row a picture belongs to: a file that none names is swept. Rows without one, most of them, are not in here.
create index assets_image on assets (image) where image is not null;
create index assets_thumbnail on assets (thumbnail) where thumbnail is not null;
create index state_changes_image on state_changes (image) where image is not null;
create index state_changes_thumbnail on state_changes (thumbnail) where thumbnail is not null;
create index users_picture on users (picture) where picture is not null;
