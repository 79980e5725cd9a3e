-- A closed inventory stays as it was, except for the place that decides who sees it: a merge of places hands that over.
-- An inventory that was cancelled before it started has no names of its own, so the merge writes down how the place was
-- called.
create or replace function refuse_closed_inventory() returns trigger language plpgsql as $$
begin
  if TG_LEVEL = 'STATEMENT' then
    perform from inventories where status in ('approved', 'cancelled') and id in (select inventory_id from touched);
    if not found then
      return null;
    end if;
  elsif TG_OP = 'UPDATE' then
    if to_jsonb(new) - '{place_id,place_names}'::text[] = to_jsonb(old) - '{place_id,place_names}'::text[]
      and new.place_names = coalesce(old.place_names, new.place_names) then
      return new;
    end if;
  end if;
  raise exception 'the inventory is closed' using errcode = 'restrict_violation';
end $$;
