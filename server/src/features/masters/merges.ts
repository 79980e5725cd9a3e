import { type BulkJob, mostAtOnce } from '@ats/contract/bulk-jobs.ts'
import { type FlatKind, flatMasters, isPlace, type MasterKind } from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { sql } from 'kysely'
import { followPlaces, repointAssets, repointPlaceValues } from '#features/assets/assets.ts'
import { type BulkSteps, startJob } from '#features/bulk-jobs/bulk-jobs.ts'
import { repointCovers } from '#features/covers/covers.ts'
import { followMergedName } from '#features/own-fields/own-fields.ts'
import { movePapers } from '#features/papers/papers.ts'
import { lockStarting } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { allDone } from '#kernel/jobs/bulk-results.ts'
import type { Jobs } from '#kernel/jobs/jobs.ts'
import { record } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { assetIds } from './asset-ids.ts'
import { eventOf, lockMasters, mustBeAllowedToChange, mustNotBeMerging } from './masters.ts'
import { startFollowing } from './moves.ts'
import {
  assetsWithPlaceValue,
  mustHaveOtherReaders,
  mustNotBeCounted,
  replacePlace,
} from './place-references.ts'
import { masterById } from './queries.ts'

type Merge = { kind: MasterKind; id: Id; into: Id }

/** Makes every reference to one record point to the other, then deletes the first: immediately, or by a job. */
export async function mergeMaster(
  tx: Db,
  jobs: Jobs,
  actor: Actor,
  merge: Merge,
): Promise<{ moved: number; job?: BulkJob }> {
  const { kind, id, into } = merge
  const from = found(await masterById(tx, actor, kind, id), 'record-not-found')
  const target = await masterById(tx, actor, kind, into)
  if (target === undefined || id === into) throw invalid('into', 'master-target-required')
  mustBeAllowedToChange(actor, kind)
  await lockMasters(tx, kind, [id, into])
  await mustNotBeMerging(tx, [id, into])
  if (isPlace(kind)) {
    await lockStarting(tx)
    await mustNotBeCounted(tx, actor, id)
    await mustHaveOtherReaders(tx, merge)
    await movePlacesBelow(tx, merge)
  }
  const ids = await assetIds(tx, assetsOf(merge), mostAtOnce + 1)
  if (ids.length > mostAtOnce) {
    const subject = `${from.name} → ${target.name}`
    const job = await startJob(tx, jobs, actor, { work: 'merge-masters', details: merge, subject })
    return { moved: 0, job }
  }
  const moved = await handOver(tx, actor, merge, ids)
  await complete(tx, actor, merge, { moved, from, target })
  return { moved }
}

export const merging: BulkSteps<Merge> = {
  permission: 'master',
  records: async (_db, _actor, merge) => assetsOf(merge),
  apply: async (tx, actor, merge, ids) => {
    await mustStillMerge(tx, actor, merge)
    await handOver(tx, actor, merge, ids)
    return allDone(ids)
  },
  finish: async (tx, _jobs, actor, { details: merge, done }) => {
    const { kind, id, into } = merge
    const from = found(await masterById(tx, actor, kind, id), 'record-not-found')
    const target = found(await masterById(tx, actor, kind, into), 'record-not-found')
    mustBeAllowedToChange(actor, kind)
    await lockMasters(tx, kind, [id, into])
    if (isPlace(kind)) await movePlacesBelow(tx, merge)
    const ids = await assetIds(tx, assetsOf(merge), mostAtOnce + 1)
    if (ids.length > mostAtOnce) return { left: assetsOf(merge) }
    await handOver(tx, actor, merge, ids)
    await complete(tx, actor, merge, { moved: done + ids.length, from, target })
    return { done: ids.length }
  },
  stopped: async (tx, jobs, actor, { details: { kind, id, into } }) => {
    if (!isPlace(kind) || !(await someAreOnTheirWay(tx, kind, id))) return
    await startFollowing(tx, jobs, actor, { kind, id: into, from: null, to: null })
  },
}

/** Both records must still exist and be in scope; the locks keep them so until the batch is done. */
async function mustStillMerge(tx: Db, actor: Actor, { kind, id, into }: Merge) {
  mustBeAllowedToChange(actor, kind)
  const table = isPlace(kind) ? 'places' : flatMasters[kind].table
  const scope = isPlace(kind) ? withinScope(actor, 'places') : sql`true`
  const { rows } = await sql`select id from ${sql.table(table)}
    where id in (${id}, ${into}) and ${scope} order by id for share`.execute(tx)
  if (rows.length < 2) throw new Problem('record-not-found')
}

/** The assets that a merge affects. For a place: those in it, and those that store it as a place above theirs. */
function assetsOf({ kind, id }: Pick<Merge, 'kind' | 'id'>) {
  if (isPlace(kind))
    return sql`select id from (${carrying(kind, id)}) as carrying union ${assetsWithPlaceValue(id)}`
  const { column } = flatMasters[kind]
  const pointing = sql`select id from assets where ${sql.ref(column)} = ${id}`
  if (kind !== 'asset-state') return pointing
  return sql`select id from (${pointing} union
    select asset_id from state_changes where from_state_id = ${id} union
    select asset_id from state_changes where to_state_id = ${id}) as named`
}

/** Deleted assets have their own indexes, so they are queried separately. */
function carrying(kind: PlaceKind, id: Id) {
  const column = sql.ref(kind === 'room' ? 'place_id' : `${kind}_id`)
  return sql`select id, place_id from assets where ${column} = ${id} and deleted_at is null
    union all select id, place_id from assets where ${column} = ${id} and deleted_at is not null`
}

/** Assets below places that were moved already, whose stored paths are not updated yet. */
async function someAreOnTheirWay(tx: Db, kind: PlaceKind, id: Id) {
  if (kind === 'room') return false
  const { rows } = await sql`select from (${carrying(kind, id)}) as carrying
    join places on places.id = carrying.place_id
    where ${sql.ref(`places.${kind}_id`)} is distinct from ${id} limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns how many assets referred to the record itself. */
async function handOver(tx: Db, actor: Actor, { kind, id, into }: Merge, ids: readonly Id[]) {
  if (isPlace(kind)) {
    const moved = await repointAssets(tx, actor, ids, { column: 'place_id', from: id, into })
    await repointPlaceValues(tx, actor, ids, { from: id, into })
    await followPlaces(tx, actor, ids)
    return moved
  }
  if (kind === 'asset-state')
    // In the order in which everybody locks assets, before their requests.
    await sql`select from assets where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const { column } = flatMasters[kind]
  const moved = await repointAssets(tx, actor, ids, { column, from: id, into })
  if (kind === 'asset-state') await mergeInRequests(tx, actor, { id, into }, ids)
  return moved
}

/** A request whose two states become the same is outdated, as if its asset had changed. */
async function mergeInRequests(
  tx: Db,
  actor: Actor,
  { id, into }: Pick<Merge, 'id' | 'into'>,
  ids: readonly Id[],
) {
  const replaced = (column: string) =>
    sql`case ${sql.ref(column)} when ${id} then ${into} else ${sql.ref(column)} end`
  const ofThese = sql`asset_id = any(${ids}::uuid[])`
  await sql`update state_changes
    set from_state_id = ${replaced('from_state_id')}, to_state_id = ${replaced('to_state_id')}
    where ${ofThese} and (from_state_id = ${id} or to_state_id = ${id})`.execute(tx)
  await sql`with outdated as (
      update state_changes set status = 'stale', decided_at = now()
      where ${ofThese} and status = 'pending' and to_state_id = ${into} and from_state_id = to_state_id returning id
    )
    select record_state_changes('stale', array_agg(id), ${actor.id}, ${actor.requestId})
    from outdated having count(*) > 0`.execute(tx)
}

async function movePlacesBelow(tx: Db, { id, into }: Pick<Merge, 'id' | 'into'>) {
  const sameName = () => new Problem('merge-same-names')
  await refusing(tx.updateTable('places').set({ parent_id: into }).where('parent_id', '=', id).execute(), {
    unique: sameName,
  })
}

type Named = { name: string; path: string }
type Completed = { moved: number; from: Named; target: Named }

/** No asset refers to the record any more, and the lock keeps it so. */
async function complete(tx: Db, actor: Actor, { kind, id, into }: Merge, { moved, from, target }: Completed) {
  await movePapers(tx, isPlace(kind) ? 'place' : kind, id, into)
  if (isPlace(kind)) await replacePlace(tx, actor, { id, into })
  else {
    if (kind === 'asset-name') await followMergedName(tx, actor, { id, into })
    await removeFlat(tx, actor, kind, { id, into })
  }
  const details = { before: { name: from.name, path: from.path }, after: { mergedInto: target.name, moved } }
  await record(tx, actor, { ...eventOf(kind, 'merged'), id, name: from.name, ...details })
}

async function removeFlat(tx: Db, actor: Actor, kind: FlatKind, { id, into }: Pick<Merge, 'id' | 'into'>) {
  if (kind === 'vendor') await repointCovers(tx, actor, { id, into })
  const removed = await tx
    .deleteFrom(flatMasters[kind].table)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  // The merged state becomes the default state of new assets.
  if (removed !== undefined && 'is_first' in removed && removed.is_first)
    await tx.updateTable('asset_states').set({ is_first: true }).where('id', '=', into).execute()
}
