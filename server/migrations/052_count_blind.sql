-- What a person counts blind at this moment is looked up with every request of theirs: few inventories are ever in here.
create index inventories_counted_blind on inventories (id, place_id) where blind and status in ('starting', 'counting');

-- Who opened the items of a blind inventory: they know what is expected, and cannot count it any more.
create table inventory_viewers (
  inventory_id uuid not null references inventories (id),
  user_id uuid not null references users (id),
  first_at timestamptz not null default now(),
  primary key (inventory_id, user_id)
);
