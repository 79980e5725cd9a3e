import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { type InventoryRow, inventoryFor, mustBeOpen } from './access.ts'
import { finalFigures } from './figures.ts'
import { recordOf } from './planning.ts'
import { inventoryById } from './queries.ts'

type Unsent = { device: string; user: string; unsent: number }

/** Counting ends; a device that still has reads to send holds it up, unless it is left out. */
export async function reviewInventory(tx: Db, actor: Actor, id: Id, leaveOut: readonly Id[]) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  if (inventory.status !== 'counting') throw new Problem('inventory-not-counting')
  const { rows } = await sql<Unsent>`select device, unsent, users.full_name as user
    from inventory_devices join users on users.id = user_id
    where inventory_id = ${id} and unsent > 0 and device_id <> all(${leaveOut}::uuid[])
    order by device_id, user_id limit 1`.execute(tx)
  const [waiting] = rows
  if (waiting !== undefined) throw new Problem('inventory-reads-unsent', waiting)
  await sql`update inventory_devices set left_out = true
    where inventory_id = ${id} and unsent > 0 and not left_out`.execute(tx)
  await sql`update inventories set status = 'review', reviewed_at = now() where id = ${id}`.execute(tx)
  const { rows: left } = await sql<Unsent>`select device, unsent, users.full_name as user
    from inventory_devices join users on users.id = user_id where inventory_id = ${id} and unsent > 0
    order by device_id, user_id limit 100`.execute(tx)
  const { inventoryId } = inventory
  await recordOf(tx, actor, inventory, 'reviewed', {
    after: {
      inventoryId,
      ...(left.length > 0 && { leftOut: left.map(({ device, user }) => `${device} (${user})`) }),
    },
  })
  return inventoryById(tx, actor, id)
}

export async function cancelInventory(tx: Db, actor: Actor, id: Id, reason: string) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  await giveUp(tx, actor, inventory, reason)
  return inventoryById(tx, actor, id)
}

async function giveUp(
  tx: Db,
  actor: Actor,
  inventory: Pick<InventoryRow, 'id' | 'inventoryId' | 'placeId'>,
  reason: string,
) {
  const { id, inventoryId } = inventory
  await recordOf(tx, actor, inventory, 'cancelled', { after: { inventoryId, reason } })
  await sql`update inventories set status = 'cancelled', cancelled_at = now(), cancelled_by = ${actor.id},
    cancel_reason = ${reason}, ${finalFigures} where id = ${id}`.execute(tx)
}

/** A snapshot that was not completed is of no use. */
export async function cancelForStoppedJob(tx: Db, actor: Actor, id: Id) {
  const { rows } = await sql<{ id: Id; inventoryId: string; placeId: Id }>`
    select id, readable_id as "inventoryId", place_id as "placeId" from inventories
    where id = ${id} and status = 'starting' for update`.execute(tx)
  const [inventory] = rows
  if (inventory !== undefined)
    await giveUp(tx, actor, inventory, 'What is expected was not gathered to the end.')
}
