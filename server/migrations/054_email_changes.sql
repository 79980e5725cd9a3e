-- A new email that a person asked for. It counts once the link mailed to it was opened; until then the old one stays.
-- Only a hash is stored, and one change a person at a time.
create table email_changes (
  user_id uuid primary key references users (id),
  token_hash bytea not null unique,
  email text not null check (length(email) <= 320),
  expires_at timestamptz not null
);
