-- An inventory may take its reads from fixed readers, too. The worker follows new reads by the transactions that wrote them,
-- as the ledger is followed: reads come late and their writers end in any order.
alter table inventories add column fixed_readers boolean not null default false;

-- Which transaction wrote a read; a number, since a block range index takes no xid8. Reads of earlier have none.
alter table tag_reads add column xact bigint;
alter table tag_reads alter column xact set default pg_current_xact_id()::text::bigint;
create index tag_reads_xact on tag_reads using brin (xact) with (pages_per_range = 16, autosummarize = on);

-- How far the reads of fixed readers were taken, and since when they count: the moment counting started, or started again.
-- Apart from the inventory, whose row every sweep holds.
create table inventory_reader_positions (
  inventory_id uuid primary key references inventories (id),
  since timestamptz not null,
  position pg_snapshot not null
);
insert into inventory_reader_positions (inventory_id, since, position)
select id, now(), pg_current_snapshot() from inventories where status in ('starting', 'counting');

-- Nobody holds a fixed reader.
alter table inventory_devices drop constraint inventory_devices_pkey;
alter table inventory_devices alter column user_id drop not null;
alter table inventory_devices add constraint inventory_devices_once unique nulls not distinct (inventory_id, device_id, user_id);
