-- A list or a report as somebody likes to look at it: its filter, its order and the columns of its file.
create table saved_views (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name text not null check (length(name) between 1 and 100),
  list text not null,
  filter jsonb not null,
  columns text[] not null check (cardinality(columns) > 0),
  -- Shared with those who see this place; null: the owner's alone.
  place_id uuid references places (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, list, lower(name));
create index saved_views_by_place on saved_views (place_id) where place_id is not null;

-- When a view is mailed to its owner, by the clock of a time zone.
create table view_schedules (
  view_id uuid primary key references saved_views (id) on delete cascade,
  every text not null check (every in ('day', 'week', 'month')),
  weekday smallint not null check (weekday between 1 and 7),
  month_day smallint not null check (month_day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  zone text not null,
  format text not null check (format in ('csv', 'xlsx')),
  next_at timestamptz not null,
  -- The moment whose mail is still to be sent, and the file that is written for it.
  due_at timestamptz,
  export_id uuid references exports (id) on delete set null,
  sent_at timestamptz,
  -- Why the last one was not sent; the owner is told once.
  refused text
);
create index view_schedules_next on view_schedules (next_at);
create index view_schedules_export on view_schedules (export_id) where export_id is not null;

-- Its owner gets it by mail and needs no other news of it.
alter table exports add column scheduled boolean not null default false;

-- The first hour after a moment that a schedule names; the last day of months that are shorter than its day.
create function next_view_mail(every text, weekday integer, month_day integer, hour integer, zone text, after timestamptz)
returns timestamptz language sql stable as $$
  select min((day + make_interval(hours => hour)) at time zone zone)
  from generate_series((after at time zone zone)::date::timestamp, (after at time zone zone)::date + interval '63 days', '1 day') as day
  where (day + make_interval(hours => hour)) at time zone zone > after and case every
    when 'week' then extract(isodow from day) = weekday
    when 'month' then extract(day from day)
      = least(month_day, extract(day from date_trunc('month', day) + interval '1 month' - interval '1 day'))
    else true end
$$;
