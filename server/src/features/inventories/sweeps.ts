import { mostReads, type sweep } from '@ats/contract/inventories/counting.ts'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, withinScope } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { type InventoryRow, inventoryFor, mustBeCounter } from './access.ts'
import { answersToTags } from './answers.ts'
import { recordOf } from './planning.ts'
import { recomputeItems } from './recompute.ts'
import { addRooms } from './start.ts'
import { readsOf, type TagReads } from './sweep-reads.ts'
import {
  addUnexpected,
  mergeReads,
  noteCounter,
  noteDevice,
  noteRoom,
  noteUnknownTags,
} from './sweep-writes.ts'

type Sweep = z.output<typeof sweep>

/** What a device read in one place. A sweep that is known already is answered again and counts no second time. */
export const takeSweep = async (db: Kysely<Tables>, actor: Actor, id: Id, sent: Sweep) => {
  const { tags, refused } = readsOf(sent, Date.now())
  // One message of a reader may hold many tags.
  if (tags.length > mostReads)
    throw invalid('reads', 'inventory-too-many-tags', { count: tags.length, most: mostReads })
  return inTransaction(db, async (tx) => {
    const inventory = await inventoryFor(tx, actor, id, 'share')
    const known =
      (await sweepById(tx, id, sent.sweepId)) ??
      (await countSweep(tx, actor, inventory, { sent, tags, refused })) ??
      (await sweepById(tx, id, sent.sweepId))
    const answers = await answersToTags(
      tx,
      actor,
      inventory,
      sent.placeId,
      tags.map(({ tag }) => tag),
    )
    return { accepted: known?.accepted ?? 0, refused: known?.refused ?? 0, answers }
  })
}

const sweepById = (tx: Db, inventoryId: Id, id: Id) =>
  tx
    .selectFrom('inventory_sweeps')
    .select(['accepted', 'refused'])
    .where('inventory_id', '=', inventoryId)
    .where('id', '=', id)
    .executeTakeFirst()

type Counted = { sent: Sweep; tags: readonly TagReads[]; refused: number }

/** Undefined where another call with the same sweep was quicker. */
async function countSweep(tx: Db, actor: Actor, inventory: InventoryRow, { sent, tags, refused }: Counted) {
  const room = await roomToCountIn(tx, actor, inventory, sent.placeId)
  const { id } = inventory
  const { placeId, deviceId, device, unsent } = sent
  const place = { id, placeId, deviceId }
  const counted = { accepted: tags.length, refused }
  const { rows } = await sql`insert into inventory_sweeps
      (inventory_id, id, place_id, user_id, device_id, accepted, refused)
    values (${id}, ${sent.sweepId}, ${placeId}, ${actor.id}, ${deviceId}, ${tags.length}::int, ${refused}::int)
    on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) return undefined
  await noteCounter(tx, actor.id, id)
  await addUnexpected(
    tx,
    id,
    tags.map(({ tag }) => tag),
  )
  const written = await mergeReads(tx, actor.id, place, tags)
  await recomputeItems(tx, [...new Set(written.map(({ itemId }) => itemId))])
  if (written.some(({ isUnknown }) => isUnknown)) await noteUnknownTags(tx, place, tags)
  await noteRoom(tx, place, written.filter(({ isNew }) => isNew).length)
  const newTags = written[0]?.newOfDevice ?? 0
  await noteDevice(tx, actor.id, id, { deviceId, device, placeId, unsent, newTags })
  await recordCount(tx, actor, inventory, room, { tags: tags.length, device })
  return counted
}

type Room = { placeId: Id; names: string[] }

/** The place, if the actor may count in it now. A room that was added since counting started belongs to it, too. */
export async function roomToCountIn(
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  placeId: Id,
): Promise<Room> {
  mustBeCounter(inventory)
  if (inventory.status !== 'counting')
    throw new Problem(inventory.status === 'starting' ? 'inventory-busy' : 'inventory-not-counting')
  const room = (await roomOf(tx, inventory.id, placeId)) ?? (await addedRoom(tx, actor, inventory, placeId))
  if (room === undefined) throw invalid('placeId', 'inventory-place-outside')
  return room
}

const roomOf = (tx: Db, inventoryId: Id, placeId: Id) =>
  tx
    .selectFrom('inventory_rooms')
    .select(['place_id as placeId', 'names'])
    .where('inventory_id', '=', inventoryId)
    .where('place_id', '=', placeId)
    .executeTakeFirst()

async function addedRoom(tx: Db, actor: Actor, { id, placeId: whole }: InventoryRow, placeId: Id) {
  await addRooms(
    tx,
    id,
    sql`places.id = ${placeId} and ${withinScope(actor, 'places')}
      and ${whole} in (places.aou_id, places.property_id, places.mm_id, places.city_id)`,
  )
  return roomOf(tx, id, placeId)
}

/** Tells everyone who watches that there is something new, and says nothing of what was expected. */
export const recordCount = (
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  room: Room,
  { tags, device }: { tags: number; device: string },
) =>
  recordOf(tx, actor, { ...inventory, placeId: room.placeId }, 'counted', {
    after: {
      ...{ inventoryId: inventory.inventoryId, tags, device },
      place: [...(inventory.placeNames ?? []), ...room.names].join(' > '),
    },
  })

/** How much a device has still to send. A closed inventory takes nothing any more, and says so. */
export async function reportDevice(
  tx: Db,
  actor: Actor,
  id: Id,
  { deviceId, device, placeId, unsent }: { deviceId: Id; device: string; placeId: Id | null; unsent: number },
) {
  const inventory = await inventoryFor(tx, actor, id, 'share')
  mustBeCounter(inventory)
  const { status } = inventory
  if (status !== 'approved' && status !== 'cancelled')
    await noteDevice(tx, actor.id, id, { deviceId, device, placeId, unsent, newTags: 0 })
  return { status }
}
