import type pg from 'pg'
import { fillPart, monthName } from './parts.ts'
import type { Month } from './plan.ts'
import type { World } from './world.ts'

const epochOf = (moment: Date) => moment.getTime() / 1000

/** More than a month has entries, so that months can be numbered in any order. */
const numbersAMonth = (assets: number) => 20_000 + assets * 6

/** Entries of a month in their order. `what` is an entry of an asset, of a request, a sign-in, or of an inventory. */
const linesOf = ({ start, end, index }: Month, assets: number) => `
  create temporary table lines on commit drop as
  with own as materialized (
    select n, k, to_timestamp(years.moment(n, k, reg, age, entries)) as at from years.assets
      cross join lateral generate_series(greatest(1, floor((${epochOf(start)} - reg) / age * entries)::int),
        least(entries, ceil((${epochOf(end)} - reg) / age * entries)::int + 1)) as k
      where reg < ${epochOf(end)}
    union all select n, 0, to_timestamp(reg) from years.assets where reg >= ${epochOf(start)} and reg < ${epochOf(end)})
  select ${index}::bigint * ${numbersAMonth(assets)} + row_number() over (order by at, what, n, k) as id, * from (
    select 'asset' as what, n, k, at from own
    union all
    select what, n, k, case what when 'request' then at - least(at - '${start.toISOString()}', (1 + years.dice(n, k, 12) % 300) * interval '1 minute')
        else at end
      from own cross join (values ('request'), ('decision')) as sides (what) where k > 0 and k % 20 = 0
        and at >= '${start.toISOString()}' and at < '${end.toISOString()}'
    union all
    select 'sign-in', p, extract(day from day)::int, day + interval '3 hours' + years.dice(p, extract(epoch from day)::bigint / 86400, 13) % 21600 * interval '1 second'
      from years.people cross join generate_series('${start.toISOString()}'::timestamptz, '${end.toISOString()}'::timestamptz - interval '1 day', '1 day') as day
      where extract(isodow from day) < 6
    union all
    select 'inventory', i, step, to_timestamp(started + hours * 3600) from years.inventories
      cross join (values (1, 0), (2, 1), (3, 30), (4, 54)) as steps (step, hours) where m = ${index + 1}
    union all
    select 'room', i, rooms.r, to_timestamp(started + 7200 + years.dice(i, rooms.r, 14) % 72000)
      from years.inventories join years.rooms using (property) where m = ${index + 1}
  ) as all_lines where at >= '${start.toISOString()}' and at < least('${end.toISOString()}', now())`

const columns = `(id, at, actor_id, action, record_kind, record_id, place_id, from_place_id, readable_id, record_name, version,
  before, after, request_id)`
const requestId = `md5(lines.n || ' ' || lines.k)::uuid::text`

/**
 * How many moves, changes of the person and of the state happened by an entry, before it, and in all. Each level is a
 * subquery of its own, so that a function is handed columns: PostgreSQL does not inline one that is handed terms.
 */
const turns = `cross join lateral (
    select years.moves(j) as moves, years.moves(i) as moves_before, years.moves(a.entries / 4) as all_moves,
      years.handovers(j) as turns, years.handovers(i) as turns_before, years.handovers(a.entries / 4) as all_turns,
      j / 5 as state_turn, i / 5 as state_turn_before, a.entries / 20 as all_state_turns
    from (select k / 4 as j, greatest(0, k / 4 - 1) as i offset 0) as changes offset 0) as so_far`

/** The facts of an asset before one of its entries, and after it. */
const facts = ({ rooms, people, states }: World, alias: 'former' | 'present') => {
  const at = alias === 'former' ? '_before' : ''
  return {
    room: `left join years.rooms as ${alias}_room on ${alias}_room.r = years.room_at(a.n, moves${at}, all_moves, a.room, ${rooms})`,
    holder: `left join years.people as ${alias}_holder on ${alias}_holder.p = years.holder_at(a.n, turns${at}, all_turns, a.holder, ${people})`,
    state: `years.state_at(a.n, state_turn${at}, all_state_turns, a.state_id, '{${states.join()}}')`,
  }
}

const sides = (world: World, side: 'former' | 'present') => {
  const { state } = facts(world, side)
  const salt = side === 'former' ? 1 : 0
  return `case
    when k % 4 = 1 then jsonb_build_object('model', 'Series ' || years.dice(a.n, k - ${salt}, 20) % 900)
    when k % 4 = 2 then jsonb_build_object('serialNo', 'SN' || to_hex(years.dice(a.n, k - ${salt}, 21)))
    when k % 4 = 3 then jsonb_build_object('rentalMonths', 12 + (k - ${salt}) % 4 * 12)
    when k / 4 % 5 = 0 then (select jsonb_build_object('stateId', id, 'assetState', name) from asset_states where id = ${state})
    when k / 4 % 5 in (1, 3) then jsonb_build_object('assignedUser', ${side}_holder.name, 'assignedUserId', ${side}_holder.id)
    else jsonb_build_object('place', ${side}_room.path, 'placeId', ${side}_room.place_id) end`
}

const registered = `jsonb_build_object('brand', a.brand, 'image', null, 'model', a.model, 'place', present_room.path,
  'nameId', a.name_id, 'vendor', a.vendor, 'brandId', a.brand_id, 'deleted', false, 'placeId', present_room.place_id,
  'rfidTag', a.tag, 'stateId', a.state_id, 'serialNo', a.serial_no, 'vendorId', a.vendor_id, 'assetName', a.name,
  'assetState', a.state, 'assignedUser', present_holder.name, 'rentalMonths', null, 'assignedUserId', present_holder.id,
  'rentalStartDate', null)`

const actor = ({ people }: World, salt: number) =>
  `(select id from years.people where p = floor(${people} * years.share(lines.n, lines.k, ${salt}) ^ 2)::int)`

const ofAssets = (world: World, part: string) => {
  const [former, present] = [facts(world, 'former'), facts(world, 'present')]
  return `insert into ${part} ${columns}
  select lines.id, at, actors.id, case k when 0 then 'asset.registered' else 'asset.changed' end, 'asset', a.id,
    present_room.place_id, case when k > 0 and k % 4 = 0 and k / 4 % 5 in (2, 4) then former_room.place_id end, label, a.name, k + 1,
    case when k > 0 then ${sides(world, 'former')} end, case k when 0 then ${registered} else ${sides(world, 'present')} end, ${requestId}
  from lines join years.assets as a using (n) ${turns} ${former.room} ${present.room} ${former.holder} ${present.holder}
    left join years.people as actors on actors.p = floor(${world.people} * years.share(a.n, k, 15) ^ 2)::int
  where what = 'asset' order by lines.id`
}

const stateChangeId = 'years.uuid7(years.moment(a.n, k, a.reg, a.age, a.entries), a.n, k)'
const ofRequests = (world: World, part: string) => {
  const present = facts(world, 'present')
  return `insert into ${part} ${columns}
  select lines.id, at, actors.id, case what when 'request' then 'state-change.requested' else 'state-change.accepted' end,
    'state-change', ${stateChangeId}, present_room.place_id, null, label, a.name, null, null,
    jsonb_build_object('to', a.state, 'from', 'Working', 'note', null, 'assetName', a.name, 'assetTagId', label,
      'requestedBy', present_holder.name, 'reason', 'It does not work any more.'), ${requestId}
  from lines join years.assets as a using (n) ${turns} ${present.room} ${present.holder}
    left join years.people as actors on actors.p = floor(${world.people}
      * years.share(a.n, k, case what when 'request' then 16 else 15 end) ^ 2)::int
  where what in ('request', 'decision') order by lines.id`
}

const decided = (
  world: World,
) => `insert into state_changes (id, number, asset_id, asset_version, from_state_id, to_state_id, reason, status,
    created_by, created_at, decided_by, decided_at) overriding system value
  select ${stateChangeId}, lines.id, a.id, k, ${facts(world, 'former').state}, ${facts(world, 'present').state}, 'It does not work any more.', 'accepted',
    ${actor(world, 16)}, at - interval '1 hour', ${actor(world, 15)}, at
  from lines join years.assets as a using (n) ${turns} where what = 'decision'`

const ofSignIns = (part: string) => `insert into ${part} ${columns}
  select lines.id, at, people.id, 'user.signed-in', 'user', people.id, city_id, null, null, people.name, null, null, null, ${requestId}
  from lines join years.people on p = lines.n where what = 'sign-in'`

const inventoryLabel = `'INV-' || to_char(to_timestamp(started), 'YYYY') || '-' || lpad(i::text, 4, '0')`
const ofInventories = (world: World, part: string) => `insert into ${part} ${columns}
  select lines.id, at, ${actor(world, 17)}, 'inventory.' || case when what = 'room' then 'counted'
      else (array['planned', 'started', 'reviewed', 'approved'])[k] end, 'inventory', inventories.id,
    case what when 'room' then rooms.place_id else inventories.property_id end, null, ${inventoryLabel}, ${inventoryLabel}, null, null,
    case what when 'room' then jsonb_build_object('tags', 100, 'place', path, 'device', 'Chrome on Android', 'inventoryId', ${inventoryLabel})
      else jsonb_build_object('inventoryId', ${inventoryLabel}, 'place', array_to_string(inventories.above, ' > ')) end, ${requestId}
  from lines join years.inventories on i = lines.n left join years.rooms on what = 'room' and rooms.r = lines.k
  where what in ('inventory', 'room')`

const versions = (world: World) => {
  const present = facts(world, 'present')
  return `insert into asset_versions (valid_from, valid_to, event_id, asset_id, name_id, state_id, place_id, city_id, mm_id,
    property_id, aou_id, assigned_user_id, assigned_name, brand_id, vendor_id, rfid_tag, deleted)
  select at, case when k = a.entries then 'infinity' else to_timestamp(years.moment(a.n, k + 4, a.reg, a.age, a.entries)) end,
    lines.id, a.id, a.name_id, ${present.state}, present_room.place_id, present_room.city_id, present_room.mm_id,
    present_room.property_id, present_room.aou_id, present_holder.id, present_holder.name, a.brand_id, a.vendor_id, a.tag,
    a.deleted and k = a.entries
  from lines join years.assets as a using (n) ${turns} ${present.room} ${present.holder}
  where what = 'asset' and k % 4 = 0 order by lines.id`
}

/** The ledger of a month, with the versions of assets and the requests that its entries tell of. */
export async function fillLedgerMonth(client: pg.Client, world: World, month: Month) {
  const name = `events_${monthName(month.start)}`
  const bounds = { from: month.start.toISOString(), to: month.end.toISOString() }
  await fillPart(client, { parent: 'events', name, ...bounds }, async (part) => {
    await client.query(linesOf(month, world.assets))
    await client.query('create index on lines (what, n); analyze lines')
    await client.query(ofAssets(world, part))
    await client.query(ofRequests(world, part))
    await client.query(ofSignIns(part))
    await client.query(ofInventories(world, part))
    await client.query(versions(world))
    await client.query(decided(world))
  })
}

const notified = 365
/** The news of a year: two people learn of every request. */
export const notificationsOfAYear = ({
  people,
}: World) => `insert into notifications (user_id, rule, batch, event_id, at, read_at)
  select people.id, 'state-change-requested', action || ' ' || request_id, events.id, at,
    case when events.id % 3 > 0 then at + interval '3 hours' end
  from events join years.people on p in (events.id % ${people}, (events.id / 7) % ${people})
  where action = 'state-change.requested' and at > now() - interval '${notified} days'
    and (events.id % 3 = 0 or at > now() - interval '90 days') on conflict do nothing`
