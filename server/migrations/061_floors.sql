-- Floors of a property, each with a plan. A plan has a picture or is drawn from shapes, and its rooms are rectangles:
-- every number is a share of the plan's width or height.
create table floors (
  id uuid primary key default uuidv7(),
  property_id uuid not null,
  property_kind text not null generated always as ('property') stored,
  name text not null check (name = btrim(name) and length(name) between 1 and 100),
  -- The order of the floors of a property, the lowest first.
  position integer not null default 0,
  -- Width divided by height.
  aspect double precision not null check (aspect > 0),
  picture text,
  -- Corridors, stairs and walls. They are not places.
  shapes jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users (id),
  constraint floors_property foreign key (property_id, property_kind) references places (id, kind) on delete cascade
);
create unique index floors_name on floors (property_id, lower(name));
create index floors_picture on floors (picture) where picture is not null;
create trigger floors_version before update of name, position, aspect, picture on floors for each row
  when ((old.name, old.position, old.aspect, old.picture) is distinct from (new.name, new.position, new.aspect, new.picture))
  execute function raise_version();

-- A place is on one floor at most.
create table floor_rooms (
  place_id uuid primary key references places (id) on delete cascade,
  floor_id uuid not null references floors (id) on delete cascade,
  x double precision not null check (x between 0 and 1),
  y double precision not null check (y between 0 and 1),
  width double precision not null check (width > 0 and width <= 1),
  height double precision not null check (height > 0 and height <= 1)
);
create index floor_rooms_by_floor on floor_rooms (floor_id);

-- A place that moves to another property leaves the plans of the former one.
create function leave_floor() returns trigger language plpgsql as $$
begin
  delete from floor_rooms where place_id = new.id;
  return null;
end $$;
create trigger places_leave_floor after update of parent_id on places
  for each row when (old.property_id is distinct from new.property_id) execute function leave_floor();
