#!/bin/bash
# Run once by the postgres image, when the database is made: the role that api and worker connect as. What it may do, `migrate`
# says; the owner is a member so that its dumps read staged imports, too.
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role ats_app login password :'password';
grant ats_app to current_user;
SQL
