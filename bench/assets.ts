import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { tagOf } from '../server/src/seed/rows.ts'
import { type Call, measureCalls } from './calls.ts'
import { load } from './load.ts'
import { type Bench, compare, type Measurement } from './measurement.ts'
import { type Asking, scopedPeople } from './people.ts'
import { database, type Product, startProduct } from './product.ts'

/** The requests of a facilities person all day. The tag is of an asset that they see. */
function assetCalls({ mark, headers, tag }: Asking): Call[] {
  const call = (name: string, path: string, limit: number) => ({
    name: `${name}${mark}`,
    path,
    limit,
    headers,
  })
  const search = (name: string, text: string, limit = 0.8) =>
    call(`search-${name}`, `/api/assets?size=25&search=${text}`, limit)
  return [
    call('asset-by-tag', `/api/v1/assets/find?code=${tag}`, 0.3),
    call('asset-list', '/api/assets?location=indore&state=working&size=25', 0.28),
    search('three-characters', 'b7e'),
    search('selective', tag.slice(-9)),
    search('unselective', '257bf4'),
    // A whole tag is looked up, not searched: bare it takes a fraction of a millisecond, so the request
    // overhead dominates.
    search('whole-tag', tag, 0.15),
    call('dashboard-counts', '/dashboard/counts', 0.25),
  ]
}

/** The administrator, with the tag of an asset in the middle, and people with a small scope. */
async function askingPeople(postgres: Postgres, product: Product): Promise<Asking[]> {
  const rows = await onDatabase<{ most: string }>(
    postgres.url(database),
    'select max(number) as most from assets',
  )
  const tag = tagOf(Math.floor(Number(rows[0]?.most) / 2))
  return [{ mark: '', headers: product.headers, tag }, ...(await scopedPeople(postgres, product))]
}

/** The asset requests against pgbench with the statements that PostgreSQL recorded for them. */
export const assets: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.keepsData ? 'kept' : effort.assets)
  try {
    const people = await askingPeople(postgres, product)
    const measured = effort.isShort ? people.filter(({ mark }) => mark !== '@aou') : people
    const measurements = await measureCalls(postgres, product, measured.flatMap(assetCalls), effort)
    measurements.push(await deepestPage(product, effort), await slowestInteractive(postgres, product, people))
    return measurements
  } finally {
    await product.stop()
  }
}

/** The last page may take twice as long as the first: a ratio of one half. */
async function deepestPage(
  product: Product,
  effort: { seconds: number; rounds: number },
): Promise<Measurement> {
  const first = '/api/assets?size=25'
  const answer = await fetch(`${product.address}${first}`, { headers: product.headers })
  const { last } = (await answer.json()) as { last: string }
  const single = { seconds: effort.seconds, connections: 1 }
  const best = await compare(
    effort.rounds,
    () => load(product.address, first, product.headers, single),
    () => load(product.address, `${first}&cursor=${last}`, product.headers, single),
    { bare: ({ p50 }) => -p50, api: ({ p50 }) => -p50 },
  )
  const { p50, p99 } = best.api
  return { name: 'deepest-page', bare: best.bare.perSecond, api: best.api.perSecond, p50, p99, limit: 0.5 }
}

const slowest = 300

/** The pages that people open, including expensive ones; only an administrator opens the audit log and the users. */
function interactivePaths(aou: string, isAdministrator: boolean) {
  const lists = ['sort=registeredAt', 'sort=rfidTag&direction=asc'].flatMap((order) =>
    ['', '&state=up', '&state=nowhere'].map((rest) => `/api/assets?size=25&${order}${rest}`),
  )
  const searches = ['%25%25%25', '___', 'a00001', 'zzz', 'chair', '257bf4'].flatMap((text) => [
    `/api/assets?size=25&search=${text}`,
    `/api/v1/deleted-assets?size=25&search=${text}`,
  ])
  return [
    ...lists,
    ...searches,
    '/api/v1/deleted-assets?size=25',
    ...['pending', 'accepted'].map((status) => `/api/v1/state-changes?size=25&status=${status}`),
    ...(isAdministrator
      ? [
          ...['', '&sort=rfidTag', '&state=up'].map((rest) => `/api/assets?size=25&placeId=${aou}${rest}`),
          '/api/v1/audit?size=25',
          '/api/v1/admin/users?size=25',
          '/api/v1/masters/asset-state?size=25',
        ]
      : []),
  ]
}

/**
 * One person sends one request after the other: the limit of the slowest response. A path over the limit is
 * measured twice more and its best round counts, because one stall of the machine would decide otherwise.
 */
async function slowestInteractive(
  postgres: Postgres,
  product: Product,
  people: Asking[],
): Promise<Measurement> {
  const [place] = await onDatabase<{ id: string }>(
    postgres.url(database),
    "select place_id as id from user_places join users on users.id = user_id where email = 'bench-aou@example.com'",
  )
  let worst = { p50: 0, p99: 0 }
  for (const { mark, headers } of people)
    for (const path of interactivePaths(place?.id ?? '', mark === '')) {
      const round = () => load(product.address, path, headers, { seconds: 0.5, connections: 1 })
      let found = await round()
      for (let again = 0; again < 2 && found.p99 > slowest; again += 1) {
        const other = await round()
        if (other.p99 < found.p99) found = other
      }
      if (found.p99 > slowest) console.log(`${path} ${mark} takes ${found.p99.toFixed(0)} ms`)
      if (found.p99 > worst.p99) worst = found
    }
  return { name: 'slowest-interactive', bare: 1 / slowest, api: 1 / worst.p99, ...worst, limit: 1 }
}

/**
 * How the median response time of one person grows with the number of assets; and no response may be
 * noticeably slow.
 */
export const growth: Bench = async (postgres, effort) => {
  const found = new Map<string, number[]>()
  const slow: Measurement[] = []
  for (const size of effort.sizes) {
    const product = await startProduct(postgres, size)
    try {
      const people = await askingPeople(postgres, product)
      for (const { name, path, headers } of people.flatMap(assetCalls)) {
        const single = { seconds: effort.seconds, connections: 1 }
        const { p50, p99 } = await load(product.address, path, headers, single)
        console.log(`${size} assets: ${name} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
        found.set(name, [...(found.get(name) ?? []), p50])
      }
      const line = await slowestInteractive(postgres, product, people)
      slow.push({ ...line, name: `${line.name}-${size}` })
    } finally {
      await product.stop()
    }
  }
  const steady = ['asset-by-tag', 'asset-list', 'dashboard-counts']
  const names = steady.flatMap((name) => ['', '@aou', '@rooms'].map((mark) => `${name}${mark}`))
  return [...names.map((name) => growthOf(name, found.get(name) ?? [])), ...slow]
}

function growthOf(name: string, p50s: number[]): Measurement {
  const [smallest = 1, largest = 1] = [p50s[0], p50s.at(-1)]
  const [bare, api] = [1 / smallest, 1 / largest]
  return { name: `growth-${name}`, bare, api, p50: largest, p99: largest, limit: 0.5 }
}
