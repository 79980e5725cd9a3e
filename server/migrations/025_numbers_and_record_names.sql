-- People and roles have a short number of their own, in the order in which they were made.
alter table roles add column number integer;
update roles set number = numbered.number
  from (select id, row_number() over (order by built_in desc, id) as number from roles) as numbered
  where numbered.id = roles.id;
alter table roles alter column number set not null, add constraint roles_number_key unique (number);
alter table roles alter column number add generated always as identity;
select setval(pg_get_serial_sequence('roles', 'number'), coalesce(max(number), 0) + 1, false) from roles;

alter table users add column number integer;
update users set number = numbered.number
  from (select id, row_number() over (order by created_at, id) as number from users) as numbered
  where numbered.id = users.id;
alter table users alter column number set not null, add constraint users_number_key unique (number);
alter table users alter column number add generated always as identity;
select setval(pg_get_serial_sequence('users', 'number'), coalesce(max(number), 0) + 1, false) from users;

-- The audit log is searched by what a record was called when it happened, and by tags that an asset no longer carries.
create index events_record_name on events (record_name, id) where record_name is not null;
create index asset_tags_former on asset_tags (upper(rfid_tag)) where detached_at is not null;
