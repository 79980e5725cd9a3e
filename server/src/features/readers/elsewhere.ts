import type { BulkResult } from '@ats/contract/bulk.ts'
import type { ElsewhereFilter, SeenElsewhere } from '@ats/contract/sightings.ts'
import { type SqlBool, sql } from 'kysely'
import { assetsForUpdate, assetTagIdOf, placeAssets } from '#features/assets/assets.ts'
import { cityNamed, placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { messageFields } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'
import { isRegisteredElsewhere } from './registered-place.ts'
import { idInScope, namesInScope } from './sightings.ts'

/** True while the asset is registered elsewhere than it was seen: a person may have moved it since. */
export const isStillElsewhere = sql<SqlBool>`assets.deleted_at is null and upper(assets.rfid_tag) = seen_elsewhere.tag
  and exists (select from places as seen where seen.id = seen_elsewhere.place_id and ${isRegisteredElsewhere})`

export async function elsewherePage(db: Db, actor: Actor, filter: ElsewhereFilter) {
  const { location, ignored } = filter
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const tests = [
    sql`${withinScope(actor, 'assets')} and ${isStillElsewhere}`,
    sql`seen_elsewhere.ignored is ${sql.raw(ignored === 'true' ? 'not' : '')} null`,
    ...(city === undefined ? [] : [sql`assets.city_id = ${city.id}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (
    select from seen_elsewhere join assets on assets.id = seen_elsewhere.asset_id where ${where} ${counting}
  ) as counted`.execute(db)
  const count = counted[0]?.count ?? 0
  const query = db
    .selectFrom('seen_elsewhere')
    .innerJoin('assets', 'assets.id', 'seen_elsewhere.asset_id')
    .innerJoin('asset_names', 'asset_names.id', 'assets.name_id')
    .leftJoin('last_seen', 'last_seen.tag', 'seen_elsewhere.tag')
    .select([
      'seen_elsewhere.asset_id as _id',
      sql<string>`asset_tag_id(assets.number)`.as('assetTagId'),
      'asset_names.name as assetName',
      'seen_elsewhere.tag',
      'assets.place_id as registeredPlaceId',
      sql<string[]>`(select ${placeNames} from places where places.id = assets.place_id)`.as(
        'registeredPlaceNames',
      ),
      idInScope(actor, 'seen_elsewhere.place_id').as('seenPlaceId'),
      namesInScope(actor, 'seen_elsewhere.place_id').as('seenPlaceNames'),
      'seen_elsewhere.since',
      'last_seen.seen_at as seenAt',
      'seen_elsewhere.left_property as leftProperty',
      'seen_elsewhere.ignored',
    ])
    .where(where)
  const order = {
    ...{ name: 'since', by: sql<string>`seen_elsewhere.since`, id: sql<string>`seen_elsewhere.asset_id` },
    direction: 'desc' as const,
  }
  const total = count > mostCounted ? null : count
  const { rows, ...page } = await boundedPage(query, order, filter, total)
  const list: SeenElsewhere[] = rows.map(({ sortKey: _key, sortId: _id, ...row }) => row)
  return { seenElsewhere: list, ...page }
}

type Seen = { id: Id; tagId: string; placeId: Id | null }

/** The assets that are seen elsewhere, locked in the order that everybody uses. */
async function seenForUpdate(tx: Db, actor: Actor, ids: readonly Id[]) {
  const rows = await assetsForUpdate(tx, actor, [...new Set(ids)], 'live')
  const { rows: seen } = await sql<{ id: Id; placeId: Id | null }>`
    select asset_id as id, ${idInScope(actor, 'seen_elsewhere.place_id')} as "placeId"
    from seen_elsewhere join assets on assets.id = seen_elsewhere.asset_id
    where asset_id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isStillElsewhere}
    order by asset_id for update of seen_elsewhere`.execute(tx)
  const places = new Map(seen.map(({ id, placeId }) => [id, placeId]))
  const found = rows.flatMap((row): (Seen & { row: (typeof rows)[number] })[] => {
    const placeId = places.get(row.id)
    return placeId === undefined ? [] : [{ row, id: row.id, tagId: assetTagIdOf(row.number), placeId }]
  })
  return new Map(found.map((one) => [one.id, one]))
}

type Codes = 'moved-here' | 'ignored' | 'proposal-withdrawn'

function resultOf(
  ids: readonly Id[],
  seen: ReadonlyMap<Id, Seen>,
  code: Codes,
  needsPlace: boolean,
): BulkResult {
  const results = [...new Set(ids)].map((_id) => {
    const one = seen.get(_id)
    const isOut = needsPlace && one?.placeId === null
    const refused = isOut ? ('sighting-out-of-scope' as const) : ('sighting-not-found' as const)
    const ok = one !== undefined && !isOut
    return { _id, assetTagId: one?.tagId ?? null, ok, ...messageFields({ code: ok ? code : refused }) }
  })
  const done = results.filter(({ ok }) => ok).length
  return { done, failed: results.length - done, results }
}

/** A person confirms what a reader saw: the asset moves as by hand, with the same ledger entry. */
export async function moveToWhereSeen(tx: Db, actor: Actor, ids: readonly Id[]) {
  const seen = await seenForUpdate(tx, actor, ids)
  const going = [...seen.values()].filter(({ placeId }) => placeId !== null)
  const placeOf = new Map(going.map(({ id, placeId }) => [id, placeId ?? '']))
  if (going.length > 0) {
    await placeAssets(
      tx,
      actor,
      going.map(({ row }) => row),
      placeOf,
    )
    await sql`delete from seen_elsewhere where asset_id = any(${[...placeOf.keys()]}::uuid[])`.execute(tx)
  }
  return resultOf(ids, seen, 'moved-here', true)
}

export async function ignoreSightings(tx: Db, actor: Actor, ids: readonly Id[], reason: string | null) {
  const seen = await seenForUpdate(tx, actor, ids)
  await sql`update seen_elsewhere set ignored = ${reason}, ignored_by = ${reason === null ? null : actor.id}::uuid
    where asset_id = any(${[...seen.keys()]}::uuid[])`.execute(tx)
  return resultOf(ids, seen, reason === null ? 'proposal-withdrawn' : 'ignored', false)
}
