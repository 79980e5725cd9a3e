create table roles (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 100),
  permissions text[] not null default '{}',
  everywhere boolean not null default false,
  built_in boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  constraint roles_permissions check (
    permissions <@ array['user-management', 'master', 'manage-asset', 'reports']
  )
);
create unique index roles_name on roles (lower(name));

insert into roles (id, name, permissions, everywhere, built_in) values
  ('00000000-0000-7000-8000-000000000001', 'Admin', '{user-management,master,manage-asset,reports}', true, true),
  ('00000000-0000-7000-8000-000000000002', 'User', '{master,manage-asset,reports}', false, true),
  ('00000000-0000-7000-8000-000000000003', 'Sub User', '{manage-asset,reports}', false, true),
  ('00000000-0000-7000-8000-000000000004', 'User Management', '{user-management}', false, true),
  ('00000000-0000-7000-8000-000000000005', 'Super Admin', '{user-management,master,manage-asset,reports}', true, true);

create table users (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and name <> '' and length(name) <= 200),
  lastname text not null default '',
  email text not null check (length(email) <= 320),
  job_title text not null default '',
  password_hash text not null,
  role_id uuid not null references roles (id),
  city_id uuid not null references places (id),
  city_kind text not null generated always as ('city') stored,
  status text not null default 'active' check (status in ('active', 'disabled')),
  picture text,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  last_sign_in_at timestamptz,
  deleted_at timestamptz,
  constraint users_city foreign key (city_id, city_kind) references places (id, kind)
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_by_name on users (lower(name), id) where deleted_at is null;
create index users_role on users (role_id) where deleted_at is null;
create index users_city on users (city_id) where deleted_at is null;

create table user_places (
  user_id uuid not null references users (id) on delete cascade,
  place_id uuid not null references places (id),
  primary key (user_id, place_id)
);
create index user_places_place on user_places (place_id);

-- Only hashes: neither the token nor the cookie can be read back from here.
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

create table access_requests (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) <= 200),
  email text not null check (length(email) <= 320),
  password_hash text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_by uuid references users (id),
  decided_at timestamptz,
  constraint access_requests_hash_kept_while_pending check ((status = 'pending') = (password_hash is not null))
);
create unique index access_requests_one_pending on access_requests (lower(email)) where status = 'pending';
create index access_requests_pending on access_requests (created_at) where status = 'pending';
