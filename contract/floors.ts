import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { done, location } from './paging.ts'
import { assetReaders } from './permissions.ts'
import { says } from './problems/fields.ts'
import { neededText } from './text.ts'
import { editedVersion, version } from './versions.ts'

/** The smallest side of a rectangle, as a share of the plan. */
export const smallestSide = 0.005
export const mostRooms = 500
export const mostShapes = 200

const share = z.number().min(0).max(1)

/** A rectangle on a plan: every number is a share of the plan's width or height. */
export const rectangle = z
  .object({ x: share, y: share, width: share.min(smallestSide), height: share.min(smallestSide) })
  .refine(({ x, y, width, height }) => x + width <= 1.0001 && y + height <= 1.0001, says('outside-plan'))
export type Rectangle = z.infer<typeof rectangle>

/** A corridor, a staircase or a wall of a plan that is drawn here; it is not a place. */
export const planShape = z.object({ box: rectangle, label: z.string().trim().max(60).default('') })
export type PlanShape = z.infer<typeof planShape>

export const floor = z.object({
  _id: z.uuid(),
  propertyId: z.uuid(),
  placeNames: z.array(z.string()).describe('From the city down to the property.'),
  name: z.string(),
  position: z.number().int().describe('The order of the floors of a property, the lowest first.'),
  aspect: z.number().describe('Width divided by height.'),
  picture: z.string().nullable().describe('Changes with the picture; null: the plan is drawn from shapes.'),
  rooms: z.number().int().describe('How many rooms are drawn on it.'),
  version,
})
export type Floor = z.infer<typeof floor>

/** A place on a plan. Outside the scope of the caller it has a box and nothing else. */
export const planRoom = z.object({
  box: rectangle,
  placeId: z.uuid().nullable(),
  name: z.string().nullable(),
  placeNames: z.array(z.string()).nullable(),
})
export type PlanRoom = z.infer<typeof planRoom>

/** What is known of a room on a plan, for rooms within scope. A room that the caller counts blind is absent. */
export const roomFacts = z.object({
  placeId: z.uuid(),
  assets: z.number().int(),
  states: z.array(z.object({ state: z.string(), assets: z.number().int() })).describe('The most first.'),
  present: z.number().int().describe('Assets that readers see there now, wherever they are registered.'),
  strangers: z.number().int().describe('Assets that readers see there and that are registered elsewhere.'),
  away: z.number().int().describe('Assets that are registered there and that readers see elsewhere.'),
  count: z
    .object({ expected: z.number().int(), found: z.number().int(), unexpected: z.number().int() })
    .nullable()
    .describe('The progress of the inventory asked for; null where none is, or where it is counted blind.'),
  matches: z.number().int().nullable().describe('Assets that the search finds; null without a search.'),
})
export type RoomFacts = z.infer<typeof roomFacts>

/** An asset that readers saw going from one place to another. A place off this plan or out of scope is null. */
export const planMove = z.object({
  _id: z.uuid(),
  asset: z.object({ _id: z.uuid(), assetTagId: z.string(), assetName: z.string() }),
  fromPlaceId: z.uuid().nullable(),
  toPlaceId: z.uuid().nullable(),
  at: z.string(),
})
export type PlanMove = z.infer<typeof planMove>

export const roomActivity = z.object({
  placeId: z.uuid(),
  reads: z.number().int(),
  tags: z.number().int(),
  lastReadAt: z.string(),
})
export type RoomActivity = z.infer<typeof roomActivity>

const name = neededText('floor-name-required').max(100, says('text-too-long'))
const position = z.number().int().min(-100).max(1000)
const aspect = z.number().min(0.2).max(5)

export const newFloor = z.object({
  propertyId: id,
  name,
  position: position.default(0),
  aspect: aspect.default(1.6),
})
export type NewFloor = z.input<typeof newFloor>

export const floorPlan = z.object({
  shapes: z.array(planShape).max(mostShapes, says('too-many-shapes')),
  rooms: z
    .array(z.object({ placeId: id, box: rectangle }))
    .max(mostRooms, says('too-many-rooms'))
    .refine(
      (rooms) => new Set(rooms.map(({ placeId }) => placeId)).size === rooms.length,
      says('room-drawn-twice'),
    ),
  version: editedVersion,
})
export type FloorPlan = z.input<typeof floorPlan>

export const floorChange = z.object({ name, position, aspect }).partial().extend({ version: editedVersion })
export type FloorChange = z.input<typeof floorChange>

const byId = z.object({ id })
const readable = { permission: assetReaders } as const
const changeable = { permission: 'master', writes: ['floor'] } as const

export const floors = {
  list: endpoint({
    ...readable,
    method: 'GET',
    path: '/api/v1/floors',
    reads: ['floor', 'place'],
    summary: 'Floors of the properties within scope, by property and position; at most a thousand',
    query: z.object({
      location: location.optional(),
      propertyId: id.optional(),
      placeId: id.optional().describe('Only the floor on which this room is drawn.'),
    }),
    reply: z.object({ floors: z.array(floor) }),
  }),
  add: endpoint({
    ...changeable,
    method: 'POST',
    path: '/api/v1/floors',
    summary: 'Add a floor to a property',
    status: 201,
    body: newFloor,
    reply: floor,
  }),
  plan: endpoint({
    ...readable,
    method: 'GET',
    path: '/api/v1/floors/:id',
    reads: ['floor', 'place'],
    summary: 'A floor with what is drawn on it',
    params: byId,
    reply: z.object({ floor, shapes: z.array(planShape), rooms: z.array(planRoom) }),
  }),
  change: endpoint({
    ...changeable,
    method: 'PATCH',
    path: '/api/v1/floors/:id',
    summary: 'Rename a floor, or change its order or proportions',
    params: byId,
    body: floorChange,
    reply: floor,
  }),
  draw: endpoint({
    ...changeable,
    method: 'PUT',
    path: '/api/v1/floors/:id/plan',
    summary: 'Save the shapes and rooms of a plan, all at once. Rooms outside the scope of the caller stay',
    params: byId,
    body: floorPlan,
    reply: floor,
  }),
  picture: endpoint({
    ...readable,
    method: 'GET',
    path: '/api/v1/floors/:id/picture',
    reads: [],
    summary: 'The picture of a plan',
    params: byId,
    query: z.object({ v: z.string().max(80).optional() }),
    reply: 'file',
  }),
  setPicture: endpoint({
    ...changeable,
    method: 'POST',
    path: '/api/v1/floors/:id/picture',
    summary: 'Put a picture under the plan; it is drawn again here, and SVG is refused',
    params: byId,
    body: z.object({ version: z.coerce.number().int().optional() }),
    image: 'required',
    reply: floor,
  }),
  removePicture: endpoint({
    ...changeable,
    method: 'DELETE',
    path: '/api/v1/floors/:id/picture',
    summary: 'Remove the picture; shapes and rooms stay',
    params: byId,
    reply: floor,
  }),
  remove: endpoint({
    ...changeable,
    method: 'DELETE',
    path: '/api/v1/floors/:id',
    summary: 'Remove a floor and its plan; the rooms stay places',
    params: byId,
    reply: done,
  }),
  facts: endpoint({
    ...readable,
    method: 'GET',
    path: '/api/v1/floors/:id/rooms',
    reads: ['floor', 'asset', 'inventory'],
    summary: 'What is in the rooms of a floor: assets, states, what readers see, and the progress of a count',
    params: byId,
    query: z.object({
      search: z.string().trim().max(200).default('').describe('Counts the assets that the search finds.'),
      inventoryId: id.optional(),
    }),
    reply: z.object({ rooms: z.array(roomFacts) }),
  }),
  activity: endpoint({
    permission: 'manage-asset',
    method: 'GET',
    path: '/api/v1/floors/:id/activity',
    reads: [],
    summary: 'What readers saw on a floor in the last seconds: reads by room, and assets that moved',
    params: byId,
    query: z.object({ seconds: z.coerce.number().int().min(1).max(60).default(5) }),
    reply: z.object({ at: z.string(), rooms: z.array(roomActivity), moves: z.array(planMove) }),
  }),
}
