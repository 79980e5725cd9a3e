-- Parts of tables that `ats archive` moved into files. Its rows say what reports beyond the horizon leave out.
create table archives (
  table_name text not null,
  -- The partition, such as events_2027_03, and the time of its rows.
  part text not null,
  from_moment timestamptz not null,
  to_moment timestamptz not null,
  rows bigint not null,
  file text not null,
  sha256 text not null,
  archived_at timestamptz not null default now(),
  primary key (table_name, part)
);
