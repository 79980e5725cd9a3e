-- One tree. The composite foreign key makes a wrong parent impossible: a property hangs under an MM, and so on.
create table places (
  id uuid primary key default uuidv7(),
  kind text not null,
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 200),
  parent_id uuid,
  parent_kind text generated always as (
    case kind when 'mm' then 'city' when 'property' then 'mm' when 'aou' then 'property' when 'room' then 'aou' end
  ) stored,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint places_kind check (kind in ('city', 'mm', 'property', 'aou', 'room')),
  constraint places_parent_given check ((kind = 'city') = (parent_id is null)),
  constraint places_id_kind unique (id, kind),
  constraint places_parent foreign key (parent_id, parent_kind) references places (id, kind)
);
create unique index places_city_name on places (lower(name)) where kind = 'city';
create unique index places_name_in_parent on places (parent_id, lower(name)) where parent_id is not null;
create index places_kind_name on places (kind, lower(name));

insert into places (id, kind, name) values
  ('00000000-0000-7000-8000-000000000011', 'city', 'Indore'),
  ('00000000-0000-7000-8000-000000000012', 'city', 'Mumbai'),
  ('00000000-0000-7000-8000-000000000013', 'city', 'Bangalore'),
  ('00000000-0000-7000-8000-000000000014', 'city', 'Delhi'),
  ('00000000-0000-7000-8000-000000000015', 'city', 'Pune');
