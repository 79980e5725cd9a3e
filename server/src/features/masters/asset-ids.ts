import { type RawBuilder, sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/** The first ids of the assets that a statement selects. */
export async function assetIds(tx: Db, selected: RawBuilder<unknown>, most: number): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`${selected} limit ${sql.lit(most)}`.execute(tx)
  return rows.map(({ id }) => id)
}
