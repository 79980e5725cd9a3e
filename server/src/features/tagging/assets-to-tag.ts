import type { AssetToTag } from '@ats/contract/tagging/work.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { inPlaces, withinScope } from '#kernel/scope.ts'
import { driveFor } from './access.ts'
import { lastAssociations, whyLeft } from './left.ts'

type Wanted = { size: number; after?: Id | undefined }

/** All assets of the place, so that a device without a network knows which asset has a tag. */
export async function assetsForDevice(db: Db, actor: Actor, id: Id, { size, after }: Wanted) {
  const { placeId, placeKind } = await driveFor(db, actor, id)
  const place = { city: [], mm: [], property: [], aou: [], room: [], [placeKind]: [placeId] }
  const { rows } =
    await sql<AssetToTag>`select assets.id as "assetId", asset_tag_id(assets.number) as "assetTagId",
      (select name from asset_names where asset_names.id = assets.name_id) as "assetName",
      serial_no as "serialNo", assets.place_id as "placeId", rfid_tag as tag, ${whyLeft} as "left"
    from assets left join ${lastAssociations(id)} as last on last.asset_id = assets.id
    where deleted_at is null and ${withinScope(actor, 'assets')}
      and assets.id > coalesce(${after ?? null}::uuid, '00000000-0000-0000-0000-000000000000')
      and ${inPlaces(place, 'assets')}
    order by assets.id limit ${size + 1}`.execute(db)
  const assets = rows.slice(0, size)
  return { assets, next: rows.length > size ? (assets.at(-1)?.assetId ?? null) : null }
}
