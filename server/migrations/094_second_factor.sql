-- A second factor at log-in: an authenticator app or passkeys, with recovery codes in case both are lost. Why it is built
-- this way: docs/decisions/067-second-factor.md
alter table roles add column second_factor_required boolean not null default false;

create table totp_factors (
  user_id uuid primary key references users (id),
  sealed_secret bytea not null,
  -- The time step of the last accepted code: each code works once.
  last_step bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  credential_id text not null constraint passkeys_credential_id unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  user_id uuid not null references users (id),
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Browsers that skip the second step.
create table remembered_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  address text not null,
  agent text not null check (length(agent) <= 500),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index remembered_devices_user on remembered_devices (user_id);
create index remembered_devices_expires_at on remembered_devices (expires_at);

-- Log-ins whose first step is done. `cookie_hash` is null for programs.
create table sign_in_steps (
  token_hash bytea primary key,
  user_id uuid not null references users (id),
  cookie_hash bytea,
  challenge text,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index sign_in_steps_user on sign_in_steps (user_id);
create index sign_in_steps_expires_at on sign_in_steps (expires_at);

-- A factor that its owner is setting up, in one session.
create table second_factor_setups (
  user_id uuid primary key references users (id),
  session_id uuid not null,
  sealed_secret bytea,
  challenge text,
  expires_at timestamptz not null
);
create index second_factor_setups_expires_at on second_factor_setups (expires_at);
