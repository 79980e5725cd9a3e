import type { BulkAction } from '@ats/contract/assets/bulk.ts'
import { type BulkAnswer, type BulkJob, type BulkWork, mostAtOnce } from '@ats/contract/bulk-jobs.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { addFinishedJob, type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { type Result, summary } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'
import type { Services } from '#kernel/services.ts'
import { deleteAssets } from './assets.ts'
import { isWithoutTag, restoreAssets, restoreInBatches } from './bin.ts'
import { changeAssets } from './changes.ts'
import { resolveAssetFilter } from './list/filters.ts'
import { assetIdsAfter, shownAssets } from './list/lists.ts'
import { type AssetRow, assetsForUpdate, assetTagIdOf } from './queries.ts'
import { holderNamed } from './references.ts'
import { setField, setFieldBack, subjectOfField } from './set-field.ts'
import { assignBack } from './undo-assignment.ts'
import { putBack } from './undo-move.ts'

const works: Record<BulkAction['action'], BulkWork> = {
  move: 'move-assets',
  assign: 'assign-assets',
  'set-field': 'set-asset-field',
  delete: 'delete-assets',
}

/** Applies the same permissions and rules and writes the same ledger entries as single requests. */
export async function changeMany(services: Services, actor: Actor, action: BulkAction): Promise<BulkAnswer> {
  const { db } = services
  // Resolved once before the first batch, so that an invalid choice fails the whole request.
  const subject = await subjectOf(db, actor, action)
  const { ids: named, filter, except, ...details } = action
  const work = works[action.action]
  const ids = named === undefined ? await firstMatching(db, actor, filter, except) : distinct(named)
  if (ids.length > mostAtOnce) {
    const job = { work, details: { ...details, filter, except }, subject }
    const records = named === undefined ? undefined : recordsOf(ids)
    return answerWith(await inTransaction(db, (tx) => startJob(tx, services.jobs, actor, job, records)))
  }
  const results = await inTransaction(db, async (tx) => {
    const changed = await changeBatch(tx, actor, action, ids)
    await addFinishedJob(tx, actor, { work, details, subject }, changed)
    return changed
  })
  return { ...summary(results), ...(action.action === 'move' && { move: actor.requestId }) }
}

const answerWith = (job: BulkJob): BulkAnswer => ({ done: 0, failed: 0, results: [], job })
const distinct = (ids: readonly Id[]) => [...new Set(ids)]
const recordsOf = (ids: readonly Id[]) => sql`select unnest(${ids}::uuid[]) as id`

/** Just enough ids to know whether there are too many for one request. */
async function firstMatching(db: Db, actor: Actor, filter: BulkAction['filter'], except: Id[] = []) {
  if (filter === undefined) return []
  const resolved = await resolveAssetFilter(db, actor, filter)
  const ids = await assetIdsAfter(db, actor, resolved, undefined, mostAtOnce + 1 + except.length)
  const leftOut = new Set(except)
  return ids.filter((id) => !leftOut.has(id))
}

async function subjectOf(db: Db, actor: Actor, action: BulkAction) {
  if (action.action === 'move') return placePathOf(db, (await placeChosen(db, actor, action.placeId)).id)
  if (action.action === 'set-field') return subjectOfField(db, actor, action)
  return (action.action === 'assign' ? action.assignedUser : action.reason) || null
}

type Obstacles = ReadonlyMap<Id, Message>

async function changeBatch(tx: Db, actor: Actor, action: BulkAction, ids: readonly Id[]) {
  const live = await assetsForUpdate(tx, actor, ids, 'live')
  const obstacles = live.length > 0 ? await applyTo(tx, actor, live, action) : undefined
  const missing = live.length < ids.length ? await tagIdsOf(tx, actor, ids) : new Map<Id, string>()
  return resultsOf(ids, live, missing, obstacles)
}

/** Returns why it was not done to some of the assets. */
async function applyTo(tx: Db, actor: Actor, rows: AssetRow[], action: BulkAction): Promise<Obstacles> {
  if (action.action === 'set-field') return setField(tx, actor, rows, action)
  if (action.action === 'delete') await deleteAssets(tx, actor, rows, action.reason)
  else if (action.action === 'assign')
    await changeAssets(tx, actor, 'asset.changed', rows, await holderNamed(tx, actor, action.assignedUser))
  else {
    const place = await placeChosen(tx, actor, action.placeId)
    await changeAssets(tx, actor, 'asset.changed', rows, { place_id: place.id })
  }
  return new Map()
}

/** Labels of assets in scope that are already in the bin. */
async function tagIdsOf(tx: Db, actor: Actor, ids: readonly Id[]) {
  const rows = await tx
    .selectFrom('assets')
    .select(['id', 'number'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(withinScope(actor, 'assets'))
    .execute()
  return new Map(rows.map(({ id, number }) => [id, assetTagIdOf(number)]))
}

function resultsOf(
  ids: readonly Id[],
  rows: AssetRow[],
  missing: ReadonlyMap<Id, string>,
  obstacles: Obstacles = new Map(),
): Result[] {
  const changed = new Map(rows.map((row) => [row.id, row]))
  return ids.map((_id) => {
    const row = changed.get(_id)
    const obstacle = row === undefined ? ({ code: 'asset-not-found' } as const) : obstacles.get(_id)
    const assetTagId = row === undefined ? (missing.get(_id) ?? null) : assetTagIdOf(row.number)
    return { _id, assetTagId, ok: obstacle === undefined, ...messageFields(obstacle ?? { code: 'done' }) }
  })
}

export async function restoreMany(
  { db, jobs }: Services,
  actor: Actor,
  ids: readonly Id[],
): Promise<BulkAnswer> {
  const wanted = distinct(ids)
  if (wanted.length <= mostAtOnce) return summary(await restoreInBatches(db, actor, wanted), isWithoutTag)
  const job = { work: 'restore-assets', details: {}, subject: null } as const
  return answerWith(await inTransaction(db, (tx) => startJob(tx, jobs, actor, job, recordsOf(wanted))))
}

const changing: BulkSteps<BulkAction> = {
  permission: 'manage-asset',
  records: async (db, actor, { filter, except = [] }, sentAt) => {
    if (filter === undefined) return recordsOf([])
    const { where } = await shownAssets(db, actor, await resolveAssetFilter(db, actor, filter))
    return sql`select assets.id from assets where ${where} and assets.registered_at <= ${sentAt}
      and assets.id <> all(${except}::uuid[])`
  },
  apply: changeBatch,
}

/** The ledger entries of a job carry its id as their request id. */
type Undoing = { undoes: Id; request?: string }

const movingBack: BulkSteps<Undoing> = {
  permission: 'manage-asset',
  records: async () => recordsOf([]),
  apply: (tx, actor, { undoes, request = undoes }, ids) => putBack(tx, actor, { move: request }, ids),
}

const assigningBack: BulkSteps<Undoing> = {
  permission: 'manage-asset',
  records: async () => recordsOf([]),
  apply: (tx, actor, { undoes, request = undoes }, ids) => assignBack(tx, actor, request, ids),
}

const settingBack: BulkSteps<Undoing> = {
  permission: 'manage-asset',
  records: async () => recordsOf([]),
  apply: (tx, actor, { undoes, request = undoes }, ids) => setFieldBack(tx, actor, request, ids),
}

/** Work of the worker on more assets than one request handles. */
export const assetWorks: Record<
  | 'move-assets'
  | 'move-assets-back'
  | 'assign-assets'
  | 'assign-assets-back'
  | 'set-asset-field'
  | 'set-asset-field-back'
  | 'delete-assets'
  | 'restore-assets',
  BulkSteps
> = {
  'move-assets': { ...(changing as BulkSteps), undoneBy: 'move-assets-back' },
  'move-assets-back': movingBack as BulkSteps,
  'assign-assets': { ...(changing as BulkSteps), undoneBy: 'assign-assets-back' },
  'assign-assets-back': assigningBack as BulkSteps,
  'set-asset-field': { ...(changing as BulkSteps), undoneBy: 'set-asset-field-back' },
  'set-asset-field-back': settingBack as BulkSteps,
  'delete-assets': { ...(changing as BulkSteps), undoneBy: 'restore-assets' },
  'restore-assets': {
    permission: 'manage-asset',
    records: async () => recordsOf([]),
    apply: (tx, actor, _details, ids) => restoreAssets(tx, actor, ids),
    needsAWord: isWithoutTag,
  },
}
