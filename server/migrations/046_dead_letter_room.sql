-- Messages that could not be written have room for so many bytes, in all and of each reader. How much they take is counted as
-- they come and go, so that a flood of them is cheap to turn away.
alter table dead_letters add column bytes integer not null generated always as (octet_length(payload)) stored;

create table dead_letter_totals (
  -- The nil id counts for readers that are not known.
  reader_id uuid primary key,
  letters bigint not null default 0,
  bytes bigint not null default 0,
  -- Messages that are gone unseen: there was no room, or nobody looked at them in time.
  dropped bigint not null default 0,
  dropped_at timestamptz
);

insert into dead_letter_totals (reader_id, letters, bytes)
select coalesce(reader_id, '00000000-0000-0000-0000-000000000000'), count(*), sum(bytes) from dead_letters group by 1;

create function count_dead_letters() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into dead_letter_totals as known (reader_id, letters, bytes)
  select coalesce(reader_id, '00000000-0000-0000-0000-000000000000'), sign * count(*), sign * sum(bytes)
  from changed group by 1 order by 1
  on conflict (reader_id) do update set letters = known.letters + excluded.letters,
    bytes = known.bytes + excluded.bytes;
  return null;
end $$;
create trigger dead_letters_counted after insert on dead_letters
  referencing new table as changed for each statement execute function count_dead_letters();
create trigger dead_letters_uncounted after delete on dead_letters
  referencing old table as changed for each statement execute function count_dead_letters();
