import type { Page } from '@playwright/test'
import { answerCalls, onePage } from './network.ts'

/** What readers see comes from devices, which the scenes do not have, so these requests are mocked. */

const idOf = (at: number) => `00000000-0000-4000-8000-0000000007${String(at).padStart(2, '0')}`
const office = ['Indore', 'MM North', 'Indore Head Office']

export const floorsAddress = '/dashboard/default/floors'
export const planAddress = `${floorsAddress}/${idOf(1)}`

const floor = (at: number, name: string, rooms: number) => ({
  ...{ _id: idOf(at), propertyId: idOf(9), placeNames: office, name, position: at, aspect: 1.6 },
  ...{ picture: null, rooms, version: 1 },
})
const floors = [floor(1, 'Ground Floor', 3), floor(2, 'First Floor', 0)]

const room = (at: number, name: string, x: number, y: number) => ({
  box: { x, y, width: 0.28, height: 0.4 },
  ...{ placeId: idOf(at), name, placeNames: [...office, 'Ground Floor', name] },
})
const rooms = [
  room(11, 'Reception', 0.03, 0.05),
  room(12, 'Store', 0.35, 0.05),
  room(13, 'Archive', 0.03, 0.55),
  { box: { x: 0.67, y: 0.05, width: 0.3, height: 0.4 }, placeId: null, name: null, placeNames: null },
]
const shapes = [{ box: { x: 0.35, y: 0.55, width: 0.62, height: 0.4 }, label: '' }]

const states = [
  { state: 'Working', assets: 12 },
  { state: 'Not-Working', assets: 3 },
]
const facts = [
  { placeId: idOf(11), assets: 15, states, present: 9, strangers: 2, away: 1, count: null, matches: null },
  { placeId: idOf(12), assets: 0, states: [], present: 0, strangers: 0, away: 4, count: null, matches: null },
]

export async function answerFloors(screen: Page, listed: object[] = floors): Promise<void> {
  await answerCalls(screen, '**/api/v1/floors*', { json: { floors: listed } })
  await answerCalls(screen, `**/api/v1/floors/${idOf(1)}`, { json: { floor: floors[0], shapes, rooms } })
  await answerCalls(screen, `**/api/v1/floors/${idOf(1)}/rooms*`, { json: { rooms: facts } })
  const none = { ...onePage, assets: [], total: 0, from: 0, wholeTagsOnly: false }
  await answerCalls(screen, '**/api/assets?*placeId=*', { json: none })
  const at = new Date().toISOString()
  const activity = { at, rooms: [{ placeId: idOf(11), reads: 3, tags: 2, lastReadAt: at }], moves: [] }
  await answerCalls(screen, `**/api/v1/floors/${idOf(1)}/activity*`, { json: activity })
}
