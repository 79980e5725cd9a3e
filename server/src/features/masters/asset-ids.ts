import { type RawBuilder, sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import { said } from '#kernel/messages.ts'

/** The first of the assets that a statement selects. */
export async function assetIds(tx: Db, selected: RawBuilder<unknown>, most: number): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`${selected} limit ${sql.lit(most)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** None of them can fail alone, and nobody reads what became of each. */
export const doneWith = (ids: readonly Id[]): Result[] =>
  ids.map((_id) => ({ _id, assetTagId: null, ok: true, ...said({ code: 'done' }) }))
