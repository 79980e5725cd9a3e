import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/** Many transactions write reads; those of so many are taken at once. */
const mostTransactions = 500

/** Reads between two snapshots of PostgreSQL: the one could not see them yet, the other can. */
export type NewReads = {
  since: string
  from: string
  to: string
  /** The transactions that may have written them. */
  firstXact: number
  endXact: number
  isLast: boolean
}

/** From now on reads of fixed readers count in it. */
export const beginFixedReads = (tx: Db, id: Id) =>
  sql`insert into inventory_reader_positions (inventory_id, since, position)
    values (${id}, clock_timestamp(), pg_current_snapshot())
    on conflict (inventory_id) do update set since = excluded.since, position = excluded.position`.execute(tx)

/**
 * What is to be taken next; undefined where another worker is about it. Transaction ids start anew when a dump is restored
 * elsewhere: a position that lies ahead of the server begins anew, and what was read before the restore stays out.
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

/** A snapshot is written as xmin:xmax:those in between that were still running. */
const boundsOf = (snapshot: string) => {
  const [first, end] = snapshot.split(':').map(Number)
  return { first: first ?? 0, end: end ?? 0 }
}

/** As if the snapshot had been taken before transactions from `end` on began. */
export function snapshotUpTo(snapshot: string, end: number): string {
  const bounds = boundsOf(snapshot)
  if (bounds.end <= end) return snapshot
  const running = (snapshot.split(':')[2] ?? '')
    .split(',')
    .filter((xact) => xact !== '' && Number(xact) < end)
  return `${Math.min(bounds.first, end)}:${end}:${running.join()}`
}
