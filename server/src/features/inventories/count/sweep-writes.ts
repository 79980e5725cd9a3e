// Why it is built this way: docs/decisions/042-inventories.md

import { type RawBuilder, sql } from 'kysely'
import { placeNames } from '#features/places/places.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import type { TagReads } from './sweep-reads.ts'

// Each of these is one statement for any number of tags, and writes in the order of the tags. So devices that
// read the same tags wait for each other, but cannot deadlock.

export type SweepPlace = { id: Id; placeId: Id; deviceId: Id }

/** Null for a fixed reader, which no person holds. */
type CounterId = Id | null

const columnsOf = (tags: readonly TagReads[]) => sql`unnest(${tags.map(({ tag }) => tag)}::text[],
  ${tags.map(({ firstAt }) => firstAt)}::timestamptz[], ${tags.map(({ lastAt }) => lastAt)}::timestamptz[],
  ${tags.map(({ rssi }) => rssi)}::real[], ${tags.map(({ count }) => count)}::int[])
  as sent (tag, first_at, last_at, rssi, count)`

/** Name and registered place of an asset that was not expected. */
const assetColumns = sql`asset_tag_id(assets.number),
  (select name from asset_names where asset_names.id = assets.name_id), assets.place_id,
  (select ${placeNames} from places where places.id = assets.place_id)`

/** The asset that carries a tag, or the last one that carried it before it was deleted; each has its own index. */
const holderOf = (tag: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`(
  select id from (
    (select id, deleted_at from assets where ${where} and upper(rfid_tag) = ${tag} and deleted_at is null)
    union all
    (select id, deleted_at from assets where ${where} and upper(rfid_tag) = ${tag} and deleted_at is not null
      order by deleted_at desc, id limit 1)
  ) as holders order by deleted_at desc nulls first limit 1)`

// Without statistics, `limit 1` makes the planner pick any index; this order matches exactly one.
const itemOfTag = (id: Id) => sql`(select item.id from inventory_items as item
  where item.inventory_id = ${id} and item.tag = sent.tag offset 0)`
const itemOfReads = (id: Id) => sql`(select reads.item_id from inventory_reads as reads
  where own.id is null and reads.inventory_id = ${id} and reads.tag = sent.tag
  order by reads.place_id limit 1)`
const itemOfHolder = (id: Id) => sql`(select item.id from ${holderOf(
  sql`sent.tag`,
  sql`own.id is null and earlier.item_id is null`,
)} as holder join inventory_items as item
  on item.inventory_id = ${id} and item.asset_id = holder.id and item.kind = 'expected' limit 1)`

/**
 * Finds the items of tags with one lookup per tag, regardless of the planner's estimates. As a join, it may
 * read all items, or all assets for each tag. Later lookups only run for tags that earlier ones did not find.
 */
const knownItems = (id: Id) => sql`left join lateral ${itemOfTag(id)} as own on true
  left join lateral ${itemOfReads(id)} as earlier on true
  left join lateral ${itemOfHolder(id)} as other on true`

/** Creates items for tags that were neither expected nor read before: an asset from outside, a deleted one, or none. */
export const addUnexpected = (tx: Db, id: Id, tags: readonly string[]) =>
  sql`with sent as materialized (
      select sent.tag from unnest(${tags}::text[]) as sent (tag) ${knownItems(id)}
      where own.id is null and earlier.item_id is null and other.id is null
    )
    insert into inventory_items
      (inventory_id, kind, asset_id, tag, label, name, expected_place_id, expected_names)
    select ${id}, case when assets.id is null then 'unknown' when assets.deleted_at is null then 'outside'
        else 'binned' end, assets.id, sent.tag, ${assetColumns}
    from sent left join lateral ${holderOf(sql`sent.tag`, sql`true`)} as holder on true
    left join assets on assets.id = holder.id
    order by sent.tag
    on conflict (inventory_id, tag) where tag is not null do nothing`.execute(tx)

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
): Promise<Written[]> {
  const { rows } = await sql<
    Omit<Written, 'isNew'> & Pick<TagReads, 'tag' | 'count'>
  >`with sent as materialized (
      select sent.*, coalesce(own.id, earlier.item_id, other.id) as item_id, before.is_known
      from ${columnsOf(tags)} ${knownItems(id)}
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
      (select item.kind = 'unknown' from inventory_items as item
        where (item.inventory_id, item.id) = (${id}, written.item_id)) as "isUnknown",
      (select count(*) from sent where is_known is null) as "newOfDevice"
    from written`.execute(tx)
  const sent = new Map(tags.map(({ tag, count }) => [tag, count]))
  return rows.map(({ tag, count, ...row }) => ({ ...row, isNew: count === sent.get(tag) }))
}

/** The worklist of unknown tags over all inventories. */
export const noteUnknownTags = (tx: Db, { id, placeId }: SweepPlace, tags: readonly TagReads[]) =>
  sql`insert into unknown_tags as known (tag, place_id, first_seen_at, last_seen_at, reads, inventory_id)
    select sent.tag, ${placeId}, first_at, last_at, count, ${id}
    from ${columnsOf(tags)} join inventory_items as item on item.inventory_id = ${id} and item.tag = sent.tag
    where item.kind = 'unknown' order by sent.tag
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
