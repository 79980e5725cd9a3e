// Why it is built this way: docs/decisions/015-bulk-jobs-merges-and-moves.md

import { type BulkJob, mostAtOnce } from '@ats/contract/bulk-jobs.ts'
import { isPlace, type Master, type MasterChange, type MasterKind } from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { sql } from 'kysely'
import { followPlaces, isOutOfStep } from '#features/assets/assets.ts'
import { type BulkSteps, mustHold, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { placePathOf, within } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { allDone } from '#kernel/jobs/bulk-results.ts'
import type { Jobs } from '#kernel/jobs/jobs.ts'
import { assetIds } from './asset-ids.ts'
import { updateMaster } from './masters.ts'

/** A place that has moved; null if there is no parent to move back to. */
type Move = { kind: PlaceKind; id: Id; from: Id | null; to: Id | null }

/** The assets below a place whose stored path is outdated. */
const outOfStep = ({ kind, id }: Pick<Move, 'kind' | 'id'>) =>
  sql`select assets.id from assets join places on places.id = assets.place_id
    where ${within({ kind, id })} and ${isOutOfStep}`

/** A place moves immediately with all places below it; its assets follow, by a job if there are many. */
export async function changeMaster(
  tx: Db,
  jobs: Jobs,
  actor: Actor,
  { kind, id }: { kind: MasterKind; id: Id },
  change: MasterChange,
): Promise<Master & { job?: BulkJob }> {
  if (!isPlace(kind) || change.parentId === undefined) return updateMaster(tx, actor, kind, id, change)
  const query = tx.selectFrom('places').select('parent_id as from').where('id', '=', id).forUpdate()
  const before = await query.executeTakeFirst()
  const master = await updateMaster(tx, actor, kind, id, change)
  const from = before === undefined || before.from === master.parentId ? null : before.from
  const job = await letAssetsFollow(tx, jobs, actor, { kind, id, from, to: master.parentId })
  return { ...master, ...(job && { job }) }
}

async function letAssetsFollow(tx: Db, jobs: Jobs, actor: Actor, move: Move): Promise<BulkJob | undefined> {
  const ids = await assetIds(tx, outOfStep(move), mostAtOnce + 1)
  if (ids.length > mostAtOnce) return startFollowing(tx, jobs, actor, move)
  if (ids.length > 0) await followPlaces(tx, actor, ids)
  return undefined
}

/** Places below this one have moved, so their assets have to follow, regardless of the limit of jobs. */
export const startFollowing = async (tx: Db, jobs: Jobs, actor: Actor, move: Move) =>
  startJob(tx, jobs, actor, {
    ...{ work: 'move-place', details: move, isOwed: true },
    subject: await placePathOf(tx, move.id),
  })

/** The move itself is decided and done in the tree; the job only updates the assets, whatever happens to them. */
export const moving: BulkSteps<Move> = {
  permission: null,
  records: async (_db, _actor, move) => outOfStep(move),
  apply: async (tx, actor, _move, ids) => {
    await followPlaces(tx, actor, ids)
    return allDone(ids)
  },
  finish: async (tx, _jobs, _actor, { details }) => {
    const left = outOfStep(details)
    return (await assetIds(tx, left, 1)).length > 0 ? { left } : { done: 0 }
  },
  stopped: async (tx, jobs, actor, { details, status }) => {
    // After repeated failures it is not restarted automatically; the same move again restarts it.
    if (status === 'cancelled') await turnBack(tx, jobs, actor, details)
  },
}

/** Assets that do not follow would be in two places, so cancelling a move means moving back. */
async function turnBack(tx: Db, jobs: Jobs, actor: Actor, { kind, id, from, to }: Move) {
  mustHold(actor, { permission: 'master' })
  const query = tx.selectFrom('places').select('parent_id').where('id', '=', id).forUpdate()
  const now = await query.executeTakeFirst()
  if (from === null || now?.parent_id !== to) throw new Problem('job-must-follow')
  await changeMaster(tx, jobs, actor, { kind, id }, { parentId: from })
}
