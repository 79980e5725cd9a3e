import type { sighting } from '@ats/contract/inventories/counting.ts'
import type { z } from 'zod'
import type { Pictures } from '#features/assets/assets.ts'
import { inventoryFor, mustShowItems } from '#features/inventories/access.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { countSighting } from './count-sighting.ts'
import { keepLatePhoto } from './late-reads.ts'
import { notePhotoSent } from './sweep-writes.ts'
import { recordCount, roomToCountIn } from './sweeps.ts'
import { countedBlind, sightingResult } from './tag-results.ts'

type Sighting = z.output<typeof sighting>

/** Records a sighting by hand. A photo that arrives after counting has ended is stored as late. */
export async function takeSighting(tx: Db, actor: Actor, id: Id, seen: Sighting, pictures: Pictures) {
  const inventory = await inventoryFor(tx, actor, id, 'share')
  const known = await itemOfSighting(tx, id, seen.sightingId)
  if (known !== undefined)
    return { answer: await sightingResult(tx, actor, inventory, { ...seen, itemId: known }), late: false }
  const room = await roomToCountIn(tx, actor, inventory, seen.placeId)
  if (inventory.status === 'review') {
    await notePhotoSent(tx, actor.id, id, seen)
    await keepLatePhoto(tx, actor, inventory, room, { ...seen, ...pictures, id: seen.sightingId })
    return { answer: countedBlind(seen.label), late: true }
  }
  const { itemId, isNew } = await countSighting(tx, actor, id, { ...seen, ...pictures, userId: actor.id })
  if (isNew) {
    await notePhotoSent(tx, actor.id, id, seen)
    await recordCount(tx, actor, inventory, room, { tags: 1, device: seen.device })
  }
  return { answer: await sightingResult(tx, actor, inventory, { ...seen, itemId }), late: false }
}

async function itemOfSighting(tx: Db, inventoryId: Id, id: Id) {
  const query = tx.selectFrom('inventory_sightings').select('item_id').where('inventory_id', '=', inventoryId)
  return (await query.where('id', '=', id).executeTakeFirst())?.item_id
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
