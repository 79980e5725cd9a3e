import type { TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'
import { requested } from './state-changes.ts'
import { stocked } from './stock.ts'

const one = async (t: TestApp) => [(await requested(t)).id]

async function pictured(t: TestApp) {
  const { id } = await requested(t)
  const image = await t.store.put(Buffer.from('a picture'), 'webp')
  await t.db.updateTable('state_changes').set({ image, thumbnail: image }).where('id', '=', id).execute()
  return { id }
}

export const stateChangeRows: Rows<'stateChanges'> = {
  // For a person elsewhere nothing is requested, decided or cancelled, and the response says so for each record.
  'stateChanges.create': {
    input: async (t) => ({
      body: { assets: (await stocked(t))._id, newState: 'Not-Working', reason: 'A leg broke' },
    }),
  },
  'stateChanges.list': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  // For a person who sees none of the assets, nothing is pending.
  'stateChanges.pending': {
    input: async (t) => ({ query: { assets: (await requested(t)).asset._id } }),
  },
  'stateChanges.get': { input: async (t) => ({ params: { id: (await requested(t)).id } }), elsewhere: 404 },
  'stateChanges.image': { input: async (t) => ({ params: await pictured(t) }), elsewhere: 404 },
  'stateChanges.decide': { input: async (t) => ({ body: { ids: await one(t), decision: 'accept' } }) },
  'stateChanges.undo': { input: async (t) => ({ body: { ids: await one(t) } }) },
  'stateChanges.cancel': { input: async (t) => ({ body: { ids: await one(t) } }) },
}
