#!/bin/bash
# Run once by the postgres image when the database is created: creates the role of API and worker. `migrate` grants its
# rights; the owner is a member, so that its dumps can read staged imports.
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role ats_app login password :'password';
grant ats_app to current_user;
SQL
