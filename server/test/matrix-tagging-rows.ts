import { randomUUID } from 'node:crypto'
import type { TestApp } from './app.ts'
import { counterOf, freshRoom } from './inventories.ts'
import type { Row, Rows } from './matrix-row.ts'
import { driveIn, tagged, taggedIn, untagged } from './tagging.ts'

/** A request about one drive; for people who do not see its place, it does not exist. */
const about = (body?: object): Row => ({
  input: async (t) => ({ params: { id: (await driveIn(t)).id }, ...(body !== undefined && { body }) }),
  elsewhere: 404,
})

async function entryIn(t: TestApp) {
  const { id, placeId } = await driveIn(t)
  const asset = await untagged(t, placeId)
  return { params: { id }, body: { device: 'A reader', entries: [tagged({ placeId, assetId: asset._id })] } }
}

export const taggingRows: Rows<'taggingDrives' | 'tagging'> = {
  'taggingDrives.list': {
    ...{ input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
  },
  'taggingDrives.create': {
    input: async (t) => ({ body: { placeId: await freshRoom(t), name: randomUUID() } }),
    elsewhere: 400,
  },
  'taggingDrives.get': about(),
  'taggingDrives.change': about({ name: 'Other' }),
  'taggingDrives.close': about({}),
  'taggingDrives.rooms': about(),
  'taggingDrives.days': about(),
  'taggingDrives.exceptions': about(),
  'taggingDrives.quality': about(),
  'tagging.assets': about(),
  'tagging.send': { input: entryIn, elsewhere: 404 },
  'tagging.samples': about(),
  'tagging.check': {
    input: async (t) => {
      const { id, associationId, asset: _asset } = await taggedIn(t, await counterOf(t))
      return { params: { id }, body: { associationId, readTag: null } }
    },
    elsewhere: 404,
  },
}
