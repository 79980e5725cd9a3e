import type { BulkResult } from '@ats/contract/bulk.ts'
import { type BulkAnswer, mostAtOnce } from '@ats/contract/bulk-jobs.ts'
import {
  type ItemClass,
  ofOneItem,
  type Resolution,
  resolutionsOf,
  type resolving as resolvingBody,
} from '@ats/contract/inventories/review.ts'
import type { Message } from '@ats/contract/problems.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { assetsForUpdate, requiredStateId } from '#features/assets/assets.ts'
import { type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { inventoryFor, mustBeOpen, noteOpened } from '#features/inventories/access.ts'
import { canCount } from '#features/inventories/plan/people.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { type Result, summary } from '#kernel/jobs/bulk-results.ts'
import type { Jobs } from '#kernel/jobs/jobs.ts'
import { messageFields } from '#kernel/messages.ts'
import { itemsWhere, type Shown } from './items.ts'

type Wanted = z.output<typeof resolvingBody>
type Proposal = Resolution | null

/** The condition for items that allow a resolution: by class, and with a tag if it needs one. */
function mayBe(resolution: Proposal): RawBuilder<SqlBool> {
  if (resolution === null) return sql<SqlBool>`not item.applied`
  const { action } = resolution
  const all = Object.keys(resolutionsOf) as ItemClass[]
  const classes = all.filter((one) => resolutionsOf[one].includes(action))
  const needsTag = action === 'register' || action === 'attach'
  const other = resolution.action === 'replaced' ? resolution.assetId : null
  return sql<SqlBool>`(item.class = any(${classes}::text[]) and not item.applied
    and (item.tag is not null or not ${needsTag}::bool) and (${other}::uuid is null or item.asset_id is distinct from ${other}))`
}

/** An invalid choice fails the whole request before any item is read. */
export async function mustBePossible(tx: Db, actor: Actor, placeId: Id, resolution: Proposal) {
  if (resolution?.action === 'request-state')
    await requiredStateId(tx, resolution.newState, 'resolution.newState')
  if (resolution?.action === 'investigate' && !(await canCount(tx, placeId, [resolution.ownerId])))
    throw invalid('resolution.ownerId', 'inventory-owner-cannot')
  if (resolution?.action !== 'attach' && resolution?.action !== 'replaced') return
  const [asset] = await assetsForUpdate(tx, actor, [resolution.assetId], 'live')
  if (asset === undefined) throw invalid('resolution.assetId', 'asset-not-found')
}

/** The inventory, if its items can be resolved; the lock keeps it so until the end of the transaction. */
async function inventoryToResolve(tx: Db, actor: Actor, id: Id) {
  const inventory = await inventoryFor(tx, actor, id, 'share')
  mustBeOpen(inventory)
  await noteOpened(tx, actor, inventory)
  if (inventory.status === 'planned') throw new Problem('inventory-not-in-review')
  return inventory
}

/** Proposes what approval does about items, or withdraws proposals. */
export async function resolveItems(
  tx: Db,
  jobs: Jobs,
  actor: Actor,
  id: Id,
  { items, filter, except, resolution }: Wanted,
): Promise<BulkAnswer> {
  const { inventoryId, placeId } = await inventoryToResolve(tx, actor, id)
  await mustBePossible(tx, actor, placeId, resolution)
  const ids = filter === undefined ? (items ?? []) : await firstShown(tx, actor, { id, filter, except })
  if (resolution !== null && ofOneItem.includes(resolution.action) && ids.length > 1)
    throw new Problem('resolution-not-possible')
  if (ids.length <= mostAtOnce) return summary(await resolveBatch(tx, actor, { id, resolution }, ids))
  const details = { id, filter, except, resolution }
  const job = { work: 'resolve-inventory', details, subject: inventoryId } as const
  return { ...nothingYet, job: await startJob(tx, jobs, actor, job) }
}

const nothingYet: BulkResult = { done: 0, failed: 0, results: [] }

type Matching = { id: Id; filter: Shown; except?: Id[] | undefined }

/** The items that match a filter, except those that the person unticked. */
async function matchingItems(db: Db, actor: Actor, { id, filter, except = [] }: Matching) {
  const { where } = await itemsWhere(db, actor, id, filter)
  return sql`select item.id from inventory_items as item where ${where} and item.id <> all(${except}::uuid[])`
}

/** Just enough items to know whether there are too many for one request. */
async function firstShown(tx: Db, actor: Actor, matching: Matching) {
  const { rows } = await sql<{ id: Id }>`${await matchingItems(tx, actor, matching)}
    order by item.id limit ${mostAtOnce + 1}`.execute(tx)
  return rows.map((row) => row.id)
}

type Batch = { id: Id; resolution: Proposal }
type Row = { id: Id; label: string | null; possible: boolean }

async function resolveBatch(tx: Db, actor: Actor, { id, resolution }: Batch, ids: readonly Id[]) {
  const { rows } = await sql<Row>`select item.id, item.label,
      ${mayBe(resolution)} as possible
    from inventory_items as item where item.inventory_id = ${id} and item.id = any(${ids}::uuid[])
    order by item.id for update`.execute(tx)
  const known = new Map(rows.map((row) => [row.id, row]))
  const possible = rows.filter((row) => row.possible).map((row) => row.id)
  await sql`update inventory_items
    set resolution = ${resolution === null ? null : JSON.stringify(resolution)}::jsonb,
      resolved_by = ${resolution === null ? null : actor.id}::uuid
    where inventory_id = ${id} and id = any(${possible}::uuid[])`.execute(tx)
  return [...new Set(ids)].map((_id) => resultOf(_id, known.get(_id), resolution))
}

function resultOf(_id: Id, row: Row | undefined, resolution: Proposal): Result {
  const done: Message = { code: resolution === null ? 'proposal-withdrawn' : 'proposed' }
  if (row?.possible) return { _id, assetTagId: row.label, ok: true, ...messageFields(done) }
  const code =
    row === undefined ? ('inventory-item-not-found' as const) : ('resolution-not-possible' as const)
  return { _id, assetTagId: null, ok: false, ...messageFields({ code }) }
}

export const resolving: BulkSteps<Batch & Matching> = {
  permission: 'manage-asset',
  records: matchingItems,
  apply: async (tx, actor, batch, ids) => {
    await inventoryToResolve(tx, actor, batch.id)
    return resolveBatch(tx, actor, batch, ids)
  },
}
