import { sql } from 'kysely'
import { recomputeItems } from '#features/inventories/review/recompute.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { itemsOfTags } from './items-of-tags.ts'
import type { TagReads } from './sweep-reads.ts'
import { mergeReads, noteCounter, noteRoom, noteUnknownTags } from './sweep-writes.ts'

export type SweepToCount = {
  sweepId: Id
  placeId: Id
  deviceId: Id
  tags: readonly TagReads[]
  refused: number
}

/**
 * Counts what a person read. Returns how many tags are new to the device; undefined if the sweep was counted
 * before.
 */
export async function countSweep(
  tx: Db,
  userId: Id,
  id: Id,
  { sweepId, placeId, deviceId, tags, refused }: SweepToCount,
): Promise<number | undefined> {
  const place = { id, placeId, deviceId }
  const { rows } = await sql`insert into inventory_sweeps
      (inventory_id, id, place_id, user_id, device_id, accepted, refused)
    values (${id}, ${sweepId}, ${placeId}, ${userId}, ${deviceId}, ${tags.length}::int, ${refused}::int)
    on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) return undefined
  await noteCounter(tx, userId, id)
  const items = await itemsOfTags(
    tx,
    id,
    tags.map(({ tag }) => tag),
  )
  const written = await mergeReads(tx, userId, place, tags, items)
  await recomputeItems(tx, id, [...new Set(written.map(({ itemId }) => itemId))])
  if (written.some(({ isUnknown }) => isUnknown)) await noteUnknownTags(tx, place, tags, items)
  await noteRoom(tx, place, written.filter(({ isNew }) => isNew).length)
  return written[0]?.newOfDevice ?? 0
}
