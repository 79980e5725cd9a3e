import type { Postgres } from '../scripts/postgres/postgres.ts'
import { barePerSecond } from './bare.ts'
import { load } from './load.ts'
import { compare, type Effort, type Measurement } from './measurement.ts'
import { database, type Product } from './product.ts'
import { statementsDuring } from './statements.ts'

export type Call = { name: string; path: string; limit: number; headers: Record<string, string> }

const once = { seconds: 0, connections: 1 }

/** Requests against pgbench with the statements that PostgreSQL recorded for them. */
export async function measureCalls(postgres: Postgres, product: Product, calls: Call[], effort: Effort) {
  const measurements: Measurement[] = []
  for (const { name, path, limit, headers } of calls) {
    const ask = async () => void (await load(product.address, path, headers, once))
    await ask()
    const statements = await statementsDuring(postgres, database, ask)
    const best = await compare(
      effort.rounds,
      () => barePerSecond(postgres, database, statements, effort),
      () => load(product.address, path, headers, effort),
      { bare: (perSecond) => perSecond, api: ({ perSecond }) => perSecond },
      limit * effort.enough,
    )
    const { perSecond, p50, p99 } = best.api
    measurements.push({ name, bare: best.bare, api: perSecond, p50, p99, limit })
    console.log(
      `${name}: ${perSecond.toFixed(0)} of ${best.bare.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms`,
    )
  }
  return measurements
}
