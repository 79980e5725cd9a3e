import { tagOf } from '../server/src/organisation/rows.ts'
import { barePerSecond } from './bare.ts'
import { load } from './load.ts'
import { type Bench, compare, type Measurement } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'
import { statementsDuring } from './statements.ts'

type Call = { name: string; path: string; limit: number }

const once = { seconds: 0, connections: 1 }

/** What a facilities person asks for all day. The tag and the serial number belong to an asset in the middle. */
function assetCalls(assets: number): Call[] {
  const tag = tagOf(Math.floor(assets / 2))
  const search = (name: string, text: string) => ({
    name: `search-${name}`,
    path: `/api/assets?size=25&search=${text}`,
    limit: 0.8,
  })
  return [
    { name: 'asset-by-tag', path: `/api/v1/assets/find?code=${tag}`, limit: 0.3 },
    { name: 'asset-list', path: '/api/assets?location=indore&state=working&size=25', limit: 0.28 },
    search('three-characters', 'b7e'),
    search('selective', tag.slice(-9)),
    search('unselective', '257bf4'),
    // A whole tag is looked up, not searched for: a fraction of a millisecond bare, so the call around it weighs most.
    { ...search('whole-tag', tag), limit: 0.15 },
    { name: 'dashboard-counts', path: '/dashboard/counts', limit: 0.25 },
  ]
}

/** The asset calls against pgbench with the statements that PostgreSQL recorded for them. */
export const assets: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.assets)
  const measurements: Measurement[] = []
  try {
    for (const { name, path, limit } of assetCalls(effort.assets)) {
      const ask = async () => void (await load(product.address, path, product.headers, once))
      await ask()
      const statements = await statementsDuring(postgres, database, ask)
      const best = await compare(
        effort.rounds,
        () => barePerSecond(postgres, database, statements, effort),
        () => load(product.address, path, product.headers, effort),
        { bare: (perSecond) => perSecond, api: ({ perSecond }) => perSecond },
      )
      const { perSecond, p50, p99 } = best.api
      measurements.push({ name, bare: best.bare, api: perSecond, p50, p99, limit })
      console.log(
        `${name}: ${perSecond.toFixed(0)} of ${best.bare.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms`,
      )
    }
    measurements.push(await deepestPage(product, effort))
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

/** How the middle answer grows with the number of assets, one person asking; and nothing may take longer than a blink. */
export const growth: Bench = async (postgres, effort) => {
  const found = new Map<string, number[]>()
  for (const size of effort.sizes) {
    const product = await startProduct(postgres, size)
    try {
      for (const { name, path } of assetCalls(size)) {
        const single = { seconds: effort.seconds, connections: 1 }
        const { p50, p99 } = await load(product.address, path, product.headers, single)
        console.log(`${size} assets: ${name} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
        found.set(name, [...(found.get(name) ?? []), p50])
        if (p99 > slowest) console.log(`${name} takes more than ${slowest} ms at ${size} assets`)
      }
    } finally {
      await product.stop()
    }
  }
  const steady = ['asset-by-tag', 'asset-list', 'dashboard-counts']
  return steady.map((name) => {
    const [smallest = 1, largest = 1] = [found.get(name)?.[0], found.get(name)?.at(-1)]
    return {
      name: `growth-${name}`,
      bare: 1 / smallest,
      api: 1 / largest,
      p50: largest,
      p99: largest,
      limit: 0.5,
    }
  })
}
