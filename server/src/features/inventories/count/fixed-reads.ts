import { type Kysely, sql } from 'kysely'
import { recordOf } from '#features/inventories/plan/planning.ts'
import { addRooms } from '#features/inventories/plan/start.ts'
import { recomputeItems } from '#features/inventories/review/recompute.ts'
import type { Who } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { fixedReadsTaken, isBetween, type NewReads, nextFixedReads } from './fixed-position.ts'
import { itemsOfTags } from './items-of-tags.ts'
import type { TagReads } from './sweep-reads.ts'
import { mergeReads, noteDevice, noteRoom, type Written } from './sweep-writes.ts'

const everyMs = 5000
/** An inventory with a long backlog yields to others after this time. */
const mostMs = 2000
const mostInventories = 1000

type Inventory = { id: Id; inventoryId: string; placeId: Id; placeNames: string[]; blind: boolean }

/** Undefined once counting has ended; the lock keeps it from ending. */
async function countedInventory(tx: Db, id: Id): Promise<Inventory | undefined> {
  const { rows } = await sql<Inventory>`select id, readable_id as "inventoryId", place_id as "placeId",
      coalesce(place_names, '{}') as "placeNames", blind
    from inventories where id = ${id} and fixed_readers and status = 'counting' for share`.execute(tx)
  return rows[0]
}

/** Rooms added since counting started belong to the inventory as soon as a reader sees into them. */
const addReaderRooms = (tx: Db, { id, placeId }: Inventory) =>
  addRooms(
    tx,
    id,
    sql`${placeId} in (places.aou_id, places.property_id, places.mm_id, places.city_id)
      and places.id in (select place_id from read_points where kind = 'room')
      and not exists (select from inventory_rooms where (inventory_id, place_id) = (${id}, places.id))`,
  )

type FixedReads = TagReads & { readerId: Id; placeId: Id }

/**
 * Grouped by reader, room and tag. A portal sees tags pass, not stay; reads too weak for their read point do
 * not count.
 */
async function readsBetween(tx: Db, id: Id, wanted: NewReads) {
  const { rows } = await sql<FixedReads>`
    select tag_reads.reader_id as "readerId", tag_reads.place_id as "placeId", tag_reads.tag,
      min(seen.moment) as "firstAt", max(seen.moment) as "lastAt", max(tag_reads.rssi) as rssi,
      least(sum(tag_reads.count), 2000000000)::int as count
    from tag_reads
    cross join lateral (select least(read_at, received_at) as moment) as seen
    cross join lateral (select kind, min_rssi from read_points
      where read_points.reader_id = tag_reads.reader_id and read_points.antenna in (tag_reads.antenna, 0)
      order by read_points.antenna desc limit 1) as point
    where ${isBetween(wanted)} and seen.moment >= ${wanted.since}::timestamptz
      and tag_reads.place_id in (select place_id from inventory_rooms where inventory_id = ${id})
      and point.kind = 'room' and (rssi is null or min_rssi is null or rssi >= min_rssi)
    group by tag_reads.reader_id, tag_reads.place_id, tag_reads.tag
    order by tag_reads.place_id, tag_reads.reader_id, tag_reads.tag`.execute(tx)
  return rows
}

type Group = { readerId: Id; placeId: Id; tags: TagReads[]; written: Written[] }

const newIn = (groups: readonly Group[]) =>
  groups.reduce((sum, { written }) => sum + written.filter(({ isNew }) => isNew).length, 0)

/** Writes the tables in the same order as sweeps do, so that the two cannot deadlock. */
async function countFixedReads(tx: Db, inventory: Inventory, reads: readonly FixedReads[]) {
  const { id } = inventory
  const items = await itemsOfTags(tx, id, [...new Set(reads.map(({ tag }) => tag))])
  const groups: Group[] = []
  for (const tags of Map.groupBy(reads, ({ placeId, readerId }) => `${placeId} ${readerId}`).values()) {
    const { placeId, readerId } = tags[0] as FixedReads
    const place = { id, placeId, deviceId: readerId }
    groups.push({ placeId, readerId, tags, written: await mergeReads(tx, null, place, tags, items) })
  }
  const written = groups.flatMap((group) => group.written)
  await recomputeItems(tx, id, [...new Set(written.map(({ itemId }) => itemId))])
  await listUnknownTags(
    tx,
    id,
    written.flatMap(({ itemId, isNew, isUnknown }) => (isNew && isUnknown ? itemId : [])),
  )
  // A person who counts a room blind must not learn how many tags are in it.
  if (!inventory.blind)
    for (const [placeId, there] of Map.groupBy(groups, (group) => group.placeId))
      await noteRoom(tx, { id, placeId, deviceId: placeId }, newIn(there))
  const names = await noteReaders(tx, id, groups)
  if (newIn(groups) > 0) await recordFixedReads(tx, inventory, newIn(groups), names)
}

/**
 * The writer of reads also lists these tags, with their number of reads; its rows are only updated once per
 * inventory.
 */
const listUnknownTags = async (tx: Db, id: Id, itemIds: readonly Id[]) =>
  itemIds.length > 0 &&
  sql`insert into unknown_tags (tag, place_id, first_seen_at, last_seen_at, reads, inventory_id)
    select distinct on (reads.tag) reads.tag, reads.place_id, reads.first_at, reads.last_at, reads.count, ${id}::uuid
    from inventory_reads as reads join places on places.id = reads.place_id
    where reads.inventory_id = ${id} and reads.item_id = any(${itemIds}::uuid[])
    order by reads.tag, reads.last_at desc, reads.place_id
    on conflict (tag) do update set inventory_id = excluded.inventory_id`.execute(tx)

/** Returns the names of the readers installed in the place itself, which everybody who sees the inventory may know. */
async function noteReaders(tx: Db, id: Id, groups: readonly Group[]) {
  const ids = [...new Set(groups.map(({ readerId }) => readerId))].sort()
  const { rows } = await sql<{ id: Id; name: string; isInside: boolean }>`select id, name, exists (
      select from inventory_rooms where (inventory_id, place_id) = (${id}, readers.place_id)) as "isInside"
    from readers where id = any(${ids}::uuid[]) order by id`.execute(tx)
  for (const reader of rows) {
    const own = groups.filter(({ readerId }) => readerId === reader.id)
    const newTags = own.reduce((sum, { written }) => sum + (written[0]?.newOfDevice ?? 0), 0)
    const device = { deviceId: reader.id, device: reader.name, placeId: own.at(-1)?.placeId ?? null }
    await noteDevice(tx, null, id, { ...device, unsent: 0, newTags })
  }
  return rows.flatMap(({ name, isInside }) => (isInside ? name : []))
}

const byReaders: Who = { id: null, requestId: 'fixed readers' }

/**
 * Notifies everybody who is watching, but only about tags that are new in a room: readers repeat the same
 * ones all the time.
 */
const recordFixedReads = (tx: Db, inventory: Inventory, tags: number, readers: readonly string[]) =>
  recordOf(tx, byReaders, inventory, 'counted', {
    after: {
      ...{ inventoryId: inventory.inventoryId, place: inventory.placeNames.join(' > ') },
      ...(!inventory.blind && { tags }),
      ...(readers.length > 0 && { device: readers.join(', ') }),
    },
  })

/**
 * Writes reads and position in one transaction, so that no read counts twice or is skipped. Returns whether
 * there is more.
 */
const takeBatch = (db: Kysely<Tables>, id: Id) =>
  inTransaction(db, async (tx) => {
    const inventory = await countedInventory(tx, id)
    const wanted = inventory && (await nextFixedReads(tx, id))
    if (inventory === undefined || wanted === undefined) return false
    await addReaderRooms(tx, inventory)
    const reads = await readsBetween(tx, id, wanted)
    if (reads.length > 0) await countFixedReads(tx, inventory, reads)
    await fixedReadsTaken(tx, id, wanted)
    return !wanted.isLast
  })

type Failed = (error: unknown) => void

/**
 * Takes the reads of fixed readers into the inventories that use them; the writer of reads does not know
 * about inventories.
 */
export async function takeFixedReads(db: Kysely<Tables>, failed: Failed, isOver = () => false) {
  const { rows } = await sql<{
    id: Id
  }>`select id from inventories where fixed_readers and status = 'counting'
    order by number limit ${sql.lit(mostInventories)}`.execute(db)
  for (const { id } of rows) {
    const until = Date.now() + mostMs
    try {
      while (!isOver() && (await takeBatch(db, id)) && Date.now() < until);
    } catch (error) {
      failed(error)
    }
  }
}

/** Repeats passes until it is stopped. */
export function startFixedReads(db: Kysely<Tables>, failed: Failed) {
  const state: { isOver: boolean; pass?: Promise<void> | undefined } = { isOver: false }
  const timer = setInterval(() => {
    state.pass ??= takeFixedReads(db, failed, () => state.isOver)
      .catch(failed)
      .finally(() => {
        state.pass = undefined
      })
  }, everyMs)
  return {
    async stop() {
      state.isOver = true
      clearInterval(timer)
      await state.pass
    },
  }
}
