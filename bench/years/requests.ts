import { onDatabase } from '../../scripts/postgres/databases.ts'
import { loadEach } from '../load.ts'
import type { Measurement } from '../measurement.ts'
import type { Asking } from '../people.ts'
import type { Product } from '../product.ts'

const requests = 200
const connections = 4
const slowestMs = 300

/** Records that a person may open, chosen all over their places. */
type Sample = {
  assets: string[]
  places: string[]
  inventories: string[]
  people: string[]
  actions: string[]
  days: string[]
}

const asList = async (url: string, statement: string) =>
  (await onDatabase<{ one: string }>(url, statement)).map(({ one }) => one)

/** The scope of a person; the administrator has none and sees everything. */
const inScope = (
  email: string,
  table: string,
) => `(not exists (select from user_places join users on users.id = user_id where email = '${email}')
  or exists (select from user_places join users on users.id = user_id where email = '${email}'
    and user_places.place_id in (${table}.city_id, ${table}.mm_id, ${table}.property_id, ${table}.aou_id, ${table === 'places' ? 'places.id' : `${table}.place_id`})))`

async function sampleOf(url: string, { address }: Product, { mark, headers }: Asking): Promise<Sample> {
  const email = `bench-${mark.slice(1)}@example.com`
  const some = (column: string, table: string, where: string) =>
    asList(
      url,
      `select ${column} as one from ${table} where ${where} order by md5(${column}::text) limit ${requests}`,
    )
  const response = await fetch(`${address}/api/v1/inventories?size=100&status=approved`, { headers })
  const { inventories } = (await response.json()) as { inventories: { _id: string }[] }
  return {
    assets: await some('assets.id', 'assets', `deleted_at is null and ${inScope(email, 'assets')}`),
    places: await some('places.id', 'places', inScope(email, 'places')),
    inventories: inventories.map(({ _id }) => _id),
    people: await some('users.id', 'users', 'deleted_at is null'),
    actions: [
      'asset.changed',
      'asset.registered',
      'state-change.accepted',
      'inventory.approved',
      'inventory.counted',
      'user.signed-in',
      'asset.deleted',
    ],
    days: await asList(
      url,
      `select (current_date - n * 9)::text as one from generate_series(1, ${requests}) as n`,
    ),
  }
}

const weekAfter = (day: string | undefined) =>
  new Date(Date.parse(day ?? '') + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** The first page of each list that reads many years, for the n-th record of a sample. */
const pathsOf: Record<string, (sample: Sample, n: number) => string | undefined> = {
  history: ({ assets }, n) => nth(assets, n, (id) => `/api/v1/assets/${id}/history`),
  movements: ({ assets }, n) => nth(assets, n, (id) => `/api/v1/assets/${id}/movements?size=25`),
  'last-seen': ({ assets }, n) => nth(assets, n, (id) => `/api/v1/assets/${id}/last-seen`),
  audit: () => '/api/v1/audit?size=25',
  'audit-of-kind': ({ actions }, n) => nth(actions, n, (action) => `/api/v1/audit?size=25&action=${action}`),
  'audit-of-person': ({ people }, n) => nth(people, n, (id) => `/api/v1/audit?size=25&userId=${id}`),
  'audit-of-days': ({ days }, n) =>
    nth(days, n, (day) => `/api/v1/audit?size=25&from=${day}&to=${weekAfter(day)}`),
  'audit-of-place': ({ places }, n) => nth(places, n, (id) => `/api/v1/audit?size=25&placeId=${id}`),
  'audit-of-record': ({ assets }, n) =>
    nth(assets, n, (id) => `/api/v1/audit?size=25&recordKind=asset&recordId=${id}`),
  'report-as-of': ({ days }, n) => nth(days, n, (day) => `/api/v1/reports/as-of?size=10&day=${day}`),
  'report-changes': ({ days }, n) =>
    nth(days, n, (day) => `/api/v1/reports/changes?size=10&from=${day}&to=${weekAfter(day)}`),
  'report-movements': ({ days }, n) =>
    nth(days, n, (day) => `/api/v1/reports/movements?size=10&from=${day}&to=${weekAfter(day)}`),
  dashboard: () => '/api/v1/dashboard',
  'dashboard-counts': () => '/dashboard/counts',
  'dashboard-trends': () => '/api/v1/dashboard/trends',
  inventories: (_, n) => `/api/v1/inventories?size=${10 + (n % 5) * 10}`,
  'inventory-items': ({ inventories }, n) =>
    nth(inventories, n, (id) => `/api/v1/inventories/${id}/items?size=25${n % 2 ? '' : '&class=not-found'}`),
}

function nth(all: readonly string[], n: number, path: (one: string) => string) {
  const one = all[n % all.length]
  return one === undefined ? undefined : path(one)
}

/** Real requests of one person for different records, each list by itself. */
export async function measureLists(url: string, product: Product, asking: Asking): Promise<Measurement[]> {
  const sample = await sampleOf(url, product, asking)
  const found: Measurement[] = []
  for (const [list, pathOf] of Object.entries(pathsOf)) {
    const paths = Array.from({ length: requests }, (_, n) => pathOf(sample, n)).filter(
      (path) => path !== undefined,
    )
    const name = `${list}${asking.mark}`
    if (paths.length === 0) {
      console.log(`${name}: there is nothing in their places`)
      continue
    }
    await loadEach(product.address, paths.slice(0, connections), asking.headers, connections)
    const { p50, p99 } = await loadEach(product.address, paths, asking.headers, connections)
    console.log(`${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    found.push({ name, bare: 1 / slowestMs, api: 1 / p99, p50, p99, limit: 1 })
  }
  return found
}
