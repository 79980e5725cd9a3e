import { type SqlBool, sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/** About this many reads are taken at a time. Transactions without reads, such as those of a bulk job, cost nothing. */
const mostReads = 20_000

/** Reads that became visible between two PostgreSQL snapshots. */
export type NewReads = { since: string; from: string; to: string; isLast: boolean }

/** True for these rows of `tag_reads`: their transactions were running at the first snapshot, or began later. */
export const isBetween = ({ since, from, to }: Omit<NewReads, 'isLast'>) => sql<SqlBool>`(
  tag_reads.read_at >= ${since}::timestamptz
  and (tag_reads.xact >= ${boundsOf(from).end}::bigint and tag_reads.xact < ${boundsOf(to).end}::bigint
    or tag_reads.xact = any(${runningIn(from)}::bigint[]))
  and pg_visible_in_snapshot(tag_reads.xact::text::xid8, ${to}::pg_snapshot)
  and not pg_visible_in_snapshot(tag_reads.xact::text::xid8, ${from}::pg_snapshot))`

async function areMany(tx: Db, reads: Omit<NewReads, 'isLast'>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from tag_reads where ${isBetween(reads)} limit ${sql.lit(mostReads + 1)}) as counted`.execute(tx)
  return (rows[0]?.count ?? 0) > mostReads
}

/** From now on, reads of fixed readers count in this inventory. */
export const beginFixedReads = (tx: Db, id: Id) =>
  sql`insert into inventory_reader_positions (inventory_id, since, position)
    values (${id}, clock_timestamp(), pg_current_snapshot())
    on conflict (inventory_id) do update set since = excluded.since, position = excluded.position`.execute(tx)

/**
 * The next reads to take; undefined if another worker is doing it. Transaction ids restart when a dump is
 * restored elsewhere: a position ahead of the server is reset, and reads from before the restore are left
 * out.
 */
export async function nextFixedReads(tx: Db, id: Id): Promise<NewReads | undefined> {
  const { rows } = await sql<{ since: string; from: string; here: string }>`
    select since, position::text as from, pg_current_snapshot()::text as here
    from inventory_reader_positions where inventory_id = ${id} for update skip locked`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { since, from, here } = row
  if (boundsOf(from).end > boundsOf(here).end) {
    await beginFixedReads(tx, id)
    return undefined
  }
  const start = boundsOf(from).end
  let to = here
  // Half of the transactions, until their reads are few; a single transaction is taken whole.
  for (let count = boundsOf(here).end - start; count > 1 && (await areMany(tx, { since, from, to })); ) {
    count = Math.ceil(count / 2)
    to = snapshotUpTo(here, start + count)
  }
  return { since, from, to, isLast: to === here }
}

export const fixedReadsTaken = (tx: Db, id: Id, { to }: NewReads) =>
  sql`update inventory_reader_positions set position = ${to}::pg_snapshot where inventory_id = ${id}`.execute(
    tx,
  )

/** The text of a snapshot is xmin:xmax:xip_list. */
const boundsOf = (snapshot: string) => {
  const [first, end] = snapshot.split(':').map(Number)
  return { first: first ?? 0, end: end ?? 0 }
}

const runningIn = (snapshot: string) =>
  (snapshot.split(':')[2] ?? '').split(',').filter((xact) => xact !== '')

/** The same snapshot as if no transaction from `end` on had started. */
export function snapshotUpTo(snapshot: string, end: number): string {
  const bounds = boundsOf(snapshot)
  if (bounds.end <= end) return snapshot
  const running = runningIn(snapshot).filter((xact) => Number(xact) < end)
  return `${Math.min(bounds.first, end)}:${end}:${running.join()}`
}
