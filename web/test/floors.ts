import { type Floor, floors, type PlanRoom, type RoomFacts } from '@ats/contract/floors.ts'
import { inventories, type ListedInventory } from '@ats/contract/inventories/inventories.ts'
import { assetNumbered, respondToAssets } from './assets.ts'
import { idOf, onePage } from './listed.ts'
import { respond } from './responses.ts'

export const office = ['Indore', 'MM North', 'Head Office']

export const floorNumbered = (number: number, given: Partial<Floor> = {}): Floor => ({
  ...{ _id: idOf(700 + number), propertyId: idOf(7), placeNames: office, name: `Floor ${number}` },
  ...{ position: number, aspect: 1.6, picture: null, rooms: 4, version: 3, ...given },
})

export const roomCalled = (name: string, number: number, box: PlanRoom['box']): PlanRoom => ({
  ...{ box, placeId: idOf(800 + number), name, placeNames: [...office, 'Ground Floor', name] },
})

export const factsOf = (number: number, given: Partial<RoomFacts> = {}): RoomFacts => ({
  ...{ placeId: idOf(800 + number), assets: 0, states: [], present: 0, strangers: 0, away: 0 },
  ...{ count: null, matches: null, ...given },
})

const box = (x: number, y: number) => ({ x, y, width: 0.3, height: 0.4 })

/** Two rows of two rooms each, and one room outside the person's places. */
export const rooms: PlanRoom[] = [
  roomCalled('Reception', 1, box(0.02, 0.05)),
  roomCalled('Store', 2, box(0.34, 0.05)),
  roomCalled('Archive', 3, box(0.02, 0.55)),
  roomCalled('Server Room', 4, box(0.34, 0.55)),
  { box: box(0.67, 0.05), placeId: null, name: null, placeNames: null },
]

const working = (assets: number, broken = 0) => ({
  assets: assets + broken,
  states: [
    { state: 'Working', assets },
    ...(broken > 0 ? [{ state: 'Not-Working', assets: broken }] : []),
  ].toSorted((one, other) => other.assets - one.assets),
})

export const facts: RoomFacts[] = [
  factsOf(1, { ...working(12, 3), present: 9, strangers: 2, away: 1 }),
  factsOf(2, { ...working(2, 5), present: 0, away: 4 }),
  factsOf(3),
]

export const shapes = [{ box: { x: 0.67, y: 0.55, width: 0.3, height: 0.4 }, label: 'Corridor' }]

export const activity = (given: { reads?: number[]; moves?: [from: number | null, to: number | null][] }) => {
  const at = new Date().toISOString()
  const { reads = [], moves = [] } = given
  return {
    at,
    rooms: reads.map((room) => ({ placeId: idOf(800 + room), reads: 4, tags: 2, lastReadAt: at })),
    moves: moves.map(([from, to], number) => ({
      _id: idOf(900 + number),
      asset: { _id: idOf(40 + number), assetTagId: `A000004${number}`, assetName: `Trolley ${number + 1}` },
      fromPlaceId: from === null ? null : idOf(800 + from),
      toPlaceId: to === null ? null : idOf(800 + to),
      at,
    })),
  }
}

/** Mocks two floors of one property, the plan of each and what is in its rooms. */
export function respondToFloors(running: ListedInventory[] = []) {
  const listed = [
    floorNumbered(0, { name: 'Ground Floor' }),
    floorNumbered(1, { name: 'First Floor', rooms: 0 }),
  ]
  const asset = assetNumbered(1, { placeId: idOf(801), room: 'Reception' })
  respondToAssets([asset])
  respond(floors.list, { floors: listed })
  respond(floors.plan, ({ address: { pathname } }) =>
    pathname.endsWith(listed[0]?._id ?? '')
      ? { floor: floorNumbered(0, { name: 'Ground Floor' }), shapes, rooms }
      : { floor: floorNumbered(1, { name: 'First Floor' }), shapes: [], rooms: [] },
  )
  respond(floors.facts, { rooms: facts })
  respond(floors.activity, activity({}))
  respond(inventories.list, { inventories: running, ...onePage(running.length) })
  return listed
}
