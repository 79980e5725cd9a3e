-- Every place carries its ancestors and itself, so that a subtree is one comparison.
alter table places
  add column city_id uuid,
  add column mm_id uuid,
  add column property_id uuid,
  add column aou_id uuid;

create function set_place_path() returns trigger language plpgsql as $$
begin
  if new.kind = 'city' then
    new.city_id := new.id;
    return new;
  end if;
  select city_id, mm_id, property_id, aou_id
    into new.city_id, new.mm_id, new.property_id, new.aou_id
    from places where id = new.parent_id for share;
  if not found then
    raise foreign_key_violation using message = 'there is no such parent', constraint = 'places_parent';
  end if;
  case new.kind
    when 'mm' then new.mm_id := new.id;
    when 'property' then new.property_id := new.id;
    when 'aou' then new.aou_id := new.id;
    else null;
  end case;
  return new;
end $$;
create trigger places_path before insert or update of parent_id on places
  for each row execute function set_place_path();

-- A place that moved takes everything below it along.
create function carry_subtree() returns trigger language plpgsql as $$
begin
  update places set parent_id = parent_id where parent_id = new.id;
  return null;
end $$;
create trigger places_carry_subtree after update of parent_id on places
  for each row when (
    (old.city_id, old.mm_id, old.property_id) is distinct from (new.city_id, new.mm_id, new.property_id)
    or old.aou_id is distinct from new.aou_id
  )
  execute function carry_subtree();

update places set parent_id = parent_id where kind = 'city';
update places set parent_id = parent_id where kind = 'mm';
update places set parent_id = parent_id where kind = 'property';
update places set parent_id = parent_id where kind = 'aou';
update places set parent_id = parent_id where kind = 'room';
alter table places alter column city_id set not null;
alter table places add constraint places_created_by foreign key (created_by) references users (id);
create index places_city on places (city_id, kind);
create index places_parent_of on places (parent_id);
create index places_aou on places (aou_id) where kind = 'room';
