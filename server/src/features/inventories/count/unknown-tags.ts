import type { BulkResult } from '@ats/contract/bulk.ts'
import { decodeEpc } from '@ats/contract/epc.ts'
import type { UnknownTag, UnknownTagFilter } from '@ats/contract/inventories/review.ts'
import { type SqlBool, sql } from 'kysely'
import { cityNamed, placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containing } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { recordAll } from '#kernel/ledger/events.ts'
import { messageFields } from '#kernel/messages.ts'
import { registerInScope, withinScope } from '#kernel/scope.ts'

export type Shown = Omit<UnknownTagFilter, 'cursor' | 'size'>

/** A tag that an asset carries by now is no longer unknown; nobody has to remove it. */
const isUnknown = sql`not exists (select from assets
  where upper(assets.rfid_tag) = unknown_tags.tag and assets.deleted_at is null)`

export const tagsAndPlaces = sql`unknown_tags join places on places.id = unknown_tags.place_id`

export async function shownTags(db: Db, actor: Actor, filter: Shown) {
  const { location, inventoryId, search } = filter
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const tests = [
    sql`${registerInScope(actor)} and ${isUnknown}`,
    sql`unknown_tags.ignored is ${sql.raw(filter.ignored === 'true' ? 'not' : '')} null`,
    ...(city === undefined ? [] : [sql`places.city_id = ${city.id}`]),
    ...(inventoryId === undefined ? [] : [sql`unknown_tags.inventory_id = ${inventoryId}`]),
    ...(search === '' ? [] : [sql`unknown_tags.tag ilike ${containing(search)} ${sql.raw(unprepared)}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from ${tagsAndPlaces} where ${where} ${counting}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return { where, total: count > mostCounted ? null : count }
}

/** The inventory that read it last, if the actor sees it. */
export const inventoryOf = (actor: Actor) => sql<UnknownTag['inventory']>`(
  select jsonb_build_object('_id', inventories.id, 'inventoryId', inventories.readable_id)
  from inventories join places on places.id = inventories.place_id
  where inventories.id = unknown_tags.inventory_id and ${withinScope(actor, 'places')})`

export async function unknownTagPage(db: Db, actor: Actor, filter: UnknownTagFilter) {
  const { where, total } = await shownTags(db, actor, filter)
  const order = {
    ...{ name: 'lastSeenAt', by: sql<string>`unknown_tags.last_seen_at`, id: sql<string>`unknown_tags.id` },
    direction: 'desc' as const,
  }
  const query = db
    .selectFrom('unknown_tags')
    .innerJoin('places', 'places.id', 'unknown_tags.place_id')
    .select([
      'unknown_tags.id as _id',
      'unknown_tags.tag',
      'unknown_tags.place_id as placeId',
      placeNames.as('placeNames'),
      'unknown_tags.first_seen_at as firstSeenAt',
      'unknown_tags.last_seen_at as lastSeenAt',
      'unknown_tags.reads',
      inventoryOf(actor).as('inventory'),
      'unknown_tags.ignored',
    ])
    .where(where)
  const { rows, ...page } = await boundedPage(query, order, filter, total)
  const unknownTags: UnknownTag[] = rows.map(({ sortKey: _key, sortId: _id, ...row }) => ({
    ...row,
    epc: decodeEpc(row.tag),
  }))
  return { unknownTags, ...page }
}

type Changed = { id: Id; tag: string; placeId: Id }

export async function ignoreTags(
  tx: Db,
  actor: Actor,
  { ids, reason }: { ids: readonly Id[]; reason: string | null },
): Promise<BulkResult> {
  const { rows } = await sql<Changed>`select unknown_tags.id, tag, place_id as "placeId" from ${tagsAndPlaces}
    where unknown_tags.id = any(${ids}::uuid[]) and ${registerInScope(actor)}
    order by unknown_tags.tag for update of unknown_tags`.execute(tx)
  const found = new Set(rows.map(({ id }) => id))
  await sql`update unknown_tags set ignored = ${reason}, ignored_by = ${reason === null ? null : actor.id}::uuid
    where id = any(${[...found]}::uuid[])`.execute(tx)
  await recordAll(
    tx,
    actor,
    rows.map(({ id, tag, placeId }) => ({
      ...{ action: reason === null ? ('unknown-tag.taken-up' as const) : ('unknown-tag.ignored' as const) },
      ...{ kind: 'unknown-tag' as const, id, place: placeId, name: tag, after: { tag, reason } },
    })),
  )
  const results = [...new Set(ids)].map((_id) => {
    const ok = found.has(_id)
    const done = reason === null ? ('proposal-withdrawn' as const) : ('ignored' as const)
    return { _id, assetTagId: null, ok, ...messageFields({ code: ok ? done : 'unknown-tag-not-found' }) }
  })
  return { done: found.size, failed: results.length - found.size, results }
}
