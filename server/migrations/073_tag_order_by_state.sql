-- The list in the order of tags reads each state of a city as a range of its own, so a rare state is not searched
-- among all assets of the city.
drop index concurrently if exists assets_of_state_in_tag_order;
create index concurrently assets_of_state_in_tag_order on assets (city_id, state_id, coalesce(upper(rfid_tag), ''), id)
  where deleted_at is null;
drop index concurrently if exists assets_in_tag_order;
