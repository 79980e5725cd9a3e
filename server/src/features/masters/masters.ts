import {
  type FlatKind,
  flatMasters,
  isAddedByFew,
  isPlace,
  isSharedMaster,
  type Master,
  type MasterChange,
  type MasterKind,
  masterKinds,
  type NewMaster,
  recordKindOf,
} from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { routeWords } from '@ats/contract/route-words.ts'
import { sql } from 'kysely'
import { hasCovers } from '#features/covers/covers.ts'
import { placeChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record, recordAll } from '#kernel/ledger/events.ts'
import { exportOf } from './exports.ts'
import { masterPapers } from './papers.ts'
import { mustBeNoValue, mustHoldNoUnknownTag, mustNotBeCounted } from './place-references.ts'
import { binnedUses, masterById, mostUses } from './queries.ts'

export { masterPapers }

const kinds = Object.keys(masterKinds) as MasterKind[]
export const masterExports = Object.fromEntries(kinds.map((kind) => [kind, exportOf(kind)])) as Record<
  MasterKind,
  ReturnType<typeof exportOf>
>

export const masterTable = (kind: FlatKind) => flatMasters[kind].table

const refusals = {
  unique: () => invalid('name', 'master-name-taken'),
  places_parent: () => invalid('parentId', 'place-unknown'),
}

/**
 * Cities and the lists other than places apply to everybody, so only people who see every place change their
 * records.
 */
export function mustBeAllowedToChange(actor: Actor, kind: MasterKind) {
  if (isSharedMaster(kind)) mustSeeEverything(actor)
}

/** A person who registers a new chair may add its name, brand and vendor; cities and states affect everybody else. */
function mustBeAllowedToAdd(actor: Actor, kind: MasterKind) {
  if (isAddedByFew(kind)) mustSeeEverything(actor)
}

function mustSeeEverything(actor: Actor) {
  if (!actor.everywhere) throw new Problem('masters-need-everywhere')
}

export const eventOf = (kind: MasterKind, what: 'created' | 'changed' | 'deleted' | 'merged') => {
  const recordKind = recordKindOf(kind)
  return { action: `${recordKind}.${what}`, kind: recordKind } as const
}

export async function createMaster(tx: Db, actor: Actor, kind: MasterKind, { name, parentId }: NewMaster) {
  mustBeAllowedToAdd(actor, kind)
  const id = isPlace(kind)
    ? await insertPlace(tx, actor, kind, name, parentId ?? undefined)
    : await insertFlat(tx, actor, kind, name)
  return found(await masterById(tx, actor, kind, id), 'record-not-found')
}

function mustNotBeRouteWord(kind: PlaceKind, name: string | undefined) {
  if (kind === 'city' && name !== undefined && routeWords.has(name.toLowerCase()))
    throw invalid('name', 'city-name-reserved')
}

async function insertPlace(tx: Db, actor: Actor, kind: PlaceKind, name: string, parentId: Id | undefined) {
  mustNotBeRouteWord(kind, name)
  if (kind !== 'city') await parentChosen(tx, actor, kind, parentId)
  const values = { kind, name, parent_id: kind === 'city' ? null : (parentId ?? null), created_by: actor.id }
  const { id } = await refusing(
    tx.insertInto('places').values(values).returning('id').executeTakeFirstOrThrow(),
    refusals,
  )
  await record(tx, actor, {
    ...eventOf(kind, 'created'),
    id,
    name,
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

/** The record with this name, created if there is none: imports and registrations add new names. */
export async function findOrCreateMaster(tx: Db, actor: Actor, kind: FlatKind, name: string): Promise<Id> {
  const { table } = flatMasters[kind]
  const existing = () =>
    tx
      .selectFrom(table)
      .select('id')
      .where(sql`lower(name)`, '=', name.toLowerCase())
      // The lock keeps the record from being deleted until this transaction ends.
      .forKeyShare()
      .executeTakeFirst()
  const known = await existing()
  if (known !== undefined) return known.id
  const made = await tx
    .insertInto(table)
    .values({ name, created_by: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return found(await existing(), 'record-not-found').id
  await record(tx, actor, { ...eventOf(kind, 'created'), id: made.id, name, after: { name } })
  return made.id
}

async function insertFlat(tx: Db, actor: Actor, kind: FlatKind, name: string) {
  const values = { name, created_by: actor.id }
  const row = tx.insertInto(flatMasters[kind].table).values(values).returning('id').executeTakeFirstOrThrow()
  const { id } = await refusing(row, refusals)
  await record(tx, actor, { ...eventOf(kind, 'created'), id, name, after: { name } })
  return id
}

export async function updateMaster(tx: Db, actor: Actor, kind: MasterKind, id: Id, change: MasterChange) {
  const before = found(await masterById(tx, actor, kind, id), 'record-not-found')
  mustBeAllowedToChange(actor, kind)
  await mustBeVersion(tx, { kind: recordKindOf(kind), id }, change.version, async () => {
    const { name, parentId, path } = found(await masterById(tx, actor, kind, id), 'record-not-found')
    return { ...plainFields({ name }), parentId: { value: parentId, text: path, fact: 'path' } }
  })
  if (isPlace(kind)) await updatePlace(tx, actor, kind, id, change)
  else if (change.name !== undefined)
    await refusing(
      tx.updateTable(flatMasters[kind].table).set({ name: change.name }).where('id', '=', id).execute(),
      refusals,
    )
  const after = found(await masterById(tx, actor, kind, id), 'record-not-found')
  const facts = ({ name, path }: typeof after) => ({ name, path })
  const changes = difference(facts(before), facts(after))
  const places = isPlace(kind) ? { place: id, fromPlace: placeLeft(before, after) } : {}
  if (changes !== undefined)
    await record(tx, actor, {
      ...eventOf(kind, 'changed'),
      id,
      ...nameAndVersion(after),
      ...places,
      ...changes,
    })
  return after
}

const nameAndVersion = ({ name, version }: Master) => ({ name, version })

/** The former parent of a place that moved: people who see only that parent may know that it left. */
const placeLeft = (before: Master, after: Master) =>
  before.parentId === after.parentId ? null : before.parentId

async function updatePlace(tx: Db, actor: Actor, kind: PlaceKind, id: Id, { name, parentId }: MasterChange) {
  mustNotBeRouteWord(kind, name)
  if (parentId !== undefined) await parentChosen(tx, actor, kind, parentId)
  const set = { ...(name !== undefined && { name }), ...(parentId !== undefined && { parent_id: parentId }) }
  if (Object.keys(set).length > 0)
    await refusing(tx.updateTable('places').set(set).where('id', '=', id).execute(), refusals)
}

/** Deleted assets do not count as uses, but they keep their references. */
function inBin(count: number): Problem {
  if (count === 1) return new Problem('master-in-bin-once')
  return count > mostUses
    ? new Problem('master-in-bin-beyond', { count: mostUses })
    : new Problem('master-in-bin-times', { count })
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
  // Checked before the uses: a person who counts it blind must not learn whether it has any.
  if (isPlace(kind)) await mustNotBeCounted(tx, actor, id)
  if (master.uses > 0) throw inUse(kind, master.uses)
  const binned = await binnedUses(tx, actor, kind, id)
  if (binned > 0) throw inBin(binned)
  await lockMasters(tx, kind, [id])
  await mustNotBeMerging(tx, [id])
  if (isPlace(kind)) await mustHoldNoUnknownTag(tx, id)
  const remove = isPlace(kind)
    ? tx.deleteFrom('places').where('id', '=', id).execute()
    : tx.deleteFrom(flatMasters[kind].table).where('id', '=', id).execute()
  await remove.catch((error: unknown) => {
    // It is used outside the actor's scope, came into use a moment ago, or is the home of a deleted person.
    throw error instanceof Error && 'code' in error && error.code === '23503'
      ? new Problem('master-in-use')
      : error
  })
  if (isPlace(kind)) await mustBeNoValue(tx, id)
  await record(tx, actor, {
    ...eventOf(kind, 'deleted'),
    id,
    name: master.name,
    before: { name: master.name, path: master.path },
  })
}

/** Waits for transactions that use these records, and makes new ones wait. */
export async function lockMasters(tx: Db, kind: MasterKind, ids: readonly Id[]) {
  const table = isPlace(kind) ? 'places' : flatMasters[kind].table
  const locked = await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length < ids.length) throw new Problem('record-not-found')
}

/** While a job merges two records, neither may be deleted or merged with others. */
export async function mustNotBeMerging(tx: Db, ids: readonly Id[]) {
  const { rows } = await sql`select from bulk_jobs where status in ('waiting', 'running')
    and work = 'merge-masters' and array[details ->> 'id', details ->> 'into'] && ${ids}::text[]`.execute(tx)
  if (rows.length > 0) throw new Problem('master-being-merged')
}

/** Deleted assets count too, because a restore brings their references back. */
const isUsed = (kind: FlatKind) => sql<boolean>`(exists (select from assets
    where ${sql.ref(`assets.${flatMasters[kind].column}`)} = ${sql.ref(`${flatMasters[kind].table}.id`)})
  or ${kind === 'vendor' ? hasCovers('vendors.id') : sql`false`})`

/** Which of these records still exist, by name, and whether any asset or cover uses them. */
export const mastersInUse = (db: Db, kind: FlatKind, ids: readonly Id[]) =>
  db
    .selectFrom(flatMasters[kind].table)
    .select(['id', 'name', isUsed(kind).as('isUsed')])
    .where('id', 'in', ids)
    .orderBy(sql`lower(name)`)
    .limit(ids.length)
    .execute()

/** Deletes those of these records that no asset or cover uses and no merge involves. Returns their ids. */
export async function removeUnusedMasters(tx: Db, actor: Actor, kind: FlatKind, ids: readonly Id[]) {
  mustBeAllowedToChange(actor, kind)
  const table = flatMasters[kind].table
  // Waits for transactions that use one of them, and makes new ones wait.
  await tx.selectFrom(table).select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const gone = await tx
    .deleteFrom(table)
    .where('id', 'in', ids)
    .where(sql<boolean>`not ${isUsed(kind)}`)
    .where(sql<boolean>`not exists (select from bulk_jobs where status in ('waiting', 'running')
      and work = 'merge-masters' and ${sql.ref(`${table}.id`)}::text in (details ->> 'id', details ->> 'into'))`)
    .returning(['id', 'name'])
    .execute()
    .catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === '23503'
        ? new Problem('master-in-use')
        : error
    })
  const lines = gone.map(({ id, name }) => ({ ...eventOf(kind, 'deleted'), id, before: { name, path: '' } }))
  await recordAll(tx, actor, lines)
  return gone.map(({ id }) => id)
}
