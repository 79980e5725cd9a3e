-- Expected tags are few among all assets: lists and the dashboard read only them.
alter table assets validate constraint assets_expected_tag;
drop index concurrently if exists assets_with_expected_tag;
create index concurrently assets_with_expected_tag on assets (id) where deleted_at is null and tag_expected;
