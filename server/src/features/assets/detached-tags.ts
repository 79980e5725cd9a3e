import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'

type TagEnding = 'replaced' | 'lost' | 'deleted'

/** Ends the present tags of assets. */
export async function detachTags(tx: Db, actor: Actor, assetIds: readonly Id[], ending: TagEnding) {
  await tx
    .updateTable('asset_tags')
    .set({ detached_at: sql`now()`, detached_by: actor.id, ending })
    .where('asset_id', '=', sql<string>`any(${assetIds}::uuid[])`)
    .where('detached_at', 'is', null)
    .execute()
}
