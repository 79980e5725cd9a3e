import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { type Call, measureCalls } from './calls.ts'
import { load } from './load.ts'
import type { Bench, Measurement } from './measurement.ts'
import { type Asking, ofCity, scopedPeople } from './people.ts'
import { database, type Product, startProduct } from './product.ts'

/** The first page of every report, and of the Asset Wise Report with each kind of filter. */
const paths = {
  'asset-wise': 'assets?size=10',
  'asset-wise-month': 'assets?size=10&from=2022-03-01&to=2022-03-31',
  'asset-wise-years': 'assets?size=10&from=2021-06-01&to=2025-12-31&assetState=Working',
  'asset-wise-tag': 'assets?size=10&rfidTagId=257bf4',
  'as-of': 'as-of?size=10&day=2023-06-30',
  changes: 'changes?size=10',
  movements: 'movements?size=10',
  rentals: 'rentals?size=10&from=2024-01-01&to=2024-03-31',
  'state-by-place': 'state-by-place?size=10&level=property',
  'without-tag': 'incomplete?size=10',
  'without-picture': 'incomplete?size=10&lacks=picture',
  'not-seen': 'not-seen?size=10',
  'inventory-accuracy': 'inventory-accuracy?size=10',
}

const callsOf = ({ mark, headers }: Asking): Call[] =>
  Object.entries(paths).map(([name, path]) => ({
    ...{ name: `report-${name}${mark}`, path: `/api/v1/reports/${path}`, limit: 0.5, headers },
  }))

const slowest = 300

/** One person requests one report after the other: the limit of the slowest first page. */
async function slowestReport({ address }: Product, calls: Call[]): Promise<Measurement> {
  let worst = { p50: 0, p99: 0 }
  for (const { name, path, headers } of calls) {
    const found = await load(address, path, headers, { seconds: 0.5, connections: 1 })
    console.log(`${name}: one person, p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms`)
    if (found.p99 > worst.p99) worst = found
  }
  return { name: 'slowest-report', bare: 1 / slowest, api: 1 / worst.p99, ...worst, limit: 1 }
}

/** This many assets are moved and change their state, so that reports have changes to show. */
const changed = 5_000

/** Gives every asset a past: its one version becomes two, split half-way between its registration and now. */
const pastOfAll = `with spans as materialized (delete from asset_versions where valid_to = 'infinity' returning *)
  insert into asset_versions
  select case part when 1 then valid_from else parted end, case part when 1 then parted else valid_to end, event_id,
    asset_id, name_id, state_id, place_id, city_id, mm_id, property_id, aou_id, assigned_user_id, assigned_name, brand_id,
    vendor_id, rfid_tag, deleted
  from spans cross join lateral (select valid_from + (now() - valid_from) / 2 as parted) as middle
  cross join (values (1), (2)) as parts (part) order by asset_id, part`

const inNewCity = "city_id = (select id from places where kind = 'city' and name = 'Newtown')"
const newPlaces = (kind: string, parent: string, count: number) =>
  `insert into places (kind, name, parent_id) select '${kind}', '${kind} ' || n, id
    from places cross join generate_series(1, ${count}) as n where kind = '${parent}' and ${inNewCity}`

/** A city opened after all others, with a twentieth of the assets: all other assets are older than its own. */
const newCity = (assets: number) => [
  "insert into places (kind, name) values ('city', 'Newtown')",
  newPlaces('mm', 'city', 1),
  newPlaces('property', 'mm', 5),
  newPlaces('aou', 'property', 2),
  newPlaces('room', 'aou', 5),
  `insert into assets (rfid_tag, name_id, state_id, place_id)
    select 'E2BE' || lpad(to_hex(row_number() over ()), 20, '0'), (select id from asset_names order by id limit 1),
      (select id from asset_states order by id offset n % 2 limit 1), id
    from places cross join generate_series(1, ${Math.ceil(assets / 1000)}) as n where kind = 'room' and ${inNewCity}`,
]

/** Readers saw all but one asset in two thousand. */
const nearlyAllSeen = [
  `insert into last_seen (tag, place_id, reader_id, antenna, since, seen_at, gone_seconds, read_at)
    select upper(rfid_tag), place_id, gen_random_uuid(), 1, now(), now(), 3600, now() from assets
    where deleted_at is null and rfid_tag is not null and number % 2000 <> 3
    on conflict (tag) do update set seen_at = excluded.seen_at`,
  'vacuum analyze last_seen',
]
const mostPassed = 200_000

/** All sightings have to be read, so the limit grows with the number of assets. */
async function rarelyNotSeen(postgres: Postgres, { address, headers }: Product, assets: number) {
  await onDatabase(postgres.url(database), ...nearlyAllSeen)
  const path = '/api/v1/reports/not-seen?size=10'
  const found = await load(address, path, headers, { seconds: 2, connections: 1 })
  const most = slowest * Math.max(1, assets / mostPassed)
  return { name: 'report-rarely-not-seen', bare: 1 / most, api: 1 / found.p99, ...found, limit: 1 }
}

export const reports: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.assets)
  try {
    const people = await scopedPeople(postgres, product, ofCity)
    await onDatabase(
      postgres.url(database),
      pastOfAll,
      'vacuum asset_versions',
      `update assets set place_id = city_id where id in (
        select id from assets where deleted_at is null order by number limit ${changed})`,
      `update assets set state_id = (select id from asset_states where name = 'Not-Working') where id in (
        select id from assets where deleted_at is null order by number desc limit ${changed})`,
      ...newCity(effort.assets),
      'vacuum analyze',
    )
    const { headers } = product
    const path = '/api/v1/reports/as-of?size=10&location=newtown'
    const calls = [
      ...[{ mark: '', headers, tag: '' }, ...people].flatMap(callsOf),
      { name: 'report-as-of-new-city', path, limit: 0.5, headers },
    ]
    const slow = await slowestReport(product, calls)
    const measured = await measureCalls(postgres, product, calls, effort)
    return [...measured, slow, await rarelyNotSeen(postgres, product, effort.assets)]
  } finally {
    await product.stop()
  }
}
