-- What an import asks, what was answered, which problems its rows have, and what an undo left behind.
alter table imports
  -- What new assets get where their row does not say it: a name, a place, a state.
  add column defaults jsonb not null default '{}',
  -- Columns that the file does not have and its new assets need, with how many rows need each.
  add column asks jsonb not null default '[]',
  -- Why rows are wrong or stayed, with how many there are of each.
  add column problems jsonb not null default '[]',
  -- Assets that an undo or a cancel put into the bin, and those that became what they were.
  add column binned integer not null default 0,
  add column reverted integer not null default 0;

-- Master records that an import made. They stay when it is undone, so that they can be named, and removed where unused.
create table import_masters (
  import_id uuid not null references imports (id) on delete cascade,
  kind text not null,
  master_id uuid not null,
  primary key (import_id, kind, master_id)
);
