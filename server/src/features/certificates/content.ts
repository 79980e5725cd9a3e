import {
  type CertificateContent,
  type CertificateTexts,
  mostListed,
} from '@ats/contract/certificates/content.ts'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'

type Figures = CertificateContent['figures']
type Head = Omit<
  CertificateContent,
  | ('format' | 'number' | 'replaces' | 'textsHash' | 'rooms' | 'roomsLeftOut' | 'notCovered')
  | ('discrepancies' | 'discrepanciesLeftOut' | 'devicesLeftOut')
> &
  Pick<CertificateTexts, 'openReason' | 'exceptionReason'>

async function headOf(tx: Db, id: Id): Promise<Head> {
  const { rows } =
    await sql<Head>`select id as "inventoryId", readable_id as inventory, place_id as "placeId",
      place_names as "placeNames", started_at as "startedAt", reviewed_at as "reviewedAt", approved_at as "approvedAt",
      created_by as "plannedBy", approved_by as "approvedBy", open_reason as "openReason",
      exception_reason as "exceptionReason", must_count as "mustCount",
      case when exception_for is not null
        then json_build_object('for', exception_for, 'by', exception_by) end as exception,
      array(select user_id from inventory_people where inventory_id = inventories.id and has_counted
        order by user_id) as "countedBy",
      (select count(*) from events where record_kind = 'inventory' and record_id = inventories.id
        and action = 'inventory.recounted') as recounts,
      json_build_object('blind', blind, 'byHand', by_hand,
        'devices', (select count(distinct device_id) from inventory_devices as device
          where device.inventory_id = inventories.id and user_id is not null and tags > 0),
        'fixedReaders', (select count(*) from inventory_devices as device
          where device.inventory_id = inventories.id and user_id is null and tags > 0)) as method,
      json_build_object('expected', total, 'found', found, 'misplaced', misplaced, 'outside', outside,
        'binned', binned, 'unknown', unknown, 'weak', weak, 'open', unresolved) as figures,
      (select json_build_object('number', number, 'hash', encode(hash, 'hex')) from ledger_seals
        order by number desc limit 1) as seal
    from inventories where id = ${id} and status = 'approved'`.execute(tx)
  if (rows[0] === undefined) throw new Problem('certificate-not-approved')
  return rows[0]
}

/** Every room, and places above rooms in which something was expected or seen. */
const roomsOf = async (tx: Db, id: Id) =>
  (
    await sql<CertificateContent['rooms'][number] & { isRoom: boolean }>`
    select room.place_id as "placeId", room.names, room.kind = 'room' as "isRoom",
      room.tags > 0 or exists (select from inventory_sightings as seen
        where seen.inventory_id = room.inventory_id and seen.place_id = room.place_id) as covered,
      coalesce(counts.expected, 0) as expected, coalesce(counts.found, 0) as found,
      coalesce(counts.misplaced, 0) as misplaced, coalesce(counts.outside, 0) as outside,
      coalesce(counts.binned, 0) as binned, coalesce(counts.unknown, 0) as unknown
    from inventory_rooms as room left join inventory_counts as counts
      on (counts.inventory_id, counts.place_id) = (room.inventory_id, room.place_id)
    where room.inventory_id = ${id} and (room.kind = 'room' or room.tags > 0 or counts.expected > 0
      or counts.misplaced + counts.outside + counts.binned + counts.unknown > 0)
    order by room.path, room.place_id`.execute(tx)
  ).rows

type Item = CertificateContent['discrepancies'][number] & CertificateTexts['items'][string]

/** What was found out after approval counts, too. Assets from outside are named by their tags only. */
const itemsOf = async (tx: Db, id: Id) =>
  (
    await sql<Item>`select item.id as "itemId", item.class, item.tag,
      case when item.kind = 'expected' then item.label end as "assetTagId",
      case when item.kind = 'expected' then item.expected_place_id end as "expectedPlaceId",
      item.seen_place_id as "seenPlaceId", decision.resolution ->> 'action' as action, decision.by as "decidedBy",
      item.applied and item.outcome is not null as failed,
      case when item.kind = 'expected' then item.name end as name, item.note, item.outcome,
      nullif(concat_ws(', ', decision.resolution ->> 'newState', decision.resolution ->> 'where',
        decision.resolution ->> 'until', decision.resolution ->> 'reason',
        decision.resolution ->> 'evidence'), '') as reason
    from inventory_items as item left join lateral (
      select resolution, by from (
        select resolution, noted_by as by, 0 as place, id from inventory_follow_ups where item_id = item.id
        union all select item.resolution, item.resolved_by, 1, item.id where item.resolution is not null
      ) as known order by place, id desc limit 1) as decision on true
    where item.inventory_id = ${id} and item.class <> 'found'
    order by item.class, item.label, item.id limit ${sql.lit(mostListed)}`.execute(tx)
  ).rows

const discrepanciesIn = ({ expected, found, misplaced, outside, binned, unknown }: Figures) =>
  expected - found + misplaced + outside + binned + unknown

type Device = CertificateContent['devicesLeftOut'][number] & { device: string }

const devicesOf = async (tx: Db, id: Id) =>
  (
    await sql<Device>`select device_id as "deviceId", user_id as "userId", unsent, device from inventory_devices
    where inventory_id = ${id} and left_out order by device_id, user_id limit 1000`.execute(tx)
  ).rows

type Found = {
  content: Omit<CertificateContent, 'number' | 'replaces' | 'textsHash'>
  texts: Pick<CertificateTexts, 'openReason' | 'exceptionReason' | 'devices' | 'items'>
}

/** What an approved inventory says, with what people wrote apart. */
export async function contentOf(tx: Db, id: Id): Promise<Found> {
  const { openReason, exceptionReason, ...head } = await headOf(tx, id)
  const [rooms, items, devices] = [await roomsOf(tx, id), await itemsOf(tx, id), await devicesOf(tx, id)]
  const many = discrepanciesIn(head.figures)
  // The file of an archive has them then.
  if (items.length < Math.min(many, mostListed)) throw new Problem('certificate-archived')
  const listed = rooms.slice(0, mostListed)
  return {
    content: {
      format: 1,
      ...head,
      rooms: listed.map(({ isRoom: _isRoom, ...room }) => room),
      roomsLeftOut: rooms.length - listed.length,
      notCovered: rooms.filter(({ isRoom, covered }) => isRoom && !covered).length,
      discrepancies: items.map(
        ({ name: _name, note: _note, reason: _reason, outcome: _outcome, ...one }) => one,
      ),
      discrepanciesLeftOut: many - items.length,
      devicesLeftOut: devices.map(({ device: _device, ...one }) => one),
    },
    texts: {
      openReason,
      exceptionReason,
      devices: Object.fromEntries(devices.map(({ deviceId, device }) => [deviceId, device])),
      items: Object.fromEntries(
        items
          .filter(({ name, note, reason, outcome }) => name ?? note ?? reason ?? outcome)
          .map(({ itemId, name, note, reason, outcome }) => [itemId, { name, note, reason, outcome }]),
      ),
    },
  }
}
