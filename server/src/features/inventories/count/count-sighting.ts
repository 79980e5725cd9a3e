import { sql } from 'kysely'
import type { Pictures } from '#features/assets/assets.ts'
import { recomputeItems } from '#features/inventories/review/recompute.ts'
import { placeNames } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { withinScope, withNothingWithheld } from '#kernel/scope.ts'
import { noteCounter, noteRoom } from './sweep-writes.ts'

export type SightingToCount = {
  sightingId: Id
  userId: Id
  deviceId: Id
  placeId: Id
  at: string
  label: string
  note: string
} & Pictures

/** Counts what a person saw. Its label determines the item; an unknown label creates one. */
export async function countSighting(tx: Db, actor: Actor, id: Id, seen: SightingToCount) {
  const { sightingId, userId, deviceId, placeId, at, label, note, image, thumbnail } = seen
  await noteCounter(tx, userId, id)
  const itemId = await itemLabelled(tx, actor, id, label)
  const { rows } = await sql`insert into inventory_sightings
      (inventory_id, id, item_id, place_id, user_id, device_id, at, label, note, image, thumbnail)
    values (${id}, ${sightingId}, ${itemId}, ${placeId}, ${userId}, ${deviceId}, least(${at}::timestamptz, now()),
      ${label}, ${note}, ${image}, ${thumbnail})
    on conflict do nothing returning id`.execute(tx)
  const isNew = rows.length > 0
  if (isNew) {
    await recomputeItems(tx, id, [itemId])
    await noteRoom(tx, { id, placeId, deviceId }, 0)
  }
  return { itemId, isNew }
}

/** Finds the item by label number, serial number or tag: expected items first, then any asset in scope. */
async function itemLabelled(tx: Db, actor: Actor, id: Id, label: string): Promise<Id> {
  const number = /^A(\d{7,15})$/i.exec(label)?.[1]
  const coded = sql`(select id from assets where number = ${number === undefined ? null : Number(number)}::bigint)
    union (select id from assets where upper(serial_no) = upper(${label}) limit 10)
    union (select id from assets where upper(rfid_tag) = upper(${label}) and deleted_at is null)`
  const { rows } = await sql<{ itemId: Id | null; assetId: Id }>`
    select item.id as "itemId", assets.id as "assetId" from assets
    left join inventory_items as item on item.inventory_id = ${id} and item.asset_id = assets.id
    where assets.id in (${coded}) and ${label} <> ''
      and (item.id is not null or ${withinScope(withNothingWithheld(actor), 'assets')})
    order by item.kind = 'expected' desc nulls last, item.id nulls last, assets.id limit 1`.execute(tx)
  const [row] = rows
  return row?.itemId ?? insertSeen(tx, id, row?.assetId ?? null)
}

async function insertSeen(tx: Db, id: Id, assetId: Id | null): Promise<Id> {
  const { rows } = await sql<{ id: Id }>`insert into inventory_items as kept
      (inventory_id, kind, asset_id, tag, label, name, expected_place_id, expected_names)
    select ${id}, case when assets.id is null then 'unknown' when assets.deleted_at is null then 'outside'
        else 'binned' end, assets.id, upper(assets.rfid_tag), asset_tag_id(assets.number),
      (select name from asset_names where asset_names.id = assets.name_id), assets.place_id,
      (select ${placeNames} from places where places.id = assets.place_id)
    from (values (${assetId}::uuid)) as seen (id) left join assets on assets.id = seen.id
    on conflict (inventory_id, tag) where tag is not null do update set tag = kept.tag
    returning id`.execute(tx)
  return rows[0]?.id ?? ''
}
