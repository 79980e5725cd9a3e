-- A program signs in without a browser: its token works alone, so its session has no cookie.
alter table sessions alter column cookie_hash drop not null;
