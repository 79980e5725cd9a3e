import { barePerSecond } from './bare.ts'
import { load } from './load.ts'
import { type Bench, compare, type Measurement } from './measurement.ts'
import { database, startProduct } from './product.ts'
import { statementsDuring } from './statements.ts'

const calls = [
  { name: 'me', path: '/api/v1/me', limit: 0.25 },
  { name: 'dashboard-counts', path: '/dashboard/counts', limit: 0.25 },
]

/** The request that every page of a signed-in person makes, against pgbench with the statements recorded from it. */
export const session: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres)
  const { address, headers } = product
  const measurements: Measurement[] = []
  try {
    for (const { name, path, limit } of calls) {
      const once = { seconds: 0, connections: 1 }
      const ask = async () => void (await load(address, path, headers, once))
      await ask()
      const statements = await statementsDuring(postgres, database, ask)
      if (statements.length === 0) throw new Error(`${path} ran no statement`)
      const best = await compare(
        effort.rounds,
        () => barePerSecond(postgres, database, statements, effort),
        () => load(address, path, headers, effort),
        { bare: (perSecond) => perSecond, api: ({ perSecond }) => perSecond },
        limit * effort.enough,
      )
      const { perSecond, p50, p99 } = best.api
      measurements.push({ name, bare: best.bare, api: perSecond, p50, p99, limit })
    }
    return measurements
  } finally {
    await product.stop()
  }
}
