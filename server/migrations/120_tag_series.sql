-- Number series of tags: docs/decisions/073-tag-numbers.md
create table tag_series (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  scheme text not null check (scheme in ('giai', 'sgtin', 'private')),
  -- The prefix that GS1 has licensed to the organisation.
  company_prefix text check (company_prefix ~ '^[0-9]{6,12}$'),
  -- Indicator and item reference.
  item_reference text check (item_reference ~ '^[0-9]{1,7}$'),
  -- In every tag of the private scheme.
  organisation text check (organisation ~ '^[0-9A-F]{8}$'),
  filter smallint not null default 0 check (filter between 0 and 7),
  first_serial bigint not null check (first_serial >= 0),
  -- It only grows, so no number is reserved twice.
  next_serial bigint not null,
  last_serial bigint not null,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  version integer not null default 1,
  constraint tag_series_range check (first_serial <= last_serial),
  constraint tag_series_next check (next_serial between first_serial and last_serial + 1),
  constraint tag_series_parts check (
    (scheme <> 'private') = (company_prefix is not null)
    and (scheme = 'sgtin') = (item_reference is not null)
    and (scheme = 'private') = (organisation is not null)
    and (scheme <> 'sgtin' or length(company_prefix) + length(item_reference) = 13)
    and (scheme <> 'private' or filter = 0))
);
create unique index tag_series_name on tag_series (lower(name));
-- One series for each prefix, also after it is retired: two would give the same numbers.
create unique index tag_series_prefix on tag_series
  (scheme, coalesce(company_prefix, ''), coalesce(item_reference, ''), coalesce(organisation, ''));
create trigger tag_series_version before update of name, retired_at on tag_series for each row
  when ((old.name, old.retired_at) is distinct from (new.name, new.retired_at))
  execute function raise_version();

create function keep_tag_numbers() returns trigger language plpgsql as $$
begin
  raise exception 'the numbers of a series only grow' using errcode = 'restrict_violation';
end $$;
create trigger tag_series_grow before update of next_serial on tag_series for each row
  when (new.next_serial < old.next_serial) execute function keep_tag_numbers();

-- Blocks of one series follow each other, because each is reserved with a lock on the row of the series.
create table tag_blocks (
  id uuid primary key default uuidv7(),
  series_id uuid not null references tag_series (id),
  first_serial bigint not null,
  last_serial bigint not null,
  reserved_by uuid references users (id),
  reserved_at timestamptz not null default now(),
  constraint tag_blocks_range check (first_serial <= last_serial),
  constraint tag_blocks_once unique (series_id, first_serial)
);

-- Numbers of spoilt labels.
create table void_tags (
  series_id uuid not null references tag_series (id),
  serial bigint not null,
  tag text not null,
  reason text not null check (length(reason) between 1 and 500),
  voided_by uuid references users (id),
  voided_at timestamptz not null default now(),
  primary key (series_id, serial)
);
create unique index void_tags_tag on void_tags (tag);

-- A void tag is on no asset, and is attached to none.
create function refuse_void_tags() returns trigger language plpgsql as $$
begin
  if exists (select from after_rows join void_tags on void_tags.tag = upper(after_rows.rfid_tag)) then
    raise integrity_constraint_violation using message = 'the tag is void', table = 'asset_tags',
      constraint = 'asset_tags_not_void';
  end if;
  return null;
end $$;
create trigger asset_tags_not_void after insert on asset_tags
  referencing new table as after_rows for each statement execute function refuse_void_tags();

-- A reason can name a person.
insert into personal_texts (table_name, columns, key, source) values ('void_tags', '{reason}', 'series_id', 'tag_series');
