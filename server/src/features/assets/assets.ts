import type { Asset, AssetChange, NewAsset } from '@ats/contract/assets/assets.ts'
import type { AuditAction } from '@ats/contract/audit.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import { type Actor, withinScope } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db.ts'
import { difference, record, recordAll } from '#kernel/events.ts'
import { found, invalid, Problem } from '#kernel/problem.ts'
import type { Tables } from '#kernel/tables.ts'
import { assetExport, binExport } from './exports.ts'
import { keepPictures, type Pictures } from './pictures.ts'
import { type AssetRow, assetByTag, assetsForUpdate, assetsWithIds, tagIdOf, toAsset } from './queries.ts'
import { firstState, resolveDetails, stateNamed } from './references.ts'
import { codesOrNameHold } from './search.ts'

/** For those who register many at once. */
export const stateOfNewAssets = firstState

/** For those who ask something about assets: what they are called, found by and shown with. */
export const assetTagIdOf = tagIdOf
export const assetSearch = codesOrNameHold
export const stateChosen = stateNamed
export const keepPicturesOf = keepPictures

export type { Pictures }

export const assetExports = { assets: assetExport, 'deleted-assets': binExport }

type AssetColumns = UpdateObject<Tables, 'assets'>

/** What the ledger keeps of an asset: what a person would call it, not our ids. */
const facts = (row: AssetRow) => ({
  rfidTag: row.rfidTag,
  assetName: row.assetName,
  assetState: row.assetState,
  assignedUser: row.assignedName,
  place: [row.city, row.mm, row.property, row.aou, row.room].filter(Boolean).join(' > '),
  brand: row.brand,
  model: row.model,
  serialNo: row.serialNo,
  vendor: row.vendor,
  rentalStartDate: row.rentalStartDate,
  rentalMonths: row.rentalMonths,
  image: row.image,
  deleted: row.deletedAt !== null,
})

/** Says which asset has the tag, if the actor may know that. */
async function refuseTagInUse(db: Db, actor: Actor, tag: string, self?: Id) {
  const holder = await assetByTag(db, actor, tag)
  if (holder === undefined || holder.id === self) return
  throw tagInUse(`This tag is already on ${tagIdOf(holder.number)} (${holder.assetName}).`)
}

const tagInUse = (message = 'This tag is already in use.') =>
  new Problem('conflict', message, { fields: { rfidTag: message } })
const refusals = {
  assets_live_tag: () => tagInUse(),
  asset_tags_one_asset_each: () => tagInUse(),
  assets_place_id_fkey: () => invalid('placeId', 'This place does not exist.'),
}

export async function registerAsset(
  tx: Db,
  actor: Actor,
  given: NewAsset,
  pictures: Pictures | undefined,
): Promise<Asset> {
  const tag = normalizeTag(given.rfidTag)
  await refuseTagInUse(tx, actor, tag)
  const details = await resolveDetails(tx, actor, given)
  details.state_id ??= await firstState(tx)
  const values = { ...details, ...pictures, rfid_tag: tag, created_by: actor.id }
  const insert = tx
    .insertInto('assets')
    .values(values as Insertable<Tables['assets']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await refusing(insert, refusals)
  await attachTag(tx, actor, id, tag)
  const row = await assetNow(tx, id)
  await record(tx, actor, {
    action: 'asset.registered',
    kind: 'asset',
    id,
    place: row.placeId,
    after: facts(row),
  })
  return toAsset(row)
}

const assetNow = async (tx: Db, id: Id) => found((await assetsWithIds(tx, [id]))[0], 'Asset')

/** The asset, locked, if it is within reach and still as the caller saw it. */
async function assetToChange(tx: Db, actor: Actor, id: Id, version?: number) {
  const row = found((await assetsForUpdate(tx, actor, [id], 'live'))[0], 'Asset')
  if (version !== undefined && version !== row.version)
    throw new Problem('stale', 'Someone else changed this asset meanwhile.')
  return row
}

type Pictured = { pictures: Pictures | undefined; version: number | undefined }

export async function updateAsset(
  tx: Db,
  actor: Actor,
  id: Id,
  change: AssetChange,
  { pictures, version }: Pictured,
) {
  const before = await assetToChange(tx, actor, id, version)
  const columns: AssetColumns = { ...(await resolveDetails(tx, actor, change, before)), ...pictures }
  if (change.removeImage === 'true' && pictures === undefined)
    Object.assign(columns, { image: null, thumbnail: null })
  const tag = change.rfidTag === undefined ? before.rfidTag : normalizeTag(change.rfidTag)
  const [after] =
    tag === null || tag === before.rfidTag
      ? await changeAssets(tx, actor, 'asset.changed', [before], columns)
      : await putTag(tx, actor, 'asset.changed', before, tag, columns)
  return toAsset(after ?? before)
}

/** One change to many assets: one statement, and for each asset that really differs a line in the ledger. */
export async function changeAssets(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  before: AssetRow[],
  columns: AssetColumns,
) {
  const ids = before.map(({ id }) => id)
  const set = { ...columns, version: sql<number>`version + 1` }
  await refusing(
    tx.updateTable('assets').set(set).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute(),
    refusals,
  )
  const after = await assetsWithIds(tx, ids)
  const earlier = new Map(before.map((row) => [row.id, row]))
  const events = after.flatMap((row) => {
    const changes = difference(facts(earlier.get(row.id) ?? row), facts(row))
    return changes === undefined
      ? []
      : [{ action, kind: 'asset' as const, id: row.id, place: row.placeId, ...changes }]
  })
  await recordAll(tx, actor, events)
  return after
}

export async function replaceTag(tx: Db, actor: Actor, id: Id, rfidTag: string) {
  const before = await assetToChange(tx, actor, id)
  const tag = normalizeTag(rfidTag)
  if (tag === before.rfidTag) return toAsset(before)
  const [after] = await putTag(tx, actor, 'asset.tag-replaced', before, tag)
  return toAsset(after ?? before)
}

/** The asset takes the tag before the record of tags does, here as everywhere: two who want one tag cannot deadlock. */
async function putTag(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  before: AssetRow,
  tag: string,
  columns: AssetColumns = {},
) {
  await refuseTagInUse(tx, actor, tag, before.id)
  await detachTags(tx, actor, [before.id], 'replaced')
  const changed = await changeAssets(tx, actor, action, [before], { ...columns, rfid_tag: tag })
  await attachTag(tx, actor, before.id, tag)
  return changed
}

export async function loseTag(tx: Db, actor: Actor, id: Id) {
  const before = await assetToChange(tx, actor, id)
  if (before.rfidTag === null) throw new Problem('conflict', 'This asset carries no tag.')
  await detachTags(tx, actor, [id], 'lost')
  const [after] = await changeAssets(tx, actor, 'asset.tag-lost', [before], { rfid_tag: null })
  return toAsset(after ?? before)
}

async function attachTag(tx: Db, actor: Actor, assetId: Id, tag: string) {
  const values = { asset_id: assetId, rfid_tag: tag, attached_by: actor.id }
  await refusing(tx.insertInto('asset_tags').values(values).execute(), refusals)
}

async function detachTags(
  tx: Db,
  actor: Actor,
  assetIds: readonly Id[],
  ending: 'replaced' | 'lost' | 'deleted',
) {
  await tx
    .updateTable('asset_tags')
    .set({ detached_at: sql`now()`, detached_by: actor.id, ending })
    .where('asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .where('detached_at', 'is', null)
    .execute()
}

/** Into the bin. The tag is free for another asset from now on. */
export async function deleteAssets(tx: Db, actor: Actor, rows: AssetRow[], reason: string | undefined) {
  const ids = rows.map(({ id }) => id)
  await detachTags(tx, actor, ids, 'deleted')
  const columns = { deleted_at: sql<string>`now()`, deleted_by: actor.id, delete_reason: reason || null }
  await changeAssets(tx, actor, 'asset.deleted', rows, columns)
}

export async function deleteAsset(tx: Db, actor: Actor, id: Id, reason: string | undefined) {
  await deleteAssets(tx, actor, [await assetToChange(tx, actor, id)], reason)
}

/** Out of the bin. A tag that another asset carries by now stays there, and the answer says so. */
export async function restoreAsset(tx: Db, actor: Actor, id: Id) {
  const before = found((await assetsForUpdate(tx, actor, [id], 'deleted'))[0], 'Asset')
  const columns: AssetColumns = { deleted_at: null, deleted_by: null, delete_reason: null }
  const reused = before.rfidTag === null ? undefined : await tagHolder(tx, actor, before.rfidTag)
  if (reused !== undefined) columns.rfid_tag = null
  await changeAssets(tx, actor, 'asset.restored', [before], columns)
  if (before.rfidTag !== null && reused === undefined) await attachTag(tx, actor, id, before.rfidTag)
  const where = reused?.inReach ? `now on ${tagIdOf(reused.number)}` : 'in use elsewhere'
  const message =
    reused === undefined ? 'Restored.' : `Restored without its tag ${before.rfidTag}, which is ${where}.`
  return { _id: id, assetTagId: tagIdOf(before.number), ok: true, message }
}

/** Whoever has the tag now, within reach or not: a restore must not take it away. */
const tagHolder = (tx: Db, actor: Actor, tag: string) =>
  tx
    .selectFrom('assets')
    .select(['number', sql<boolean>`${withinScope(actor, 'assets')}`.as('inReach')])
    .where(sql`upper(rfid_tag)`, '=', tag.toUpperCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
