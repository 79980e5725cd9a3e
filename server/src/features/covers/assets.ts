import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import { mostAtOnce } from '@ats/contract/bulk-jobs.ts'
import type { CoverTarget } from '@ats/contract/covers.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import {
  assetIdsAfter,
  assetsForUpdate,
  assetTagIdOf,
  resolveAssetFilter,
  shownAssets,
} from '#features/assets/assets.ts'
import { addFinishedJob, type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { type Result, summary } from '#kernel/jobs/bulk-results.ts'
import { record, recordAll } from '#kernel/ledger/events.ts'
import { messageFields } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'
import { type CoverRow, coverForUpdate, lineAbout } from './covers.ts'
import { lowestPlace } from './queries.ts'

const recordsOf = (ids: readonly Id[]) => sql`select unnest(${ids}::uuid[]) as id`
const assetsNow = (id: Id) => sql`select asset_id as id from cover_assets where cover_id = ${id}`

/** Where assets are added: `from` is the cover that it continues, whose assets are taken over. */
type Adding = Omit<CoverTarget, 'ids'> & { id: Id; from?: Id }

/** Adds assets to a cover: up to a thousand immediately, more by a job. */
export async function addAssets(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  actor: Actor,
  id: Id,
  { ids: named, filter, except }: CoverTarget,
): Promise<BulkAnswer> {
  const { name: subject } = await inTransaction(db, (tx) => openCover(tx, actor, id))
  const ids = named === undefined ? await firstMatching(db, actor, filter, except) : [...new Set(named)]
  const work = { work: 'cover-assets' as const, details: { id, filter, except }, subject }
  if (ids.length > mostAtOnce) {
    const records = named === undefined ? undefined : recordsOf(ids)
    const job = await inTransaction(db, (tx) => startJob(tx, jobs, actor, work, records))
    return { done: 0, failed: 0, results: [], job }
  }
  const results = await inTransaction(db, async (tx) => {
    const added = await addBatch(tx, actor, id, ids)
    await addFinishedJob(tx, actor, work, added)
    return added
  })
  return summary(results)
}

/** Gives a renewed cover the assets of the previous one. */
export async function takeOverAssets(
  tx: Db,
  jobs: Services['jobs'],
  actor: Actor,
  { id, from }: { id: Id; from: Id },
) {
  const { rows } = await sql<{ id: Id }>`${assetsNow(from)} order by 1 limit ${mostAtOnce + 1}`.execute(tx)
  if (rows.length <= mostAtOnce) {
    const ids = rows.map((row) => row.id)
    if (ids.length > 0) await addBatch(tx, actor, id, ids)
    return undefined
  }
  const { name: subject } = await openCover(tx, actor, id)
  return startJob(tx, jobs, actor, { work: 'cover-assets', details: { id, from }, subject, isOwed: true })
}

/** Just enough ids to know whether there are too many for one request. */
async function firstMatching(db: Db, actor: Actor, filter: CoverTarget['filter'], except: Id[] = []) {
  if (filter === undefined) return []
  const resolved = await resolveAssetFilter(db, actor, filter)
  const ids = await assetIdsAfter(db, actor, resolved, undefined, mostAtOnce + 1 + except.length)
  const leftOut = new Set(except)
  return ids.filter((id) => !leftOut.has(id))
}

async function openCover(tx: Db, actor: Actor, id: Id) {
  const cover = await coverForUpdate(tx, actor, id)
  if (cover.cancelledAt !== null) throw new Problem('cover-is-cancelled')
  return cover
}

type Row = Awaited<ReturnType<typeof assetsForUpdate>>[number]

/** Assets are locked before covers, as everywhere. */
async function addBatch(tx: Db, actor: Actor, id: Id, ids: readonly Id[]): Promise<Result[]> {
  const rows = await assetsForUpdate(tx, actor, ids, 'live')
  const cover = await openCover(tx, actor, id)
  const { rows: added } = await sql<{ id: Id }>`insert into cover_assets (cover_id, asset_id)
    select ${id}, unnest(${rows.map((row) => row.id)}::uuid[]) on conflict do nothing
    returning asset_id as id`.execute(tx)
  await recordAssets(tx, actor, 'added', cover, among(rows, added))
  return resultsOf(ids, new Set(rows.map((row) => row.id)), rows)
}

const among = (rows: readonly Row[], some: readonly { id: Id }[]) => {
  const ids = new Set(some.map(({ id }) => id))
  return rows.filter((row) => ids.has(row.id))
}

const resultsOf = (ids: readonly Id[], changed: ReadonlySet<Id>, rows: readonly Row[]): Result[] => {
  const known = new Map(rows.map((row) => [row.id, assetTagIdOf(row.number)]))
  return ids.map((_id) => ({
    ...{ _id, assetTagId: known.get(_id) ?? null, ok: changed.has(_id) },
    ...messageFields({ code: changed.has(_id) ? 'done' : 'asset-not-found' }),
  }))
}

/** The lowest place that contains these assets. */
async function lowestPlaceOfAssets(tx: Db, ids: readonly Id[]) {
  const { rows } = await sql<{ place: Id | null }>`
    select ${lowestPlace(sql`assets where id = any(${ids}::uuid[])`)} as place`.execute(tx)
  return rows[0]?.place ?? null
}

/** An entry for each asset, for its history, and one for the cover. */
async function recordAssets(
  tx: Db,
  actor: Actor,
  what: 'added' | 'removed',
  cover: CoverRow,
  rows: readonly Row[],
) {
  if (rows.length === 0) return
  const action: RecordAction = what === 'added' ? 'asset.covered' : 'asset.uncovered'
  const facts = { [what === 'added' ? 'after' : 'before']: { cover: cover.name } }
  const lines = rows.map((row) => ({
    ...{ action, kind: 'asset' as const, id: row.id, place: row.placeId },
    ...{ readableId: assetTagIdOf(row.number), name: row.assetName, ...facts },
  }))
  await recordAll(tx, actor, lines)
  const place = await lowestPlaceOfAssets(
    tx,
    rows.map((row) => row.id),
  )
  await record(tx, actor, {
    ...{ action: `cover.assets-${what}`, ...lineAbout(cover, place), after: { assets: rows.length } },
  })
}

/** Removes assets that are in scope, deleted ones too. */
export async function removeAssets(tx: Db, actor: Actor, id: Id, given: readonly Id[]) {
  const ids = [...new Set(given)]
  const rows = [
    ...(await assetsForUpdate(tx, actor, ids, 'live')),
    ...(await assetsForUpdate(tx, actor, ids, 'deleted')),
  ]
  const cover = await coverForUpdate(tx, actor, id)
  const { rows: removed } = await sql<{ id: Id }>`delete from cover_assets where cover_id = ${id}
    and asset_id = any(${rows.map((row) => row.id)}::uuid[]) returning asset_id as id`.execute(tx)
  await recordAssets(tx, actor, 'removed', cover, among(rows, removed))
  return resultsOf(ids, new Set(removed.map((one) => one.id)), rows)
}

const adding: BulkSteps<Adding> = {
  permission: 'manage-asset',
  records: async (db, actor, { id, from, filter, except = [] }, sentAt) => {
    if (from !== undefined) return assetsNow(from)
    if (filter === undefined) return recordsOf([])
    const { where } = await shownAssets(db, actor, await resolveAssetFilter(db, actor, filter))
    return sql`select assets.id from assets where ${where} and assets.registered_at <= ${sentAt}
      and assets.id <> all(${except}::uuid[]) and not exists (select from cover_assets
        where cover_assets.cover_id = ${id} and cover_assets.asset_id = assets.id)`
  },
  apply: (tx, actor, { id }, ids) => addBatch(tx, actor, id, ids),
}

/** Those of these assets that a request or a job added; the others were in the cover before. */
async function addedBy(tx: Db, actor: Actor, request: string, ids: readonly Id[]) {
  const { rows } = await sql<{ id: Id }>`select record_id as id from events
    where record_kind = 'asset' and record_id = any(${ids}::uuid[]) and request_id = ${request}
      and action = 'asset.covered' and actor_id = ${actor.id} order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The cover of the job that is undone. */
async function coverOfJob(tx: Db, actor: Actor, jobId: Id) {
  const job = tx.selectFrom('bulk_jobs').select('details').where('id', '=', jobId)
  const { details } = found(
    await job.where('user_id', '=', actor.id).executeTakeFirst(),
    'job-not-found',
  ) as { details: Adding }
  return details.id
}

const removing: BulkSteps<{ undoes: Id; request?: string }> = {
  permission: 'manage-asset',
  records: async () => recordsOf([]),
  apply: async (tx, actor, { undoes, request = undoes }, ids) => {
    const added = await addedBy(tx, actor, request, ids)
    return removeAssets(tx, actor, await coverOfJob(tx, actor, undoes), added)
  },
}

/** Work of the worker on more assets than one request handles. */
export const coverWorks: Record<'cover-assets' | 'cover-assets-back', BulkSteps> = {
  'cover-assets': { ...(adding as BulkSteps), undoneBy: 'cover-assets-back' },
  'cover-assets-back': removing as BulkSteps,
}
