import { decodeEpc } from '@ats/contract/epc.ts'
import { sql } from 'kysely'
import { pathOfPlace } from '#features/places/places.ts'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db.ts'
import { found } from '#kernel/problem.ts'

const pageSize = 50

/** What happened to an asset, the bin included: newest first, and every tag it carried. */
export async function assetHistory(db: Db, actor: Actor, id: Id, before: number | undefined) {
  const asset = db.selectFrom('assets').select('id').where('id', '=', id).where(withinScope(actor, 'assets'))
  found(await asset.executeTakeFirst(), 'Asset')
  const events = await db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .select([
      'events.id',
      'events.at',
      sql<string | null>`btrim(users.name || ' ' || users.lastname)`.as('by'),
      'events.action',
      sql<Record<string, unknown> | null>`events.before`.as('before'),
      sql<Record<string, unknown> | null>`events.after`.as('after'),
    ])
    .where('record_kind', '=', 'asset')
    .where('record_id', '=', id)
    .$if(before !== undefined, (query) => query.where('events.id', '<', before as number))
    .orderBy('events.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const paths = await pathsInReach(db, actor)
  const shown = events.slice(0, pageSize).map(({ before, after, ...event }) => ({
    ...event,
    before: withoutElsewhere(before, paths),
    after: withoutElsewhere(after, paths),
  }))
  return { events: shown, more: events.length > pageSize, tags: await tagsOf(db, id) }
}

/** Where the actor may look, as the ledger writes places; undefined for one who sees everything. */
async function pathsInReach(db: Db, actor: Actor) {
  if (actor.everywhere) return undefined
  const given = Object.values(actor.scope).flat()
  const places = db.selectFrom('places').select(pathOfPlace.as('path'))
  const rows = await places.where('id', '=', sql<string>`any(${given}::uuid[])`).execute()
  return rows.map(({ path }) => path)
}

/** An asset may have come from where the actor sees nothing: that it was elsewhere stays, the place's name does not. */
function withoutElsewhere(facts: Record<string, unknown> | null, paths: string[] | undefined) {
  const place = facts?.place
  if (paths === undefined || typeof place !== 'string') return facts
  const seen = paths.some((path) => place === path || place.startsWith(`${path} > `))
  return seen ? facts : { ...facts, place: null }
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
