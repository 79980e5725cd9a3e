import type { Asset, AssetChange, NewAsset } from '@ats/contract/assets/assets.ts'
import type { AuditAction } from '@ats/contract/audit.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record, recordAll } from '#kernel/ledger/events.ts'
import { assetExport, binExport } from './exports.ts'
import { codesOrNameHold } from './list/search.ts'
import { keepPictures, type Pictures } from './pictures.ts'
import {
  type AssetRow,
  assetByTag,
  assetsForUpdate,
  assetsWithIds,
  assetTagIdOf,
  toAsset,
} from './queries.ts'
import { firstState, requiredStateId, resolveDetails } from './references.ts'

/** What other slices ask of assets: the state of new ones, what they are called, found by and shown with. */
export { assetTagIdOf, codesOrNameHold, firstState, keepPictures, type Pictures, requiredStateId }

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
  const params = { assetTagId: assetTagIdOf(holder.number), assetName: holder.assetName }
  throw new Problem('tag-on-asset', params, { fields: { rfidTag: { code: 'tag-on-asset', params } } })
}

const tagInUse = () => new Problem('tag-in-use', {}, { fields: { rfidTag: { code: 'tag-in-use' } } })
const refusals = {
  assets_live_tag: tagInUse,
  asset_tags_one_asset_each: tagInUse,
  assets_place_id_fkey: () => invalid('placeId', 'place-unknown'),
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
  await attachTags(tx, actor, [{ assetId: id, tag }])
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

const assetNow = async (tx: Db, id: Id) => found((await assetsWithIds(tx, [id]))[0], 'asset-not-found')

/** The asset, locked, if it is within reach and still as the caller saw it. */
async function assetToChange(tx: Db, actor: Actor, id: Id, version?: number) {
  const row = found((await assetsForUpdate(tx, actor, [id], 'live'))[0], 'asset-not-found')
  if (version !== undefined && version !== row.version) throw new Problem('asset-changed-meanwhile')
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

/** True for rows that do not hold all of these values yet. */
const differsFrom = (columns: AssetColumns) =>
  sql<boolean>`(${sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`),
    sql` or `,
  )})`

/**
 * One change to many assets: one statement, and a line in the ledger for each asset that really differs. An asset that is
 * so already is left alone: its version stays, and with it what was asked for it.
 */
export async function changeAssets(
  tx: Db,
  actor: Actor,
  action: AuditAction,
  before: AssetRow[],
  columns: AssetColumns,
) {
  if (Object.keys(columns).length === 0) return before
  const ids = before.map(({ id }) => id)
  const update = tx
    .updateTable('assets')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(differsFrom(columns))
  await refusing(update.execute(), refusals)
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
  await attachTags(tx, actor, [{ assetId: before.id, tag }])
  return changed
}

export async function loseTag(tx: Db, actor: Actor, id: Id) {
  const before = await assetToChange(tx, actor, id)
  if (before.rfidTag === null) throw new Problem('asset-without-tag')
  await detachTags(tx, actor, [id], 'lost')
  const [after] = await changeAssets(tx, actor, 'asset.tag-lost', [before], { rfid_tag: null })
  return toAsset(after ?? before)
}

export async function attachTags(tx: Db, actor: Actor, attached: readonly { assetId: Id; tag: string }[]) {
  if (attached.length === 0) return
  const insert = sql`insert into asset_tags (asset_id, rfid_tag, attached_by)
    select asset_id, tag, ${actor.id} from unnest(${attached.map(({ assetId }) => assetId)}::uuid[],
      ${attached.map(({ tag }) => tag)}::text[]) as attached (asset_id, tag)`
  await refusing(insert.execute(tx), refusals)
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
