import { sql } from 'kysely'
import { presentOwnFields } from '#features/own-fields/own-fields.ts'
import type { Actor, Who } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { changeAssets, recordChanges } from './changes.ts'
import { mergedValues } from './own-values.ts'
import { lockedAssets } from './queries.ts'

type Pointer = 'name_id' | 'state_id' | 'brand_id' | 'vendor_id' | 'place_id'

/** Replaces one referenced record by another in all assets, including deleted ones; returns how many changed. */
export async function repointAssets(
  tx: Db,
  actor: Actor,
  ids: readonly Id[],
  { column, from, into }: { column: Pointer; from: Id; into: Id },
) {
  const rows = await lockedAssets(tx, ids, sql<boolean>`${sql.ref(column)} = ${from}`)
  if (rows.length > 0) await changeAssets(tx, actor, 'asset.changed', rows, { [column]: into })
  return rows.length
}

/**
 * Copies the path of their place to assets, including deleted ones. Their versions stay, because nobody
 * changed the assets themselves. The places are locked first, so that each path is valid when it is
 * committed.
 */
export async function followPlaces(tx: Db, who: Who, ids: readonly Id[]) {
  const { rows: places } = await sql<{ id: Id }>`select id from places
    where id = any(array(select place_id from assets where id = any(${ids}::uuid[]))) order by id for share`.execute(
    tx,
  )
  const placeIds = places.map(({ id }) => id)
  const before = await lockedAssets(tx, ids, sql<boolean>`place_id = any(${placeIds}::uuid[])`)
  await sql`update assets set city_id = places.city_id, mm_id = places.mm_id,
      property_id = places.property_id, aou_id = places.aou_id
    from places where places.id = assets.place_id and assets.id = any(${before.map(({ id }) => id)}::uuid[])
      and ${isOutOfStep}`.execute(tx)
  await recordChanges(tx, who, 'asset.changed', before)
}

/** True if an asset's path differs from the path of its place. */
export const isOutOfStep = sql<boolean>`(assets.city_id, assets.mm_id, assets.property_id, assets.aou_id)
  is distinct from (places.city_id, places.mm_id, places.property_id, places.aou_id)`

/** Replaces one place by another in the values of these assets. */
export async function repointPlaceValues(
  tx: Db,
  actor: Actor,
  ids: readonly Id[],
  { from, into }: { from: Id; into: Id },
) {
  const keys = (await presentOwnFields(tx)).filter(({ type }) => type === 'place').map(({ key }) => key)
  for (const key of keys) {
    const rows = await lockedAssets(tx, ids, sql<boolean>`assets.fields ->> ${key} = ${from}`)
    if (rows.length > 0)
      await changeAssets(tx, actor, 'asset.changed', rows, { fields: mergedValues({ [key]: into }, []) })
  }
}
