-- Directories that people log in with: OIDC providers and LDAP servers. They prove who a person is; groups give a role
-- and places.
create table directories (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('oidc', 'ldap')),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  enabled boolean not null default false,
  settings jsonb not null,
  -- Encrypted with a key of the program; null: none is needed.
  secret bytea,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  version integer not null default 1
);
create unique index directories_name on directories (lower(name));
create trigger directories_version before update of name, enabled, settings, secret on directories for each row
  when ((old.name, old.enabled, old.settings, old.secret) is distinct from (new.name, new.enabled, new.settings, new.secret))
  execute function raise_version();

-- What a group gives. Of several groups of a person, the one with the lowest rank decides.
create table directory_mappings (
  id uuid primary key default uuidv7(),
  directory_id uuid not null references directories (id) on delete cascade,
  group_name text not null check (group_name = btrim(group_name) and length(group_name) between 1 and 500),
  rank integer not null default 100 check (rank between 1 and 1000),
  role_id uuid not null references roles (id),
  city_id uuid not null references places (id),
  -- A role that sees every place is given only after an administrator has confirmed it.
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  constraint directory_mappings_confirmed check ((confirmed_by is null) = (confirmed_at is null))
);
create unique index directory_mappings_group on directory_mappings (directory_id, lower(group_name));
create index directory_mappings_role on directory_mappings (role_id);
create index directory_mappings_city on directory_mappings (city_id);

create table directory_mapping_places (
  mapping_id uuid not null references directory_mappings (id) on delete cascade,
  place_id uuid not null references places (id),
  primary key (mapping_id, place_id)
);
create index directory_mapping_places_place on directory_mapping_places (place_id);

-- Which account a person of a directory has. The link stays when the account is deleted, so that it is not made again.
create table directory_people (
  directory_id uuid not null references directories (id) on delete cascade,
  subject text not null check (length(subject) between 1 and 500),
  user_id uuid not null references users (id),
  -- The account was made by the directory, so nobody but an administrator gives it a password.
  made boolean not null,
  connected_at timestamptz not null default now(),
  primary key (directory_id, subject),
  constraint directory_people_user unique (user_id, directory_id)
);

-- Log-ins that wait for an OIDC provider; only hashes of what the browser holds.
create table directory_sign_ins (
  state_hash bytea primary key,
  browser_hash bytea not null,
  directory_id uuid not null references directories (id) on delete cascade,
  -- The account to connect, proven by its password; null: a log-in.
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index directory_sign_ins_expiry on directory_sign_ins (expires_at);
create index directory_sign_ins_user on directory_sign_ins (user_id) where user_id is not null;

-- The directory that opened a session, to end the session there as well.
alter table sessions add column directory_id uuid references directories (id) on delete set null;
create index sessions_directory on sessions (directory_id) where directory_id is not null;
-- A second step that a directory began leads to a session of the same directory.
alter table sign_in_steps add column directory_id uuid references directories (id) on delete set null;
