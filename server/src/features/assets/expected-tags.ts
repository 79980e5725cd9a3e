import type { RecordAction } from '@ats/contract/record-kinds.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { attachTags, changeAssets, recordChanges, refusals } from './changes.ts'
import { detachTags } from './detached-tags.ts'
import { type AssetRow, assetsForUpdate, assetsWithIds } from './queries.ts'

/** Gives locked assets without a tag the tags of reserved numbers, which are on no label yet. */
export async function expectTags(tx: Db, actor: Actor, given: readonly { assetId: Id; tag: string }[]) {
  const ids = given.map(({ assetId }) => assetId)
  const before = await assetsWithIds(tx, ids)
  const update = sql`update assets set rfid_tag = given.tag, tag_expected = true, version = version + 1
    from unnest(${ids}::uuid[], ${given.map(({ tag }) => tag)}::text[]) as given (id, tag)
    where assets.id = given.id`
  await refusing(update.execute(tx), refusals)
  await attachTags(tx, actor, given)
  await recordChanges(tx, actor, 'asset.tag-expected', before)
}

/** Ends the expectation of tags that people have read while they counted. */
export async function confirmTags(tx: Db, actor: Actor, assetIds: readonly Id[]) {
  const live = await assetsForUpdate(tx, actor, assetIds, 'live')
  const before = live.filter(({ tagExpected }) => tagExpected)
  if (before.length > 0) await changeAssets(tx, actor, 'asset.tag-confirmed', before, { tag_expected: false })
}

/** Takes tags off locked assets. */
export async function clearTags(tx: Db, actor: Actor, action: RecordAction, before: AssetRow[]) {
  const ids = before.map(({ id }) => id)
  await detachTags(tx, actor, ids, 'replaced')
  await changeAssets(tx, actor, action, before, { rfid_tag: null, tag_expected: false })
}
