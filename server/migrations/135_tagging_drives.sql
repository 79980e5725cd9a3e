-- People put tags on the assets of a place: docs/decisions/075-tagging-drives.md
create table tagging_drives (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  place_id uuid not null references places (id),
  -- What a second person checks: one of each so many associations of a person, so many of each room, or nothing.
  sample text not null check (sample in ('none', 'nth', 'room')),
  sample_size smallint not null check (sample_size between 1 and 1000),
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  closed_by uuid references users (id),
  closed_at timestamptz,
  version integer not null default 1,
  constraint tagging_drives_closed check ((closed_at is null) = (closed_by is null))
);
create index tagging_drives_by_place on tagging_drives (place_id);
create trigger tagging_drives_version before update of name, sample, sample_size, closed_at, version on tagging_drives
  for each row when (old.* is distinct from new.*) execute function raise_version();

-- Who tags. Without a row everybody who manages assets there does.
create table tagging_people (
  drive_id uuid not null references tagging_drives (id),
  user_id uuid not null references users (id),
  primary key (drive_id, user_id)
);
create index tagging_people_by_user on tagging_people (user_id);

-- Which tag was put on which asset. A later row of an asset replaces an earlier one, which stays.
create table tag_associations (
  -- Made by the device: sent again, it is the same.
  id uuid primary key,
  drive_id uuid not null references tagging_drives (id),
  -- Where the person stood.
  place_id uuid not null,
  asset_id uuid not null references assets (id),
  tag text not null,
  previous_tag text,
  scheme text not null,
  device text not null,
  tagged_by uuid not null references users (id),
  tagged_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp()
);
create index tag_associations_by_drive on tag_associations (drive_id, asset_id, received_at, id);
create index tag_associations_by_asset on tag_associations (asset_id);
create index tag_associations_by_place on tag_associations (place_id);

-- What could not be tagged, and why.
create table tagging_exceptions (
  id uuid primary key,
  drive_id uuid not null references tagging_drives (id),
  place_id uuid not null,
  asset_id uuid not null references assets (id),
  reason text not null check (reason in ('not-there', 'out-of-reach', 'no-surface', 'label-spoilt', 'other')),
  note text not null check (length(note) <= 500),
  noted_by uuid not null references users (id),
  noted_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp()
);
create index tagging_exceptions_by_drive on tagging_exceptions (drive_id, asset_id, received_at, id);
create index tagging_exceptions_by_asset on tagging_exceptions (asset_id);
create index tagging_exceptions_by_place on tagging_exceptions (place_id);

-- What a second person read on the asset of an association.
create table tag_checks (
  association_id uuid primary key references tag_associations (id),
  -- `elsewhere`: its tag was read on another asset that was checked.
  outcome text not null check (outcome in ('right', 'other-tag', 'no-tag', 'elsewhere')),
  read_tag text,
  checked_by uuid not null references users (id),
  checked_at timestamptz not null default now()
);

-- A merge of places may change the place, and nothing else changes.
create trigger tag_associations_append_only before delete or truncate
  or update of id, drive_id, asset_id, tag, previous_tag, scheme, tagged_by, tagged_at, received_at
  on tag_associations for each statement execute function refuse_change();
create trigger tag_checks_append_only before update or delete or truncate
  on tag_checks for each statement execute function refuse_change();

-- Notes and names of devices can name a person.
insert into personal_texts (table_name, columns, source) values
  ('tagging_exceptions', '{note}', 'tagging_exceptions'), ('tag_associations', '{device}', 'tag_associations');
