import { randomUUID } from 'node:crypto'
import type { TestApp } from './app.ts'
import {
  counterOf,
  countingIn,
  freshRoom,
  investigated,
  planned,
  programmeIn,
  sweepBody,
  underReview,
  unknownTagIn,
} from './inventories.ts'
import type { Row, Rows } from './matrix-row.ts'
import { administratorOf, freshTag } from './stock.ts'

const png = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
const device = () => ({ deviceId: randomUUID(), device: 'A reader' })

/** A request about one inventory; for people who do not see its place, it does not exist. */
const about = (made: (t: TestApp) => Promise<{ id: string }>, body?: object): Row => ({
  input: async (t) => ({ params: { id: (await made(t)).id }, ...(body !== undefined && { body }) }),
  elsewhere: 404,
})
const programmeOne = async (t: TestApp) => ({ id: (await programmeIn(t))._id })
const ofLine = (body?: object) => async (t: TestApp) => {
  const { _id: id, allLines } = await programmeIn(t)
  return { params: { id, lineId: allLines[0]?._id ?? '' }, ...(body !== undefined && { body }) }
}
const plannedOne = async (t: TestApp) => ({ id: await planned(t) })

async function pictured(t: TestApp) {
  const { id, placeId } = await countingIn(t)
  const image = await t.store.put(Buffer.from('a picture'), 'webp')
  const items = t.db.insertInto('inventory_items').values({ inventory_id: id, kind: 'unknown' })
  const { id: item_id } = await items.returning('id').executeTakeFirstOrThrow()
  const sightingId = randomUUID()
  const values = {
    ...{ inventory_id: id, id: sightingId, item_id, place_id: placeId, device_id: randomUUID() },
    ...{ user_id: (await administratorOf(t)).id, at: '2026-01-02T03:04:05Z', label: '', note: '' },
    ...{ image, thumbnail: image },
  }
  await t.db.insertInto('inventory_sightings').values(values).execute()
  return { id, sightingId }
}

export const inventoryRows: Rows<
  'inventories' | 'counting' | 'inventoryReview' | 'investigations' | 'programmes' | 'unknownTags'
> = {
  'inventories.list': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  'inventories.plan': {
    input: async (t) => ({ body: { placeId: await freshRoom(t) } }),
    elsewhere: 400,
  },
  'inventories.get': about(plannedOne),
  'inventories.change': about(plannedOne, { dueOn: '2026-12-31' }),
  'inventories.start': about(plannedOne),
  'inventories.progress': about(countingIn),
  'inventories.unsent': about(countingIn),
  'inventories.review': about(countingIn, {}),
  'inventories.recount': about(underReview),
  'inventories.approve': about(underReview, { openReason: 'A test' }),
  'inventories.cancel': about(plannedOne, { reason: 'Not needed' }),
  'inventories.allowException': {
    input: async (t) => ({
      params: { id: (await underReview(t)).id },
      body: { userId: (await counterOf(t)).id, reason: 'A small office' },
    }),
    elsewhere: 403,
    except: { User: 403, 'User Management': 403 },
  },
  'counting.toCount': {},
  'counting.people': {
    input: async (t) => ({ query: { placeId: await freshRoom(t) } }),
    elsewhere: 400,
  },
  'counting.rooms': about(countingIn),
  'counting.expected': about(countingIn),
  'counting.read': {
    input: async (t) => {
      const { id, placeId } = await countingIn(t)
      return { params: { id }, body: sweepBody({ placeId, reads: [freshTag()] }) }
    },
    elsewhere: 404,
  },
  'counting.undo': {
    input: async (t) => {
      const { id, placeId } = await countingIn(t)
      return { params: { id }, body: { ...device(), placeId, tags: [freshTag()] } }
    },
    elsewhere: 404,
  },
  'counting.see': {
    input: async (t) => {
      const { id, placeId } = await countingIn(t)
      const at = '2026-01-02T03:04:05Z'
      return { params: { id }, body: { sightingId: randomUUID(), ...device(), placeId, at }, image: png }
    },
    elsewhere: 404,
  },
  'counting.photo': { input: async (t) => ({ params: await pictured(t) }), elsewhere: 404 },
  'counting.report': about(countingIn, { ...device(), placeId: null, unsent: 3 }),
  'inventoryReview.lateReads': about(underReview),
  'inventoryReview.decideLateReads': about(underReview, { ids: [randomUUID()], include: true }),
  'inventoryReview.items': about(underReview),
  'inventoryReview.proposals': about(underReview),
  'inventoryReview.resolve': {
    input: async (t) => {
      const { id, itemId } = await underReview(t)
      const resolution = { action: 'ignore', reason: 'It is being repaired' }
      return { params: { id }, body: { items: [itemId], resolution } }
    },
    elsewhere: 404,
  },
  'programmes.list': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  'programmes.create': {
    input: async (t) => ({
      body: { placeId: await freshRoom(t), name: 'A year', startsOn: '2026-01-01', endsOn: '2026-12-31' },
    }),
    elsewhere: 400,
  },
  'programmes.get': about(programmeOne),
  'programmes.change': about(programmeOne, { name: 'Other' }),
  'programmes.retire': about(programmeOne, {}),
  'programmes.changeLine': { input: ofLine({ blind: false }), elsewhere: 404 },
  'programmes.plan': { input: ofLine(), elsewhere: 404 },
  'investigations.list': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  'investigations.note': {
    input: async (t) => ({
      params: { id: (await investigated(t)).itemId },
      body: { resolution: { action: 'ignore', reason: 'It came back' } },
    }),
    elsewhere: 404,
  },
  'unknownTags.list': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  // For a person elsewhere nothing is ignored, and the response says so for each tag.
  'unknownTags.ignore': {
    input: async (t) => ({ body: { ids: [(await unknownTagIn(t)).id], reason: 'A visitor’s badge' } }),
  },
}
