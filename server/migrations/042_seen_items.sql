-- When inventories saw an asset, the latest last: reports ask for assets that nobody has seen for a while.
create index inventory_items_seen on inventory_items (asset_id, seen_at) where asset_id is not null and seen_at is not null;
