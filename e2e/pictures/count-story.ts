import type { Browser, Page } from '@playwright/test'
import { type Hand, handOf } from '../support/people.ts'
import type { Demo } from './studio.ts'

/** Who counts the warehouse in Mumbai in the demo, and who planned it. */
export const counter = 'joseph.mathew@example.com'
export const lead = 'sunita.verma@example.com'

export type Counted = { inventory: string; room: string; here: string[]; elsewhere: string[] }

type Inventories = { inventories: { _id: string; status: string }[] }
type Rooms = { rooms: { _id: string; countedAt: string | null; left: number }[] }
type Expected = { expected: { tag: string; placeId: string }[] }

const handAt = async (browser: Browser, { address, password }: Demo, email: string): Promise<Hand> => {
  const context = await browser.newContext({ baseURL: address })
  return handOf(context.request, { email, password })
}

/** The inventory that is being counted, a room that nobody has been in, and tags of that room and of another. */
export async function findRoom(browser: Browser, demo: Demo): Promise<Counted> {
  const hand = await handAt(browser, demo, counter)
  const { inventories } = (await hand.call('get', '/api/v1/counting')) as Inventories
  const inventory = inventories.find(({ status }) => status === 'counting')?._id ?? ''
  const { rooms } = (await hand.call('get', `/api/v1/counting/${inventory}/rooms`)) as Rooms
  const { expected } = (await hand.call(
    'get',
    `/api/v1/counting/${inventory}/expected?size=5000`,
  )) as Expected
  const room = rooms.find(({ countedAt, left }) => countedAt === null && left > 5)?._id ?? ''
  const tags = (isHere: boolean) =>
    expected.filter(({ placeId }) => (placeId === room) === isHere).map(({ tag }) => tag)
  return { inventory, room, here: tags(true), elsewhere: tags(false) }
}

export const countAddress = ({ inventory, room }: Counted) => `/count?inventory=${inventory}&room=${room}`

type Devices = { devices: { deviceId: string }[] }

/** Counting ends without waiting for a phone of these pictures that is gone. */
export async function endCounting(browser: Browser, demo: Demo, { inventory }: Counted) {
  const hand = await handAt(browser, demo, lead)
  const path = `/api/v1/inventories/${inventory}`
  const { devices } = (await hand.call('get', `${path}/unsent`)) as Devices
  await hand.call('post', `${path}/review`, { leaveOut: devices.map(({ deviceId }) => deviceId) })
}

/** Cuts the network off. A browser without a window does not notice by itself. */
export async function setNetwork(page: Page, isOn: boolean) {
  await page.context().setOffline(!isOn)
  await page.evaluate(`Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => ${isOn} })
    dispatchEvent(new Event('${isOn ? 'online' : 'offline'}'))`)
}
