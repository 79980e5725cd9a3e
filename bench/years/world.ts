import type pg from 'pg'
import { counts, perAsset } from './plan.ts'

/**
 * Everything about the years is a function of the number of an asset, of its n-th entry and of dice that fall
 * the same way each time. So months are filled in any order and in several sessions, and agree.
 */
const functions = `
  create function years.dice(n bigint, i bigint, salt bigint) returns integer language sql immutable parallel safe as
    'select (hashint8extended(n * 4096 + i, salt) & 2147483647)::integer';
  create function years.share(n bigint, i bigint, salt bigint) returns float8 language sql immutable parallel safe as
    'select (hashint8extended(n * 4096 + i, salt) & 2147483647) / 2147483648.0::float8';
  create function years.uuid7(epoch float8, n bigint, i bigint) returns uuid language sql immutable parallel safe as
    $$ select (lpad(to_hex((epoch * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i & 4095), 3, '0') || '8'
      || lpad(to_hex(i >> 12 & 4095), 3, '0') || lpad(to_hex(n), 12, '0'))::uuid $$;

  -- The time of the n-th entry of an asset: spread over its age, never in two orders.
  create function years.moment(n bigint, k integer, reg float8, age float8, entries integer) returns float8
    language sql immutable parallel safe as $$ select case when k = 0 then reg
      else reg + age * (k - 0.95 + 0.85 * years.share(n, k, 4)) / entries end $$;

  -- Every fourth entry changes a fact that reports read. Of five such changes one is of the state, two are of the
  -- person and two are moves: so many had happened by the j-th.
  create function years.moves(j integer) returns integer language sql immutable parallel safe as
    'select j / 5 * 2 + (j % 5 >= 2)::int + (j % 5 >= 4)::int';
  create function years.handovers(j integer) returns integer language sql immutable parallel safe as
    'select j / 5 * 2 + (j % 5 >= 1)::int + (j % 5 >= 3)::int';

  -- Seven moves of ten stay in the AoU. The last one leads to where the asset is today.
  create function years.room_at(n bigint, move integer, last integer, room integer, rooms integer) returns integer
    language sql immutable parallel safe as $$ select case when move >= last then room
      when years.dice(n, move, 1) % 10 < 7 then least(rooms - 1, room - room % 8 + (room + years.dice(n, 0, 2) % 8 + 3 * move) % 8)
      else floor(rooms * years.share(n, move, 3) ^ 2)::integer end $$;
  create function years.holder_at(n bigint, turn integer, last integer, holder integer, people integer) returns integer
    language sql immutable parallel safe as $$ select case when turn >= last then holder
      when years.dice(n, turn, 5) % 3 = 0 then null else floor(people * years.share(n, turn, 6) ^ 2)::integer end $$;
  create function years.state_at(n bigint, turn integer, last integer, state uuid, states uuid[]) returns uuid
    language sql immutable parallel safe as $$ select case when turn >= last then state
      else states[1 + (turn + n) % cardinality(states)] end $$;`

const named = (kind: string) => `(select name from places as above where above.id = places.${kind}_id)`

/** Rooms in the order of the tree, people, masters and assets, each with a number that the dice can choose. */
const tables = `
  create unlogged table years.rooms as
    select (row_number() over (order by city_id, mm_id, property_id, aou_id, id) - 1)::int as r, id as place_id,
      city_id, mm_id, property_id, aou_id, (dense_rank() over (order by city_id, mm_id, property_id) - 1)::int as property,
      array[${named('city')}, ${named('mm')}, ${named('property')}] as above, array[${named('aou')}, name] as names
    from places where kind = 'room';
  alter table years.rooms add column path text;
  update years.rooms set path = array_to_string(above || names, ' > ');
  create unlogged table years.people as select (row_number() over (order by id) - 1)::int as p, id, full_name as name, city_id
    from users where deleted_at is null;
  create unlogged table years.assets as
    select row_number() over (order by assets.id)::bigint as n, assets.id, 'A' || lpad(assets.number::text, 7, '0') as label,
      assets.rfid_tag as tag, name_id, asset_names.name, brand_id, brands.name as brand, vendor_id, vendors.name as vendor,
      model, serial_no, state_id, asset_states.name as state, rooms.r as room, property, people.p as holder,
      extract(epoch from registered_at)::float8 as reg, 0::float8 as age, 0 as entries, deleted_at is not null as deleted
    from assets join asset_names on asset_names.id = name_id join asset_states on asset_states.id = state_id
      join years.rooms on rooms.place_id = assets.place_id
      left join brands on brands.id = brand_id left join vendors on vendors.id = vendor_id
      left join years.people on people.id = assigned_user_id;
  update years.assets set age = extract(epoch from now())::float8 - reg - 60;
  update years.assets set entries = 4 * greatest(1, round((2 + (${perAsset.entries / 4} - 2) * 3 * years.share(n, 0, 7) ^ 2)
    * age / (select avg(age) from years.assets)));
  create unique index on years.people (p); create unique index on years.rooms (r); create unique index on years.assets (n);
  vacuum analyze years.rooms; vacuum analyze years.people; vacuum analyze years.assets`

/** Every property is counted in turn; the inventory of a month is closed before the next one starts. */
const inventories = `
  create unlogged table years.inventories as
    select row_number() over (order by started)::int as i, years.uuid7(started, property, 0) as id, * from (
      select property, property_id, above, r, m, epoch + 86400 * (2 + years.dice(property, m, 10) % 20)
        + 3600 * (4 + years.dice(property, m, 11) % 8) as started
      from (select distinct on (property) property, property_id, above, r from years.rooms order by property, r) as properties
      cross join (select row_number() over (order by start) as m, extract(epoch from start)::float8 as epoch
        from generate_series($1::timestamptz, now(), '1 month') as start) as months
      where (property + m) % ${counts.of} < ${counts.months}) as planned
    where started + 4 * 86400 < extract(epoch from now())`

/** One reader in each of so many rooms: half of the rooms of a city are read. */
const readers = `
  insert into readers (name, adapter, place_id) select 'Reader ' || r, 'impinj', place_id from years.rooms where r % 20 = 0;
  insert into read_points (reader_id, antenna, place_id, kind, min_reads, window_seconds, gone_seconds)
    select readers.id, 1, place_id, 'room', 3, 30, 1200 from readers;
  create unlogged table years.readers as select (row_number() over (order by r) - 1)::int as d, readers.id, place_id
    from readers join years.rooms using (place_id);
  create unique index on years.readers (d); analyze years.readers; analyze years.inventories`

export type World = {
  /** The first moment of the years. */
  first: Date
  assets: number
  rooms: number
  people: number
  readers: number
  states: string[]
}

export async function makeWorld(client: pg.Client): Promise<World> {
  await client.query('drop schema if exists years cascade; create schema years')
  await client.query(functions)
  for (const statement of tables.split(';')) await client.query(statement)
  const [dated] = (
    await client.query<{ first: string | null }>(
      `select date_trunc('month', to_timestamp(min(reg)), 'UTC') as first from years.assets`,
    )
  ).rows
  if (dated?.first == null) throw new Error('There are no assets')
  const first = new Date(dated.first)
  await client.query(inventories.replace('$1', `'${first.toISOString()}'`))
  for (const statement of readers.split(';')) await client.query(statement)
  const count = (table: string) => `(select count(*)::int from years.${table}) as ${table}`
  const { rows } = await client.query<World>(
    `select ${['assets', 'rooms', 'people', 'readers'].map(count).join()}, array(select id::text from asset_states order by id) as states`,
  )
  const [sizes] = rows
  if (sizes === undefined) throw new Error('Nothing was counted')
  return { ...sizes, first }
}
