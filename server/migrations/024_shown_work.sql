-- Work whose end its owner saw on the screen: a notification would say it a second time. Work can end more than once, as an
-- import that is tried again does; only ends before `at` were seen.
create table shown_work (
  record_id uuid not null,
  action text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (record_id, action)
);
create index shown_work_by_age on shown_work (at);
