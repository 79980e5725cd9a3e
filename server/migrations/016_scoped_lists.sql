-- The assets of a place, at every level of the tree, by state in the order of their ids. A list without a state merges
-- the states that have assets there. Places are also looked up by whoever moves or deletes one, bin included.
alter index assets_by_city_state rename to assets_of_city;
drop index assets_by_city, assets_by_mm, assets_by_property, assets_by_place;
create index assets_of_mm on assets (mm_id, state_id, id) where deleted_at is null and mm_id is not null;
create index assets_of_property on assets (property_id, state_id, id) where deleted_at is null and property_id is not null;
create index assets_of_aou on assets (aou_id, state_id, id) where deleted_at is null and aou_id is not null;
create index assets_of_place on assets (place_id, state_id, id);

-- The order of tags within a city; a list of several cities merges theirs.
drop index assets_in_tag_order;
create index assets_in_tag_order on assets (city_id, coalesce(upper(rfid_tag), ''), id) where deleted_at is null;

-- How often a name, a brand or a vendor is used in a city. Few different values, so that many rows share an entry.
drop index assets_by_name, assets_by_brand, assets_by_vendor;
create index assets_by_name on assets (name_id, city_id);
create index assets_by_brand on assets (brand_id, city_id) where brand_id is not null;
create index assets_by_vendor on assets (vendor_id, city_id) where vendor_id is not null;

-- Trigrams are made of letters and digits. A text of other signs is looked for among the few codes that hold two in a row;
-- the statistics tell the planner that they are few.
create function asset_signs(rfid_tag text, number bigint, serial_no text) returns integer
language sql immutable parallel safe
return case when asset_search_text(rfid_tag, number, serial_no) ~ '[^[:alnum:]]{2}' then 1 end;
create index assets_with_signs on assets (id) where asset_signs(rfid_tag, number, serial_no) = 1;
create statistics assets_signs on (asset_signs(rfid_tag, number, serial_no)) from assets;

-- The bin, at every level of the tree, the last deleted at one end. Assets outside the bin cost these nothing.
drop index assets_binned;
create index assets_binned_of_city on assets (city_id, deleted_at, id) where deleted_at is not null;
create index assets_binned_of_mm on assets (mm_id, deleted_at, id) where deleted_at is not null;
create index assets_binned_of_property on assets (property_id, deleted_at, id) where deleted_at is not null;
create index assets_binned_of_aou on assets (aou_id, deleted_at, id) where deleted_at is not null;
create index assets_binned_of_place on assets (place_id, deleted_at, id) where deleted_at is not null;
create index assets_binned_by_name on assets (name_id) where deleted_at is not null;
create index assets_binned_search on assets
  using gin (asset_search_text(rfid_tag, number, serial_no) gin_trgm_ops)
  where deleted_at is not null;

analyze assets;
