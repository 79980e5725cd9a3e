-- Assets without a tag are few among all assets: a tagging drive reads only them.
drop index concurrently if exists assets_without_tag;
create index concurrently assets_without_tag on assets (id) where deleted_at is null and rfid_tag is null;
