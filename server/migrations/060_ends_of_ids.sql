-- Lists show the last eight digits of an asset's id, and a search finds them among any number of assets.
create index assets_by_end_of_id on assets ((right(id::text, 8) collate "C"));
