import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { tablesOf } from './staging.ts'

/**
 * The cells of each correction as they were before it, and the chosen place of a row. `number` is 0 once a
 * correction is undone; rows that are not `checked` wait for their check.
 */
export async function prepareFixes(db: Db, id: Id) {
  const { rows, fixes } = tablesOf(id)
  await sql`create unlogged table if not exists ${fixes}
    (number integer, row integer, at integer, before text, checked boolean default false)`.execute(db)
  await sql`create index if not exists ${sql.ref(`fixes_${id.replaceAll('-', '')}_number`)}
    on ${fixes} (number, row)`.execute(db)
  await sql`alter table ${rows} add column if not exists placed text`.execute(db)
}

/** The rows of corrections that are not checked yet. */
export async function uncheckedFixes(db: Db, id: Id): Promise<number[]> {
  const { fixes } = tablesOf(id)
  const { rows: known } = await sql<{ there: boolean }>`
    select to_regclass(${`staging.fixes_${id.replaceAll('-', '')}`}) is not null as there`.execute(db)
  if (!known[0]?.there) return []
  const { rows } = await sql<{ row: number }>`
    select distinct row from ${fixes} where not checked order by row`.execute(db)
  return rows.map(({ row }) => row)
}

/** After a check nothing waits, and undone corrections are of no further use. */
export async function endFixes(db: Db, id: Id) {
  const { fixes } = tablesOf(id)
  await sql`delete from ${fixes} where number = 0`.execute(db)
  await sql`update ${fixes} set checked = true where not checked`.execute(db)
}
