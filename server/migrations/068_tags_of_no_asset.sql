-- Tags that may be on no asset: those that were unknown when they were last read, and those that were read too rarely
-- to be anywhere. Reads in the same place change neither column, so they stay cheap.
drop index concurrently if exists last_seen_of_no_asset;
create index concurrently last_seen_of_no_asset on last_seen (tag) where is_unknown or place_id is null;
