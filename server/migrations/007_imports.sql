-- A file of assets on its way into the product, and how far it got. What it holds is staged in tables of its own.
create table imports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  file_name text not null check (length(file_name) <= 255),
  file text not null,
  kind text not null check (kind in ('csv', 'xlsx')),
  status text not null default 'reading' check (status in (
    'reading', 'checking', 'ready', 'applying', 'done', 'undoing', 'undone', 'cancelling', 'cancelled', 'failed')),
  done bigint not null default 0,
  total bigint not null default 0,
  headers text[] not null default '{}',
  columns text[] not null default '{}',
  rows integer not null default 0,
  counts jsonb not null default '{"new": 0, "changed": 0, "unchanged": 0, "wrong": 0}',
  creates jsonb not null default '[]',
  creates_total integer not null default 0,
  -- The last row of the file that was applied: everything up to it is, nothing behind it.
  applied_to integer not null default 0,
  message text,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_by_user on imports (user_id, id);

-- Which column a person's files mean by a header, as they once said.
create table import_headers (
  user_id uuid not null references users (id),
  header text not null,
  means text,
  primary key (user_id, header)
);

create schema staging;

-- A tag in the one form it is kept in: hex without separators in capitals, anything else as it was typed.
create function normal_tag(typed text) returns text language sql immutable parallel safe strict as $$
  select case when typed ~ '^[0-9A-F]+$' and length(typed) % 2 = 0 and length(typed) >= 8 then typed
    when upper(regexp_replace(typed, '[\s:-]', '', 'g')) ~ '^([0-9A-F]{2}){4,}$'
      then upper(regexp_replace(typed, '[\s:-]', '', 'g'))
    else typed end
$$;

-- A day written as 2026-03-31, 31/03/2026 or 31-03-2026; null where it is none.
create function readable_day(written text) returns date language sql immutable parallel safe strict as $$
  select case when iso ~ '^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      and substr(iso, 9)::int <= extract(day from (substr(iso, 1, 8) || '01')::date + interval '1 month - 1 day')
    then iso::date end
  from (select case when written ~ '^\d\d[/-]\d\d[/-]\d{4}$'
    then substr(written, 7) || '-' || substr(written, 4, 2) || '-' || substr(written, 1, 2) else written end as iso) as day
$$;

-- The fields of one that the other has differently.
create function jsonb_unlike(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe strict as $$
  select jsonb_object_agg(key, value) from jsonb_each(one) where value is distinct from other -> key
$$;
