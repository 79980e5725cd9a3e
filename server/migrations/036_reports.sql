-- Reports ask for assets by the days on which they were created, and for those that were there on a day, deleted or not.
create index assets_by_registration on assets (registered_at, id);

-- What ended, by when: changes and movements between two days are read from spans that are over.
create index asset_versions_closed on asset_versions (valid_to, asset_id) where valid_to < 'infinity';

-- What somebody still has to do something about.
create index assets_without_tag on assets (id) where deleted_at is null and rfid_tag is null;
create index assets_without_picture on assets (id) where deleted_at is null and image is null;
