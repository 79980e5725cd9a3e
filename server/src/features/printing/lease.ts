import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/** Longer than every step between two renewals, so that only a dead or stuck worker loses its lease. */
const leaseSeconds = 20
const leaseEnd = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`
/** A printer that cannot be used is tried again after this. */
const heldSeconds = 10

/** A printer in trouble is tried now, before the workers look again by themselves. */
export async function wakePrinting(tx: Db, printerId: Id) {
  await sql`update printers set held_until = null where id = ${printerId} and held_until is not null`.execute(
    tx,
  )
  await sql`select pg_notify('printing', '')`.execute(tx)
}

const hasWork = sql`exists (select from print_jobs where printer_id = printers.id and status in ('waiting', 'printing'))`

/** Takes a printer with work that no other worker has; the one that waited longest comes first. */
export async function claim(db: Db, worker: Id): Promise<Id | undefined> {
  const { rows } = await sql<{ id: Id }>`update printers set leased_by = ${worker}, leased_until = ${leaseEnd}
    where id = (select id from printers where (leased_by is null or leased_until < now())
      and (held_until is null or held_until <= now()) and ${hasWork}
      order by leased_until nulls first limit 1 for update skip locked)
    returning id`.execute(db)
  return rows[0]?.id
}

/** Another worker has the printer by now: nothing may be written about its labels. */
export class LeaseLost extends Error {}

export type LeasedPrinter = { name: string; host: string; port: number; isRetired: boolean }

/** The printer as it is now. In a transaction its row stays locked, so that no other worker takes it until the end. */
export async function renew(db: Db, id: Id, worker: Id): Promise<LeasedPrinter> {
  const { rows } = await sql<LeasedPrinter>`update printers set leased_until = ${leaseEnd}
    where id = ${id} and leased_by = ${worker}
    returning name, host, port, retired_at is not null as "isRetired"`.execute(db)
  if (rows[0] === undefined) throw new LeaseLost('another worker has the printer')
  return rows[0]
}

export const release = (db: Db, id: Id, worker: Id, isHeld: boolean) =>
  sql`update printers set leased_by = null,
      held_until = case when ${isHeld} then now() + make_interval(secs => ${sql.lit(heldSeconds)}) end
    where id = ${id} and leased_by = ${worker}`.execute(db)
