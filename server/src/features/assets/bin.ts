import type { Message } from '@ats/contract/problems.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { Problem } from '#kernel/http/problem.ts'
import { inBatches, type Result } from '#kernel/jobs/bulk-results.ts'
import { messageFields } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'
import { attachTags, changeAssets } from './changes.ts'
import { type AssetRow, assetsForUpdate, assetTagIdOf } from './queries.ts'

type Holder = { number: number; inScope: boolean }
const keyOf = (tag: string) => tag.toUpperCase()

/** The assets that carry these tags now, in scope or not: a restore must not take a tag from them. */
async function tagHolders(tx: Db, actor: Actor, rows: AssetRow[]): Promise<Map<string, Holder>> {
  const tags = rows.flatMap(({ rfidTag }) => (rfidTag === null ? [] : [keyOf(rfidTag)]))
  const holders = await tx
    .selectFrom('assets')
    .select([
      'number',
      sql<string>`upper(rfid_tag)`.as('tag'),
      sql<boolean>`${withinScope(actor, 'assets')}`.as('inScope'),
    ])
    .where(sql<string>`upper(rfid_tag)`, '=', sql<string>`any(${tags}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(holders.map(({ tag, ...holder }) => [tag, holder]))
}

function outcomeOf(rfidTag: string, holder: Holder | undefined): Message {
  if (holder === undefined) return { code: 'restored' }
  return holder.inScope
    ? { code: 'restored-tag-on-asset', params: { rfidTag, assetTagId: assetTagIdOf(holder.number) } }
    : { code: 'restored-tag-elsewhere', params: { rfidTag } }
}

const resultOf = ({ id, number, rfidTag }: AssetRow, holder: Holder | undefined): Result => ({
  ...{ _id: id, assetTagId: assetTagIdOf(number), ok: true },
  ...messageFields(outcomeOf(rfidTag ?? '', holder)),
})

export const isWithoutTag = ({ ok, code }: Result) => ok && code !== 'restored'

/**
 * Restores assets from the bin. An asset loses a tag that another asset carries by now; of two restored
 * assets with the same tag, the first gets it.
 */
export async function restoreAssets(tx: Db, actor: Actor, ids: readonly Id[]): Promise<Result[]> {
  const binned = await assetsForUpdate(tx, actor, ids, 'deleted')
  const rows = new Map(binned.map((row) => [row.id, row]))
  const holders = await tagHolders(tx, actor, binned)
  const [tagged, untagged]: [AssetRow[], AssetRow[]] = [[], []]
  const results = ids.map((id) => {
    const row = rows.get(id)
    if (row === undefined)
      return { _id: id, assetTagId: null, ok: false, ...messageFields({ code: 'asset-not-found' }) }
    const holder = row.rfidTag === null ? undefined : holders.get(keyOf(row.rfidTag))
    if (holder === undefined) tagged.push(row)
    else untagged.push(row)
    if (holder === undefined && row.rfidTag !== null)
      holders.set(keyOf(row.rfidTag), { number: row.number, inScope: true })
    return resultOf(row, holder)
  })
  const out = { deleted_at: null, deleted_by: null, delete_reason: null }
  await changeAssets(tx, actor, 'asset.restored', tagged, out)
  await changeAssets(tx, actor, 'asset.restored', untagged, { ...out, rfid_tag: null })
  const attached = tagged.flatMap(({ id, rfidTag }) =>
    rfidTag === null ? [] : [{ assetId: id, tag: rfidTag }],
  )
  await attachTags(tx, actor, attached)
  return results
}

const batchSize = 500
const mostTries = 3

/** An asset that cannot be restored does not block the others. */
export async function restoreInBatches(db: Kysely<Tables>, actor: Actor, ids: readonly Id[]) {
  const results: Result[] = []
  for (const batch of inBatches(ids, batchSize)) results.push(...(await restoreBatch(db, actor, batch)))
  return results
}

async function restoreBatch(db: Kysely<Tables>, actor: Actor, ids: readonly Id[]): Promise<Result[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, (tx) => restoreAssets(tx, actor, ids))
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error
      // Another transaction took a tag between the check and the restore: check again.
      if (attempt < mostTries) continue
      if (ids.length > 1) return oneByOne(db, actor, ids)
      return ids.map((_id) => ({ _id, assetTagId: null, ok: false, ...messageFields(error.reason) }))
    }
  }
}

async function oneByOne(db: Kysely<Tables>, actor: Actor, ids: readonly Id[]) {
  const results: Result[] = []
  for (const id of ids) results.push(...(await restoreBatch(db, actor, [id])))
  return results
}
