-- Files on records, such as invoices and manuals: docs/decisions/071-papers.md
create table papers (
  id uuid primary key default uuidv7(),
  -- The SHA-256 of its content, which is stored once under this name.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  name text not null check (length(name) between 1 and 200),
  type text not null,
  size integer not null check (size > 0),
  -- A small copy of a picture.
  thumbnail text,
  -- Nobody opens a paper while it waits for the scanner.
  scan text not null check (scan in ('off', 'waiting', 'clean', 'infected')),
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null default now(),
  -- Its content was infected, and is deleted.
  deleted_at timestamptz,
  check ((deleted_at is not null) = (scan = 'infected'))
);
create index papers_hash on papers (hash);
create index papers_thumbnail on papers (thumbnail) where thumbnail is not null;
create index papers_by_age on papers (uploaded_at);
create index papers_name on papers using gin (name gin_trgm_ops);
create index papers_waiting on papers (uploaded_at) where scan = 'waiting';

-- A removed link stays for a day, so that it can be undone.
create table paper_links (
  paper_id uuid not null references papers (id) on delete cascade,
  record_kind text not null,
  record_id uuid not null,
  attached_by uuid not null references users (id),
  attached_at timestamptz not null default now(),
  removed_by uuid references users (id),
  removed_at timestamptz,
  primary key (paper_id, record_kind, record_id)
);
create index paper_links_record on paper_links (record_kind, record_id) where removed_at is null;
create index paper_links_removed on paper_links (removed_at) where removed_at is not null;

-- Uploads of the last day, finished or not. They also say how much a person uploaded on that day.
create table paper_uploads (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  record_kind text not null,
  record_id uuid not null,
  name text not null,
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  -- What it became; null until it is complete.
  paper_id uuid references papers (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 day'
);
create index paper_uploads_user on paper_uploads (user_id);
create index paper_uploads_paper on paper_uploads (paper_id) where paper_id is not null;
create index paper_uploads_expires on paper_uploads (expires_at);

create table paper_chunks (
  upload_id uuid not null references paper_uploads (id) on delete cascade,
  start integer not null,
  size integer not null check (size > 0),
  file text not null,
  primary key (upload_id, start)
);
create index paper_chunks_file on paper_chunks (file);

-- A deleted master has no papers; a merge moves them before.
create function leave_papers() returns trigger language plpgsql as $$
begin
  update paper_links set removed_at = now() where record_kind = tg_argv[0] and record_id = old.id and removed_at is null;
  return null;
end $$;
create trigger places_leave_papers after delete on places for each row execute function leave_papers('place');
create trigger asset_names_leave_papers after delete on asset_names for each row execute function leave_papers('asset-name');
create trigger asset_states_leave_papers after delete on asset_states for each row execute function leave_papers('asset-state');
create trigger brands_leave_papers after delete on brands for each row execute function leave_papers('brand');
create trigger vendors_leave_papers after delete on vendors for each row execute function leave_papers('vendor');

-- The name of a file can name a person.
insert into personal_texts (table_name, columns, source) values ('papers', '{name}', 'papers');
