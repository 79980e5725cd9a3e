-- Removes the personal data of a former person: docs/run/personal-data.md says what and why. The program's role cannot
-- change the ledger or a closed inventory. These functions can, but only to replace what names one removed account.

-- The columns in which people may be named, each table with the key by which it is read in steps. The keys of a step
-- come from `source`. What `owner` refers to is replaced in `owned` whatever it contains.
create table personal_texts (
  table_name text primary key,
  columns text[] not null,
  key text not null default 'id',
  source text not null,
  keys_per_step integer not null default 5000,
  owner text,
  owned text[] not null default '{}'
);
insert into personal_texts (table_name, columns, key, source, keys_per_step, owner, owned) values
  ('access_requests', '{name,email}', 'id', 'access_requests', 5000, null, '{}'),
  ('asset_versions', '{assigned_name}', 'asset_id', 'assets', 5000, null, '{}'),
  ('assets', '{assigned_name,delete_reason}', 'id', 'assets', 5000, 'assigned_user_id', '{assigned_name}'),
  ('bulk_jobs', '{subject,details,results,message}', 'id', 'bulk_jobs', 5000, null, '{}'),
  ('exports', '{filter,message}', 'id', 'exports', 5000, null, '{}'),
  ('help_messages', '{text}', 'id', 'help_messages', 5000, null, '{}'),
  ('help_requests', '{subject}', 'id', 'help_requests', 5000, null, '{}'),
  ('idempotency_keys', '{body}', 'user_id', 'users', 500, null, '{}'),
  ('imports', '{file_name,headers,creates,defaults,asks,problems,message}', 'id', 'imports', 500, null, '{}'),
  ('inventories', '{cancel_reason}', 'id', 'inventories', 5000, null, '{}'),
  ('inventory_devices', '{device}', 'inventory_id', 'inventories', 100, 'user_id', '{device}'),
  ('inventory_items', '{label,name,note,outcome,resolution}', 'inventory_id', 'inventories', 1, null, '{}'),
  ('inventory_late_reads', '{device,label,note}', 'inventory_id', 'inventories', 10, 'user_id', '{device}'),
  ('inventory_sightings', '{label,note}', 'inventory_id', 'inventories', 10, null, '{}'),
  ('inventory_texts', '{text}', 'asset_id', 'assets', 5000, null, '{}'),
  ('saved_views', '{name,filter}', 'id', 'saved_views', 5000, null, '{}'),
  ('seen_elsewhere', '{ignored}', 'asset_id', 'assets', 5000, null, '{}'),
  ('state_changes', '{reason,note}', 'id', 'state_changes', 5000, null, '{}'),
  ('unknown_tags', '{ignored}', 'id', 'unknown_tags', 5000, null, '{}'),
  ('events', '{before,after,record_name}', 'id', 'events', 10000, null, '{}');

-- What is sought is stored until the work is done, and then forgotten.
create table personal_data_removals (
  person_id uuid primary key references users(id),
  label text not null,
  -- In lower case: these are replaced where they are a whole value.
  full_names text[],
  -- For values of text, and for a first look at JSON as text.
  pattern text,
  loose_pattern text,
  access_requests uuid[],
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

create table personal_data_steps (
  id uuid primary key default uuidv7(),
  person_id uuid not null references personal_data_removals(person_id),
  table_name text not null references personal_texts(table_name),
  -- Above one key, up to another; null: without a bound.
  above text,
  up_to text
);
create index personal_data_steps_of_person on personal_data_steps (person_id, id);

-- The program cannot make this true: it does not own the ledger.
create function is_removing_personal_data() returns boolean language sql stable as $$
  select coalesce(current_setting('ats.removing_personal_data', true) = 'yes', false)
    and pg_has_role((select relowner from pg_class where oid = 'public.events'::regclass), 'usage')
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and public.is_removing_personal_data() then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- As before, but personal data is also removed from closed inventories.
create or replace function refuse_closed_inventory() returns trigger language plpgsql as $$
begin
  if TG_LEVEL = 'STATEMENT' then
    perform from inventories where status in ('approved', 'cancelled') and id in (select inventory_id from touched);
    if not found then
      return null;
    end if;
  elsif TG_OP = 'UPDATE' then
    if to_jsonb(new) - '{place_id,place_names}'::text[] = to_jsonb(old) - '{place_id,place_names}'::text[]
      and new.place_names = coalesce(old.place_names, new.place_names) then
      return new;
    end if;
  end if;
  if TG_OP = 'UPDATE' and public.is_removing_personal_data() then
    return new;
  end if;
  raise exception 'the inventory is closed' using errcode = 'restrict_violation';
end $$;

create function escaped_for_pattern(value text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(value, '([\\.^$*+?()\[\]{}|])', '\\\1', 'g'), '\s+', '\\s+', 'g')
$$;

create function text_without_person(value text, removal personal_data_removals) returns text
language sql immutable as $$
  select case when lower(value) = any(removal.full_names) then removal.label
    else regexp_replace(value, removal.pattern, removal.label, 'gi') end
$$;

create function array_without_person(value text[], removal personal_data_removals) returns text[]
language sql immutable as $$
  select array(select public.text_without_person(one, removal) from unnest(value) with ordinality as list (one, at) order by at)
$$;

-- A name of one word may also be that of a thing: a whole value is replaced only where people are named.
create function json_without_person(value jsonb, removal personal_data_removals, fact text default null) returns jsonb
language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'string' then
      return to_jsonb(case
        when fact in ('assignedUser', 'requestedBy', 'user', 'people', 'peopleLeftOut', 'subject')
          then public.text_without_person(value #>> '{}', removal)
        else regexp_replace(value #>> '{}', removal.pattern, removal.label, 'gi') end);
    when 'array' then
      return (select coalesce(jsonb_agg(public.json_without_person(one, removal, fact) order by at), '[]')
        from jsonb_array_elements(value) with ordinality as list (one, at));
    when 'object' then
      return (select coalesce(jsonb_object_agg(one.key, public.json_without_person(one.value, removal, one.key)), '{}')
        from jsonb_each(value) as one);
    else
      return value;
  end case;
end $$;

-- Replaces facts that are there and not empty, whatever they contain.
create function with_facts_replaced(value jsonb, facts text[], label text) returns jsonb language sql immutable as $$
  select value || coalesce((select jsonb_object_agg(fact, label) from unnest(facts) as fact
    where coalesce(value ->> fact, '') <> ''), '{}')
$$;

-- An entry names a person in facts about the account, in what refers to it by id, and in text.
create function facts_without_person(value jsonb, kind text, record uuid, requester uuid,
  removal personal_data_removals) returns jsonb language sql immutable as $$
  select public.json_without_person(public.with_facts_replaced(value, case
      when kind = 'user' and record = removal.person_id then '{name,lastname,email,jobTitle}'::text[]
      when kind = 'access-request' and record = any(removal.access_requests) then '{name,email}'
      when kind = 'state-change' and requester = removal.person_id then '{requestedBy}'
      when value ->> 'assignedUserId' = removal.person_id::text then '{assignedUser}'
      else '{}' end, removal.label), removal)
$$;

-- Every name and email that an account has had, also in earlier entries of the ledger.
create function former_names(person uuid, out first_names text[], out last_names text[], out emails text[])
language sql stable as $$
  with facts as (
    select jsonb_build_object('name', name, 'lastname', lastname, 'email', email) as fact from users where id = person
    union all
    select fact from events cross join lateral (values (before), (after)) as sides (fact)
    where record_kind = 'user' and record_id = person and fact ?| '{name,lastname,email}'
    union all
    select jsonb_build_object('email', email) from email_changes where user_id = person
  )
  select array(select distinct fact ->> 'name' from facts where fact ->> 'name' <> ''),
    array(select distinct coalesce(fact ->> 'lastname', '') from facts),
    array(select distinct lower(fact ->> 'email') from facts where fact ->> 'email' <> '')
$$;

-- The account is deleted by now. Its own row is replaced at once; the rest is done in steps.
create function begin_personal_data_removal(person uuid, actor uuid, request text, out new_name text, out old_picture text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  account users;
  former record;
  found_requests uuid[];
  own_names text[];
  sought text[];
begin
  select * into strict account from users where id = person for update;
  if account.deleted_at is null then
    raise exception 'the account is not deleted' using errcode = 'restrict_violation';
  end if;
  new_name := 'Former person ' || account.number;
  old_picture := account.picture;
  select * into former from former_names(person);
  found_requests := array(select id from access_requests where lower(email) = any(former.emails));

  -- Text cannot say which of two namesakes it means, or whether it means a thing of that name.
  own_names := array(
    select distinct lower(btrim(one || ' ' || two))
    from unnest(former.first_names) as one cross join unnest(former.last_names) as two
    except select lower(full_name) from users where id <> person
    except select lower(name) from places
    except select lower(name) from asset_names
    except select lower(name) from asset_states
    except select lower(name) from brands
    except select lower(name) from vendors
    except select lower(name) from roles);
  sought := array(
    select name from unnest(own_names) as name where name ~ '\S\s+\S'
    union select lower(two || separator || one) from unnest(former.first_names) as one
      cross join unnest(former.last_names) as two cross join unnest('{" ",", "}'::text[]) as separator
      where two <> '' and lower(one || ' ' || two) = any(own_names)
    -- People name their devices after themselves.
    union select lower(device) from (
      select device from inventory_devices where user_id = person
      union select device from inventory_late_reads where user_id = person
    ) as devices where exists (select from unnest(former.first_names || former.last_names) as one
      where length(one) > 2 and position(lower(one) in lower(device)) > 0));
  insert into personal_data_removals (person_id, label, full_names, pattern, loose_pattern, access_requests)
  select person, new_name, own_names,
    string_agg(format(case when is_email then '(?<![\w.+%%-])%s(?![\w-]|\.\w)' else '(?<!\w)%s(?!\w)' end,
      escaped_for_pattern(value)), '|' order by length(value) desc),
    string_agg(escaped_for_pattern(btrim(to_jsonb(value)::text, '"')), '|'),
    found_requests
  from (select unnest(sought) as value, false as is_email union all select unnest(former.emails), true) as one;

  update users set name = new_name, lastname = '', email = '', job_title = '',
    password_hash = null, status = 'disabled', picture = null, last_sign_in_at = null
  where id = person;
  update access_requests set name = new_name, email = '',
    status = case status when 'pending' then 'rejected' else status end
  where id = any(found_requests);
  insert into events (actor_id, action, record_kind, record_id, place_id, request_id)
  values (actor, 'user.personal-data-removed', 'user', person, account.city_id, request);
end $$;

-- Repeated after a crash, it adds nothing. The ledger comes last, with the entries that were written meanwhile.
create function plan_personal_data_removal(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  declared personal_texts;
  keys text;
begin
  perform from personal_data_removals where person_id = person and finished_at is null for update;
  if not found or exists (select from personal_data_steps where person_id = person) then
    return;
  end if;
  for declared in select * from personal_texts order by table_name = 'events', table_name loop
    -- The numbers of the ledger need no counting.
    keys := case when declared.source = 'events' then 'select generate_series($3, (select max(id) from events), $3) as key'
      else format('select key from (select id as key, row_number() over (order by id) as number from %I) as numbered
        where number %% $3 = 0', declared.source) end;
    execute format('insert into personal_data_steps (person_id, table_name, above, up_to)
      select $1, $2, lag(key::text) over keys, key::text from (%s union all select null) as bounds
      window keys as (order by key nulls last) order by key nulls last', keys)
    using person, declared.table_name, declared.keys_per_step::bigint;
  end loop;
end $$;

-- The SET and WHERE of one column; the removal is parameter $1.
create function removal_of_column(declared personal_texts, name text, type oid, out change text, out test text)
language plpgsql stable as $$
begin
  if declared.table_name = 'events' and type = 'jsonb'::regtype then
    change := format('facts_without_person(%I, record_kind, record_id,
      (select created_by from state_changes where state_changes.id = record_id), $1)', name);
    test := format('%1$I::text ~* $1.loose_pattern or %1$I ->> ''assignedUserId'' = $1.person_id::text', name);
  elsif type = 'jsonb'::regtype then
    change := format('json_without_person(%I, $1)', name);
    test := format('%I::text ~* $1.loose_pattern', name);
  elsif type = 'text[]'::regtype then
    change := format('array_without_person(%I, $1)', name);
    test := format('array_to_string(%I, '' '') ~* $1.loose_pattern', name);
  elsif name = any(declared.owned) then
    change := format('case when %2$I = $1.person_id and %1$I is not null then $1.label else text_without_person(%1$I, $1) end',
      name, declared.owner);
    test := format('(%2$I = $1.person_id and %1$I <> $1.label) or %1$I ~* $1.pattern or lower(%1$I) = any($1.full_names)',
      name, declared.owner);
  else
    change := format('text_without_person(%I, $1)', name);
    test := format('%1$I ~* $1.pattern or lower(%1$I) = any($1.full_names)', name);
  end if;
  change := format('%I = %s', name, change);
end $$;

-- One step: the rows of a table between two keys. Done twice it changes nothing.
create function remove_personal_texts(step uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  due personal_data_steps;
  removal personal_data_removals;
  declared personal_texts;
  changes text;
  tests text;
  key_type text;
  keys text;
  target text;
begin
  delete from personal_data_steps where id = step returning * into due;
  if not found then
    return;
  end if;
  select * into strict removal from personal_data_removals where person_id = due.person_id;
  select * into strict declared from personal_texts where table_name = due.table_name;
  select string_agg(one.change, ', '), string_agg(one.test, ' or ')
  into changes, tests
  from pg_attribute cross join lateral removal_of_column(declared, attname, atttypid) as one
  where attrelid = due.table_name::regclass and attname = any(declared.columns) and not attisdropped;
  if due.table_name = 'events' then
    tests := tests || ' or (record_kind = ''user'' and record_id = $1.person_id)
      or (record_kind = ''access-request'' and record_id = any($1.access_requests))
      or (record_kind = ''state-change'' and exists (
        select from state_changes where state_changes.id = record_id and created_by = $1.person_id))';
  end if;
  select format_type(atttypid, null) into strict key_type from pg_attribute
  where attrelid = due.table_name::regclass and attname = declared.key;

  keys := case when due.above is null then '' else format(' and %I > %L::%s', declared.key, due.above, key_type) end
    || case when due.up_to is null then '' else format(' and %I <= %L::%s', declared.key, due.up_to, key_type) end;

  -- Texts for the search are lower case, and two of an asset may become equal.
  if due.table_name = 'inventory_texts' then
    execute format('with gone as (delete from inventory_texts where (%s)%s returning asset_id, text)
      insert into inventory_texts select asset_id, lower(text_without_person(text, $1)) from gone
      on conflict do nothing', tests, keys) using removal;
    return;
  end if;
  perform set_config('ats.removing_personal_data', 'yes', true);
  -- A table may be about to be replaced by months that have copies of its rows: no step of that runs meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('split of ' || due.table_name, 0));
  for target in select due.table_name
    union all select due.table_name || case when starts = '-infinity' then '_earlier' else to_char(starts, '_YYYY_MM') end
      from partition_splits where parent = due.table_name
    union all select due.table_name || suffix from unnest(array['_late', '_split']) as suffix
  loop
    if to_regclass(format('public.%I', target)) is not null then
      execute format('update public.%1$I set %2$s where (%3$s)%4$s', target, changes, tests, keys) using removal;
    end if;
  end loop;
  perform set_config('ats.removing_personal_data', '', true);
end $$;

-- What was sought is personal data itself.
create function finish_personal_data_removal(person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from personal_data_steps where person_id = person) then
    raise exception 'personal data is left' using errcode = 'restrict_violation';
  end if;
  update personal_data_removals set full_names = null, pattern = null, loose_pattern = null, access_requests = null,
    finished_at = coalesce(finished_at, now())
  where person_id = person;
end $$;

revoke execute on function begin_personal_data_removal, plan_personal_data_removal, remove_personal_texts,
  finish_personal_data_removal from public;
