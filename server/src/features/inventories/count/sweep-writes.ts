// Why it is built this way: docs/decisions/042-inventories.md

import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import type { ItemsOfTags } from './items-of-tags.ts'
import type { TagReads } from './sweep-reads.ts'

// Each of these is one statement for any number of tags, and writes in the order of the tags. So devices that
// read the same tags wait for each other, but cannot deadlock.

export type SweepPlace = { id: Id; placeId: Id; deviceId: Id }

/** Null for a fixed reader, which no person holds. */
type CounterId = Id | null

const columnsOf = (tags: readonly TagReads[], items: ItemsOfTags) => sql`unnest(
  ${tags.map(({ tag }) => tag)}::text[], ${tags.map(({ tag }) => items.get(tag)?.id)}::uuid[],
  ${tags.map(({ firstAt }) => firstAt)}::timestamptz[], ${tags.map(({ lastAt }) => lastAt)}::timestamptz[],
  ${tags.map(({ rssi }) => rssi)}::real[], ${tags.map(({ count }) => count)}::int[])
  as sent (tag, item_id, first_at, last_at, rssi, count)`

export type Written = { itemId: Id; isNew: boolean; isUnknown: boolean; newOfDevice: number }

/**
 * Merges the sent reads into the stored ones. An asset that got another tag since counting started stays one item.
 * Every read counts at least once, so a row is new if it has no more than was sent.
 */
export async function mergeReads(
  tx: Db,
  counter: CounterId,
  { id, placeId, deviceId }: SweepPlace,
  tags: readonly TagReads[],
  items: ItemsOfTags,
): Promise<Written[]> {
  const { rows } = await sql<
    Pick<Written, 'itemId' | 'newOfDevice'> & Pick<TagReads, 'tag' | 'count'>
  >`with sent as materialized (
      select sent.*, before.is_known
      from ${columnsOf(tags, items)}
      left join lateral (select true as is_known from inventory_reads as reads where reads.inventory_id = ${id}
        and reads.tag = sent.tag and reads.place_id = ${placeId} and reads.devices @> array[${deviceId}::uuid] limit 1
      ) as before on true
    ), written as (
      insert into inventory_reads as kept
        (inventory_id, tag, place_id, item_id, first_at, last_at, rssi, count, people, devices)
      select ${id}, tag, ${placeId}, item_id, first_at, last_at, rssi, count,
        array_remove(array[${counter}::uuid], null), array[${deviceId}::uuid]
      from sent order by tag
      on conflict (inventory_id, tag, place_id) do update set first_at = least(kept.first_at, excluded.first_at),
        last_at = greatest(kept.last_at, excluded.last_at), rssi = greatest(kept.rssi, excluded.rssi),
        count = least(kept.count::bigint + excluded.count, 2000000000)::int,
        people = case when kept.people @> excluded.people then kept.people else kept.people || excluded.people end,
        devices = case when kept.devices @> excluded.devices then kept.devices
          else kept.devices || excluded.devices end
      returning tag, item_id, count
    )
    select written.tag, written.count, written.item_id as "itemId",
      (select count(*) from sent where is_known is null) as "newOfDevice"
    from written`.execute(tx)
  const sent = new Map(tags.map(({ tag, count }) => [tag, count]))
  return rows.map(({ tag, count, ...row }) => ({
    ...row,
    isNew: count === sent.get(tag),
    isUnknown: items.get(tag)?.isUnknown ?? false,
  }))
}

/** The worklist of unknown tags over all inventories. */
export const noteUnknownTags = (
  tx: Db,
  { id, placeId }: SweepPlace,
  tags: readonly TagReads[],
  items: ItemsOfTags,
) =>
  sql`insert into unknown_tags as known (tag, place_id, first_seen_at, last_seen_at, reads, inventory_id)
    select sent.tag, ${placeId}, first_at, last_at, count, ${id}
    from ${columnsOf(
      tags.filter(({ tag }) => items.get(tag)?.isUnknown),
      items,
    )} order by sent.tag
    on conflict (tag) do update set first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at), reads = known.reads + excluded.reads,
      place_id = case when excluded.last_seen_at >= known.last_seen_at then excluded.place_id
        else known.place_id end,
      inventory_id = case when excluded.last_seen_at >= known.last_seen_at then excluded.inventory_id
        else known.inventory_id end`.execute(tx)

/** A person counts as a counter from the first read on. */
export const noteCounter = (tx: Db, counter: Id, id: Id) =>
  sql`insert into inventory_people as people (inventory_id, user_id, is_named, has_counted)
    values (${id}, ${counter}, false, true)
    on conflict (inventory_id, user_id) do update set has_counted = true where not people.has_counted`.execute(
    tx,
  )

export const noteRoom = (tx: Db, { id, placeId }: SweepPlace, newTags: number) =>
  sql`update inventory_rooms set tags = tags + ${newTags}::int, last_read_at = now()
    where inventory_id = ${id} and place_id = ${placeId}`.execute(tx)

type Device = { deviceId: Id; device: string; placeId: Id | null }
type DeviceReport = Device & { unsent: number; newTags: number; taken?: boolean | undefined }

export const noteDevice = (
  tx: Db,
  counter: CounterId,
  id: Id,
  { deviceId, device, placeId, unsent, newTags, taken }: DeviceReport,
) =>
  sql`insert into inventory_devices as known
      (inventory_id, device_id, user_id, device, place_id, tags, unsent, taken_at)
    values (${id}, ${deviceId}, ${counter}, ${device}, ${placeId}, ${newTags}::int, ${unsent}::int,
      case when ${taken ?? false}::bool then now() end)
    on conflict (inventory_id, device_id, user_id) do update set device = excluded.device,
      place_id = coalesce(excluded.place_id, known.place_id), tags = known.tags + excluded.tags,
      unsent = excluded.unsent, last_seen_at = now(), taken_at = case when ${taken ?? null}::bool is false then null
        else coalesce(known.taken_at, excluded.taken_at) end`.execute(tx)

/** A device sent a photo. If it does not say how much is left to send, the stored number is reduced by one. */
export const notePhotoSent = (
  tx: Db,
  counter: Id,
  id: Id,
  { deviceId, device, placeId, unsent }: Device & { unsent?: number | undefined },
) =>
  sql`insert into inventory_devices as known (inventory_id, device_id, user_id, device, place_id, unsent)
    values (${id}, ${deviceId}, ${counter}, ${device}, ${placeId}, ${unsent ?? 0}::int)
    on conflict (inventory_id, device_id, user_id) do update set device = excluded.device,
      place_id = excluded.place_id, last_seen_at = now(),
      unsent = coalesce(${unsent ?? null}::int, greatest(known.unsent - 1, 0))`.execute(tx)

/** Adds tags that a person's device had read before counting ended. */
export const addDeviceTags = (tx: Db, counter: Id, { id, deviceId }: SweepPlace, newTags: number) =>
  sql`update inventory_devices set tags = tags + ${newTags}::int
    where (inventory_id, device_id, user_id) = (${id}, ${deviceId}, ${counter})`.execute(tx)
