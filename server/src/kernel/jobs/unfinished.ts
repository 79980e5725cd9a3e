import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'

const mostUnfinished = 5

/** Limits the unfinished work of a person, for each kind. */
export async function mustHaveFewUnfinished(
  tx: Db,
  userId: Id,
  table: 'exports' | 'bulk_jobs' | 'print_jobs',
  refusal: 'exports-unfinished' | 'jobs-unfinished' | 'print-jobs-unfinished',
) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where user_id = ${userId} and status in ('waiting', 'running', 'writing', 'printing')`.execute(tx)
  if ((rows[0]?.count ?? 0) >= mostUnfinished) throw new Problem(refusal)
}
