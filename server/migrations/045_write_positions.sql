-- Up to where the write-ahead log went when a person last changed something. A replica answers that person once it has
-- replayed as much. Rows are of use for as long as a replica may be behind, and cleared away after that.
create table write_positions (
  person_id uuid primary key,
  position pg_lsn not null,
  noted_at timestamptz not null default now()
) with (fillfactor = 50);
