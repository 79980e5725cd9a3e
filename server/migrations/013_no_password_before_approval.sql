-- Whoever asks for access has not shown that the email is theirs, so a password that comes with the request is never kept.
-- An approved account has none until it is set with a link.
alter table access_requests drop constraint access_requests_hash_kept_while_pending;
alter table access_requests drop column password_hash;
alter table users alter column password_hash drop not null;
