import type { Resolution } from '@ats/contract/inventories/review.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { assetsForUpdate, placeAssets, registerAsset, replaceTag } from '#features/assets/assets.ts'
import { locationOf } from '#features/places/places.ts'
import { requestStateChangesIn } from '#features/state-changes/state-changes.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'

export type ItemToApply = {
  id: Id
  assetId: Id | null
  tag: string | null
  label: string | null
  /** Where the item was seen. */
  placeId: Id | null
}
type Proposed = ItemToApply & { resolution: Resolution }

/** Why a resolution could not be applied, by item; all others were applied as proposed. */
type Outcomes = Map<Id, Message>

const ofAction = <A extends Resolution['action']>(items: readonly Proposed[], action: A) =>
  items.filter(
    (item): item is ItemToApply & { resolution: Extract<Resolution, { action: A }> } =>
      item.resolution.action === action,
  )

/** Uses the same functions, permissions and ledger entries as a person's own changes, with the approver's rights. */
export async function applyResolutions(tx: Db, actor: Actor, items: readonly Proposed[]): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  await moveHere(tx, actor, ofAction(items, 'move-here'), outcomes)
  await requestStates(tx, actor, ofAction(items, 'request-state'), outcomes)
  for (const item of [...ofAction(items, 'register'), ...ofAction(items, 'attach')])
    await inSavepoint(tx, item.id, outcomes, () => putTag(tx, actor, item))
  return outcomes
}

async function moveHere(tx: Db, actor: Actor, items: readonly ItemToApply[], outcomes: Outcomes) {
  if (items.length === 0) return
  const assetIds = items.flatMap(({ assetId }) => assetId ?? [])
  const places = await placesInScope(
    tx,
    actor,
    items.flatMap(({ placeId }) => placeId ?? []),
  )
  const live = new Map((await assetsForUpdate(tx, actor, assetIds, 'live')).map((row) => [row.id, row]))
  const placeOf = new Map<Id, Id>()
  for (const { id, assetId, placeId } of items) {
    if (placeId === null || !places.has(placeId)) outcomes.set(id, { code: 'place-unknown' })
    else if (assetId === null || !live.has(assetId)) outcomes.set(id, { code: 'asset-not-found' })
    else if (live.get(assetId)?.placeId !== placeId) placeOf.set(assetId, placeId)
  }
  const moving = [...live.values()].filter(({ id }) => placeOf.has(id))
  if (moving.length > 0) await placeAssets(tx, actor, moving, placeOf)
}

async function placesInScope(tx: Db, actor: Actor, ids: readonly Id[]) {
  const { rows } = await sql<{ id: Id }>`select id from places where id = any(${ids}::uuid[])
    and ${withinScope(actor, 'places')} order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type StateItem = ItemToApply & { resolution: Extract<Resolution, { action: 'request-state' }> }

async function requestStates(tx: Db, actor: Actor, items: readonly StateItem[], outcomes: Outcomes) {
  const groups = Map.groupBy(items, ({ resolution }) =>
    JSON.stringify([resolution.newState, resolution.reason]),
  )
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const { newState, reason } = first.resolution
    const ids = group.flatMap(({ assetId }) => assetId ?? [])
    const request = { assets: [...new Set(ids)], newState, reason }
    const made = await refusedAsMessage(() => requestStateChangesIn(tx, actor, request))
    if (!Array.isArray(made)) for (const { id } of group) outcomes.set(id, made)
    else {
      const refused = new Map(made.filter(({ ok }) => !ok).map((result) => [result._id, result]))
      for (const { id, assetId } of group) {
        const refusal = refused.get(assetId ?? '')
        if (refusal !== undefined) outcomes.set(id, { code: refusal.code, params: refusal.params } as Message)
      }
    }
  }
}

async function refusedAsMessage<T>(work: () => Promise<T>): Promise<T | Message> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return error.reason
    throw error
  }
}

type TagItem = ItemToApply & { resolution: Extract<Resolution, { action: 'register' | 'attach' }> }

/** The city of a place, as it is named in addresses. */
async function putTag(tx: Db, actor: Actor, { tag, placeId, resolution }: TagItem) {
  if (tag === null || placeId === null) throw new Problem('resolution-not-possible')
  if (resolution.action === 'attach') await replaceTag(tx, actor, resolution.assetId, tag)
  else {
    const location = await locationOf(tx, placeId)
    const asset = { rfidTag: tag, assetName: resolution.assetName, location, placeId }
    await registerAsset(tx, actor, asset, { mustBeComplete: false })
  }
}

/** Rolls back the changes of a failed item; the others stay. */
async function inSavepoint(tx: Db, id: Id, outcomes: Outcomes, work: () => Promise<void>) {
  await sql`savepoint item`.execute(tx)
  try {
    await work()
    await sql`release savepoint item`.execute(tx)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await sql`rollback to savepoint item`.execute(tx)
    outcomes.set(id, error.reason)
  }
}
