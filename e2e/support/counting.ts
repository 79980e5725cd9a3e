import type { Page } from '@playwright/test'
import { makeAsset, newTag } from './assets.ts'
import { type Made, planInventory, startPlanned } from './inventories.ts'
import { makeMaster } from './masters.ts'
import { enterAs, type Hand, newName, type Person } from './people.ts'
import type { Stage } from './story.ts'

export type CountedHall = {
  inventory: Made
  hall: string
  rooms: { id: string; name: string }[]
  /** A tag expected in the first room, and one in the second. */
  tags: [string, string]
}

type Wish = { blind?: boolean; people?: string[] }

/** A hall with two rooms and an asset in each, whose inventory has been started. */
export async function startInventory(
  admin: Hand,
  { blind = false, people = [] }: Wish = {},
): Promise<CountedHall> {
  const hall = await makeMaster(admin, 'aou', { name: newName('Hall') })
  const rooms: CountedHall['rooms'] = []
  for (const name of ['Room one', 'Room two'])
    rooms.push({ name, id: (await makeMaster(admin, 'room', { name, parentId: hall.id })).id })
  const tags: [string, string] = [newTag(), newTag()]
  for (const [index, room] of rooms.entries())
    await makeAsset(admin, {
      rfidTag: tags[index] ?? '',
      assetName: index === 0 ? 'Office Chair' : 'Projector',
      placeId: room.id,
    })
  const inventory = await startPlanned(admin, await planInventory(admin, hall.id, { blind, people }))
  return { inventory, hall: hall.name, rooms, tags }
}

type Opened = CountedHall & { person: Person }

/**
 * Starts an inventory, signs in a counter, and opens the first room. For a blind inventory the counter is
 * assigned to it.
 */
export async function openRoom(
  { page, admin }: Pick<Stage, 'page' | 'admin'>,
  { blind = false, name = newName('Counter') }: { blind?: boolean; name?: string } = {},
): Promise<Opened> {
  const person = await admin.person({ name, role: blind ? 'user' : 'admin' })
  const counted = await startInventory(admin, blind ? { blind, people: [person.id] } : {})
  await enterAs(page, person)
  await page.goto(countAddress(counted))
  await page.getByText('Ready to scan').waitFor()
  return { ...counted, person }
}

export const newTags = (count: number) => Array.from({ length: count }, newTag)

type Devices = { devices: { tags: number; unsent: number; user: string }[] }

async function devicesOf(admin: Hand, inventoryId: string) {
  const { devices } = (await admin.call('get', `/api/v1/inventories/${inventoryId}/progress`)) as Devices
  return devices
}

/** The number of distinct tags per device, over all rooms. */
export const tagsByDevice = async (admin: Hand, inventoryId: string): Promise<number[]> =>
  (await devicesOf(admin, inventoryId)).map(({ tags }) => tags).sort((a, b) => a - b)

/** How many reads each device still has to send, as far as the server knows. */
export const unsentByDevice = async (admin: Hand, inventoryId: string): Promise<number[]> =>
  (await devicesOf(admin, inventoryId)).map(({ unsent }) => unsent)

export const countAddress = ({ inventory, rooms }: CountedHall, room = 0) =>
  `/count?inventory=${inventory._id}&room=${rooms[room]?.id}`

/** Uploads tags as a file, like people whose reader has a memory. */
export const readFile = (page: Page, tags: string[]) =>
  page
    .getByLabel('File with tags, one per line')
    .setInputFiles({ name: 'reads.csv', mimeType: 'text/csv', buffer: Buffer.from(tags.join('\n')) })

export const unsentBar = (page: Page) =>
  page.getByRole('region', { name: 'Waiting to be sent from this device' })

/** From then on the page opens without a network. */
export const waitForWorker = (page: Page) =>
  unsentBar(page).getByText('Counting now works without a network').waitFor()
