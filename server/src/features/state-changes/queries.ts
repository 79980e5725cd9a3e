import {
  type StateChange,
  type StateChangeFilter,
  type StateChangeStatus,
  undoMinutes,
} from '@ats/contract/state-changes.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assetTagIdOf, codesOrNameHold } from '#features/assets/assets.ts'
import { cityNamed, placeNames, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted, sortedBy } from '#kernel/db/paging.ts'
import { pictureAddress } from '#kernel/files/picture-address.ts'
import { found } from '#kernel/http/problem.ts'
import { registerInScope, seesParts, withinScope } from '#kernel/scope.ts'

const stateOf = (column: string) =>
  sql<string>`(select name from asset_states where asset_states.id = ${sql.ref(`state_changes.${column}`)})`

export const placeOfAsset = sql<string>`(select ${placePath} from places where places.id = assets.place_id)`
const placeNamesOfAsset = sql<string[]>`(select ${placeNames} from places where places.id = assets.place_id)`

const isRecent = sql<boolean>`coalesce(decided_at > now() - make_interval(mins => ${sql.lit(undoMinutes)}), false)`

/** Decided by the actor a moment ago, and neither the asset nor its pending requests have changed since. */
const isUndoable = (actor: Actor) =>
  sql<boolean>`(status in ('accepted', 'denied') and decided_by = ${actor.id} and ${isRecent}
    and state_changes.asset_version = assets.version and from_state_id <> to_state_id
    and not exists (select from state_changes as newer
      where newer.asset_id = assets.id and newer.id > state_changes.id and newer.status in ('pending', 'denied')))`

const inScope = (db: Db, actor: Actor) =>
  db
    .selectFrom('state_changes')
    .innerJoin('assets', 'assets.id', 'state_changes.asset_id')
    .where(withinScope(actor, 'assets'))

export type ChangeRow = {
  id: Id
  assetNumber: number
  status: StateChangeStatus
  createdBy: Id
  decidedBy: Id | null
  isRecent: boolean
  isUndoable: boolean
}

/**
 * Requests that nobody else changes until the end of the transaction. Every change of a request first locks
 * its asset, and these assets are locked here in the usual order, so the requests read afterwards stay
 * unchanged.
 */
export async function changesForUpdate(tx: Db, actor: Actor, ids: readonly Id[]): Promise<ChangeRow[]> {
  await lockAssets(tx, actor, sql`in (select asset_id from state_changes where id = any(${ids}::uuid[]))`)
  return inScope(tx, actor)
    .select([
      'state_changes.id',
      'assets.number as assetNumber',
      'status',
      'state_changes.created_by as createdBy',
      'decided_by as decidedBy',
      isRecent.as('isRecent'),
      isUndoable(actor).as('isUndoable'),
    ])
    .where('state_changes.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

const lockAssets = (tx: Db, actor: Actor, which: RawBuilder<unknown>) =>
  sql`select count(*) from (
    select from assets where assets.id ${which} and ${withinScope(actor, 'assets')} order by assets.id for update
  ) as locked`.execute(tx)

export type Asked = { id: Id; assetNumber: number; stateId: Id; isPending: boolean }

/** Locked assets for which a state change can be requested. */
export async function assetsToAskFor(tx: Db, actor: Actor, ids: readonly Id[]): Promise<Asked[]> {
  await lockAssets(tx, actor, sql`= any(${ids}::uuid[])`)
  return tx
    .selectFrom('assets')
    .select([
      'id',
      'number as assetNumber',
      'state_id as stateId',
      sql<boolean>`exists (select from state_changes where asset_id = assets.id and status = 'pending')`.as(
        'isPending',
      ),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .where(withinScope(actor, 'assets'))
    .execute()
}

export async function photoOf(db: Db, actor: Actor, id: Id, size: 'full' | 'thumbnail') {
  const row = await inScope(db, actor)
    .select(['state_changes.image', 'state_changes.thumbnail'])
    .where('state_changes.id', '=', id)
    .executeTakeFirst()
  return size === 'full' ? row?.image : row?.thumbnail
}

type Shown = Omit<StateChangeFilter, 'cursor' | 'size'>

/** From the places in scope, by the index of their assets, to the requests. */
const askedInScope = (actor: Actor) =>
  seesParts(actor)
    ? sql`assets.place_id = any(array(select places.id from places where ${registerInScope(actor)}))`
    : sql`${withinScope(actor, 'assets')}`

/** The condition of all requests that match a filter, and their number; null: more than the bound. */
export async function shownChanges(db: Db, actor: Actor, filter: Shown) {
  const city = filter.location === undefined ? undefined : await cityNamed(db, actor, filter.location)
  const search = filter.search.toLowerCase()
  const tests = [
    askedInScope(actor),
    ...(city === undefined ? [] : [sql`assets.city_id = ${city.id}`]),
    ...(filter.status === undefined ? [] : [sql`state_changes.status = ${filter.status}`]),
    ...(filter.mine === 'true' ? [sql`state_changes.created_by = ${actor.id}`] : []),
    ...(filter.undoable === 'true' ? [isUndoable(actor)] : []),
    ...(filter.assetId === undefined ? [] : [sql`state_changes.asset_id = ${filter.assetId}`]),
    ...(search === ''
      ? []
      : [sql`(state_changes.number::text = ${search} or ${codesOrNameHold(search)}) ${sql.raw(unprepared)}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from ${changesAndAssets} where ${where} ${counting}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return { where, total: count > mostCounted ? null : count }
}

export const changesAndAssets = sql`state_changes join assets on assets.id = state_changes.asset_id`

const orders: Record<Shown['sort'], RawBuilder<string>> = {
  id: sql<string>`state_changes.number`,
  rfidTagId: sql<string>`coalesce(upper(assets.rfid_tag), '')`,
  assetTagId: sql<string>`assets.number`,
  currentState: sql<string>`lower(${stateOf('from_state_id')})`,
  newState: sql<string>`lower(${stateOf('to_state_id')})`,
  createdBy: sql<string>`lower(${fullNameOf('state_changes.created_by')})`,
  createdAt: sql<string>`state_changes.created_at`,
  status: sql<string>`state_changes.status`,
  place: sql<string>`lower(${placeOfAsset})`,
  assignedUser: sql<string>`lower(coalesce(assets.assigned_name, ''))`,
  decidedBy: sql<string>`lower(coalesce(${fullNameOf('state_changes.decided_by')}, ''))`,
  decidedAt: sql<string>`coalesce(state_changes.decided_at, 'epoch')`,
}

export const changeOrder = ({ sort, direction }: Pick<Shown, 'sort' | 'direction'>) =>
  sortedBy([orders[sort], sql`state_changes.id`], direction)

const shownRows = (db: Db, actor: Actor) =>
  db
    .selectFrom('state_changes')
    .innerJoin('assets', 'assets.id', 'state_changes.asset_id')
    .select([
      'state_changes.id as _id',
      'state_changes.number as id',
      'assets.id as assetId',
      'assets.rfid_tag as rfidTagId',
      'assets.number as assetNumber',
      sql<string>`(select name from asset_names where id = assets.name_id)`.as('assetName'),
      placeOfAsset.as('place'),
      placeNamesOfAsset.as('placeNames'),
      'assets.assigned_name as assignedUser',
      stateOf('from_state_id').as('currentState'),
      stateOf('to_state_id').as('newState'),
      'reason',
      'state_changes.image',
      'state_changes.thumbnail',
      'status',
      sql<string>`${fullNameOf('state_changes.created_by')}`.as('createdBy'),
      'created_at as createdAt',
      fullNameOf('state_changes.decided_by').as('decidedBy'),
      'decided_at as decidedAt',
      'note',
      sql<boolean>`state_changes.created_by = ${actor.id}`.as('isMine'),
      sql<
        string | null
      >`case when ${isUndoable(actor)} then decided_at + make_interval(mins => ${sql.lit(undoMinutes)}) end`.as(
        'undoableUntil',
      ),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof shownRows>['executeTakeFirstOrThrow']>>

const toStateChange = ({ assetNumber, ...row }: Row): StateChange => ({
  ...row,
  assetTagId: assetTagIdOf(assetNumber),
  image: pictureAddress('state-changes', row._id, 'full', row.image),
  thumbnail: pictureAddress('state-changes', row._id, 'thumbnail', row.thumbnail),
})

export async function stateChangeById(db: Db, actor: Actor, id: Id) {
  const query = shownRows(db, actor).where('state_changes.id', '=', id).where(withinScope(actor, 'assets'))
  return toStateChange(found(await query.executeTakeFirst(), 'request-not-found'))
}

/** One lookup per asset in the index of pending requests, however many requests and assets there are. */
export async function pendingChanges(db: Db, actor: Actor, assetIds: readonly Id[]) {
  const rows = await shownRows(db, actor)
    .where('status', '=', 'pending')
    .where('state_changes.asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .where(withinScope(actor, 'assets'))
    .orderBy('state_changes.id')
    .execute()
  return rows.map(toStateChange)
}

export async function stateChangePage(db: Db, actor: Actor, filter: StateChangeFilter) {
  const { sort, direction } = filter
  const order = { name: sort, by: orders[sort], id: sql<string>`state_changes.id`, direction }
  const { where, total } = await shownChanges(db, actor, filter)
  const { rows, ...page } = await boundedPage(shownRows(db, actor).where(where), order, filter, total)
  const stateChanges = rows.map(({ sortKey: _key, sortId: _id, ...row }) => toStateChange(row))
  return { stateChanges, ...page }
}
