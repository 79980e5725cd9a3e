import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/** Reads are taken in steps of this many transactions. */
const mostTransactions = 500

/** Reads that became visible between two PostgreSQL snapshots. */
export type NewReads = {
  since: string
  from: string
  to: string
  /** The range of transactions that may have written them. */
  firstXact: number
  endXact: number
  isLast: boolean
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
  const to = snapshotUpTo(here, boundsOf(from).end + mostTransactions)
  const range = { firstXact: boundsOf(from).first, endXact: boundsOf(to).end }
  return { since, from, to, ...range, isLast: to === here }
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

/** The same snapshot as if no transaction from `end` on had started. */
export function snapshotUpTo(snapshot: string, end: number): string {
  const bounds = boundsOf(snapshot)
  if (bounds.end <= end) return snapshot
  const running = (snapshot.split(':')[2] ?? '')
    .split(',')
    .filter((xact) => xact !== '' && Number(xact) < end)
  return `${Math.min(bounds.first, end)}:${end}:${running.join()}`
}
