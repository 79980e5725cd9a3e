// Why it is built this way: docs/decisions/061-partitions-by-month.md

import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { type Lifetime, lifetimes } from '#kernel/lifetimes.ts'
import type { Db } from './db.ts'

/** Enough for a week of days, or two months, in which no partition could be made. */
const ahead = { day: 14, month: 3 }

export const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

type Run = (text: string, values: unknown[]) => Promise<unknown>

/**
 * Makes the partitions of the coming days and months, each in its own transaction. If somebody holds a lock,
 * such as a backup, the rest is left for the next run: rows go to the default partition until then. Safe to
 * repeat, in several processes.
 */
export async function makePartitions(run: Run) {
  for (const [table, { partition }] of Object.entries<Lifetime>(lifetimes)) {
    if (partition === undefined) continue
    for (let n = -1; n <= ahead[partition.by]; n += 1)
      try {
        await run(makeOne, [table, partition.by, n])
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        break
      }
  }
}

const makeOne = `select make_partition($1, $2,
  (date_trunc($2, now() at time zone 'UTC') + $3::int * ('1 ' || $2)::interval)::date)`

export const makePartitionsOf = (db: Db) =>
  makePartitions((text, values) => db.executeQuery(CompiledQuery.raw(text, values)))
