-- The texts by which expected items are searched. An asset has one row for each combination of tag, label and name that
-- any inventory expected, so that a monthly count adds rows only for assets that changed. The items themselves change
-- with every read, and a trigram index on them would be written each time.
create table inventory_texts (
  asset_id uuid not null,
  text text not null,
  primary key (asset_id, text)
);
create index inventory_texts_search on inventory_texts using gin (text gin_trgm_ops);

create function keep_inventory_texts() returns trigger language plpgsql as $$
begin
  insert into inventory_texts (asset_id, text)
  select distinct asset_id, lower(coalesce(tag, '') || E'\n' || coalesce(label, '') || E'\n' || coalesce(name, '')) as text
  from come where kind = 'expected' order by asset_id, text
  on conflict do nothing;
  return null;
end $$;

create trigger inventory_items_keep_texts after insert on inventory_items
  referencing new table as come for each statement execute function keep_inventory_texts();

-- Inventories from before have no texts, and are searched item by item.
alter table inventories add column has_texts boolean not null default false;
alter table inventories alter column has_texts set default true;
