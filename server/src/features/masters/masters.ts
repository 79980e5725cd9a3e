import {
  isAddedByFew,
  isSharedMaster,
  type MasterChange,
  type MasterKind,
  masterKinds,
  type NewMaster,
} from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { sql } from 'kysely'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { exportOf } from './exports.ts'
import { type FlatKind, flatMasters, isPlace, masterById, mostUses } from './queries.ts'

const kinds = Object.keys(masterKinds) as MasterKind[]
export const masterExports = Object.fromEntries(kinds.map((kind) => [kind, exportOf(kind)])) as Record<
  MasterKind,
  ReturnType<typeof exportOf>
>

const taken = () => invalid('name', 'master-name-taken')
const namesTaken = Object.fromEntries(
  [
    'places_city_name',
    'places_name_in_parent',
    'asset_names_name',
    'asset_states_lower_idx',
    'vendors_lower_idx',
    'brands_lower_idx',
  ].map((constraint) => [constraint, taken]),
)
const refusals = {
  ...namesTaken,
  places_parent: () => invalid('parentId', 'place-unknown'),
}

/** Cities and the lists that are no places hold for everyone, so only someone who sees everything changes their records. */
function mustBeAllowedToChange(actor: Actor, kind: MasterKind) {
  if (isSharedMaster(kind)) mustSeeEverything(actor)
}

/** Whoever brings a new chair brings its name, brand and vendor; cities and states decide what everyone else sees. */
function mustBeAllowedToAdd(actor: Actor, kind: MasterKind) {
  if (isAddedByFew(kind)) mustSeeEverything(actor)
}

function mustSeeEverything(actor: Actor) {
  if (!actor.everywhere) throw new Problem('masters-need-everywhere')
}

const eventOf = (kind: MasterKind, what: 'created' | 'changed' | 'deleted' | 'merged') => {
  const recordKind = isPlace(kind) ? 'place' : kind
  return { action: `${recordKind}.${what}`, kind: recordKind } as const
}

export async function createMaster(tx: Db, actor: Actor, kind: MasterKind, { name, parentId }: NewMaster) {
  mustBeAllowedToAdd(actor, kind)
  const id = isPlace(kind)
    ? await insertPlace(tx, actor, kind, name, parentId ?? undefined)
    : await insertFlat(tx, actor, kind, name)
  return found(await masterById(tx, actor, kind, id), 'record-not-found')
}

async function insertPlace(tx: Db, actor: Actor, kind: PlaceKind, name: string, parentId: Id | undefined) {
  if (kind !== 'city') await parentChosen(tx, actor, kind, parentId)
  const values = { kind, name, parent_id: kind === 'city' ? null : (parentId ?? null), created_by: actor.id }
  const { id } = await refusing(
    tx.insertInto('places').values(values).returning('id').executeTakeFirstOrThrow(),
    refusals,
  )
  await record(tx, actor, {
    ...eventOf(kind, 'created'),
    id,
    place: id,
    after: { kind, name, parentId: parentId ?? null },
  })
  return id
}

async function parentChosen(tx: Db, actor: Actor, kind: PlaceKind, parentId: Id | undefined) {
  const wanted = masterKinds[kind].parent
  if (parentId === undefined) throw invalid('parentId', 'master-parent-required')
  const parent = await placeChosen(tx, actor, parentId, 'parentId')
  if (parent.kind !== wanted) throw invalid('parentId', 'master-parent-wrong')
}

/** The record with this name, made where there is none yet: imports and registrations bring new names along. */
export async function findOrCreateMaster(tx: Db, actor: Actor, kind: FlatKind, name: string): Promise<Id> {
  const { table } = flatMasters[kind]
  const existing = () =>
    tx
      .selectFrom(table as 'brands')
      .select('id')
      .where(sql`lower(name)`, '=', name.toLowerCase())
      // It stays until this transaction has used it.
      .forKeyShare()
      .executeTakeFirst()
  const known = await existing()
  if (known !== undefined) return known.id
  const made = await tx
    .insertInto(table as 'brands')
    .values({ name, created_by: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return found(await existing(), 'record-not-found').id
  await record(tx, actor, { ...eventOf(kind, 'created'), id: made.id, after: { name } })
  return made.id
}

async function insertFlat(tx: Db, actor: Actor, kind: FlatKind, name: string) {
  const values = { name, created_by: actor.id }
  const row = tx
    .insertInto(flatMasters[kind].table as 'brands')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await refusing(row, refusals)
  await record(tx, actor, { ...eventOf(kind, 'created'), id, after: { name } })
  return id
}

export async function updateMaster(tx: Db, actor: Actor, kind: MasterKind, id: Id, change: MasterChange) {
  const before = found(await masterById(tx, actor, kind, id), 'record-not-found')
  mustBeAllowedToChange(actor, kind)
  if (isPlace(kind)) await updatePlace(tx, actor, kind, id, change)
  else if (change.name !== undefined)
    await refusing(
      tx
        .updateTable(flatMasters[kind].table as 'brands')
        .set({ name: change.name })
        .where('id', '=', id)
        .execute(),
      refusals,
    )
  const after = found(await masterById(tx, actor, kind, id), 'record-not-found')
  const facts = ({ name, path }: typeof after) => ({ name, path })
  const changes = difference(facts(before), facts(after))
  if (changes !== undefined)
    await record(tx, actor, { ...eventOf(kind, 'changed'), id, place: isPlace(kind) ? id : null, ...changes })
  return after
}

async function updatePlace(tx: Db, actor: Actor, kind: PlaceKind, id: Id, { name, parentId }: MasterChange) {
  if (parentId !== undefined) await parentChosen(tx, actor, kind, parentId)
  const set = { ...(name !== undefined && { name }), ...(parentId !== undefined && { parent_id: parentId }) }
  if (Object.keys(set).length > 0)
    await refusing(tx.updateTable('places').set(set).where('id', '=', id).execute(), refusals)
}

function inUse(kind: MasterKind, uses: number): Problem {
  if (uses === 1) return new Problem('master-in-use-once')
  return uses > mostUses && !isPlace(kind)
    ? new Problem('master-in-use-beyond', { count: mostUses })
    : new Problem('master-in-use-times', { count: uses })
}

export async function deleteMaster(tx: Db, actor: Actor, kind: MasterKind, id: Id) {
  const master = found(await masterById(tx, actor, kind, id), 'record-not-found')
  mustBeAllowedToChange(actor, kind)
  if (master.uses > 0) throw inUse(kind, master.uses)
  const remove = isPlace(kind)
    ? tx.deleteFrom('places').where('id', '=', id).execute()
    : tx
        .deleteFrom(flatMasters[kind].table as 'brands')
        .where('id', '=', id)
        .execute()
  await remove.catch((error: unknown) => {
    // It is used out of the actor's reach, began to be used a moment ago, or someone who was deleted lived there.
    throw error instanceof Error && 'code' in error && error.code === '23503'
      ? new Problem('master-in-use')
      : error
  })
  await record(tx, actor, {
    ...eventOf(kind, 'deleted'),
    id,
    before: { name: master.name, path: master.path },
  })
}

/** Everything that points at one record points at the other, and the one is gone. */
export async function mergeMaster(tx: Db, actor: Actor, kind: MasterKind, id: Id, into: Id) {
  const from = found(await masterById(tx, actor, kind, id), 'record-not-found')
  const target = await masterById(tx, actor, kind, into)
  if (target === undefined || id === into) throw invalid('into', 'master-target-required')
  mustBeAllowedToChange(actor, kind)
  await lockBoth(tx, kind, [id, into])
  const moved = isPlace(kind) ? await mergePlace(tx, id, into) : await mergeFlat(tx, actor, kind, id, into)
  const details = { before: { name: from.name, path: from.path }, after: { mergedInto: target.name, moved } }
  await record(tx, actor, { ...eventOf(kind, 'merged'), id, ...details })
  return moved
}

/** Whoever is about to use one of them is waited for, and waits from now on. */
async function lockBoth(tx: Db, kind: MasterKind, ids: Id[]) {
  const table = isPlace(kind) ? 'places' : flatMasters[kind].table
  const locked = await tx
    .selectFrom(table as 'brands')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length < ids.length) throw new Problem('record-not-found')
}

async function mergeFlat(tx: Db, actor: Actor, kind: FlatKind, id: Id, into: Id) {
  const { table, column } = flatMasters[kind]
  const isState = kind === 'asset-state'
  const asked = isState
    ? sql`or id in (select asset_id from state_changes where status = 'pending' and ${namesState(id)})`
    : sql``
  // In the order in which everyone locks assets.
  await sql`select count(*) from (
    select from assets where ${sql.ref(column)} = ${id} ${asked} order by id for update) as locked`.execute(
    tx,
  )
  const { numUpdatedRows } = await tx
    .updateTable('assets')
    .set({ [column]: into, version: sql`version + 1` })
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  if (isState) await mergeInRequests(tx, actor, id, into)
  await tx
    .deleteFrom(table as 'brands')
    .where('id', '=', id)
    .execute()
  return Number(numUpdatedRows)
}

const namesState = (id: Id) => sql`(from_state_id = ${id} or to_state_id = ${id})`

/** A request that asks for nothing any more is outdated, just as if its asset had changed. */
async function mergeInRequests(tx: Db, actor: Actor, id: Id, into: Id) {
  const replaced = (column: string) =>
    sql`case ${sql.ref(column)} when ${id} then ${into} else ${sql.ref(column)} end`
  await sql`update state_changes
    set from_state_id = ${replaced('from_state_id')}, to_state_id = ${replaced('to_state_id')}
    where ${namesState(id)}`.execute(tx)
  await sql`with outdated as (
      update state_changes set status = 'stale', decided_at = now()
      where status = 'pending' and to_state_id = ${into} and from_state_id = to_state_id returning id
    )
    select record_state_changes('stale', array_agg(id), ${actor.id}, ${actor.requestId})
    from outdated having count(*) > 0`.execute(tx)
}

async function mergePlace(tx: Db, id: Id, into: Id) {
  const { numUpdatedRows } = await tx
    .updateTable('assets')
    .set({ place_id: into, version: sql`version + 1` })
    .where('place_id', '=', id)
    .executeTakeFirstOrThrow()
  const sameName = () => new Problem('merge-same-names')
  await refusing(tx.updateTable('places').set({ parent_id: into }).where('parent_id', '=', id).execute(), {
    places_name_in_parent: sameName,
  })
  await sql`update users set city_id = ${into} where city_id = ${id}`.execute(tx)
  await sql`insert into user_places (user_id, place_id) select user_id, ${into} from user_places where place_id = ${id}
    on conflict do nothing`.execute(tx)
  await tx.deleteFrom('user_places').where('place_id', '=', id).execute()
  await sql`delete from asset_counters where place_id = ${id}`.execute(tx)
  await tx.deleteFrom('places').where('id', '=', id).execute()
  return Number(numUpdatedRows)
}
