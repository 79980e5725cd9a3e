-- How often a worker began to write it: one that fails again and again ends, and its owner is told.
alter table exports add column tries integer not null default 0;
