-- Four lists of the same shape. Each is a table of its own, so that an asset can only ever point at the right one.
create table asset_names (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 200),
  created_at timestamptz not null default now(),
  created_by uuid references users (id)
);
create unique index asset_names_name on asset_names (lower(name));

create table asset_states (like asset_names including defaults including constraints including indexes);
alter table asset_states add foreign key (created_by) references users (id);

create table vendors (like asset_names including defaults including constraints including indexes);
alter table vendors add foreign key (created_by) references users (id);

create table brands (like asset_names including defaults including constraints including indexes);
alter table brands add foreign key (created_by) references users (id);

insert into asset_states (id, name) values
  ('00000000-0000-7000-8000-000000000021', 'Working'),
  ('00000000-0000-7000-8000-000000000022', 'Not-Working'),
  ('00000000-0000-7000-8000-000000000023', 'UP');
