-- Ids are time-ordered, so new rows land at the end of their indexes. PostgreSQL 18 brings uuidv7() itself.
do $$
begin
  if not exists (select from pg_proc where proname = 'uuidv7' and pronamespace = 'pg_catalog'::regnamespace) then
    create function uuidv7() returns uuid language sql volatile parallel safe as $function$
      select encode(
        set_bit(
          set_bit(
            overlay(
              uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6
            ), 52, 1
          ), 53, 1
        ), 'hex'
      )::uuid
    $function$;
  end if;
end $$;

-- The ledger: one row for every change, written in the transaction that makes the change.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  record_kind text not null,
  record_id uuid not null,
  place_id uuid,
  before jsonb,
  after jsonb,
  request_id text not null
);
create index events_record on events (record_kind, record_id, id);
create index events_actor on events (actor_id, id);
create index events_at on events (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();

-- How often something was tried within a window of time; the key is a keyed hash, never an email or an address.
create table throttles (
  key bytea primary key,
  tries integer not null,
  window_ends_at timestamptz not null
);
create index throttles_window on throttles (window_ends_at);
