-- Handhelds are neither browsers of people nor fixed readers: docs/decisions/077-handhelds-have-tokens.md
create table handhelds (
  id uuid primary key default uuidv7(),
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  model text not null default '' check (model = btrim(model) and length(model) <= 100),
  -- Null: for people who see every place.
  place_id uuid references places (id) on delete cascade,
  -- Null once it was revoked.
  token_hash bytea,
  token_made_at timestamptz not null default now(),
  last_seen_at timestamptz,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index handhelds_name on handhelds (lower(name));
create unique index handhelds_token on handhelds (token_hash);
create index handhelds_by_place on handhelds (place_id);
create trigger handhelds_version before update of name, model, place_id on handhelds for each row
  when ((old.name, old.model, old.place_id) is distinct from (new.name, new.model, new.place_id))
  execute function raise_version();
