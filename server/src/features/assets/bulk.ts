import type { BulkAction } from '@ats/contract/assets/upkeep.ts'
import type { BulkResult } from '@ats/contract/bulk.ts'
import type { Kysely } from 'kysely'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { inBatches, type Result, summary } from '#kernel/bulk.ts'
import { type Db, type Id, inTransaction } from '#kernel/db.ts'
import { Problem } from '#kernel/problem.ts'
import type { Tables } from '#kernel/tables.ts'
import { changeAssets, deleteAssets, restoreAsset } from './assets.ts'
import { assetIdsAfter, chooseAssets } from './lists.ts'
import { type AssetRow, assetsForUpdate, tagIdOf } from './queries.ts'
import { holderNamed } from './references.ts'

const batchSize = 500

/** The same permission, the same rules and the same ledger lines as one by one. */
export async function changeMany(db: Kysely<Tables>, actor: Actor, action: BulkAction): Promise<BulkResult> {
  // Asked once before the first batch, so that a wrong choice is refused as a whole.
  if (action.action === 'move') await placeChosen(db, actor, action.placeId)
  const results: Result[] = []
  for await (const ids of batches(db, actor, action)) {
    const rows = await inTransaction(db, async (tx) => {
      const live = await assetsForUpdate(tx, actor, ids, 'live')
      if (live.length > 0) await applyTo(tx, actor, live, action)
      return live
    })
    results.push(...resultsOf(ids, rows))
  }
  return summary(results)
}

async function applyTo(tx: Db, actor: Actor, rows: AssetRow[], action: BulkAction) {
  if (action.action === 'delete') return deleteAssets(tx, actor, rows, action.reason)
  if (action.action === 'assign')
    return changeAssets(tx, actor, 'asset.changed', rows, await holderNamed(tx, actor, action.assignedUser))
  const place = await placeChosen(tx, actor, action.placeId)
  return changeAssets(tx, actor, 'asset.changed', rows, { place_id: place.id })
}

async function* batches(db: Db, actor: Actor, { ids, filter }: BulkAction): AsyncGenerator<Id[]> {
  if (ids !== undefined) {
    yield* inBatches(ids, batchSize)
    return
  }
  if (filter === undefined) return
  const chosen = await chooseAssets(db, actor, filter)
  let after: Id | undefined
  do {
    const batch = await assetIdsAfter(db, actor, chosen, after, batchSize)
    after = batch.length === batchSize ? batch.at(-1) : undefined
    if (batch.length > 0) yield batch
  } while (after !== undefined)
}

function resultsOf(ids: readonly Id[], rows: AssetRow[]): Result[] {
  const changed = new Map(rows.map((row) => [row.id, row]))
  return ids.map((_id) => {
    const row = changed.get(_id)
    return row === undefined
      ? { _id, assetTagId: null, ok: false, message: 'Asset not found' }
      : { _id, assetTagId: tagIdOf(row.number), ok: true, message: 'Done.' }
  })
}

const isWithoutTag = ({ message }: Result) => message.startsWith('Restored without')

/** One by one, each in its own transaction: one that cannot be restored does not hold back the others. */
export async function restoreMany(db: Kysely<Tables>, actor: Actor, ids: readonly Id[]): Promise<BulkResult> {
  const results: Result[] = []
  for (const id of new Set(ids)) results.push(await restoreOne(db, actor, id))
  return summary(results, isWithoutTag)
}

const restoreTries = 3

async function restoreOne(db: Kysely<Tables>, actor: Actor, id: Id): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => restoreAsset(tx, actor, id))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Somebody took the tag between looking and restoring: look again.
      if (error.code === 'conflict' && attempt < restoreTries) continue
      return { _id: id, assetTagId: null, ok: false, message: error.message }
    }
  }
}
