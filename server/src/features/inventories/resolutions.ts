import type { BulkResult } from '@ats/contract/bulk.ts'
import {
  type ItemClass,
  type Resolution,
  resolutionsOf,
  type resolving,
} from '@ats/contract/inventories/review.ts'
import type { Message } from '@ats/contract/problems.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { assetsForUpdate, requiredStateId } from '#features/assets/assets.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { said } from '#kernel/messages.ts'
import { inventoryFor, mustBeOpen, mustShowItems } from './access.ts'
import { itemsWhere } from './items.ts'

/** What can be proposed for an item: what its class allows, and nothing that needs a tag where there is none. */
const mayBe = ({ action }: Resolution) => {
  const classes = (Object.keys(resolutionsOf) as ItemClass[]).filter((one) =>
    resolutionsOf[one].includes(action),
  )
  const needsTag = action === 'register' || action === 'attach'
  return sql<SqlBool>`(item.class = any(${classes}::text[])
    ${needsTag ? sql`and item.tag is not null` : sql``} and not item.applied)`
}

/** A wrong choice is refused as a whole, before any item is looked at. */
async function mustBePossible(tx: Db, actor: Actor, resolution: Resolution) {
  if (resolution.action === 'request-state')
    await requiredStateId(tx, resolution.newState, 'resolution.newState')
  if (resolution.action !== 'attach') return
  const [asset] = await assetsForUpdate(tx, actor, [resolution.assetId], 'live')
  if (asset === undefined) throw invalid('resolution.assetId', 'asset-not-found')
}

/** Proposes for items, or takes back what was proposed, what happens once somebody else approves. */
export async function resolveItems(
  tx: Db,
  actor: Actor,
  id: Id,
  { items, filter, resolution }: z.output<typeof resolving>,
): Promise<BulkResult> {
  const inventory = await inventoryFor(tx, actor, id, 'share')
  mustBeOpen(inventory)
  mustShowItems(inventory)
  if (inventory.status !== 'review' && inventory.status !== 'counting')
    throw new Problem('inventory-not-in-review')
  if (resolution !== null) await mustBePossible(tx, actor, resolution)
  const chosen =
    filter === undefined
      ? sql<SqlBool>`item.inventory_id = ${id} and item.id = any(${items ?? []}::uuid[])`
      : itemsWhere(actor, id, filter)
  if (resolution?.action === 'attach') await mustBeOne(tx, chosen)
  const possible = resolution === null ? sql<SqlBool>`not item.applied` : mayBe(resolution)
  // In the order in which everyone locks items.
  await sql`select count(*) from (
    select from inventory_items as item where ${chosen} and ${possible} order by item.id for update) as locked`.execute(
    tx,
  )
  const { rows: done } = await sql<{ id: Id; label: string | null }>`update inventory_items as item
    set resolution = ${resolution === null ? null : JSON.stringify(resolution)}::jsonb,
      resolved_by = ${resolution === null ? null : actor.id}::uuid
    where ${chosen} and ${possible} returning id, label`.execute(tx)
  const message: Message = { code: resolution === null ? 'proposal-withdrawn' : 'proposed' }
  return items === undefined
    ? { done: done.length, failed: await leftOut(tx, chosen, possible), results: [] }
    : resultsOf(tx, { id, items, done, message })
}

/** A tag goes onto one asset only. */
async function mustBeOne(tx: Db, chosen: RawBuilder<SqlBool>) {
  const { rows } = await sql`select from inventory_items as item where ${chosen} limit 2`.execute(tx)
  if (rows.length > 1) throw new Problem('resolution-not-possible')
}

async function leftOut(tx: Db, chosen: RawBuilder<SqlBool>, possible: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from inventory_items as item
    where ${chosen} and not ${possible}`.execute(tx)
  return rows[0]?.count ?? 0
}

type Done = {
  id: Id
  items: readonly Id[]
  done: readonly { id: Id; label: string | null }[]
  message: Message
}

async function resultsOf(tx: Db, { id, items, done, message }: Done): Promise<BulkResult> {
  const labels = new Map(done.map((row) => [row.id, row.label]))
  const known = tx.selectFrom('inventory_items').select('id').where('inventory_id', '=', id)
  const rows = await known.where('id', '=', sql<Id>`any(${items}::uuid[])`).execute()
  const ofInventory = new Set(rows.map((row) => row.id))
  const results = [...new Set(items)].map((_id) => {
    if (labels.has(_id)) return { _id, assetTagId: labels.get(_id) ?? null, ok: true, ...said(message) }
    const code = ofInventory.has(_id)
      ? ('resolution-not-possible' as const)
      : ('inventory-item-not-found' as const)
    return { _id, assetTagId: null, ok: false, ...said({ code }) }
  })
  return { done: done.length, failed: results.length - done.length, results }
}
