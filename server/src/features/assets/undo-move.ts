import type { BulkResult } from '@ats/contract/bulk.ts'
import type { Message } from '@ats/contract/problems.ts'
import { type Kysely, sql } from 'kysely'
import { markUndone } from '#features/bulk-jobs/bulk-jobs.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { Problem } from '#kernel/http/problem.ts'
import { inBatches, type Result, summary } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'
import { placeAssets } from './changes.ts'
import { type AssetRow, assetsForUpdate, assetTagIdOf } from './queries.ts'

const batchSize = 500
const undoDays = 1

/** The request id of a move, and how old its ledger entries may be. */
type Move = { move: string; days?: number }

/** An asset's places before and after the move, and whether the actor still sees the former. */
type Step = { id: Id; from: Id; to: Id; isFromSeen: boolean }

/** Reads the steps from the ledger: the entries that this person's move wrote, among the entries of each asset. */
async function stepsOf(tx: Db, actor: Actor, { move, days }: Move, ids: readonly Id[]) {
  const isRecent = days === undefined ? sql`true` : sql`at > now() - make_interval(days => ${sql.lit(days)})`
  const { rows } = await sql<Step>`
    select distinct on (record_id) record_id as id, before ->> 'placeId' as from, after ->> 'placeId' as to,
      exists (select from places where places.id = (before ->> 'placeId')::uuid
        and ${withinScope(actor, 'places')}) as "isFromSeen"
    from events
    where record_kind = 'asset' and record_id = any(${ids}::uuid[]) and request_id = ${move}
      and actor_id = ${actor.id} and ${isRecent} and before ? 'placeId' and after ? 'placeId'
    order by record_id, id desc`.execute(tx)
  return new Map(rows.map((step) => [step.id, step]))
}

/** Why an asset cannot be moved back; undefined if it can. Without a step, the move did not change the asset. */
function obstacleTo(row: AssetRow | undefined, step: Step | undefined): Message | undefined {
  if (row === undefined) return { code: 'asset-not-found' }
  if (step === undefined) return undefined
  if (row.placeId !== step.to) return { code: 'asset-moved-since' }
  return step.isFromSeen ? undefined : { code: 'former-place-gone' }
}

/** Moves each asset back to where it was before the move, if it is still where the move put it. */
export async function putBack(tx: Db, actor: Actor, move: Move, ids: readonly Id[]): Promise<Result[]> {
  const live = await assetsForUpdate(tx, actor, ids, 'live')
  const steps = await stepsOf(tx, actor, move, ids)
  const rows = new Map(live.map((row) => [row.id, row]))
  const going = live.filter(
    ({ id }) => steps.has(id) && obstacleTo(rows.get(id), steps.get(id)) === undefined,
  )
  const placeOf = new Map(going.map(({ id }) => [id, steps.get(id)?.from ?? '']))
  if (going.length > 0) await placeAssets(tx, actor, going, placeOf)
  return ids.map((_id) => {
    const row = rows.get(_id)
    const obstacle = obstacleTo(row, steps.get(_id))
    const assetTagId = row === undefined ? null : assetTagIdOf(row.number)
    return { _id, assetTagId, ok: obstacle === undefined, ...messageFields(obstacle ?? { code: 'done' }) }
  })
}

export async function undoMove(
  db: Kysely<Tables>,
  actor: Actor,
  move: string,
  ids: readonly Id[],
): Promise<BulkResult> {
  const recent = { move, days: undoDays }
  if ((await stepsOf(db, actor, recent, ids)).size === 0) throw new Problem('job-not-undoable')
  const results: Result[] = []
  for (const batch of inBatches(ids, batchSize))
    results.push(...(await inTransaction(db, (tx) => putBack(tx, actor, recent, batch))))
  await markUndone(db, actor, move)
  return summary(results)
}
