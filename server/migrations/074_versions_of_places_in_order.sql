-- The report about a past day reads the assets of each place in their order. Both times are in the index, so that
-- versions of other times are skipped without being read.
drop index concurrently if exists asset_versions_of_place_in_order;
create index concurrently asset_versions_of_place_in_order on asset_versions (place_id, asset_id, valid_to, valid_from);
drop index concurrently if exists asset_versions_of_place;
