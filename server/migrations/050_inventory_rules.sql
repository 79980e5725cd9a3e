-- The day of the month on which a series of inventories is due: the 31st stays the 31st after a shorter month.
alter table inventories add column due_day smallint check (due_day between 1 and 31);

-- Whether a person proposed anything in an inventory.
create index inventory_items_resolved_by on inventory_items (inventory_id, resolved_by) where resolved_by is not null;

-- Since when a device holds an inventory to count it without a network; null once it says that it is done.
alter table inventory_devices add column taken_at timestamptz;

-- Sweeps and photos that came in after counting ended. They count only once a manager includes them.
create table inventory_late_reads (
  inventory_id uuid not null references inventories (id),
  -- The id that the device made for the sweep or the sighting.
  id uuid not null,
  user_id uuid not null references users (id),
  device_id uuid not null,
  device text not null,
  place_id uuid not null,
  received_at timestamptz not null default now(),
  -- What is known of each tag; null: a photo.
  reads jsonb,
  tags integer not null,
  refused integer not null default 0,
  seen_at timestamptz,
  label text check (length(label) <= 200),
  note text check (length(note) <= 500),
  image text,
  thumbnail text,
  -- Null while it waits for a decision.
  included boolean,
  decided_by uuid references users (id),
  decided_at timestamptz,
  primary key (inventory_id, id),
  constraint inventory_late_reads_or_photo check ((reads is null) = (image is not null)),
  constraint inventory_late_reads_decided check ((included is null) = (decided_by is null))
);
create index inventory_late_reads_waiting on inventory_late_reads (inventory_id, received_at) where included is null;
create index inventory_late_reads_image on inventory_late_reads (image) where image is not null;
create index inventory_late_reads_thumbnail on inventory_late_reads (thumbnail) where thumbnail is not null;

create trigger inventory_late_reads_closed_to_new after insert on inventory_late_reads
  referencing new table as touched for each statement execute function refuse_closed_inventory();
create trigger inventory_late_reads_closed_to_changes after update on inventory_late_reads
  referencing new table as touched for each statement execute function refuse_closed_inventory();
create trigger inventory_late_reads_stay after delete on inventory_late_reads
  referencing old table as touched for each statement execute function refuse_closed_inventory();

-- What a large inventory expects, taken in one statement and so of one moment, until a job has made items of it.
create table inventory_expected (
  inventory_id uuid not null references inventories (id),
  asset_id uuid not null,
  tag text,
  name_id uuid not null,
  place_id uuid not null,
  primary key (inventory_id, asset_id)
);
