import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Tables } from '#kernel/db/tables.ts'
import { Problem } from '#kernel/http/problem.ts'

export const busy = 'The server is busy. Please try again shortly.'

/** A database whose pool fails one given connection attempt, as a full pool does. */
export function refusingOnce(pool: PostgresPool, refused: number) {
  let asked = 0
  const connect = () => {
    asked += 1
    if (asked === refused) throw new Problem('unavailable', {}, { retryAfter: 2 })
    return pool.connect()
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...pool, connect } }) })
}
