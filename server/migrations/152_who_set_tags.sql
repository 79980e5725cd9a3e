-- Approval asks whose tags and labels an inventory counts.
drop index concurrently if exists asset_tags_by_person;
create index concurrently asset_tags_by_person on asset_tags (attached_by, attached_at);
drop index concurrently if exists tag_associations_by_person;
create index concurrently tag_associations_by_person on tag_associations (tagged_by, received_at);
