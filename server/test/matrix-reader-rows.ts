import type { TestApp } from './app.ts'
import { freshRoom, siteOf } from './inventories.ts'
import type { Row, Rows } from './matrix-row.ts'
import { deadLetterOf, readerIn, seenIn } from './readers.ts'
import { freshTag, placed, stocked } from './stock.ts'

const newReader = async (t: TestApp) => ({
  ...{ name: `RD${freshTag()}`, adapter: 'zebra-fx', placeId: (await siteOf(t)).property },
})

const roomReader = async (t: TestApp) => {
  const placeId = await freshRoom(t)
  return { ...(await readerIn(t, placeId)), placeId }
}

/** A request about a reader; for people who do not see its place, it does not exist. */
const about = (body?: (placeId: string) => object): Row => ({
  input: async (t) => {
    const { id, placeId } = await roomReader(t)
    return { params: { id }, ...(body !== undefined && { body: body(placeId) }) }
  },
  elsewhere: 404,
})

const inIndore: Row = { input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 }
const ofAsset: Row = { input: async (t) => ({ params: { id: (await stocked(t))._id } }), elsewhere: 404 }

/** An asset of one room that was seen in another. */
async function strayed(t: TestApp) {
  const [home, other] = [await freshRoom(t), await placed(t, 'room', (await siteOf(t)).aou)]
  const asset = await stocked(t, { placeId: home })
  await seenIn(t, asset.rfidTag ?? '', other)
  return asset._id
}

// For a person elsewhere nothing is done, and the response says so for each record.
export const readerRows: Rows<'readers' | 'deadLetters' | 'sightings'> = {
  'readers.list': inIndore,
  'readers.add': { input: async (t) => ({ body: await newReader(t) }), elsewhere: 400 },
  'readers.get': about(),
  'readers.change': about(() => ({ silentMinutes: 5 })),
  'readers.remove': about(),
  'readers.rotate': about(),
  'readers.revoke': about(),
  'readers.setReadPoints': about((placeId) => ({ readPoints: [{ antenna: 1, placeId, kind: 'room' }] })),
  'readers.reads': inIndore,
  'deadLetters.list': inIndore,
  'deadLetters.replay': {
    input: async (t) => ({ body: { ids: [await deadLetterOf(t, (await roomReader(t)).id)] } }),
  },
  'deadLetters.discard': {
    input: async (t) => ({ body: { ids: [await deadLetterOf(t, (await roomReader(t)).id)] } }),
  },
  'sightings.lastSeen': ofAsset,
  'sightings.movements': ofAsset,
  'sightings.elsewhere': inIndore,
  'sightings.moveHere': { input: async (t) => ({ body: { ids: [await strayed(t)] } }) },
  'sightings.ignore': { input: async (t) => ({ body: { ids: [await strayed(t)], reason: 'On loan' } }) },
}
