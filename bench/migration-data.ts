/** The last migration of the version before has a lower number. */
export const firstNew = '067'

const months = 60

export const tagOf = (n: number) => `E2BE${n.toString(16).toUpperCase().padStart(20, '0')}`

/** Runs with triggers off, except for assets: their triggers keep versions and counters. */
export const filled = (assets: number) => [
  `insert into asset_names (name) values ('Chair') on conflict do nothing`,
  `insert into asset_states (name) values ('In Use') on conflict do nothing`,
  ...[
    ['city', 'null'],
    ['mm', `(select id from places where kind = 'city' and name = 'Bench')`],
    ['property', `(select id from places where kind = 'mm' and name = 'Bench')`],
    ['aou', `(select id from places where kind = 'property' and name = 'Bench')`],
  ].map(
    ([kind, parent]) => `insert into places (kind, name, parent_id) values ('${kind}', 'Bench', ${parent})`,
  ),
  `insert into places (kind, name, parent_id) select 'room', 'Room ' || n, id
    from places cross join generate_series(1, 200) as n where kind = 'aou' and name = 'Bench'`,
  `create table bench_rooms as select row_number() over (order by id) - 1 as n, id from places where kind = 'room' and name like 'Room %'`,
  `insert into assets (rfid_tag, name_id, state_id, place_id)
    select upper('E2BE' || lpad(to_hex(numbers.n), 20, '0')), (select id from asset_names limit 1),
      (select id from asset_states order by id limit 1), bench_rooms.id
    from generate_series(1, ${assets}) as numbers (n) join bench_rooms on bench_rooms.n = numbers.n % 200`,
  `set session_replication_role = replica`,
  `insert into events (at, action, record_kind, record_id, request_id, after)
    select now() - (n::float8 / ${10 * assets}) * interval '${months * 730} hours', 'asset.updated', 'asset', uuidv7(),
      'filled', '{"model": "A model of a chair", "serialNo": "1234567890"}'
    from generate_series(${10 * assets}, 1, -1) as n`,
  `insert into movements (tag, to_place_id, at, reader_id, antenna)
    select 'E2BE' || lpad(to_hex(n), 20, '0'), uuidv7(), now() - (n::float8 / ${assets}) * interval '${months * 730} hours', uuidv7(), 1
    from generate_series(${assets}, 1, -1) as n`,
  `insert into users (name, email, role_id, city_id)
    select 'Bench', 'bench@example.com', (select id from roles limit 1), id from places where kind = 'city' and name = 'Bench'`,
  `set session_replication_role = origin`,
  'vacuum analyze',
]

/** What the version before sends; the first one is about the asset with a tag. */
export const oldWork = [
  `with changed as (
      update assets set model = 'A model', version = version + 1
      where upper(rfid_tag) = $1 and deleted_at is null
      returning id, version, place_id
    ) insert into events (actor_id, action, record_kind, record_id, place_id, before, after, request_id, version)
    select null, 'asset.updated', 'asset', id, place_id, '{}', '{}', 'bench', version from changed`,
  `insert into movements (tag, to_place_id, at, reader_id, antenna) values ('AB', uuidv7(), now(), uuidv7(), 1)`,
  `insert into notifications (user_id, rule, batch, event_id, count, at)
    select (select id from users limit 1), 'import-finished', uuidv7()::text, max(id), 1, now() from events
    on conflict (user_id, rule, batch) do update set count = notifications.count + excluded.count`,
  `select * from events order by id desc limit 25`,
  `select id from assets where deleted_at is null order by registered_at desc, id desc limit 25`,
]

/** Two months later: what is written now has a month of its own, and the rows before it can be split. */
export const turnTheMonth = (table: string) => `
  set timezone = 'UTC';
  set session_replication_role = replica;
  begin;
  alter table ${table} detach partition ${table}_before;
  create temporary table late on commit drop as select * from ${table}_before where at >= date_trunc('month', now());
  delete from ${table}_before where at >= date_trunc('month', now());
  do $$ begin
    execute format('alter table ${table} attach partition ${table}_before for values from (minvalue) to (%L)',
      date_trunc('month', now()));
    perform make_partition('${table}', 'month', date_trunc('month', now())::date);
    execute format('insert into %I overriding system value select * from late', to_char(now(), '"${table}_"YYYY_MM'));
  end $$;
  commit`
