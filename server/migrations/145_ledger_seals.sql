-- Seals of the ledger: docs/decisions/078-seals-of-the-ledger.md

create table ledger_seals (
  -- One after the other, without a gap.
  number bigint primary key,
  previous bytea not null check (length(previous) = 32),
  sealed_at timestamptz not null,
  first_id bigint,
  last_id bigint,
  -- The entries in the order of their hashes. The salt of an entry is zeros once personal data was removed from it.
  ids bigint[] not null,
  salts bytea not null,
  leaves bytea not null,
  -- The removals up to this one are in this seal or in one before.
  redacted_to bigint not null,
  redactions integer not null,
  root bytea not null check (length(root) = 32),
  key bytea not null check (length(key) = 32),
  hash bytea not null check (length(hash) = 32),
  signature bytea not null check (length(signature) = 64)
);
-- The seal of an entry. Entries whose transactions took long are in a later seal than their neighbours.
create index ledger_seals_entries on ledger_seals using gist (int8range(first_id, last_id, '[]'))
  where first_id is not null;
create index ledger_seals_sealed_at on ledger_seals (sealed_at);
create trigger ledger_seals_append_only before delete or update or truncate on ledger_seals
  for each statement execute function refuse_change();

-- How far the ledger is sealed; whoever seals or removes personal data holds its only row.
create table ledger_sealing (
  is_only boolean primary key default true check (is_only),
  -- Entries that this snapshot sees are sealed, and those up to restored_to. Null: the ledger is sealed from its beginning.
  position pg_snapshot,
  restored_to bigint not null default 0,
  -- More than one seal is needed: entries that this snapshot sees and that come after a number are sealed next.
  until pg_snapshot,
  after bigint not null default 0,
  -- When a round last found nothing more to seal.
  reached_at timestamptz
);
insert into ledger_sealing default values;

-- Removals of personal data from entries that were sealed already.
create table ledger_redactions (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  person_id uuid not null,
  -- Hashes of the texts of the entry, before and after. The salt of the first is destroyed.
  former bytea not null,
  texts bytea not null,
  at timestamptz not null default now()
);
create index ledger_redactions_entry on ledger_redactions (entry_id, id);
create trigger ledger_redactions_append_only before delete or update or truncate on ledger_redactions
  for each statement execute function refuse_change();

-- As `framed` in contract/ledger/entry.ts: each value with its length.
create function framed(value bytea) returns bytea language sql immutable parallel safe as $$
  select int8send(coalesce(length(value), -1)) || coalesce(value, '')
$$;

create function hash_of_entry_texts(salt bytea, before jsonb, after jsonb, record_name text) returns bytea
language sql stable parallel safe as $$
  select sha256(public.framed(salt) || public.framed(convert_to(before::text, 'UTF8'))
    || public.framed(convert_to(after::text, 'UTF8')) || public.framed(convert_to(record_name, 'UTF8')))
$$;

-- A step of a removal says whose personal data it removes.
create function note_removed_person() returns trigger language plpgsql as $$
begin
  perform set_config('ats.removed_person', old.person_id::text, true);
  return old;
end $$;
create trigger personal_data_steps_note_person before delete on personal_data_steps for each row
  execute function note_removed_person();

-- The entry stays provable: its former texts are known by their hash, and what they became is sealed next.
create function note_redaction() returns trigger language plpgsql as $$
declare
  sealed public.ledger_seals;
  index integer;
  salt bytea;
  last bytea;
begin
  -- Nobody seals this entry meanwhile.
  perform from public.ledger_sealing for update;
  select * into sealed from public.ledger_seals
  where int8range(first_id, last_id, '[]') @> new.id and new.id = any(ids) limit 1;
  if not found then
    return null;
  end if;
  index := array_position(sealed.ids, new.id) - 1;
  salt := substring(sealed.salts from index * 16 + 1 for 16);
  select texts into last from public.ledger_redactions where entry_id = new.id order by id desc limit 1;
  insert into public.ledger_redactions (entry_id, person_id, former, texts) values (
    new.id, current_setting('ats.removed_person')::uuid,
    coalesce(last, public.hash_of_entry_texts(salt, old.before, old.after, old.record_name)),
    public.hash_of_entry_texts('', new.before, new.after, new.record_name));
  if last is null then
    update public.ledger_seals set salts = overlay(salts placing decode(repeat('00', 16), 'hex') from index * 16 + 1 for 16)
    where number = sealed.number;
  end if;
  return null;
end $$;
create trigger events_note_redaction after update on events for each row
  when (old.before is distinct from new.before or old.after is distinct from new.after
    or old.record_name is distinct from new.record_name)
  execute function note_redaction();
