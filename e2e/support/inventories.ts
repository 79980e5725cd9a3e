import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { type Asset, binAssets, makeAsset, newTag, placeAt } from './assets.ts'
import { type Master, makeMaster, makeSite } from './masters.ts'
import { type Hand, handOf, newName, type Person } from './people.ts'

export const reportAddress = '/dashboard/physical-inventory'
export const inventoryAddress = (id: string) => `${reportAddress}/${id}`
export const tagsAddress = (search = '') =>
  `/dashboard/default/unknown-tags${search && `?search=${encodeURIComponent(search)}`}`

/** An area with two rooms, and assets registered in them, elsewhere, and deleted. */
export type Site = {
  aou: string
  name: string
  store: Master
  office: Master
  chair: Asset
  desk: Asset
  projector: Asset
  printer: Asset
  outside: Asset
  binned: Asset
  unknown: string
}

const tagOf = ({ rfidTag }: Asset) => rfidTag ?? ''

export async function makeCountedSite(admin: Hand): Promise<Site> {
  const name = newName('Wing')
  const { aou } = await makeSite(admin, { aou: name })
  const store = await makeMaster(admin, 'room', { name: 'Store room', parentId: aou })
  const office = await makeMaster(admin, 'room', { name: 'Front office', parentId: aou })
  const head = await placeAt(admin, 'Indore > MM North > Indore Head Office')
  const inRoom = (assetName: string, placeId: string) => makeAsset(admin, { assetName, placeId })
  const binned = await inRoom('Old fax machine', store.id)
  await binAssets(admin, [binned])
  return {
    ...{ aou, name, store, office, binned, unknown: newTag() },
    chair: await inRoom('Office chair', store.id),
    desk: await inRoom('Height-adjustable desk', store.id),
    projector: await inRoom('Projector', office.id),
    printer: await inRoom('Laser printer', office.id),
    outside: await inRoom('Four-drawer filing cabinet', head._id),
  }
}

export type Made = { _id: string; inventoryId: string }
type Plan = { people?: string[]; blind?: boolean; dueOn?: string }

export async function planInventory(admin: Hand, placeId: string, plan: Plan = {}): Promise<Made> {
  const { inventory } = (await admin.call('post', '/api/v1/inventories', { placeId, ...plan })) as {
    inventory: Made
  }
  return inventory
}

export const step = (hand: Hand, { _id }: Made, name: 'start' | 'review' | 'recount', body: object = {}) =>
  hand.call('post', `/api/v1/inventories/${_id}/${name}`, body)

/** Counting has started once the worker has stored the expected assets, if there are many. */
export async function startPlanned(admin: Hand, inventory: Made): Promise<Made> {
  await step(admin, inventory, 'start')
  for (let tries = 0; tries < 240; tries += 1) {
    const now = (await admin.call('get', `/api/v1/inventories/${inventory._id}`)) as { status: string }
    if (now.status === 'counting') return inventory
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The inventory did not start')
}

/** A counter with their own device. */
export type Counter = { person: Person; hand: Hand; deviceId: string }

export async function makeCounter(
  admin: Hand,
  request: APIRequestContext,
  name = newName('Counter'),
): Promise<Counter> {
  const person = await admin.person({ role: 'user', name })
  return { person, hand: await handOf(request, person), deviceId: randomUUID() }
}

type Read = { tag: string; count?: number; rssi?: number }

/** One sweep of a room; `unsent` is the number of reads that the device still has to send. */
export const sweep = (
  { hand, deviceId }: Counter,
  { _id }: Made,
  placeId: string,
  reads: Read[],
  unsent = 0,
) =>
  hand.call('post', `/api/v1/inventories/${_id}/reads`, {
    ...{ sweepId: randomUUID(), deviceId, device: 'Chrome on Android', placeId, unsent },
    reads: reads.map((read) => ({ at: new Date().toISOString(), count: 4, rssi: -52, ...read })),
  })

/** One each: found, not found, misplaced, from outside, deleted and unknown. */
export async function countAll(counter: Counter, inventory: Made, site: Site, unsent = 0) {
  const { store, office, chair, printer, projector, outside, binned, unknown } = site
  await sweep(counter, inventory, store.id, [
    { tag: tagOf(chair) },
    { tag: tagOf(projector), count: 1 },
    { tag: tagOf(binned) },
  ])
  const inOffice = [{ tag: tagOf(printer) }, { tag: tagOf(outside) }, { tag: unknown }]
  await sweep(counter, inventory, office.id, inOffice, unsent)
}

/** An inventory in review, with one discrepancy of each kind. */
export async function makeReviewed(admin: Hand, request: APIRequestContext, plan: Plan = {}) {
  const made = await makeCounting(admin, request, plan)
  await step(admin, made.inventory, 'review')
  return made
}

export async function makeCounting(
  admin: Hand,
  request: APIRequestContext,
  { unsent, name, ...plan }: Plan & { unsent?: number; name?: string } = {},
) {
  const site = await makeCountedSite(admin)
  const counter = await makeCounter(admin, request, name)
  const inventory = await planInventory(admin, site.aou, { people: [counter.person.id], ...plan })
  await startPlanned(admin, inventory)
  await countAll(counter, inventory, site, unsent)
  return { site, counter, inventory }
}
