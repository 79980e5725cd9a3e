import { type LateRead, mostLate } from '@ats/contract/inventories/review.ts'
import { sql } from 'kysely'
import type { Pictures } from '#features/assets/assets.ts'
import {
  type InventoryRow,
  inventoryFor,
  mustBeOpen,
  mustManage,
  mustShowItems,
} from '#features/inventories/access.ts'
import { recordOf } from '#features/inventories/plan/planning.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { countSighting } from './count-sighting.ts'
import { countSweep } from './count-sweep.ts'
import type { TagReads } from './sweep-reads.ts'
import { addDeviceTags } from './sweep-writes.ts'

export type Room = { placeId: Id; names: string[] }

type Late = { id: Id; deviceId: Id; device: string; placeId: Id }
type LateSweep = Late & { tags: readonly TagReads[]; refused: number }
type LatePhoto = Late & { at: string; label: string; note: string } & Pictures

/** Counting has ended: stores what a device read before as late reads. False if the sweep is already known. */
export async function keepLateSweep(
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  room: Room,
  late: LateSweep,
) {
  const { id, deviceId, device, placeId, tags, refused } = late
  const { rows } = await sql`insert into inventory_late_reads
      (inventory_id, id, user_id, device_id, device, place_id, reads, tags, refused, seen_at)
    values (${inventory.id}, ${id}, ${actor.id}, ${deviceId}, ${device}, ${placeId}, ${JSON.stringify(tags)}::jsonb,
      ${tags.length}::int, ${refused}::int,
      (select max(last_at) from unnest(${tags.map(({ lastAt }) => lastAt)}::timestamptz[]) as last_at))
    on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0) await noteLate(tx, actor, inventory, room, late, tags.length)
  return rows.length > 0
}

export async function keepLatePhoto(
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  room: Room,
  late: LatePhoto,
) {
  const { id, deviceId, device, placeId, at, label, note, image, thumbnail } = late
  const { rows } = await sql`insert into inventory_late_reads
      (inventory_id, id, user_id, device_id, device, place_id, tags, seen_at, label, note, image, thumbnail)
    values (${inventory.id}, ${id}, ${actor.id}, ${deviceId}, ${device}, ${placeId}, 1,
      least(${at}::timestamptz, now()), ${label}, ${note}, ${image}, ${thumbnail})
    on conflict do nothing returning id`.execute(tx)
  if (rows.length > 0) await noteLate(tx, actor, inventory, room, late, 1)
}

/** One ledger entry per device, however many of its sweeps wait: each entry is a notification. */
async function noteLate(
  tx: Db,
  actor: Actor,
  inventory: InventoryRow,
  room: Room,
  { id, deviceId, device }: Late,
  tags: number,
) {
  const { rows } = await sql`select from inventory_late_reads where inventory_id = ${inventory.id}
    and device_id = ${deviceId} and included is null and id <> ${id} limit 1`.execute(tx)
  if (rows.length > 0) return
  await recordOf(tx, actor, { ...inventory, placeId: room.placeId }, 'read-late', {
    after: { inventoryId: inventory.inventoryId, tags, device, place: pathOf(inventory, room.names) },
  })
}

const pathOf = ({ placeNames }: Pick<InventoryRow, 'placeNames'>, names: readonly string[]) =>
  [...(placeNames ?? []), ...names].join(' > ')

/** Undecided ones first, then the latest. */
export async function lateReadsOf(db: Db, actor: Actor, id: Id): Promise<LateRead[]> {
  mustShowItems(await inventoryFor(db, actor, id))
  const { rows } =
    await sql<LateRead>`select late.id as _id, case when reads is null then 'photo' else 'reads' end as kind,
      sender.full_name as user, late.device, coalesce(room.names, '{}') as "placeNames", late.tags, label, note,
      seen_at as "seenAt", received_at as "receivedAt", included, decider.full_name as "decidedBy",
      decided_at as "decidedAt"
    from inventory_late_reads as late join users as sender on sender.id = late.user_id
    left join users as decider on decider.id = late.decided_by
    left join inventory_rooms as room on (room.inventory_id, room.place_id) = (late.inventory_id, late.place_id)
    where late.inventory_id = ${id} order by included is not null, received_at desc, late.id
    limit ${sql.lit(mostLate)}`.execute(db)
  return rows
}

type Waiting = Late & {
  userId: Id
  user: string
  names: string[]
  tags: number
  reads: TagReads[] | null
  refused: number
} & ({ at: string; label: string; note: string } & Pictures)

const waitingReads = async (tx: Db, id: Id, ids: readonly Id[]) =>
  (
    await sql<Waiting>`select late.id, user_id as "userId", users.full_name as user, device_id as "deviceId", device,
      late.place_id as "placeId", coalesce(room.names, '{}') as names, late.tags, reads, refused, seen_at as at,
      label, note, image, thumbnail
    from inventory_late_reads as late join users on users.id = user_id
    left join inventory_rooms as room on (room.inventory_id, room.place_id) = (late.inventory_id, late.place_id)
    where late.inventory_id = ${id} and late.id = any(${ids}::uuid[]) and included is null
    order by received_at, late.id for update of late`.execute(tx)
  ).rows

type Decision = { ids: readonly Id[]; include: boolean }

/** Included late reads count as if they had arrived in time: the people who read them counted. */
export async function decideLateReads(tx: Db, actor: Actor, id: Id, { ids, include }: Decision) {
  const inventory = await inventoryFor(tx, actor, id, 'update')
  mustBeOpen(inventory)
  mustManage(inventory)
  mustShowItems(inventory)
  if (inventory.status === 'planned') throw new Problem('inventory-not-in-review')
  const waiting = await waitingReads(tx, id, ids)
  for (const late of waiting) {
    if (include) await countLate(tx, actor, id, late)
    const { placeId, tags, device, user, names } = late
    await recordOf(tx, actor, { ...inventory, placeId }, include ? 'late-included' : 'late-left-out', {
      after: { inventoryId: inventory.inventoryId, tags, device, user, place: pathOf(inventory, names) },
    })
  }
  await sql`update inventory_late_reads set included = ${include}, decided_by = ${actor.id}, decided_at = now()
    where inventory_id = ${id} and id = any(${waiting.map((late) => late.id)}::uuid[])`.execute(tx)
  return { done: waiting.length }
}

async function countLate(tx: Db, actor: Actor, id: Id, late: Waiting) {
  const { userId, deviceId, placeId, reads, refused } = late
  if (reads === null) await countSighting(tx, actor, id, { ...late, sightingId: late.id })
  else {
    const sweep = { sweepId: late.id, placeId, deviceId, tags: reads, refused }
    const newTags = await countSweep(tx, userId, id, sweep)
    await addDeviceTags(tx, userId, { id, placeId, deviceId }, newTags ?? 0)
  }
}
