import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { demoSignIn } from '#features/identity/demo.ts'
import { hashPassword } from '#features/identity/sessions/passwords.ts'
import { newClient } from '#kernel/db/connection.ts'
import { redraw } from '#kernel/files/images.ts'
import type { Store } from '#kernel/files/store.ts'
import { fixedId, planPlaces, scatter } from './plan.ts'
import { assetColumns, assetLines, tagColumns, type World } from './rows.ts'
import { brands, firstNames, furniture, lastNames, vendors } from './words.ts'

const batch = 2000

const peopleGroup = 0x204

type Options = {
  city?: string | undefined
  /** Some rooms and cities have many times as many assets as others. */
  areRoomsUneven?: boolean
}

/**
 * Grows the organisation to this many assets: more places, people and assets of the same kind, in all cities
 * or in a named one. The same size gives the same data. Rows are loaded by COPY with triggers disabled and
 * secondary indexes dropped; counters, indexes and versions are built once at the end.
 */
export async function growOrganisation(
  databaseUrl: string,
  store: Store,
  assets: number,
  { city, areRoomsUneven = false }: Options = {},
) {
  const client = newClient(databaseUrl, 'ats seed')
  await client.connect()
  try {
    await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off; begin")
    const { rows } = await client.query<{ present: number }>('select count(*)::int as present from assets')
    const present = rows[0]?.present ?? 0
    if (present >= assets) return
    const surroundings = await seedSurroundings(client, store, assets, city)
    const rooms = areRoomsUneven ? unevenly(surroundings.rooms) : surroundings.rooms
    const world = { ...surroundings, rooms, present }
    await client.query('set local session_replication_role = replica')
    const indexes = await dropIndexes(client)
    await copy(client, `assets (${assetColumns})`, lines(world, 'asset'))
    await copy(client, `asset_tags (${tagColumns})`, lines(world, 'tag'))
    await client.query('delete from asset_counters')
    await countAll(client)
    for (const definition of indexes) await client.query(definition)
    await client.query('select open_missing_asset_versions()')
    await client.query("select setval('asset_numbers', $1)", [assets])
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function seedSurroundings(
  client: pg.Client,
  store: Store,
  assets: number,
  city: string | undefined,
): Promise<Omit<World, 'present'>> {
  const cities = await client.query<{ id: string; name: string }>(
    "select id, name from places where kind = 'city' and lower(name) = coalesce(lower($1), lower(name)) order by id",
    [city],
  )
  if (cities.rows.length === 0) throw new Error(`There is no city called ${city}`)
  const { places, rooms } = planPlaces(assets, cities.rows, { moreCities: city === undefined })
  for (let from = 0; from < places.length; from += batch) {
    const some = places.slice(from, from + batch)
    await client.query(
      'insert into places (id, kind, name, parent_id) select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[])',
      [some.map((p) => p.id), some.map((p) => p.kind), some.map((p) => p.name), some.map((p) => p.parentId)],
    )
  }
  return {
    assets,
    rooms: await roomRows(client, rooms),
    people: await seedPeople(client, assets, cities.rows),
    pictures: await drawPictures(store),
    names: await masterIds(client, 'asset_names', furniture),
    brands: await masterIds(client, 'brands', brands),
    vendors: await masterIds(client, 'vendors', vendors),
  }
}

/** The ids of these names, in the same order; missing ones are added. */
async function masterIds(client: pg.Client, table: string, names: readonly string[]) {
  await client.query(`insert into ${table} (name) select unnest($1::text[]) on conflict do nothing`, [names])
  const { rows } = await client.query<{ id: string }>(
    `select ${table}.id from unnest($1::text[]) with ordinality as wanted (name, place)
     join ${table} on lower(${table}.name) = lower(wanted.name) order by place`,
    [names],
  )
  return rows.map(({ id }) => id)
}

async function seedPeople(client: pg.Client, assets: number, cities: readonly { id: string }[]) {
  const count = Math.min(10_000, Math.max(20, Math.round(assets / 1000)))
  const hash = await hashPassword(demoSignIn.password)
  const people = Array.from({ length: count }, (_, index) => {
    const first = firstNames[index % firstNames.length] ?? ''
    const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? ''
    const email = `${first}.${last}.${index}@example.com`.toLowerCase()
    return { id: fixedId(peopleGroup, index), first, last, email, city: cities[index % cities.length]?.id }
  })
  await client.query(
    `insert into users (id, name, lastname, email, city_id, password_hash, role_id)
     select *, $6, (select id from roles where name = 'User')
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[])`,
    [
      people.map((p) => p.id),
      people.map((p) => p.first),
      people.map((p) => p.last),
      people.map((p) => p.email),
      people.map((p) => p.city),
      hash,
    ],
  )
  return people.map(({ id, first, last }) => ({ id, name: `${first} ${last}` }))
}

async function roomRows(client: pg.Client, rooms: readonly { id: string }[]) {
  const { rows } = await client.query<{ line: string }>(
    `select concat_ws(E'\\t', id, city_id, mm_id, property_id, aou_id) as line from places where kind = 'room' and id = any($1) order by id`,
    [rooms.map(({ id }) => id)],
  )
  return rows.map(({ line }) => line)
}

/** A room that is listed more often gets more assets; the first rooms are those of the first city. */
const unevenly = (rooms: readonly string[]) =>
  rooms.flatMap((room, index) => {
    const often = Math.ceil(40 / (1 + (scatter(index, 17) % 40)))
    return Array.from({ length: index < rooms.length / 4 ? 3 * often : often }, () => room)
  })

async function drawPictures(store: Store) {
  const colours = ['#4263eb', '#0ca678', '#f08c00', '#ae3ec9']
  return Promise.all(
    colours.map(async (colour) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#f1f3f5"/><path fill="${colour}" d="M130 70h140v130H130zM110 215h180v35H110zM130 250h20v90h-20zM250 250h20v90h-20z"/></svg>`
      const draw = (width: number) => redraw(Buffer.from(svg), { width, height: width, fit: 'inside' })
      return {
        image: await store.put(await draw(400), 'webp'),
        thumbnail: await store.put(await draw(96), 'webp'),
      }
    }),
  )
}

/** Drops all indexes except primary keys; building an index over all rows once takes a fraction of the time. */
async function dropIndexes(client: pg.Client) {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    "select indexname, indexdef from pg_indexes where tablename in ('assets', 'asset_tags') and indexname not like '%_pkey'",
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}

function* lines(world: World, kind: 'asset' | 'tag') {
  let chunk = ''
  for (let index = world.present; index < world.assets; index += 1) {
    chunk += assetLines(world, index)[kind]
    if (chunk.length > 65_536) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

const copy = (client: pg.Client, target: string, from: Iterable<string>) =>
  pipeline(Readable.from(from), client.query(copyFrom(`copy ${target} from stdin`)))

const countAll = (client: pg.Client) =>
  client.query(`
    insert into asset_counters (place_id, state_id, slot, live, deleted)
    select node, state_id, 0, sum(live), sum(deleted)
    from (
      select city_id, mm_id, property_id, aou_id, place_id, state_id,
        count(*) filter (where deleted_at is null) as live, count(*) filter (where deleted_at is not null) as deleted
      from assets group by city_id, mm_id, property_id, aou_id, place_id, state_id
    ) as groups
    cross join lateral (
      select distinct node from unnest(array[city_id, mm_id, property_id, aou_id, place_id]) as node where node is not null
    ) as nodes
    group by node, state_id`)
