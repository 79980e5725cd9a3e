import { randomUUID } from 'node:crypto'
import { sweep } from '@ats/contract/inventories/counting.ts'
import { newInventory } from '@ats/contract/inventories/inventories.ts'
import { type Kysely, sql } from 'kysely'
import { takeSighting } from '#features/inventories/count/sightings.ts'
import { takeSweep } from '#features/inventories/count/sweeps.ts'
import { planInventory } from '#features/inventories/plan/planning.ts'
import { startInventory } from '#features/inventories/plan/start.ts'
import { approveInventory } from '#features/inventories/review/approval.ts'
import { reviewInventory } from '#features/inventories/review/closing.ts'
import { resolveItems } from '#features/inventories/review/resolutions.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { type Act, counters, leads, type Stage } from './year.ts'

const day = 24 * 60 * 60 * 1000
const dayIn = (stage: Stage, days: number) =>
  new Date(stage.today.getTime() + days * day).toISOString().slice(0, 10)

const phone = { deviceId: '6f2f1c1e-3c69-4c0a-9a53-5d0c3f4f1a01', device: 'Chrome on Android' }

/** The property that a room of a city is in. */
export async function propertyOf({ services, rooms }: Stage, city: string, name: string): Promise<Id> {
  const room = rooms.find((one) => one.city === city && one.property.endsWith(name))
  const { rows } = await sql<{ id: Id }>`select property_id as id from places where id = ${room?.id}`.execute(
    services.db,
  )
  return rows[0]?.id ?? ''
}

const planned = async (
  { services: { db, config } }: Stage,
  lead: Actor,
  plan: { placeId: Id; people: Id[]; dueOn: string; repeat?: 'monthly' | 'quarterly' },
) => inTransaction(db, (tx) => planInventory(tx, lead, config.timeZone, newInventory.parse(plan)))

type Expected = { tag: string; placeId: Id; seen: Id }

/** What is expected, room by room; now and then an asset is in the next room instead. */
async function expectedIn({ services: { db } }: Stage, id: Id, misplaced: number): Promise<Expected[]> {
  const { rows } = await sql<{ tag: string; placeId: Id }>`
    select tag, expected_place_id as "placeId" from inventory_items
    where inventory_id = ${id} and tag is not null order by expected_place_id, label`.execute(db)
  const rooms = [...new Set(rows.map(({ placeId }) => placeId))]
  const after = (room: Id) => rooms[(rooms.indexOf(room) + 1) % rooms.length] ?? room
  return rows.map((row, index) => ({
    ...row,
    seen: index % misplaced === 5 ? after(row.placeId) : row.placeId,
  }))
}

/** Which rooms a person counts, and of how many assets one is not found or in the next room. */
type Walk = { part: (room: number) => boolean; missed: number; misplaced: number }
const usual: Walk = { part: () => true, missed: 17, misplaced: 23 }

/** A person walks through rooms and reads most of the assets there, and one or two unknown tags. */
async function count(stage: Stage, actor: Actor, id: Id, { part, missed, misplaced }: Walk = usual) {
  const expected = await expectedIn(stage, id, misplaced)
  const rooms = [...new Set(expected.map(({ placeId }) => placeId))].filter((_, index) => part(index))
  for (const [place, placeId] of rooms.entries()) {
    const tags = expected.filter(({ seen }, index) => seen === placeId && index % missed !== 3)
    const strange = place % 3 === 0 ? [`E28011700000020${String(place).padStart(3, '0')}5D0C3F`] : []
    const reads = [...tags.map(({ tag }) => tag), ...strange].map((tag, index) => ({
      ...{ tag, at: new Date().toISOString(), rssi: -45 - (index % 20) },
      count: index % 11 === 4 ? 1 : 3,
    }))
    const body = { sweepId: randomUUID(), ...phone, placeId, reads }
    await takeSweep(stage.services.db, actor, id, sweep.parse(body))
  }
}

/** A year of approved inventories, one in counting, one overdue and one planned. */
export function inventories(stage: Stage): Act[] {
  return [
    ...year.flatMap((one) => approvedInventory(stage, one)),
    ...countedInMumbai(stage),
    ...overdueInDelhi(stage),
    ...plannedInBangalore(stage),
  ]
}

type Approved = { city: string; property: string; daysAgo: number; missed: number }

/** Fewer assets are missed as the year goes on; in one month an old warehouse is counted for the first time. */
const year: Approved[] = [
  { city: 'Indore', property: 'Head Office', daysAgo: 338, missed: 9 },
  { city: 'Mumbai', property: 'Head Office', daysAgo: 309, missed: 10 },
  { city: 'Delhi', property: 'Service Centre', daysAgo: 280, missed: 12 },
  { city: 'Mumbai', property: 'Service Centre', daysAgo: 252, missed: 13 },
  { city: 'Bangalore', property: 'Head Office', daysAgo: 222, missed: 17 },
  { city: 'Pune', property: 'Warehouse', daysAgo: 190, missed: 10 },
  { city: 'Indore', property: 'Service Centre', daysAgo: 161, missed: 19 },
  { city: 'Delhi', property: 'Head Office', daysAgo: 131, missed: 25 },
  { city: 'Mumbai', property: 'Head Office', daysAgo: 101, missed: 37 },
  { city: 'Indore', property: 'Head Office', daysAgo: 68, missed: 50 },
  { city: 'Mumbai', property: 'Warehouse', daysAgo: 44, missed: 60 },
  { city: 'Pune', property: 'Service Centre', daysAgo: 24, missed: 17 },
  { city: 'Delhi', property: 'Head Office', daysAgo: 10, missed: 200 },
]

const reason = { openReason: 'The search for the others goes on.' }

function approvedInventory(stage: Stage, { city, property, daysAgo, missed }: Approved): Act[] {
  const { services, as } = stage
  const [lead, counter] = [leads[city] ?? '', counters[city] ?? '']
  const walk = { ...usual, missed, misplaced: 23 + Math.floor(missed / 2) }
  let id: Id = ''
  const plan = async (act: string) => {
    const placeId = await propertyOf(stage, city, property)
    const people = [as(counter, act).id]
    const dueOn = dayIn(stage, 4 - daysAgo)
    id = await planned(stage, as(lead, act), { placeId, people, dueOn })
  }
  const propose = async (act: string) => {
    const actor = as(lead, act)
    const filter = { open: 'false', weak: 'false', search: '' } as const
    await inTransaction(services.db, async (tx) => {
      await reviewInventory(tx, actor, id, [])
      await resolveItems(tx, services.jobs, actor, id, {
        filter: { ...filter, class: 'misplaced' },
        resolution: { action: 'move-here' },
      })
      await resolveItems(tx, services.jobs, actor, id, {
        filter: { ...filter, class: 'unknown' },
        resolution: { action: 'ignore', reason: 'Badges of visitors.' },
      })
    })
  }
  return [
    { daysAgo: daysAgo + 6, minute: 40, run: plan },
    { daysAgo, minute: 35, run: (act) => startInventory(services, as(lead, act), id) },
    { daysAgo, minute: 95, run: (act) => count(stage, as(counter, act), id, walk) },
    { daysAgo: daysAgo - 1, minute: 130, run: propose },
    {
      daysAgo: daysAgo - 2,
      minute: 200,
      run: (act) => approveInventory(services, as('Asha Rao', act), id, reason),
    },
  ]
}

function countedInMumbai(stage: Stage): Act[] {
  const { services, as } = stage
  const [lead, counter] = [leads.Mumbai ?? '', counters.Mumbai ?? '']
  let id: Id = ''
  const start = async (act: string) => {
    const placeId = await propertyOf(stage, 'Mumbai', 'Warehouse')
    const dueOn = dayIn(stage, 6)
    id = await planned(stage, as(lead, act), {
      placeId,
      people: [as(counter, act).id],
      dueOn,
      repeat: 'quarterly',
    })
    await startInventory(services, as(lead, act), id)
  }
  /** An asset whose tag came off is recorded by hand. */
  const see = async (act: string) => {
    const { rows } = await sql<{ label: string; placeId: Id }>`
      select label, expected_place_id as "placeId" from inventory_items
      where inventory_id = ${id} and class = 'not-found' order by label limit 1`.execute(services.db)
    const [seen] = rows
    const pictures = await stage.draw('Rack', 3)
    if (seen === undefined || pictures === undefined) return
    const sighting = { sightingId: randomUUID(), ...phone, ...seen, at: new Date().toISOString() }
    const note = 'The tag came off.'
    await inTransaction(services.db, (tx) =>
      takeSighting(tx, as(counter, act), id, { ...sighting, note }, pictures),
    )
  }
  return [
    { daysAgo: 2, minute: 45, run: start },
    {
      daysAgo: 1,
      minute: 75,
      run: (act) => count(stage, as(counter, act), id, { ...usual, part: (room) => room % 3 < 2 }),
    },
    { daysAgo: 1, minute: 115, run: see },
  ]
}

function overdueInDelhi(stage: Stage): Act[] {
  const plan = async (act: string) => {
    const placeId = await propertyOf(stage, 'Delhi', 'Warehouse')
    const people = [stage.as(counters.Delhi ?? '', act).id]
    await planned(stage, stage.as(leads.Delhi ?? '', act), { placeId, people, dueOn: dayIn(stage, -2) })
  }
  return [{ daysAgo: 16, minute: 220, run: plan }]
}

function plannedInBangalore(stage: Stage): Act[] {
  const plan = async (act: string) => {
    const placeId = await propertyOf(stage, 'Bangalore', 'Head Office')
    const people = [stage.as(counters.Bangalore ?? '', act).id]
    const dueOn = dayIn(stage, 12)
    await planned(stage, stage.as(leads.Bangalore ?? '', act), { placeId, people, dueOn, repeat: 'monthly' })
  }
  return [{ daysAgo: 1, minute: 190, run: plan }]
}

/** The start day of an inventory follows the recorded moment of its start. */
export const ageInventories = (owner: Kysely<Tables>, zone: string) =>
  inTransaction(owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update inventories set started_on = (started_at at time zone ${zone})::date
      where started_at is not null`.execute(tx)
  })
