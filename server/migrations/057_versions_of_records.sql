-- Records that people edit count their versions, as assets do, so that a change of an older version is refused. The
-- columns are those that the forms show; what belongs to a record in other tables raises the version by a statement.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

do $$
declare
  edited record;
begin
  for edited in select * from (values
    ('roles', '{name,permissions}'::text[]),
    ('asset_names', '{name}'),
    ('asset_states', '{name}'),
    ('vendors', '{name}'),
    ('brands', '{name}'),
    ('places', '{name,parent_id}'),
    ('inventories', '{place_id,blind,due_on,repeat,fixed_readers}'),
    ('readers', '{name,adapter,mapping,place_id,silent_minutes}'),
    ('saved_views', '{name,filter,columns,place_id}'),
    ('users', '{name,lastname,email,job_title,status,role_id,city_id}')
  ) as edited (name, columns) loop
    execute format('alter table %I add column version integer not null default 1', edited.name);
    execute format('create trigger %I before update of %s on %I for each row when ((%s) is distinct from (%s))
      execute function raise_version()', edited.name || '_version', array_to_string(edited.columns, ', '), edited.name,
      'old.' || array_to_string(edited.columns, ', old.'), 'new.' || array_to_string(edited.columns, ', new.'));
  end loop;
end $$;
