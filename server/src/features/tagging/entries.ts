import { gs1Tag, normalizeTag } from '@ats/contract/epc.ts'
import { privateTag } from '@ats/contract/private-tag.ts'
import type {
  GivenAssociation,
  GivenEntry,
  GivenException,
  TaggingResult,
  tagging,
} from '@ats/contract/tagging/work.ts'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import {
  assetByTag,
  assetsForUpdate,
  assetTagIdOf,
  confirmTag,
  loseTag,
  registerAsset,
  replaceTag,
} from '#features/assets/assets.ts'
import { locationOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { messageFields } from '#kernel/messages.ts'
import { registerInScope } from '#kernel/scope.ts'
import { type DriveRow, driveFor, lineAbout, mustBeTagger } from './access.ts'
import { lastAssociations, whyLeft } from './left.ts'

type Sent = z.output<typeof tagging.send.body>
type Stored = Pick<TaggingResult, 'outcome' | 'assetId' | 'tag'>
/** The clock of a device may be wrong: its times are set right by the time at which it sent them. */
type Batch = { device: string; lateMs: number }

export async function takeEntries(db: Kysely<Tables>, actor: Actor, id: Id, sent: Sent) {
  mustBeTagger(await driveFor(db, actor, id))
  const lateMs = sent.sentAt === undefined ? 0 : Date.now() - Date.parse(sent.sentAt)
  const results: TaggingResult[] = []
  for (const entry of sent.entries)
    results.push(await takeEntry(db, actor, id, entry, { device: sent.device, lateMs }))
  return { results }
}

/** Each entry is a transaction of its own: the failure of one stops no other. */
async function takeEntry(
  db: Kysely<Tables>,
  actor: Actor,
  id: Id,
  entry: GivenEntry,
  batch: Batch,
): Promise<TaggingResult> {
  try {
    const stored = await inTransaction(db, async (tx) => {
      const drive = await driveFor(tx, actor, id, 'share')
      const known = await knownEntry(tx, actor, id, entry)
      if (known !== undefined) return known
      const at = new Date(Math.min(Date.now(), Date.parse(entry.at) + batch.lateMs)).toISOString()
      if (drive.closedAt !== null && at > drive.closedAt) throw new Problem('tagging-drive-closed')
      await mustBeInDrive(tx, actor, drive, entry.placeId)
      return entry.kind === 'tagged'
        ? associate(tx, actor, drive, { entry, at, device: batch.device })
        : except(tx, actor, drive, { entry, at })
    })
    return { id: entry.id, ...stored, ...messageFields({ code: 'done' }) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const assetId = entry.assetId
    return { id: entry.id, outcome: 'failed', assetId, tag: null, ...messageFields(error.reason) }
  }
}

/** What an entry with this id stored before: a device that got no response sends again. */
async function knownEntry(
  tx: Db,
  actor: Actor,
  driveId: Id,
  { id }: GivenEntry,
): Promise<Stored | undefined> {
  // The same entry in two requests at the same time: the second one waits.
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(tx)
  const { rows } = await sql<{ drive: Id; by: Id; assetId: Id; tag: string | null }>`
    select drive_id as drive, tagged_by as by, asset_id as "assetId", tag from tag_associations where id = ${id}
    union all select drive_id, noted_by, asset_id, null from tagging_exceptions where id = ${id}`.execute(tx)
  const [known] = rows
  if (known === undefined) return undefined
  if (known.drive !== driveId || known.by !== actor.id) throw new Problem('tagging-entry-known')
  return { outcome: 'repeated', assetId: known.assetId, tag: known.tag }
}

async function mustBeInDrive(tx: Db, actor: Actor, drive: DriveRow, placeId: Id) {
  const { rows } = await sql`select from places where id = ${placeId}
    and place_holds(${drive.placeId}::uuid, places) and ${registerInScope(actor)}`.execute(tx)
  if (rows.length === 0) throw invalid('placeId', 'tagging-place-outside')
}

/** The asset, locked; and why it is to be tagged. */
async function assetOfDrive(tx: Db, actor: Actor, drive: DriveRow, id: Id) {
  const row = found((await assetsForUpdate(tx, actor, [id], 'live'))[0], 'asset-not-found')
  const { rows } = await sql<{ why: string | null }>`select ${whyLeft} as why
    from assets join places on places.id = assets.place_id
    left join ${lastAssociations(drive.id)} as last on last.asset_id = assets.id
    where assets.id = ${id} and place_holds(${drive.placeId}::uuid, places)`.execute(tx)
  if (rows[0] === undefined)
    throw new Problem('tagging-asset-outside', { assetTagId: assetTagIdOf(row.number) })
  return { row, why: rows[0].why }
}

type Association = { entry: GivenAssociation; at: string; device: string }

async function associate(tx: Db, actor: Actor, drive: DriveRow, made: Association): Promise<Stored> {
  const { entry, at, device } = made
  const tag = normalizeTag(entry.tag)
  const readBack = normalizeTag(entry.readBack)
  if (tag.toUpperCase() !== readBack.toUpperCase())
    throw new Problem('tagging-read-back-differs', { readBack })
  const { assetId, previous } =
    entry.assetId === null
      ? { assetId: await registerFound(tx, actor, entry, tag), previous: null }
      : await putOnAsset(tx, actor, drive, { assetId: entry.assetId, tag, retag: entry.retag })
  const values = {
    ...{ id: entry.id, drive_id: drive.id, place_id: entry.placeId, asset_id: assetId, tag, device },
    ...{ previous_tag: previous, scheme: schemeOf(tag), tagged_by: actor.id, tagged_at: at },
  }
  await tx.insertInto('tag_associations').values(values).execute()
  return { outcome: 'done', assetId, tag }
}

const schemeOf = (tag: string) => gs1Tag(tag)?.scheme ?? (privateTag(tag) === null ? 'other' : 'private')

/** An asset that was found in the room and is not registered. */
async function registerFound(tx: Db, actor: Actor, { assetName, placeId }: GivenAssociation, tag: string) {
  if (assetName === undefined) throw invalid('assetName', 'asset-fields-required')
  const asset = { rfidTag: tag, assetName, location: await locationOf(tx, placeId), placeId }
  return (await registerAsset(tx, actor, asset, { mustBeComplete: false })).id
}

type Wanted = { assetId: Id; tag: string; retag: boolean }

/** The tag is written like an edit of the asset: with its ledger entry, its version and its history. */
async function putOnAsset(tx: Db, actor: Actor, drive: DriveRow, { assetId, tag, retag }: Wanted) {
  const { row, why } = await assetOfDrive(tx, actor, drive, assetId)
  const isSame = row.rfidTag?.toUpperCase() === tag.toUpperCase()
  if (why === 'expected' && !retag) {
    await confirmTag(tx, actor, assetId, tag)
    return { assetId, previous: null }
  }
  if (why === null && !isSame && !retag) {
    const params = { assetTagId: assetTagIdOf(row.number), rfidTag: row.rfidTag ?? '' }
    throw new Problem('tagging-asset-has-tag', params)
  }
  if (!isSame) await takeFromFailed(tx, actor, drive, tag)
  await replaceTag(tx, actor, assetId, isSame ? (row.rfidTag ?? tag) : tag)
  return { assetId, previous: isSame ? null : row.rfidTag }
}

/** A check showed that the tag is not on the asset that has it: it may be put on another one. */
async function takeFromFailed(tx: Db, actor: Actor, drive: DriveRow, tag: string) {
  const holder = await assetByTag(tx, actor, tag)
  if (holder === undefined) return
  const { rows } = await sql`select from ${lastAssociations(drive.id)} as last
    where last.asset_id = ${holder.id} and last.outcome <> 'right' and upper(last.tag) = upper(${tag})`.execute(
    tx,
  )
  if (rows.length > 0) await loseTag(tx, actor, holder.id)
}

type Exception = { entry: GivenException; at: string }

async function except(tx: Db, actor: Actor, drive: DriveRow, { entry, at }: Exception): Promise<Stored> {
  const { id, assetId, placeId, reason, note } = entry
  const { row } = await assetOfDrive(tx, actor, drive, assetId)
  const values = {
    ...{ id, drive_id: drive.id, place_id: placeId, asset_id: assetId, reason, note },
    ...{ noted_by: actor.id, noted_at: at },
  }
  await tx.insertInto('tagging_exceptions').values(values).execute()
  const after = { assetTagId: assetTagIdOf(row.number), reason, note }
  await record(tx, actor, {
    ...{ action: 'tagging-drive.asset-excepted', ...lineAbout(drive), place: row.placeId, after },
  })
  return { outcome: 'done', assetId, tag: row.rfidTag }
}
