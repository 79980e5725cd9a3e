import { sql } from 'kysely'
import { type InventoryRow, inventoryFor, mustBeOpen, mustManage } from '#features/inventories/access.ts'
import { leaveOutDevices } from '#features/inventories/count/waiting-devices.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { planNext } from '#features/inventories/plan/series.ts'
import { inventoryById } from '#features/inventories/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { finalFigures } from './figures.ts'

/** Ends counting; a device that has or may have unsent reads blocks it, unless it is left out. */
export async function reviewInventory(tx: Db, actor: Actor, id: Id, leaveOut: readonly Id[]) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  mustManage(inventory)
  if (inventory.status !== 'counting') throw new Problem('inventory-not-counting')
  const left = await leaveOutDevices(tx, id, leaveOut)
  await sql`update inventories set status = 'review', reviewed_at = now() where id = ${id}`.execute(tx)
  const { inventoryId } = inventory
  await recordOf(tx, actor, inventory, 'reviewed', {
    after: {
      inventoryId,
      ...(left.length > 0 && {
        leftOut: left.slice(0, 100).map(({ device, user }) => `${device} (${user})`),
      }),
    },
  })
  return inventoryById(tx, actor, id)
}

type Cancelling = { reason: string; endSeries: boolean }

/** The next inventory of a series is planned, unless the person ends the series. */
export async function cancelInventory(
  tx: Db,
  actor: Actor,
  zone: string,
  id: Id,
  { reason, endSeries }: Cancelling,
) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  mustManage(inventory)
  await giveUp(tx, actor, inventory, reason, endSeries)
  if (!endSeries) await planNext(tx, actor, zone, inventory)
  return inventoryById(tx, actor, id)
}

async function giveUp(
  tx: Db,
  actor: Actor,
  inventory: Pick<InventoryRow, 'id' | 'inventoryId' | 'placeId'>,
  reason: string,
  endSeries = false,
) {
  const { id, inventoryId } = inventory
  await recordOf(tx, actor, inventory, 'cancelled', {
    after: { inventoryId, reason, ...(endSeries && { repeat: null }) },
  })
  await sql`update inventories set status = 'cancelled', cancelled_at = now(), cancelled_by = ${actor.id},
    cancel_reason = ${reason}, ${finalFigures} where id = ${id}`.execute(tx)
}

/** An incomplete snapshot is useless. */
export async function cancelForStoppedJob(tx: Db, actor: Actor, id: Id) {
  const { rows } = await sql<{ id: Id; inventoryId: string; placeId: Id }>`
    select id, readable_id as "inventoryId", place_id as "placeId" from inventories
    where id = ${id} and status = 'starting' for update`.execute(tx)
  const [inventory] = rows
  if (inventory !== undefined)
    await giveUp(tx, actor, inventory, 'What is expected was not gathered to the end.')
}
