import type { Asset, AssetChange, NewAsset } from '@ats/contract/assets/assets.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { Actor, Who } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { mustBeVersion } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record, recordAll } from '#kernel/ledger/events.ts'
import { assetExport, assetFileColumns, binExport } from './exports.ts'
import { facts, fieldsOf } from './facts.ts'
import { assetOrder, assetPages, type ResolvedFilter, shownAssets, stateIdOrNull } from './list/lists.ts'
import { codesOrNameHold } from './list/search-tests.ts'
import { assetPapers } from './papers.ts'
import { keepPictures, type Pictures } from './pictures.ts'
import {
  type AssetRow,
  assetByTag,
  assetsForUpdate,
  assetsWithIds,
  assetTagIdOf,
  lockedAssets,
  toAsset,
} from './queries.ts'
import { firstState, requiredFirstState, requiredStateId, resolveDetails } from './references.ts'

/** What other slices use: the state of new assets, their names, lookups, columns and the queries of reports. */
export {
  assetFileColumns,
  assetOrder,
  assetPages,
  assetPapers,
  assetsForUpdate,
  assetTagIdOf,
  codesOrNameHold,
  firstState,
  keepPictures,
  type Pictures,
  type ResolvedFilter,
  requiredStateId,
  shownAssets,
  stateIdOrNull,
  toAsset,
}
export const assetExports = { assets: assetExport, 'deleted-assets': binExport }

type AssetColumns = UpdateObject<Tables, 'assets'>

/** The asset's fields of a ledger entry: its name and its place. */
const lineAbout = (row: AssetRow) => ({
  kind: 'asset' as const,
  id: row.id,
  place: row.placeId,
  readableId: assetTagIdOf(row.number),
  name: row.assetName,
  version: row.version,
})

/** The error names the asset that has the tag, if the actor may see it. */
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
  details.state_id ??= await requiredFirstState(tx)
  const values = { ...details, ...pictures, rfid_tag: tag, created_by: actor.id }
  const insert = tx
    .insertInto('assets')
    .values(values as Insertable<Tables['assets']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await refusing(insert, refusals)
  await attachTags(tx, actor, [{ assetId: id, tag }])
  const row = await assetNow(tx, id)
  await record(tx, actor, { action: 'asset.registered', ...lineAbout(row), after: facts(row) })
  return toAsset(row)
}

const assetNow = async (tx: Db, id: Id) => found((await assetsWithIds(tx, [id]))[0], 'asset-not-found')

/** The locked asset, if it is in scope and still has the version that the caller saw. */
async function assetToChange(tx: Db, actor: Actor, id: Id, version?: number) {
  const row = found((await assetsForUpdate(tx, actor, [id], 'live'))[0], 'asset-not-found')
  await mustBeVersion(tx, { kind: 'asset', id }, version, () => fieldsOf(row))
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
 * Changes many assets in one statement, and writes a ledger entry for each asset that really differs. An
 * asset that already has these values keeps its version, and thus its pending requests.
 */
export async function changeAssets(
  tx: Db,
  actor: Actor,
  action: RecordAction,
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
  return recordChanges(tx, actor, action, before)
}

/** Writes a ledger entry for each asset that changed; returns the assets as they are now. */
async function recordChanges(tx: Db, who: Who, action: RecordAction, before: AssetRow[]) {
  const after = await assetsWithIds(
    tx,
    before.map(({ id }) => id),
  )
  const earlier = new Map(before.map((row) => [row.id, row]))
  const events = after.flatMap((row) => {
    const was = earlier.get(row.id) ?? row
    const changes = difference(facts(was), facts(row))
    const fromPlace = was.placeId === row.placeId ? null : was.placeId
    return changes === undefined ? [] : [{ action, ...lineAbout(row), fromPlace, ...changes }]
  })
  await recordAll(tx, who, events)
  return after
}

/** Moves each asset to its own new place, in one statement. */
export async function placeAssets(tx: Db, actor: Actor, before: AssetRow[], placeOf: ReadonlyMap<Id, Id>) {
  const ids = before.map(({ id }) => id)
  const update = sql`update assets set place_id = going.place_id, version = version + 1
    from unnest(${ids}::uuid[], ${ids.map((id) => placeOf.get(id))}::uuid[]) as going (id, place_id)
    where assets.id = going.id`
  await refusing(update.execute(tx), refusals)
  await recordChanges(tx, actor, 'asset.changed', before)
}

export type Holder = { id: Id | null; name: string | null }

/** Assigns each asset to its own person, in one statement. */
export async function assignAssets(
  tx: Db,
  actor: Actor,
  before: AssetRow[],
  holderOf: ReadonlyMap<Id, Holder>,
) {
  const ids = before.map(({ id }) => id)
  const holders = ids.map((id) => holderOf.get(id))
  const update = sql`update assets set assigned_user_id = given.holder, assigned_name = given.name, version = version + 1
    from unnest(${ids}::uuid[], ${holders.map((one) => one?.id ?? null)}::uuid[],
      ${holders.map((one) => one?.name ?? null)}::text[]) as given (id, holder, name)
    where assets.id = given.id`
  await refusing(update.execute(tx), refusals)
  await recordChanges(tx, actor, 'asset.changed', before)
}

type Pointer = 'name_id' | 'state_id' | 'brand_id' | 'vendor_id' | 'place_id'

/** Replaces one referenced record by another in all assets, including deleted ones; returns how many changed. */
export async function repointAssets(
  tx: Db,
  actor: Actor,
  ids: readonly Id[],
  { column, from, into }: { column: Pointer; from: Id; into: Id },
) {
  const rows = await lockedAssets(tx, ids, sql<boolean>`${sql.ref(column)} = ${from}`)
  if (rows.length > 0) await changeAssets(tx, actor, 'asset.changed', rows, { [column]: into })
  return rows.length
}

/**
 * Copies the path of their place to assets, including deleted ones. Their versions stay, because nobody
 * changed the assets themselves. The places are locked first, so that each path is valid when it is
 * committed.
 */
export async function followPlaces(tx: Db, who: Who, ids: readonly Id[]) {
  const { rows: places } = await sql<{ id: Id }>`select id from places
    where id = any(array(select place_id from assets where id = any(${ids}::uuid[]))) order by id for share`.execute(
    tx,
  )
  const placeIds = places.map(({ id }) => id)
  const before = await lockedAssets(tx, ids, sql<boolean>`place_id = any(${placeIds}::uuid[])`)
  await sql`update assets set city_id = places.city_id, mm_id = places.mm_id,
      property_id = places.property_id, aou_id = places.aou_id
    from places where places.id = assets.place_id and assets.id = any(${before.map(({ id }) => id)}::uuid[])
      and ${isOutOfStep}`.execute(tx)
  await recordChanges(tx, who, 'asset.changed', before)
}

/** True if an asset's path differs from the path of its place. */
export const isOutOfStep = sql<boolean>`(assets.city_id, assets.mm_id, assets.property_id, assets.aou_id)
  is distinct from (places.city_id, places.mm_id, places.property_id, places.aou_id)`

export async function replaceTag(tx: Db, actor: Actor, id: Id, rfidTag: string) {
  const before = await assetToChange(tx, actor, id)
  const tag = normalizeTag(rfidTag)
  if (tag === before.rfidTag) return toAsset(before)
  const [after] = await putTag(tx, actor, 'asset.tag-replaced', before, tag)
  return toAsset(after ?? before)
}

/** Always writes the asset before the table of tags, so that two writers of one tag cannot deadlock. */
async function putTag(
  tx: Db,
  actor: Actor,
  action: RecordAction,
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

type TagEnding = 'replaced' | 'lost' | 'deleted'
async function detachTags(tx: Db, actor: Actor, assetIds: readonly Id[], ending: TagEnding) {
  await tx
    .updateTable('asset_tags')
    .set({ detached_at: sql`now()`, detached_by: actor.id, ending })
    .where('asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .where('detached_at', 'is', null)
    .execute()
}

/** Moves assets to the bin. Their tags become available for other assets. */
export async function deleteAssets(tx: Db, actor: Actor, rows: AssetRow[], reason: string | undefined) {
  const ids = rows.map(({ id }) => id)
  await detachTags(tx, actor, ids, 'deleted')
  const columns = { deleted_at: sql<string>`now()`, deleted_by: actor.id, delete_reason: reason || null }
  await changeAssets(tx, actor, 'asset.deleted', rows, columns)
}

export async function deleteAsset(tx: Db, actor: Actor, id: Id, reason: string | undefined) {
  await deleteAssets(tx, actor, [await assetToChange(tx, actor, id)], reason)
}
