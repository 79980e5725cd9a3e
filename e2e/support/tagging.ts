import { type Asset, makeAsset } from './assets.ts'
import { makeMaster } from './masters.ts'
import { type Hand, newName } from './people.ts'

export type Drive = { id: string; name: string; room: { id: string; name: string }; assets: Asset[] }

/** A drive in a hall with one room, in which assets have lost their tags. */
export async function startDrive(admin: Hand, count: number): Promise<Drive> {
  const hall = await makeMaster(admin, 'aou', { name: newName('Hall') })
  const room = await makeMaster(admin, 'room', { name: 'Room one', parentId: hall.id })
  const assets: Asset[] = []
  for (let made = 0; made < count; made += 1) {
    const asset = await makeAsset(admin, { placeId: room.id })
    await admin.call('post', `/api/v1/assets/${asset._id}/tag/lost`)
    assets.push(asset)
  }
  const name = newName('Drive')
  const body = { name, placeId: hall.id, sample: 'nth', sampleSize: 1 }
  const drive = (await admin.call('post', '/api/v1/tagging-drives', body)) as { _id: string }
  return { id: drive._id, name, room: { id: room.id, name: 'Room one' }, assets }
}

/** The present tag of an asset. */
export async function tagNow(admin: Hand, { _id }: Asset): Promise<string | null> {
  return ((await admin.call('get', `/api/assets/${_id}`)) as Asset).rfidTag
}
