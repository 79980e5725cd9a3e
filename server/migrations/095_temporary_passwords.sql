-- A password that an administrator set is known to two people. Its owner has to change it at the next sign-in.
alter table users add column password_is_temporary boolean not null default false;
