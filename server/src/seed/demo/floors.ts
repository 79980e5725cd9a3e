import type { Rectangle } from '@ats/contract/floors.ts'
import { drawFloor } from '#features/floors/drawing.ts'
import { addFloor } from '#features/floors/floors.ts'
import { keepPlan, setPlanPicture } from '#features/floors/pictures.ts'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import { planPicture } from './plan-picture.ts'
import type { Room } from './rooms.ts'
import type { Act, Stage } from './year.ts'

type FloorOf = { property: string; name: string; aous: readonly string[]; hasPicture?: true }

const floors: readonly FloorOf[] = [
  { property: 'Indore Head Office', name: 'Ground Floor', aous: ['Ground Floor'] },
  { property: 'Indore Head Office', name: 'First Floor', aous: ['First Floor'] },
  { property: 'Indore Head Office', name: 'Second Floor', aous: ['Second Floor'] },
  { property: 'Indore Service Centre', name: 'Ground Floor', aous: ['Customer Area', 'Workshop'] },
  { property: 'Indore Warehouse', name: 'Hall', aous: ['East Wing', 'Office'], hasPicture: true },
  { property: 'Mumbai Warehouse', name: 'Hall', aous: ['East Wing', 'Office'] },
  { property: 'Pune Head Office', name: 'Ground Floor', aous: ['Ground Floor'] },
]

const aspect = 1.75

/** How wide a room is compared with an ordinary one. */
const widths: Record<string, number> = {
  ...{ 'Open Bay': 2.6, Cafeteria: 1.9, Reception: 1.6, 'Training Room': 1.8, 'Board Room': 1.5 },
  ...{ 'Repair Bay': 2.2, 'Racks A': 2, 'Racks B': 2, 'Racks C': 2, 'Goods In': 1.7, Packing: 1.4 },
  ...{ 'Design Studio': 1.7, 'Waiting Lounge': 1.5, 'Visitor Lounge': 1.3, Archive: 1.2, Lab: 1.3 },
  ...{ Pantry: 0.8, 'Pantry 2': 0.8, Store: 0.9, 'Security Desk': 0.7, 'First Aid': 0.7, 'Cash Desk': 0.7 },
  ...{ 'Phone Booths': 0.7, 'Print Room': 0.7, 'Quiet Room': 0.8, 'Rest Room': 0.8, 'Parts Wash': 0.8 },
}
const widthOf = ({ room }: Room) => widths[room] ?? 1

const rounded = (share: number) => Math.round(share * 10_000) / 10_000
const box = (x: number, y: number, width: number, height: number): Rectangle => ({
  ...{ x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) },
})

const gap = 0.006

/** Rooms next to each other, from one end of a side of the corridor to the other. */
function row(rooms: readonly Room[], from: number, to: number, { y, height }: { y: number; height: number }) {
  const unit = (to - from) / rooms.reduce((sum, room) => sum + widthOf(room), 0)
  let x = from
  return rooms.map((room) => {
    const width = unit * widthOf(room)
    x += width
    return { placeId: room.id, box: box(x - width + gap / 2, y, width - gap, height) }
  })
}

/** Two rows of rooms along a corridor, with stairs at one end and a lift at the other. */
function layOut(rooms: readonly Room[]) {
  const half = rooms.reduce((sum, room) => sum + widthOf(room), 0) / 2
  let used = 0
  const upper = rooms.filter((room) => {
    used += widthOf(room)
    return used <= half + 0.4
  })
  const lower = rooms.filter((room) => !upper.includes(room))
  return {
    shapes: [
      { box: box(0.015, 0.43, 0.97, 0.14), label: 'Corridor' },
      { box: box(0.015, 0.03, 0.075, 0.385), label: 'Stairs' },
      { box: box(0.925, 0.585, 0.06, 0.385), label: 'Lift' },
    ],
    rooms: [
      ...row(upper, 0.095, 0.988, { y: 0.03, height: 0.385 }),
      ...row(lower, 0.012, 0.92, { y: 0.585, height: 0.385 }),
    ],
  }
}

async function addPlan(
  stage: Stage,
  requestId: string,
  { property, name, aous, hasPicture }: FloorOf,
  position: number,
) {
  const { db, store } = stage.services
  const actor = stage.as('Asha Rao', requestId)
  const rooms = stage.rooms.filter(
    (room) => room.property === property && room.mm === 'MM North' && aous.includes(room.aou),
  )
  const [first] = rooms
  if (first === undefined) return
  const plan = layOut(rooms)
  const kept = hasPicture && (await keepPlan(store, await planPicture(plan, aspect)))
  await inTransaction(db, async (tx) => {
    const propertyId = await propertyOf(tx, first)
    const { _id: id } = await addFloor(tx, actor, { propertyId, name, position, aspect })
    if (kept) await setPlanPicture(tx, actor, id, kept)
    // The picture shows the corridor itself.
    await drawFloor(tx, actor, id, kept ? { ...plan, shapes: [] } : plan)
  })
}

async function propertyOf(tx: Db, { id }: Room) {
  const query = tx.selectFrom('places').select('property_id as id').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).id ?? ''
}

/** Seven plans; readers of the demo look into rooms of three of them, and one is being counted. */
export function floorPlans(stage: Stage): Act[] {
  const positionOf = (floor: FloorOf) =>
    floors.filter(({ property }) => property === floor.property).indexOf(floor)
  return floors.map((floor, index) => ({
    ...{ daysAgo: 9, minute: 60 + index * 9 },
    run: (id: string) => addPlan(stage, id, floor, positionOf(floor)),
  }))
}
