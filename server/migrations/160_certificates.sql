-- Certificates of verifications: docs/decisions/080-certificates-of-verifications.md
create table certificate_numbers (
  year integer primary key,
  last integer not null
);

create table certificates (
  id uuid primary key,
  number text not null unique,
  inventory_id uuid not null references inventories (id),
  -- The same in every language, without names of people. Its hash is of the canonical form.
  content jsonb not null,
  hash bytea not null check (length(hash) = 32),
  -- What people wrote. The content has its hash with the salt, which ends when personal data is removed.
  texts jsonb not null,
  salt bytea,
  -- Together with the id it opens the page that anybody can see.
  code text not null check (length(code) between 10 and 50),
  replaces uuid unique references certificates (id),
  made_by uuid not null references users (id),
  made_at timestamptz not null default now(),
  -- The entry of the ledger that has the hash.
  entry_id bigint not null
);
-- One certificate for an inventory; each further one replaces the one before.
create unique index certificates_first on certificates (inventory_id) where replaces is null;
create index certificates_of_inventory on certificates (inventory_id, id);
create trigger certificates_append_only before update or delete or truncate on certificates
  for each statement execute function refuse_change();

-- Nobody can then try names against the hash.
create function forget_certificate_salt() returns trigger language plpgsql as $$
begin
  new.salt := null;
  return new;
end $$;
create trigger certificates_forget_salt before update on certificates for each row
  when (old.texts is distinct from new.texts) execute function forget_certificate_salt();

create table certificate_signatures (
  id uuid primary key default uuidv7(),
  certificate_id uuid not null references certificates (id),
  role text not null check (role in ('approver', 'verifier', 'custodian')),
  person_id uuid references users (id),
  -- Of a custodian, who needs no account.
  name text check (length(name) between 1 and 200),
  drawing text check (length(drawing) <= 20000),
  signed_at timestamptz not null default now(),
  with_second_factor boolean not null,
  by_link boolean not null,
  check ((role = 'custodian') = (person_id is null)),
  check ((person_id is null) = (name is not null))
);
create unique index certificate_signatures_once on certificate_signatures (certificate_id, role, person_id)
  where person_id is not null;
create index certificate_signatures_of on certificate_signatures (certificate_id, id);
create trigger certificate_signatures_append_only before update or delete or truncate on certificate_signatures
  for each statement execute function refuse_change();

create table certificate_links (
  token_hash bytea primary key,
  certificate_id uuid not null references certificates (id),
  name text not null check (length(name) between 1 and 200),
  made_by uuid not null references users (id),
  expires_at timestamptz not null
);
create index certificate_links_expires_at on certificate_links (expires_at);

insert into personal_texts (table_name, columns, source) values
  ('certificates', '{texts}', 'certificates'), ('certificate_signatures', '{name}', 'certificate_signatures');
insert into personal_texts (table_name, columns, key, source)
values ('certificate_links', '{name}', 'certificate_id', 'certificates');
