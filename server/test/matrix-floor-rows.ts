import { randomUUID } from 'node:crypto'
import { floors } from '@ats/contract/floors.ts'
import type { TestApp } from './app.ts'
import { floorIn, planWith } from './floors.ts'
import { freshRoom, siteOf } from './inventories.ts'
import type { Row, Rows } from './matrix-row.ts'
import { png } from './pictures.ts'
import { administratorOf } from './stock.ts'

const newFloor = async (t: TestApp) => ({
  propertyId: (await siteOf(t)).property,
  name: `Floor ${randomUUID()}`,
})

/** A request about a floor; for people who see no part of its property, it does not exist. */
const about = (more?: (t: TestApp) => Promise<object>): Row => ({
  input: async (t) => {
    const { _id: id } = await floorIn(t, (await siteOf(t)).property)
    return { params: { id }, ...(await more?.(t)) }
  },
  elsewhere: 404,
})

async function withPicture(t: TestApp) {
  const { _id: id } = await floorIn(t, (await siteOf(t)).property)
  await t.call(await administratorOf(t), floors.setPicture, { params: { id }, image: await png() })
  return { params: { id } }
}

export const floorRows: Rows<'floors'> = {
  'floors.list': {
    ...{ input: async () => ({ query: { location: 'indore' } }), elsewhere: 404, limited: 200 },
  },
  'floors.add': { input: async (t) => ({ body: await newFloor(t) }), elsewhere: 400 },
  'floors.plan': about(),
  'floors.change': about(async () => ({ body: { position: 3 } })),
  'floors.draw': about(async (t) => ({ body: planWith(await freshRoom(t)) })),
  'floors.picture': { input: withPicture, elsewhere: 404 },
  'floors.setPicture': about(async () => ({ image: await png() })),
  'floors.removePicture': { input: withPicture, elsewhere: 404 },
  'floors.remove': about(),
  'floors.facts': about(),
  'floors.activity': about(),
}
