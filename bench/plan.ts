import { onDatabase } from '../scripts/postgres/databases.ts'
import { load } from './load.ts'
import type { Bench } from './measurement.ts'
import { signedIn } from './people.ts'
import { database, startProduct } from './product.ts'

/** The largest plan: 500 rooms in ten AoUs, with 10,000 assets that readers see. */
const place = (kind: string, name: string, parent: string) =>
  `insert into places (kind, name, parent_id) values ('${kind}', '${name}', (${parent}))`
const hall = "select id from places where kind = 'property' and name = 'Hall of the bench'"
const floor = `select id from floors where property_id = (${hall})`
const inHall = `property_id = (${hall})`

const drawn = [
  "insert into asset_names (name) values ('Chair') on conflict do nothing",
  place('property', 'Hall of the bench', "select id from places where kind = 'mm' order by id limit 1"),
  `insert into places (kind, name, parent_id) select 'aou', 'Area ' || n, (${hall}) from generate_series(1, 10) as n`,
  `insert into places (kind, name, parent_id) select 'room', 'Room ' || n, id
    from places cross join generate_series(1, 50) as n where kind = 'aou' and ${inHall}`,
  `insert into assets (rfid_tag, name_id, state_id, place_id)
    select 'E2BE' || lpad(to_hex(row_number() over ()), 20, '0'), (select id from asset_names order by id limit 1),
      (select id from asset_states order by id offset n % 2 limit 1), id
    from places cross join generate_series(1, 20) as n where kind = 'room' and ${inHall}`,
  `insert into floors (property_id, name, aspect) select id, 'Hall', 2 from (${hall}) as hall`,
  `insert into floor_rooms (floor_id, place_id, x, y, width, height)
    select (${floor}), id, (n % 25) / 25.0, (n / 25) / 20.0, 0.04, 0.05
    from (select id, row_number() over (order by id)::int - 1 as n from places
      where kind = 'room' and ${inHall}) as rooms`,
]

/** Every asset was read now, every tenth of them in the next room. */
const seen = [
  "select make_tag_read_day((now() at time zone 'UTC')::date)",
  `create temporary table sighting as select upper(rfid_tag) as tag, assets.id, assets.place_id as home,
      case when row_number() over (order by assets.id) % 10 = 0 then lead(place_id, 20, place_id) over (order by assets.id)
        else place_id end as place_id
    from assets where ${inHall}`,
  `insert into tag_reads (tag, read_at, reader_id, antenna, rssi, count, place_id, received_at)
    select tag, now(), gen_random_uuid(), 1, -50, 1, place_id, now() from sighting`,
  `insert into last_seen (tag, place_id, reader_id, antenna, since, seen_at, gone_seconds, read_at)
    select tag, place_id, gen_random_uuid(), 1, now(), now(), 3600, now() from sighting`,
  `insert into seen_elsewhere (asset_id, tag, place_id, since, left_property)
    select id, tag, place_id, now(), false from sighting where place_id <> home`,
  `insert into movements (tag, from_place_id, to_place_id, at, reader_id, antenna)
    select tag, home, place_id, now(), gen_random_uuid(), 1 from sighting where place_id <> home`,
  'vacuum analyze',
]

const rooms = (offset: number) =>
  `(select id from places where kind = 'room' and ${inHall} order by id offset ${offset} limit 1)`
const slowest = { rooms: 100, 'rooms?search=e2be': 100, 'activity?seconds=60': 50 }

/** A plan that is open on a screen: what is in its rooms, and what happens there, for one person at a time. */
export const plan: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres)
  try {
    await onDatabase(postgres.url(database), ...drawn, ...seen)
    const [{ id = '' } = {}] = await onDatabase<{ id?: string }>(postgres.url(database), floor)
    const two = { mark: '@two-rooms', places: [rooms(3), rooms(250)] }
    const people = [{ mark: '', headers: product.headers }, ...(await signedIn(postgres, product, [two]))]
    const measured = people.flatMap(({ mark, headers }) =>
      Object.entries(slowest).map(([path, limit]) => async () => {
        const found = await load(product.address, `/api/v1/floors/${id}/${path}`, headers, {
          ...{ seconds: effort.seconds / 2, connections: 1 },
        })
        const name = `plan-${path.replace(/\?.*=/, '-')}${mark}`
        console.log(`${name}: one person, p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms`)
        return { name, bare: 1 / limit, api: 1 / found.p99, p50: found.p50, p99: found.p99, limit: 1 }
      }),
    )
    const results = []
    for (const measure of measured) results.push(await measure())
    return results
  } finally {
    await product.stop()
  }
}
