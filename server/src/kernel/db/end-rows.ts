import { type Kysely, type RawBuilder, sql } from 'kysely'
import { everyLifetime, type KeepDays, keptDays, type Lifetime } from '#kernel/lifetimes.ts'
import { inTransaction } from './db.ts'
import { isLockTimeout } from './partitions.ts'
import type { Tables } from './tables.ts'

const rowsInBatch = 1000
/** What is left after that many batches waits for the next run. */
const batchesInRun = 500

/** Runs one short transaction that waits two seconds for a lock; undefined if it did not get it. */
export async function unlessLocked<T>(db: Kysely<Tables>, work: Parameters<typeof inTransaction<T>>[1]) {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('lock_timeout', '2s', true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if (isLockTimeout(error)) return undefined
    throw error
  }
}

/**
 * Deletes rows in short transactions, up to a limit for each run; `oldest` selects their `ctid` in the order
 * of an index. Rows that somebody else has locked, and the rest of a locked table, are left for the next run.
 * Returns the number of deleted rows. Safe to run at any time and in several processes.
 */
export async function deleteInBatches(
  db: Kysely<Tables>,
  table: string,
  oldest: RawBuilder<unknown>,
): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < batchesInRun; batch += 1) {
    const count = await unlessLocked(db, async (tx) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
        ${oldest} limit ${sql.lit(rowsInBatch)} for update of ${sql.table(table)} skip locked))`.execute(tx)
      return Number(numAffectedRows ?? 0)
    })
    deleted += count ?? 0
    if (count === undefined || count < rowsInBatch) break
  }
  return deleted
}

/** The rows of a table that are over, oldest first. */
export function oldestRows(
  table: string,
  lifetime: Lifetime,
  days: KeepDays,
): RawBuilder<unknown> | undefined {
  const { at, until, end, endedBy } = lifetime
  const column = until ?? at
  if (end !== 'deleted' || endedBy !== undefined || column === undefined) return undefined
  const kept = until === undefined ? keptDays(lifetime, days) : 0
  return sql`select ctid from ${sql.table(table)}
    where ${sql.ref(column)} < now() - make_interval(days => ${kept}) order by ${sql.ref(column)}`
}

/** Deletes the rows of all declared tables that end by their age alone; a table that fails does not stop the others. */
export async function endRows(db: Kysely<Tables>, days: KeepDays): Promise<void> {
  const errors: unknown[] = []
  for (const [table, lifetime] of everyLifetime) {
    const oldest = oldestRows(table, lifetime, days)
    if (oldest !== undefined)
      await deleteInBatches(db, table, oldest).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Old rows of some tables could not be deleted')
}
