import type { ApprovalRefusal } from '@ats/contract/inventories/approval.ts'
import type { Resolution } from '@ats/contract/inventories/review.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { confirmTags } from '#features/assets/assets.ts'
import { type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { approvalRefused, type InventoryRow, inventoryFor, mustBeOpen } from '#features/inventories/access.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { planNext } from '#features/inventories/plan/series.ts'
import { inventoryById } from '#features/inventories/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Result } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { applyResolutions, type ItemToApply } from './applying.ts'
import { finalFigures } from './figures.ts'
import { beginInvestigations } from './investigations.ts'

/** The most changes within the approval request: each may register an asset. */
const mostApplied = 200

/**
 * The asset of an item expects the tag that a person has read on it. A fixed reader confirms nothing, because it sees
 * labels on a table too.
 */
const confirmsTag = (id: Id) => sql<boolean>`item.kind = 'expected'
  and exists (select from assets where assets.id = item.asset_id and assets.tag_expected
    and assets.deleted_at is null and upper(assets.rfid_tag) = upper(item.tag))
  and exists (select from inventory_reads as read where read.inventory_id = ${id} and read.item_id = item.id
    and read.people <> '{}')`

const toApply = (id: Id) => sql`select id from inventory_items
    where inventory_id = ${id} and resolution is not null and not applied
  union select item.id from assets join inventory_items as item
    on item.inventory_id = ${id} and item.asset_id = assets.id and item.kind = 'expected'
  where assets.tag_expected and assets.deleted_at is null and ${confirmsTag(id)}`

/** Applies the proposals and closes the inventory for good: immediately, or by a job if there are many. */
export const approveInventory = (
  { db, jobs, config }: Services,
  actor: Actor,
  id: Id,
  { openReason }: { openReason?: string | undefined },
) =>
  inTransaction(db, async (tx) => {
    const inventory = await inventoryFor(tx, actor, id, 'update')
    mustBeOpen(inventory)
    if (inventory.status !== 'review') throw new Problem('inventory-not-in-review')
    await mustMayApprove(tx, actor, id)
    await giveReason(tx, id, openReason)
    const { rows } = await sql<{ id: Id }>`${toApply(id)} order by id limit ${mostApplied + 1}`.execute(tx)
    if (rows.length > mostApplied) {
      const details = { id, zone: config.timeZone }
      const job = { work: 'apply-inventory', details, subject: inventory.inventoryId } as const
      const { _id } = await startJob(tx, jobs, actor, job, toApply(id))
      await sql`update inventories set status = 'approving', job_id = ${_id} where id = ${id}`.execute(tx)
    } else {
      await applyBatch(
        tx,
        actor,
        id,
        rows.map((row) => row.id),
      )
      await close(tx, actor, inventory, config.timeZone)
    }
    return inventoryById(tx, actor, id)
  })

/** The lock on the inventory under review keeps others from counting and proposing. */
async function mustMayApprove(tx: Db, actor: Actor, id: Id) {
  const { rows } = await sql<{ refused: ApprovalRefusal | null }>`
    select ${approvalRefused(actor, id)} as refused from inventories where id = ${id}`.execute(tx)
  const refused = rows[0]?.refused ?? null
  if (refused !== null) throw new Problem(refused)
}

const unresolved = (id: Id) => sql<number>`(select coalesce(sum(unresolved), 0)::int from inventory_counts
  where inventory_id = ${id})`

/** Stores why discrepancies stay open. Without any the reason means nothing, and is not kept. */
async function giveReason(tx: Db, id: Id, reason: string | undefined) {
  const { rows } = await sql<{ count: number }>`select ${unresolved(id)} as count`.execute(tx)
  const count = rows[0]?.count ?? 0
  if (count > 0 && reason === undefined) throw new Problem('inventory-open-items', { count })
  await sql`update inventories set open_reason = ${count > 0 ? (reason ?? null) : null}
    where id = ${id}`.execute(tx)
}

async function applyBatch(tx: Db, actor: Actor, id: Id, ids: readonly Id[]): Promise<Result[]> {
  // With conditions about the resolution, the planner uses an index of everything that is still to be applied.
  type Item = ItemToApply & { resolution: Resolution | null; applied: boolean; confirms: boolean }
  const { rows: items } = await sql<Item>`
    select id, asset_id as "assetId", tag, label, seen_place_id as "placeId", resolution, applied,
      ${confirmsTag(id)} as confirms
    from inventory_items as item where inventory_id = ${id} and id = any(${ids}::uuid[])
    order by id for update`.execute(tx)
  const confirmed = items.filter(({ confirms }) => confirms)
  await confirmTags(
    tx,
    actor,
    confirmed.flatMap(({ assetId }) => assetId ?? []),
  )
  const rows = items.flatMap(({ resolution, applied, ...item }) =>
    resolution === null || applied ? [] : [{ ...item, resolution }],
  )
  const outcomes = await applyResolutions(tx, actor, rows)
  await beginInvestigations(tx, actor, id, rows)
  await sql`update inventory_items as item set applied = true, outcome = applied.outcome
    from unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ id }) => textOf(outcomes.get(id)))}::text[])
      as applied (id, outcome) where item.inventory_id = ${id} and item.id = applied.id`.execute(tx)
  return [...new Set([...rows, ...confirmed])].map(({ id, label }) => {
    const failure = outcomes.get(id)
    return {
      _id: id,
      assetTagId: label,
      ok: failure === undefined,
      ...messageFields(failure ?? { code: 'done' }),
    }
  })
}

const textOf = (failure: Message | undefined) =>
  failure === undefined ? null : messageFields(failure).message

async function close(tx: Db, actor: Actor, inventory: InventoryRow, zone: string) {
  const { id, inventoryId } = inventory
  const { rows } = await sql<{ total: number; found: number; open: number; openReason: string | null }>`
    update inventories set status = 'approved', approved_at = now(), approved_by = ${actor.id}, ${finalFigures}
    where id = ${id} returning total, found, unresolved as open, open_reason as "openReason"`.execute(tx)
  const { total = 0, found = 0, open = 0, openReason = null } = rows[0] ?? {}
  await recordOf(tx, actor, inventory, 'approved', {
    after: { inventoryId, total, found, notFound: total - found, ...(open > 0 && { open, openReason }) },
  })
  await planNext(tx, actor, zone, inventory)
}

export const applying: BulkSteps<{ id: Id; zone: string }> = {
  permission: 'manage-asset',
  records: async (_db, _actor, { id }) => toApply(id),
  apply: (tx, actor, { id }, ids) => applyBatch(tx, actor, id, ids),
  finish: async (tx, _jobs, actor, { details: { id, zone } }) => {
    const inventory = await inventoryFor(tx, actor, id, 'update')
    if (inventory.status === 'approving') await close(tx, actor, inventory, zone)
    return { done: 0 }
  },
  // Applied changes stay; the rest can be approved again.
  stopped: async (tx, _jobs, _actor, { details: { id } }) => {
    await sql`update inventories set status = 'review' where id = ${id} and status = 'approving'`.execute(tx)
  },
}
