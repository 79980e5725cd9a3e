-- The city that a person named who asks for access, where there is one of that name. People who manage the users of a city
-- see and decide its requests; requests without a city are for people who see every place.
alter table access_requests add column city_id uuid references places (id) on delete set null;

-- Wrong tries to sign in to an account since its owner last did: one row an account, gone with the next sign-in.
create table failed_sign_ins (
  user_id uuid primary key references users (id),
  tries integer not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null,
  address text not null
) with (fillfactor = 50);
