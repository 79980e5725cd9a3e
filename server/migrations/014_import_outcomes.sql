-- How an import ended, whoever ends it, and until when its staged rows are kept.
alter table imports drop constraint imports_status_check;
alter table imports add constraint imports_status_check check (status in (
  'reading', 'checking', 'ready', 'applying', 'done', 'undoing', 'undone', 'cancelling', 'cancelled', 'failed', 'expired'));
alter table imports
  -- The size of the uploaded file.
  add column bytes bigint not null default 0,
  -- Whoever asked for what it is doing now; null: its owner. What they may do by now decides.
  add column acting_user_id uuid references users (id),
  -- Rows that an undo or a cancel could not take back.
  add column kept integer not null default 0,
  -- What it was doing when it failed, where it can be tried again.
  add column failed_in text,
  -- When it came to where it stands.
  add column moved_at timestamptz not null default now(),
  -- When its staged rows were deleted.
  add column expired_at timestamptz;
create index imports_by_age on imports (moved_at) where expired_at is null;

create function note_import_move() returns trigger language plpgsql as $$
begin
  new.moved_at = now();
  return new;
end $$;
create trigger imports_move before update of status on imports
  for each row when (old.status is distinct from new.status) execute function note_import_move();

-- Rows that are staged already: cells with characters that could not be read, and why a row could not be taken back.
do $$
declare
  staged text;
begin
  for staged in select tablename from pg_tables where schemaname = 'staging' and tablename like 'rows\_%' loop
    execute format('alter table staging.%I add column if not exists unreadable smallint[]', staged);
  end loop;
  for staged in select tablename from pg_tables where schemaname = 'staging' and tablename like 'plan\_%' loop
    execute format('alter table staging.%I add column if not exists kept text', staged);
  end loop;
end $$;
