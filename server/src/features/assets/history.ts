import { decodeEpc } from '@ats/contract/epc.ts'
import { sql } from 'kysely'
import { factsInReach, pathsInReach } from '#features/places/places.ts'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found } from '#kernel/http/problem.ts'

const pageSize = 50

/** What happened to an asset, the bin included: newest first, and every tag it carried. */
export async function assetHistory(db: Db, actor: Actor, id: Id, before: number | undefined) {
  const asset = db.selectFrom('assets').select('id').where('id', '=', id).where(withinScope(actor, 'assets'))
  found(await asset.executeTakeFirst(), 'asset-not-found')
  const paths = await pathsInReach(db, actor)
  const events = await db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .select([
      'events.id',
      'events.at',
      'users.full_name as by',
      'events.action',
      factsInReach(sql.ref('events.before'), paths).as('before'),
      factsInReach(sql.ref('events.after'), paths).as('after'),
    ])
    .where('record_kind', '=', 'asset')
    .where('record_id', '=', id)
    .$if(before !== undefined, (query) => query.where('events.id', '<', before as number))
    .orderBy('events.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return { events: events.slice(0, pageSize), more: events.length > pageSize, tags: await tagsOf(db, id) }
}

async function tagsOf(db: Db, assetId: Id) {
  const rows = await db
    .selectFrom('asset_tags')
    .leftJoin('users', 'users.id', 'asset_tags.attached_by')
    .select([
      'rfid_tag as rfidTag',
      'attached_at as attachedAt',
      'users.name as attachedBy',
      'detached_at as detachedAt',
      'ending',
    ])
    .where('asset_id', '=', assetId)
    .orderBy('attached_at', 'desc')
    .orderBy('asset_tags.id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, epc: decodeEpc(row.rfidTag) }))
}
