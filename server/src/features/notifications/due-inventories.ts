import { type Kysely, sql } from 'kysely'
import { inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { insertEvents } from '#kernel/ledger/events.ts'

/**
 * Writes a ledger entry for each uncounted inventory that is due by tomorrow, and one for each that is
 * overdue. Each is written once per due date, in the time zone of the installation.
 */
export const noteDueInventories = (db: Kysely<Tables>, zone: string) =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('due inventories', 0))`.execute(tx)
    await sql`
      with today as (select (now() at time zone ${zone})::date as today), due as (
        select inventories.id, place_id, readable_id, due_on, today,
          case when due_on < today then 'inventory.overdue' else 'inventory.due-soon' end as action
        from inventories cross join today
        where status in ('planned', 'starting', 'counting') and due_on <= today + 1
      )
      ${insertEvents({
        who: { requestId: sql`'inventories of ' || due.today` },
        ...{ action: sql`due.action`, kind: 'inventory', id: sql`due.id`, place: sql`due.place_id` },
        ...{ readableId: sql`due.readable_id`, name: sql`due.readable_id` },
        after: sql`jsonb_build_object('inventoryId', due.readable_id, 'dueOn', due.due_on)`,
        from: sql`due where not exists (
          select from events where events.record_kind = 'inventory' and events.record_id = due.id
            and events.action = due.action and events.after ->> 'dueOn' = due.due_on::text)`,
      })}`.execute(tx)
  })
