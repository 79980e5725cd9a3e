-- Programs act with a key of their own (docs/decisions/064-keys-of-programs.md). Each is a row of users, because records and
-- the ledger refer to users for who did something. It has no role, home city, email or password, so nobody signs in with
-- it, and queries of people, which join the role or the city, do not find it.
alter table users
  add column kind text not null default 'person' constraint users_kind check (kind in ('person', 'program')),
  alter column role_id drop not null,
  alter column city_id drop not null,
  alter column email drop not null,
  add constraint users_program check (case kind
    when 'program' then num_nonnulls(role_id, city_id, email, password_hash, picture, last_sign_in_at) = 0
    else num_nulls(role_id, city_id, email) = 0 end);
create unique index users_program_name on users (lower(name)) where kind = 'program' and deleted_at is null;

create table programs (
  id uuid primary key references users(id),
  -- Never user-management: with it a program could give itself every right.
  permissions text[] not null constraint programs_permissions
    check (cardinality(permissions) > 0 and permissions <@ array['master', 'manage-asset', 'reports']),
  everywhere boolean not null,
  -- Empty: from every address.
  address_ranges cidr[] not null default '{}',
  expires_at timestamptz not null,
  key_hash bytea not null unique,
  key_ending text not null,
  key_made_at timestamptz not null default now(),
  -- The key before, which works until then.
  former_hash bytea unique,
  former_ending text,
  former_until timestamptz,
  last_used_at timestamptz,
  last_used_from text,
  constraint programs_former check (num_nulls(former_hash, former_ending, former_until) in (0, 3))
);
