-- Rows that are over are found by their age, however many there are.
drop index concurrently if exists password_resets_expiry;
create index concurrently password_resets_expiry on password_resets (expires_at);
drop index concurrently if exists email_changes_expiry;
create index concurrently email_changes_expiry on email_changes (expires_at);
drop index concurrently if exists access_requests_by_age;
create index concurrently access_requests_by_age on access_requests (created_at);
drop index concurrently if exists imports_expired;
create index concurrently imports_expired on imports (expired_at) where expired_at is not null;
drop index concurrently if exists notifications_read_by_age;
create index concurrently notifications_read_by_age on notifications (at) where read_at is not null;
