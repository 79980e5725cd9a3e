import { mostReads, type sweep } from '@ats/contract/inventories/counting.ts'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type InventoryRow, inventoryFor, mustBeCounter } from '#features/inventories/access.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { addRooms } from '#features/inventories/plan/start.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'
import { countSweep } from './count-sweep.ts'
import { keepLateSweep, type Room } from './late-reads.ts'
import { readsOf, type TagReads } from './sweep-reads.ts'
import { noteDevice } from './sweep-writes.ts'
import { tagResults } from './tag-results.ts'

type Sweep = z.output<typeof sweep>

/** Takes the reads of a device in one place. A repeated sweep gets the same response and does not count twice. */
export const takeSweep = async (db: Kysely<Tables>, actor: Actor, id: Id, sent: Sweep) => {
  const { tags, refused } = readsOf(sent, Date.now())
  // One message of a reader may contain many tags.
  if (tags.length > mostReads)
    throw invalid('reads', 'inventory-too-many-tags', { count: tags.length, most: mostReads })
  return inTransaction(db, async (tx) => {
    const inventory = await inventoryFor(tx, actor, id, 'share')
    const known =
      (await sweepById(tx, id, sent.sweepId)) ??
      (await takeReads(tx, actor, inventory, { sent, tags, refused })) ??
      (await sweepById(tx, id, sent.sweepId))
    const answers = known?.late
      ? []
      : await tagResults(
          tx,
          actor,
          inventory,
          sent.placeId,
          tags.map(({ tag }) => tag),
        )
    return { accepted: known?.accepted ?? 0, late: known?.late ?? 0, refused: known?.refused ?? 0, answers }
  })
}

type Taken = { accepted: number; late: number; refused: number }

/** The result of a known sweep: counted, or late. */
async function sweepById(tx: Db, inventoryId: Id, id: Id): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`select accepted, 0 as late, refused from inventory_sweeps
      where inventory_id = ${inventoryId} and id = ${id}
    union all select 0, tags, refused from inventory_late_reads
      where inventory_id = ${inventoryId} and id = ${id} and included is not true`.execute(tx)
  return rows[0]
}

type Counted = { sent: Sweep; tags: readonly TagReads[]; refused: number }

/** Undefined if a concurrent request with the same sweep was faster. */
async function takeReads(
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  { sent, tags, refused }: Counted,
): Promise<Taken | undefined> {
  const room = await roomToCountIn(tx, actor, inventory, sent.placeId)
  const { placeId, deviceId, device, unsent, sweepId } = sent
  const { id } = inventory
  if (inventory.status === 'review' && tags.length > 0) {
    await noteDevice(tx, actor.id, id, { deviceId, device, placeId, unsent, newTags: 0 })
    const late = { id: sweepId, deviceId, device, placeId, tags, refused }
    return (await keepLateSweep(tx, actor, inventory, room, late))
      ? { accepted: 0, late: tags.length, refused }
      : undefined
  }
  const sweep = { sweepId, placeId, deviceId, tags, refused }
  const newTags = await countSweep(tx, actor.id, id, sweep)
  if (newTags === undefined) return undefined
  await noteDevice(tx, actor.id, id, { deviceId, device, placeId, unsent, newTags })
  await recordCount(tx, actor, inventory, room, { tags: tags.length, device })
  return { accepted: tags.length, late: 0, refused }
}

/**
 * The place, if the actor may count in it, even after counting has ended. A room that was added since the
 * start belongs to it.
 */
export async function roomToCountIn(
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  placeId: Id,
): Promise<Room> {
  mustBeCounter(inventory)
  if (inventory.status !== 'counting' && inventory.status !== 'review')
    throw new Problem(isBusy(inventory) ? 'inventory-busy' : 'inventory-not-counting')
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

const isBusy = ({ status }: Pick<InventoryRow, 'status'>) => status === 'starting' || status === 'approving'

/** Notifies everybody who is watching that there are new reads, without revealing what was expected. */
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

type Report = {
  deviceId: Id
  device: string
  placeId: Id | null
  unsent: number
  taken?: boolean | undefined
}

/**
 * Stores how much a device has still to send, and whether it takes the inventory offline. A closed inventory
 * accepts no reads, and the response says so.
 */
export async function reportDevice(
  tx: Db,
  actor: Actor,
  id: Id,
  { deviceId, device, placeId, unsent, taken }: Report,
) {
  const inventory = await inventoryFor(tx, actor, id, 'share')
  mustBeCounter(inventory)
  const { status } = inventory
  if (status !== 'approved' && status !== 'cancelled')
    await noteDevice(tx, actor.id, id, { deviceId, device, placeId, unsent, taken, newTags: 0 })
  return { status }
}
