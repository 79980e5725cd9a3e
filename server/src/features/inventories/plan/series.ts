import { sql } from 'kysely'
import type { InventoryRow } from '#features/inventories/access.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { nextDueOn } from './next-due.ts'
import { canCount, peopleForNext } from './people.ts'
import { planInventory } from './planning.ts'

/** Plans the next inventory of a series, for the person who planned this one. */
export async function planNext(tx: Db, actor: Actor, zone: string, inventory: InventoryRow) {
  const { id, placeId, blind, repeat, fixedReaders, createdBy, dueOn, startedOn, dueDay, mustCount } =
    inventory
  if (repeat === null) return
  const { rows } = await sql<{
    today: string
  }>`select (now() at time zone ${zone})::date::text as today`.execute(tx)
  const today = rows[0]?.today ?? ''
  const from = dueOn ?? startedOn ?? today
  const day = dueDay ?? Number(from.slice(8))
  const { people, leftOut } = await peopleForNext(tx, id, placeId)
  const { approverId } = inventory
  const mayApprove = approverId !== null && (await canCount(tx, placeId, [approverId]))
  const plan = {
    ...{ approverId: mayApprove ? approverId : null, mustCount },
    placeId,
    people,
    dueOn: nextDueOn({ repeat, from, day, today }),
    blind,
    repeat,
    fixedReaders,
  }
  await planInventory(tx, actor, zone, plan, { createdBy, dueDay: day, peopleLeftOut: leftOut })
}
