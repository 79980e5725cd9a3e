-- The version that a change led to, so that a person with an older one is told what was changed since then, and by whom.
alter table events add column version integer;
