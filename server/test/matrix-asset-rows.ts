import { randomUUID } from 'node:crypto'
import type { legacyAssetPaths } from '@ats/contract/assets/assets.ts'
import { sql } from 'kysely'
import type { Person, TestApp } from './app.ts'
import type { Row, Rows } from './matrix-row.ts'
import { binned, freshTag, placed, stocked } from './stock.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const indore = { query: { location: 'indore' } }
const mm = async (t: TestApp) => ({ kind: 'mm', id: await placed(t, 'mm', await t.cityId('Indore')) })
const one = async (t: TestApp) => ({ id: (await stocked(t))._id })
const newAsset = () => ({ rfidTag: freshTag(), assetName: 'Chair', location: 'indore' })

async function pictured(t: TestApp) {
  const { _id: id } = await stocked(t)
  const image = await t.store.put(png, 'webp')
  await t.db.updateTable('assets').set({ image, thumbnail: image }).where('id', '=', id).execute()
  return { id }
}

/** Moves an asset in Indore; the ledger names this person. */
async function movedBy(t: TestApp, as: Person | null) {
  const { _id } = await stocked(t)
  const [move, placeId] = [randomUUID(), await t.cityId('Indore')]
  await sql`insert into events (actor_id, action, record_kind, record_id, before, after, request_id)
    values (${as?.id ?? null}, 'asset.changed', 'asset', ${_id}, ${JSON.stringify({ placeId })}, ${JSON.stringify({ placeId })},
      ${move})`.execute(t.db)
  return { move, ids: [_id] }
}

/** Both paths of the asset endpoints behave alike. */
const calls: Record<keyof typeof legacyAssetPaths, Row> = {
  list: { input: async () => indore, elsewhere: 404, limited: 200 },
  register: { input: async () => ({ body: newAsset() }), elsewhere: 400 },
  get: { input: async (t) => ({ params: await one(t) }), elsewhere: 404 },
  update: {
    input: async (t) => ({ params: await one(t), body: { assetName: 'Table' } }),
    elsewhere: 404,
  },
  remove: { input: async (t) => ({ params: await one(t) }), elsewhere: 404 },
}
const callsOf = <Group extends 'assets' | 'legacyAssetPaths'>(group: Group) =>
  Object.fromEntries(Object.entries(calls).map(([name, row]) => [`${group}.${name}`, row])) as Record<
    `${Group}.${keyof typeof calls}`,
    Row
  >

export const assetRows: Rows<
  'masters' | 'assets' | 'legacyAssetPaths' | 'assetHistory' | 'assetTags' | 'assetBulk' | 'assetBin'
> = {
  'masters.list': {
    input: async () => ({ params: { kind: 'mm' }, ...indore }),
    elsewhere: 404,
    limited: 200,
  },
  'masters.create': {
    input: async (t) => ({
      params: { kind: 'mm' },
      body: { name: randomUUID(), parentId: await t.cityId('Indore') },
    }),
    elsewhere: 400,
  },
  'masters.update': {
    input: async (t) => ({ params: await mm(t), body: { name: randomUUID() } }),
    elsewhere: 404,
  },
  'masters.remove': { input: async (t) => ({ params: await mm(t) }), elsewhere: 404 },
  'masters.merge': {
    input: async (t) => ({ params: await mm(t), body: { into: (await mm(t)).id } }),
    elsewhere: 404,
  },
  ...callsOf('assets'),
  ...callsOf('legacyAssetPaths'),
  'assets.image': { input: async (t) => ({ params: await pictured(t) }), elsewhere: 404 },
  // For a person elsewhere nothing is found, changed or restored, and the response says so for each asset.
  'assets.find': { input: async (t) => ({ query: { code: (await stocked(t)).assetTagId } }) },
  'assetHistory.list': { input: async (t) => ({ params: await one(t) }), elsewhere: 404 },
  'assetTags.replace': {
    input: async (t) => ({ params: await one(t), body: { rfidTag: freshTag() } }),
    elsewhere: 404,
  },
  'assetTags.confirm': {
    input: async (t) => {
      const { _id, rfidTag } = await stocked(t)
      return { params: { id: _id }, body: { rfidTag } }
    },
    elsewhere: 404,
  },
  'assetTags.lose': { input: async (t) => ({ params: await one(t) }), elsewhere: 404 },
  'assetBulk.change': {
    input: async (t) => ({ body: { ids: [(await stocked(t))._id], action: 'assign', assignedUser: 'Asha' } }),
  },
  'assetBulk.undoMove': { input: async (t, as) => ({ body: await movedBy(t, as) }) },
  'assetBin.list': { input: async () => indore, elsewhere: 404, limited: 200 },
  'assetBin.restore': { input: async (t) => ({ body: { ids: [(await binned(t))._id] } }) },
}
