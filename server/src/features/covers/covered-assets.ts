import type { CoveredAsset, CoveredFilter } from '@ats/contract/covers.ts'
import { type SqlBool, sql } from 'kysely'
import { codesOrNameHold } from '#features/assets/assets.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage } from '#kernel/db/paging.ts'
import { withinScope } from '#kernel/scope.ts'
import { assetsOf, countOf } from './queries.ts'

/** The assets of a cover that are in scope, deleted ones too. */
export async function coveredAssets(db: Db, actor: Actor, coverId: Id, filter: CoveredFilter) {
  const holds = filter.search === '' ? sql<SqlBool>`true` : codesOrNameHold(filter.search)
  const where = sql<SqlBool>`${withinScope(actor, 'assets')} and ${holds} ${sql.raw(unprepared)}`
  const total = await countOf(db, sql`from ${assetsOf(sql`${coverId}::uuid`)} and ${where}`)
  const query = db
    .selectFrom('cover_assets')
    .innerJoin('assets', 'assets.id', 'cover_assets.asset_id')
    .innerJoin('places', 'places.id', 'assets.place_id')
    .select([
      'assets.id as _id',
      sql<string>`asset_tag_id(assets.number)`.as('assetTagId'),
      sql<string>`(select name from asset_names where asset_names.id = assets.name_id)`.as('assetName'),
      'assets.rfid_tag as rfidTag',
      placePath.as('place'),
      sql<boolean>`assets.deleted_at is not null`.as('deleted'),
      'cover_assets.added_at as addedAt',
    ])
    .where('cover_assets.cover_id', '=', coverId)
    .where(where)
  const by = sql<string>`cover_assets.asset_id`
  const order = { name: 'id', by, id: by, direction: 'asc' as const }
  const { rows, ...page } = await boundedPage(query, order, filter, total)
  return { assets: rows.map(({ sortKey: _key, sortId: _id, ...row }): CoveredAsset => row), ...page }
}
