-- Label printers and their jobs: docs/decisions/074-label-printers.md
create table printers (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  host text not null check (length(host) between 1 and 253),
  port integer not null check (port between 1 and 65535),
  dpi smallint not null check (dpi in (203, 300, 600)),
  -- Null: for everybody.
  place_id uuid references places (id) on delete cascade,
  -- One worker at a time; a dead worker's lease ends by itself.
  leased_by uuid,
  leased_until timestamptz,
  -- After a trouble it is not tried before.
  held_until timestamptz,
  retired_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index printers_name on printers (lower(name));
create index printers_by_place on printers (place_id);
create trigger printers_version before update of name, host, port, dpi, place_id, retired_at on printers for each row
  when ((old.name, old.host, old.port, old.dpi, old.place_id, old.retired_at)
    is distinct from (new.name, new.host, new.port, new.dpi, new.place_id, new.retired_at))
  execute function raise_version();

create table print_jobs (
  id uuid primary key default uuidv7(),
  -- Labels are printed with the present rights of this person.
  user_id uuid not null references users (id),
  -- Null: the labels are a file.
  printer_id uuid references printers (id) on delete set null,
  design text not null check (design in ('asset-small', 'asset-large', 'room')),
  dpi smallint not null check (dpi in (203, 300, 600)),
  owner text not null default '' check (length(owner) <= 60),
  series_id uuid references tag_series (id),
  again boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'printing', 'stopped', 'done', 'ready')),
  trouble text,
  message text,
  total integer not null default 0,
  printed integer not null default 0,
  skipped integer not null default 0,
  voided integer not null default 0,
  -- Spoilt labels since the last good one.
  voids_in_row integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index print_jobs_of_person on print_jobs (user_id, id);
create index print_jobs_to_print on print_jobs (printer_id, id) where status in ('waiting', 'printing');

-- They stay, so that a number is not printed a second time.
create table print_labels (
  job_id uuid not null references print_jobs (id),
  position integer not null,
  asset_id uuid,
  place_id uuid,
  -- Written to the chip; null: nothing is.
  tag text,
  -- 'ready': its number is reserved. 'sent': it may be printed.
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'sent', 'printed', 'skipped')),
  -- Why it was skipped.
  message text,
  at timestamptz,
  primary key (job_id, position),
  constraint print_labels_record check ((asset_id is null) <> (place_id is null))
);
create index print_labels_to_print on print_labels (job_id, position) where state in ('waiting', 'ready', 'sent');
create index print_labels_by_tag on print_labels (tag) where tag is not null;

-- A text on all labels can name a person.
insert into personal_texts (table_name, columns, source) values ('print_jobs', '{owner}', 'print_jobs');
