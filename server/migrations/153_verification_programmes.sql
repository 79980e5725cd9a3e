-- The places that an organisation verifies within a period: docs/decisions/079-verification-programmes.md
create table verification_programmes (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  place_id uuid not null references places (id),
  starts_on date not null,
  ends_on date not null,
  -- How many days before it is due an inventory is planned.
  lead_days smallint not null check (lead_days between 1 and 90),
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  retired_by uuid references users (id),
  retired_at timestamptz,
  version integer not null default 1,
  constraint verification_programmes_period check (ends_on > starts_on and ends_on <= starts_on + 1830),
  constraint verification_programmes_retired check ((retired_at is null) = (retired_by is null))
);
create index verification_programmes_by_place on verification_programmes (place_id);
create trigger verification_programmes_version before update of name, lead_days, retired_at, version
  on verification_programmes for each row when (old.* is distinct from new.*) execute function raise_version();

create table verification_lines (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references verification_programmes (id),
  place_id uuid not null references places (id),
  -- When it is due first, and how often after that; null: once.
  due_on date not null,
  every_months smallint check (every_months between 1 and 60),
  people uuid[] not null default '{}',
  blind boolean not null,
  approver_id uuid references users (id),
  must_count smallint check (must_count between 1 and 100),
  -- Who changed the approver or the minimum last: that person does not approve.
  changed_by uuid references users (id)
);
create index verification_lines_of_programme on verification_lines (programme_id, due_on, id);
create index verification_lines_by_place on verification_lines (place_id);

-- The line that an inventory was made from, and the day on which the line was due.
alter table inventories
  add column line_id uuid references verification_lines (id),
  add column line_due date,
  add constraint inventories_line check ((line_id is null) = (line_due is null));
create unique index inventories_of_line on inventories (line_id, line_due)
  where line_id is not null and status <> 'cancelled';
