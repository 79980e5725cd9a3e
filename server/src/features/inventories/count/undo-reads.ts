import type { undoneReads } from '@ats/contract/inventories/counting.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { inventoryFor } from '#features/inventories/access.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { recomputeItems } from '#features/inventories/review/recompute.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { Problem } from '#kernel/http/problem.ts'
import { tagOf } from '#kernel/rfid/tag.ts'
import { roomToCountIn } from './sweeps.ts'

type Undone = z.output<typeof undoneReads>
type Removed = { tag: string; itemId: Id; count: number; isGone: boolean }

/**
 * Removes a device from its reads in a place. The lock of the inventory keeps sweeps waiting, so that no read
 * refers to an item that is being deleted.
 */
export const undoReads = (db: Kysely<Tables>, actor: Actor, id: Id, sent: Undone) =>
  inTransaction(db, async (tx) => {
    const inventory = await inventoryFor(tx, actor, id, 'update')
    const room = await roomToCountIn(tx, actor, inventory, sent.placeId)
    if (inventory.status !== 'counting') throw new Problem('inventory-not-counting')
    const removed = await removeDevice(tx, actor, id, sent)
    if (removed.length === 0) return { undone: 0 }
    const items = [...new Set(removed.map(({ itemId }) => itemId))]
    await recomputeItems(tx, id, items)
    await forgetSeen(tx, id, items)
    await unlistTags(tx, removed)
    const gone = removed.filter(({ isGone }) => isGone).length
    await lowerCounts(tx, actor, id, sent, { gone, removed: removed.length })
    await recordOf(tx, actor, { ...inventory, placeId: room.placeId }, 'reads-undone', {
      after: {
        ...{ inventoryId: inventory.inventoryId, tags: removed.length, device: sent.device },
        place: [...(inventory.placeNames ?? []), ...room.names].join(' > '),
      },
    })
    return { undone: removed.length }
  })

/** What another device, another person on this device or a fixed reader read stays, without this person. */
async function removeDevice(tx: Db, actor: Actor, id: Id, { deviceId, placeId, tags }: Undone) {
  const wanted = tags.flatMap((tag) => tagOf(tag) ?? [])
  const [devices, people] = [
    sql`array_remove(reads.devices, ${deviceId}::uuid)`,
    sql`array_remove(reads.people, ${actor.id}::uuid)`,
  ]
  const counts = (device: RawBuilder<unknown>, user: RawBuilder<unknown>) => sql`exists (
    select from inventory_devices where inventory_id = ${id} and device_id = any(${device}) and user_id = any(${user}))`
  const [thisDevice, me] = [sql`array[${deviceId}::uuid]`, sql`array[${actor.id}::uuid]`]
  const { rows } = await sql<Removed>`update inventory_reads as reads
    set devices = case when ${counts(thisDevice, people)} then reads.devices else ${devices} end,
      people = case when ${counts(devices, me)} then reads.people else ${people} end
    where inventory_id = ${id} and place_id = ${placeId} and tag = any(${wanted}::text[])
      and reads.devices @> ${thisDevice} and reads.people @> ${me} and ${counts(thisDevice, me)}
    returning reads.tag, reads.item_id as "itemId", reads.count, reads.devices = '{}' as "isGone"`.execute(tx)
  await sql`delete from inventory_reads where inventory_id = ${id} and place_id = ${placeId}
    and tag = any(${rows.map(({ tag }) => tag)}::text[]) and devices = '{}'`.execute(tx)
  return rows
}

/** Items without reads and photos are not found again; those that nobody expected disappear. */
async function forgetSeen(tx: Db, id: Id, items: readonly Id[]) {
  const isUnseen = sql`inventory_id = ${id} and id = any(${items}::uuid[])
    and not exists (select from inventory_reads as reads
      where reads.inventory_id = ${id} and reads.item_id = inventory_items.id)
    and not exists (select from inventory_sightings where item_id = inventory_items.id)`
  await sql`update inventory_items set seen_place_id = null, in_place = false, reads = 0, rssi = null,
    seen_at = null, several_rooms = false, resolution = null, resolved_by = null where ${isUnseen}`.execute(
    tx,
  )
  await sql`delete from inventory_items where kind <> 'expected' and ${isUnseen}`.execute(tx)
}

/** A tag that was only read by mistake leaves the worklist, unless somebody decided about it. */
async function unlistTags(tx: Db, removed: readonly Removed[]) {
  const gone = removed.filter(({ isGone }) => isGone)
  const sent = sql`unnest(${gone.map(({ tag }) => tag)}::text[], ${gone.map(({ count }) => count)}::int[])
    as sent (tag, count)`
  await sql`update unknown_tags set reads = greatest(0, reads - sent.count) from ${sent}
    where unknown_tags.tag = sent.tag`.execute(tx)
  await sql`delete from unknown_tags using ${sent}
    where unknown_tags.tag = sent.tag and reads = 0 and ignored is null`.execute(tx)
}

async function lowerCounts(
  tx: Db,
  actor: Actor,
  id: Id,
  { deviceId, placeId }: Undone,
  { gone, removed }: { gone: number; removed: number },
) {
  await sql`update inventory_rooms as room set tags = greatest(0, tags - ${gone}::int),
      last_read_at = case when tags > ${gone}::int or exists (select from inventory_sightings as seen
        where seen.inventory_id = ${id} and seen.place_id = ${placeId}) then last_read_at end
    where inventory_id = ${id} and place_id = ${placeId}`.execute(tx)
  await sql`update inventory_devices set tags = greatest(0, tags - ${removed}::int)
    where (inventory_id, device_id, user_id) = (${id}, ${deviceId}, ${actor.id})`.execute(tx)
}
