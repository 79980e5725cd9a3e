import type { sighting } from '@ats/contract/inventories/counting.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Pictures } from '#features/assets/assets.ts'
import { placeNames } from '#features/places/places.ts'
import { type Actor, withinScope } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { inventoryFor, mustShowItems } from './access.ts'
import { answerToSighting } from './answers.ts'
import { recomputeItems } from './recompute.ts'
import { noteCounter, noteDeviceSeen, noteRoom } from './sweep-writes.ts'
import { recordCount, roomToCountIn } from './sweeps.ts'

type Sighting = z.output<typeof sighting>

/** Something was seen by hand. What its label says decides which item it is; a label that nobody knows makes one. */
export async function takeSighting(tx: Db, actor: Actor, id: Id, seen: Sighting, pictures: Pictures) {
  const inventory = await inventoryFor(tx, actor, id, 'share')
  const known = await itemOfSighting(tx, id, seen.sightingId)
  if (known !== undefined)
    return { answer: await answerToSighting(tx, actor, inventory, { ...seen, itemId: known }) }
  const room = await roomToCountIn(tx, actor, inventory, seen.placeId)
  await noteCounter(tx, actor.id, id)
  const itemId = await itemLabelled(tx, actor, id, seen.label)
  const { placeId, deviceId, device } = seen
  const { rows } = await sql`insert into inventory_sightings
      (inventory_id, id, item_id, place_id, user_id, device_id, at, label, note, image, thumbnail)
    values (${id}, ${seen.sightingId}, ${itemId}, ${placeId}, ${actor.id}, ${deviceId}, least(${seen.at}::timestamptz, now()), ${seen.label},
      ${seen.note}, ${pictures.image}, ${pictures.thumbnail})
    on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0) {
    await recomputeItems(tx, [itemId])
    await noteRoom(tx, { id, placeId, deviceId }, 0)
    await noteDeviceSeen(tx, actor.id, id, seen)
    await recordCount(tx, actor, inventory, room, { tags: 1, device })
  }
  return { answer: await answerToSighting(tx, actor, inventory, { ...seen, itemId }) }
}

async function itemOfSighting(tx: Db, inventoryId: Id, id: Id) {
  const query = tx.selectFrom('inventory_sightings').select('item_id').where('inventory_id', '=', inventoryId)
  return (await query.where('id', '=', id).executeTakeFirst())?.item_id
}

/** By the number on the label, the serial number or the tag: what is expected first, then any asset within scope. */
async function itemLabelled(tx: Db, actor: Actor, id: Id, label: string): Promise<Id> {
  const number = /^A(\d{7,15})$/i.exec(label)?.[1]
  const coded = sql`(select id from assets where number = ${number === undefined ? null : Number(number)}::bigint)
    union (select id from assets where upper(serial_no) = upper(${label}) limit 10)
    union (select id from assets where upper(rfid_tag) = upper(${label}) and deleted_at is null)`
  const { rows } = await sql<{ itemId: Id | null; assetId: Id }>`
    select item.id as "itemId", assets.id as "assetId" from assets
    left join inventory_items as item on item.inventory_id = ${id} and item.asset_id = assets.id
    where assets.id in (${coded}) and ${label} <> ''
      and (item.id is not null or ${withinScope(actor, 'assets')})
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

export async function sightingPhoto(
  db: Db,
  actor: Actor,
  { id, sightingId }: { id: Id; sightingId: Id },
  size: 'full' | 'thumbnail',
) {
  mustShowItems(await inventoryFor(db, actor, id))
  const row = await db
    .selectFrom('inventory_sightings')
    .select(['image', 'thumbnail'])
    .where('inventory_id', '=', id)
    .where('id', '=', sightingId)
    .executeTakeFirst()
  return size === 'full' ? row?.image : row?.thumbnail
}
