import type { Postgres } from '../scripts/postgres/postgres.ts'

/**
 * One comparison: responses per second of the API over transactions per second of the bare engine for the
 * same statements.
 */
export type Measurement = { name: string; bare: number; api: number; p50: number; p99: number; limit: number }

export type Effort = {
  /** Says whether something broke, not how fast it is. */
  isShort: boolean
  seconds: number
  rounds: number
  /** Stop repeating a measurement once it reaches this share of its limit. */
  enough: number
  connections: number
  assets: number
  neighbourAssets: number
  rows: number
  papers: number
  sizes: number[]
  /** The part of the full size that years of data have, and their reads if not that part. */
  share: number
  reads: number | undefined
  /** The data exist already and are kept. */
  keepsData: boolean
}

export type Bench = (postgres: Postgres, effort: Effort) => Promise<Measurement[]>

/**
 * Alternates the two sides, so that other load on the machine affects both, and keeps the best round of each.
 * Stops after a round in which the API reached the sufficient ratio.
 */
export async function compare<Bare, Api>(
  rounds: number,
  bare: () => Promise<Bare>,
  api: () => Promise<Api>,
  best: { bare: (one: Bare) => number; api: (one: Api) => number },
  enough = Number.POSITIVE_INFINITY,
): Promise<{ bare: Bare; api: Api }> {
  const bares: Bare[] = []
  const apis: Api[] = []
  for (let round = 0; round < rounds; round++) {
    const [one, other] = [await bare(), await api()]
    bares.push(one)
    apis.push(other)
    if (best.api(other) / best.bare(one) >= enough) break
  }
  return { bare: highest(bares, best.bare), api: highest(apis, best.api) }
}

function highest<T>(all: T[], by: (one: T) => number): T {
  return all.reduce((best, one) => (by(one) > by(best) ? one : best))
}
