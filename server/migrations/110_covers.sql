-- AMC, warranty, insurance and lease of assets: docs/decisions/072-covers.md
create table covers (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('amc', 'warranty', 'insurance', 'lease')),
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  vendor_id uuid references vendors (id),
  -- Both days are included.
  starts_on date not null,
  ends_on date not null,
  -- In the smallest unit of the currency.
  cost bigint check (cost >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  note text not null default '' check (length(note) <= 2000),
  -- Days before the end.
  reminder_days integer[] not null default '{30,7}' check (cardinality(reminder_days) <= 5),
  -- The cover that this one continues.
  renews_id uuid references covers (id),
  cancelled_at timestamptz,
  cancel_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  constraint covers_period check (starts_on <= ends_on),
  constraint covers_cost check ((cost is null) = (currency is null)),
  constraint covers_cancelled check ((cancelled_at is null) = (cancel_reason is null))
);
create unique index covers_renewed_once on covers (renews_id) where renews_id is not null and cancelled_at is null;
create index covers_by_end on covers (ends_on, id);
create index covers_by_vendor on covers (vendor_id) where vendor_id is not null;
create trigger covers_version before update on covers for each row
  when (old.* is distinct from new.*) execute function raise_version();

create table cover_assets (
  cover_id uuid not null references covers (id) on delete cascade,
  asset_id uuid not null references assets (id),
  added_at timestamptz not null default now(),
  primary key (cover_id, asset_id)
);
create index cover_assets_by_asset on cover_assets (asset_id, cover_id);

-- A reminder is written once for each day, and again if the end changes.
create table cover_reminders (
  cover_id uuid not null references covers (id) on delete cascade,
  ends_on date not null,
  days integer not null,
  at timestamptz not null default now(),
  primary key (cover_id, ends_on, days)
);
create trigger covers_leave_papers after delete on covers for each row execute function leave_papers('cover');

-- Notes and reasons can name a person.
insert into personal_texts (table_name, columns, source) values ('covers', '{note,cancel_reason}', 'covers');
