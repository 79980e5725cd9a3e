import { sql } from 'kysely'
import type { BulkSteps } from '#features/bulk-jobs/bulk-jobs.ts'
import { beginFixedReads } from '#features/inventories/count/fixed-position.ts'
import { mustBeAbleToCount } from '#features/inventories/plan/people.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { mustNotOverlap, starting } from '#features/inventories/plan/start.ts'
import { applying } from '#features/inventories/review/approval.ts'
import { countsIn, type PlaceCount } from '#features/inventories/review/progress.ts'
import { resolving } from '#features/inventories/review/resolutions.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import {
  inventoryFor,
  inventoryInScope,
  isHidden,
  mustBeOpen,
  mustManage,
  mustShowItems,
  waitsForCounter,
} from './access.ts'
import { inventoryExport, itemExport, unknownTagExport } from './exports.ts'
import { inventoryPapers } from './papers.ts'
import { programmeInScope } from './programmes/access.ts'
import { inventoryById, isOverdue } from './queries.ts'

/** What reports leave out, what the dashboard and plans show, and who can count in a place. */
export {
  countsIn,
  inventoryFor,
  inventoryInScope,
  inventoryPapers,
  isHidden,
  isOverdue,
  mustBeAbleToCount,
  mustShowItems,
  type PlaceCount,
  programmeInScope,
  waitsForCounter,
}

export const inventoryExports = {
  inventories: inventoryExport,
  'inventory-items': itemExport,
  'unknown-tags': unknownTagExport,
}

/** Work of the worker if an inventory has too many items for one request. */
export const inventoryWorks: Record<'start-inventory' | 'resolve-inventory' | 'apply-inventory', BulkSteps> =
  {
    'start-inventory': starting as BulkSteps,
    'resolve-inventory': resolving as BulkSteps,
    'apply-inventory': applying as BulkSteps,
  }

/** Back to counting: found items stay found, and the rest is counted again. */
export async function recountInventory(tx: Db, actor: Actor, id: Id) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  mustManage(inventory)
  if (inventory.status !== 'review') throw new Problem('inventory-not-in-review')
  await mustNotOverlap(tx, actor, inventory)
  await sql`update inventories set status = 'counting', reviewed_at = null where id = ${id}`.execute(tx)
  await sql`update inventory_devices set left_out = false where inventory_id = ${id} and left_out`.execute(tx)
  await beginFixedReads(tx, id)
  await recordOf(tx, actor, inventory, 'recounted')
  return inventoryById(tx, actor, id)
}
