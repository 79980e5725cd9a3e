import type { AssetChange, NewAsset } from '@ats/contract/assets/assets.ts'
import { normalizeTag } from '@ats/contract/epc.ts'
import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { type Insertable, sql } from 'kysely'
import { ownFieldsSeenBy } from '#features/own-fields/own-fields.ts'
import { reserveTag } from '#features/tag-series/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { mustBeVersion } from '#kernel/db/versions.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { type AssetColumns, attachTags, changeAssets, lineAbout, placeAssets, refusals } from './changes.ts'
import { detachTags } from './detached-tags.ts'
import { clearTags, confirmTags, expectTags } from './expected-tags.ts'
import { assetExport, assetFileColumns, binExport } from './exports.ts'
import { fieldsOf, newFacts } from './facts.ts'
import { type ResolvedFilter, resolveAssetFilter, stateIdOrNull } from './list/filters.ts'
import { assetIdsAfter, assetOrder, assetPages, shownAssets } from './list/lists.ts'
import { orderBy } from './list/orders.ts'
import { codesOrNameHold } from './list/search-tests.ts'
import { noValues, ownValueColumns, registeredValues, shownValues } from './own-values.ts'
import { assetPapers } from './papers.ts'
import { keepPictures, type Pictures } from './pictures.ts'
import {
  type AssetRow,
  assetByTag,
  assetsForUpdate,
  assetsWithIds,
  assetTagIdOf,
  liveAssetsWithIds,
  toAsset,
} from './queries.ts'
import { firstState, requiredFirstState, requiredStateId, resolveDetails } from './references.ts'
import { followPlaces, isOutOfStep, repointAssets, repointPlaceValues } from './repointing.ts'

/** What other slices use: the state of new assets, their names, lookups, columns and the queries of reports. */
export {
  type AssetRow,
  assetByTag,
  assetFileColumns,
  assetIdsAfter,
  assetOrder,
  assetPages,
  assetPapers,
  assetsForUpdate,
  assetTagIdOf,
  clearTags,
  codesOrNameHold,
  confirmTags,
  expectTags,
  firstState,
  followPlaces,
  isOutOfStep,
  keepPictures,
  liveAssetsWithIds,
  noValues,
  orderBy,
  type Pictures,
  placeAssets,
  type ResolvedFilter,
  repointAssets,
  repointPlaceValues,
  requiredStateId,
  resolveAssetFilter,
  shownAssets,
  stateIdOrNull,
  toAsset,
}
export const assetExports = { assets: assetExport, 'deleted-assets': binExport }

/** The error names the asset that has the tag, if the actor may see it. */
async function refuseTagInUse(db: Db, actor: Actor, tag: string, self?: Id) {
  const holder = await assetByTag(db, actor, tag)
  if (holder === undefined || holder.id === self) return
  const params = { assetTagId: assetTagIdOf(holder.number), assetName: holder.assetName }
  throw new Problem('tag-on-asset', params, { fields: { rfidTag: { code: 'tag-on-asset', params } } })
}

type Registered = {
  pictures?: Pictures | undefined
  /** The required fields of the organisation must have values. A count registers what it found without them. */
  mustBeComplete: boolean
}

export async function registerAsset(
  tx: Db,
  actor: Actor,
  given: NewAsset,
  { pictures, mustBeComplete }: Registered,
): Promise<AssetRow> {
  const read = given.rfidTag === undefined ? undefined : normalizeTag(given.rfidTag)
  if (read !== undefined) await refuseTagInUse(tx, actor, read)
  const details = await resolveDetails(tx, actor, given)
  details.state_id ??= await requiredFirstState(tx)
  const own = await registeredValues(tx, actor, {
    input: given.fields ?? {},
    nameId: details.name_id,
    mustBeComplete,
  })
  // Last, because other reservations of the series wait for the end of the transaction.
  const tag = read ?? (await reserveTag(tx, actor, given.tagSeriesId))
  const tagged = { rfid_tag: tag, tag_expected: read === undefined }
  const values = { ...details, ...own, ...pictures, ...tagged, created_by: actor.id }
  const insert = tx
    .insertInto('assets')
    .values(values as Insertable<Tables['assets']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await refusing(insert, refusals)
  await attachTags(tx, actor, [{ assetId: id, tag }])
  const row = await assetNow(tx, id)
  await record(tx, actor, { action: 'asset.registered', ...lineAbout(row), after: newFacts(row) })
  return row
}

const assetNow = async (tx: Db, id: Id) => found((await assetsWithIds(tx, [id]))[0], 'asset-not-found')

/** The locked asset, if it is in scope and still has the version that the caller saw. */
async function assetToChange(tx: Db, actor: Actor, id: Id, version?: number) {
  const row = found((await assetsForUpdate(tx, actor, [id], 'live'))[0], 'asset-not-found')
  await mustBeVersion(tx, { kind: 'asset', id }, version, async () => {
    const keys = (await ownFieldsSeenBy(tx, actor)).map(({ key }) => key)
    return fieldsOf(row, keys, await shownValues(tx, actor, [row]))
  })
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
  const details = await resolveDetails(tx, actor, change, before)
  const own = await ownValueColumns(tx, actor, {
    ...{ input: change.fields ?? {}, nameId: details.name_id ?? before.nameId, present: before.fields },
  })
  const columns: AssetColumns = { ...details, ...own, ...pictures }
  if (change.removeImage === 'true' && pictures === undefined)
    Object.assign(columns, { image: null, thumbnail: null })
  const tag = change.rfidTag === undefined ? before.rfidTag : normalizeTag(change.rfidTag)
  const [after] =
    tag === null || tag === before.rfidTag
      ? await changeAssets(tx, actor, 'asset.changed', [before], columns)
      : await putTag(tx, actor, 'asset.changed', before, tag, columns)
  return after ?? before
}

export async function replaceTag(tx: Db, actor: Actor, id: Id, rfidTag: string) {
  const before = await assetToChange(tx, actor, id)
  const tag = normalizeTag(rfidTag)
  if (tag === before.rfidTag) return tagIsOn(tx, actor, before)
  const [after] = await putTag(tx, actor, 'asset.tag-replaced', before, tag)
  return after ?? before
}

/** Ends the expectation of a tag that a person has read on the asset. */
async function tagIsOn(tx: Db, actor: Actor, before: AssetRow) {
  if (!before.tagExpected) return before
  const [after] = await changeAssets(tx, actor, 'asset.tag-confirmed', [before], { tag_expected: false })
  return after ?? before
}

/** Confirms the expected tag of an asset, by the tag that was read. Again is no error. */
export async function confirmTag(tx: Db, actor: Actor, id: Id, rfidTag: string) {
  const before = await assetToChange(tx, actor, id)
  const tag = normalizeTag(rfidTag)
  if (tag.toUpperCase() === before.rfidTag?.toUpperCase()) return tagIsOn(tx, actor, before)
  if (before.rfidTag === null || !before.tagExpected) throw new Problem('asset-expects-no-tag')
  const expected = before.rfidTag
  const holder = await assetByTag(tx, actor, tag)
  if (holder === undefined) throw new Problem('tag-not-the-expected', { expected })
  const { assetName, number } = holder
  throw new Problem('tag-of-another-asset', { expected, assetName, assetTagId: assetTagIdOf(number) })
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
  return after ?? before
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
