import { sql } from 'kysely'
import { inventoryFor, mustBeOpen } from '#features/inventories/access.ts'
import { canCount } from '#features/inventories/plan/people.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'

type Exception = { userId: Id; reason: string }

/** Where an organisation cannot spare the people, one of them may approve although they took part. */
export async function allowException(tx: Db, actor: Actor, id: Id, { userId, reason }: Exception) {
  if (!actor.everywhere || actor.by === 'key') throw new Problem('forbidden')
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  if (userId === actor.id) throw new Problem('inventory-exception-own')
  if (inventory.exceptionFor !== null) throw new Problem('inventory-exception-known')
  if (!(await canCount(tx, inventory.placeId, [userId])))
    throw invalid('userId', 'inventory-person-out-of-scope')
  await sql`update inventories set exception_for = ${userId}, exception_by = ${actor.id},
    exception_reason = ${reason}, exception_at = now() where id = ${id}`.execute(tx)
  const names = await tx.selectFrom('users').select('full_name').where('id', '=', userId).executeTakeFirst()
  const { inventoryId } = inventory
  await recordOf(tx, actor, inventory, 'exception-allowed', {
    after: { inventoryId, name: names?.full_name ?? '', reason },
  })
  return { allowed: true }
}
