import type { LastSeen, Movement } from '@ats/contract/sightings.ts'
import { type SqlBool, sql } from 'kysely'
import { placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { boundedPage, counting, mostCounted, type PageRequest } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'
import { isRegisteredElsewhere } from './registered-place.ts'

async function mustSeeAsset(db: Db, actor: Actor, id: Id) {
  const { rows } =
    await sql`select assets.id from assets where assets.id = ${id} and ${withinScope(actor, 'assets')}`.execute(
      db,
    )
  found(rows[0], 'asset-not-found')
}

/** The path of a place, null if it is out of scope; a reader's name is as confidential as its place. */
export const namesInScope = (actor: Actor, placeId: string) =>
  sql<string[] | null>`(select ${placeNames} from places
    where places.id = ${sql.ref(placeId)} and ${withinScope(actor, 'places')})`
export const idInScope = (actor: Actor, placeId: string) =>
  sql<Id | null>`(select places.id from places where places.id = ${sql.ref(placeId)} and ${withinScope(actor, 'places')})`
const readerInScope = (actor: Actor, readerId: string) =>
  sql<string | null>`(select readers.name from readers join places on places.id = readers.place_id
    where readers.id = ${sql.ref(readerId)} and ${withinScope(actor, 'places')})`

export async function lastSeenOf(db: Db, actor: Actor, id: Id): Promise<{ lastSeen: LastSeen | null }> {
  await mustSeeAsset(db, actor, id)
  const { rows } =
    await sql<LastSeen>`select last_seen.tag, ${idInScope(actor, 'last_seen.place_id')} as "placeId",
      ${namesInScope(actor, 'last_seen.place_id')} as "placeNames", ${readerInScope(actor, 'last_seen.reader_id')} as reader,
      last_seen.since, last_seen.seen_at as "seenAt", last_seen.rssi,
      last_seen.seen_at > now() - make_interval(secs => last_seen.gone_seconds) as present,
      coalesce(${isRegisteredElsewhere}, false) as elsewhere
    from assets join last_seen on last_seen.tag = upper(assets.rfid_tag)
    left join places as seen on seen.id = last_seen.place_id
    where assets.id = ${id} and last_seen.place_id is not null`.execute(db)
  return { lastSeen: rows[0] ?? null }
}

/** Movements of its present and former tags, each during the time it was on the asset. */
const movementsOf = (id: Id) => sql<SqlBool>`exists (select from asset_tags
  where asset_tags.asset_id = ${id} and upper(asset_tags.rfid_tag) = movements.tag
    and movements.at >= asset_tags.attached_at and movements.at < coalesce(asset_tags.detached_at, 'infinity'))`

const tagsOf = (id: Id) =>
  sql<SqlBool>`movements.tag = any(array(select upper(rfid_tag) from asset_tags where asset_id = ${id}))`

export async function movementPage(db: Db, actor: Actor, id: Id, page: PageRequest) {
  await mustSeeAsset(db, actor, id)
  const where = sql<SqlBool>`(${tagsOf(id)} and ${movementsOf(id)})`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (
    select from movements where ${where} ${counting}) as counted`.execute(db)
  const count = counted[0]?.count ?? 0
  const query = db
    .selectFrom('movements')
    .select([
      'movements.id as _id',
      'movements.tag',
      idInScope(actor, 'movements.to_place_id').as('placeId'),
      namesInScope(actor, 'movements.to_place_id').as('placeNames'),
      namesInScope(actor, 'movements.from_place_id').as('fromPlaceNames'),
      readerInScope(actor, 'movements.reader_id').as('reader'),
      sql<boolean>`movements.from_place_id is null`.as('isFirst'),
      'movements.at',
    ])
    .where(where)
  const order = {
    ...{ name: 'at', by: sql<string>`movements.at`, id: sql<string>`movements.id` },
    direction: 'desc' as const,
  }
  const total = count > mostCounted ? null : count
  const { rows, ...rest } = await boundedPage(query, order, page, total)
  const movements: Movement[] = rows.map(({ sortKey: _key, sortId: _id, ...row }) => row)
  return { movements, ...rest }
}
