import { randomUUID } from 'node:crypto'
import { counting, type PlainRead } from '@ats/contract/inventories/counting.ts'
import { inventories, type NewInventory } from '@ats/contract/inventories/inventories.ts'
import { type NewProgramme, programmes } from '@ats/contract/inventories/programmes.ts'
import { inventoryReview, itemClasses } from '@ats/contract/inventories/review.ts'
import type { Person, TestApp } from './app.ts'
import { administratorOf, freshTag, placed, siteIn, stocked } from './stock.ts'

const sites = new WeakMap<object, ReturnType<typeof siteIn>>()

/** One site in Indore for each server. */
export function siteOf(t: TestApp) {
  const site = sites.get(t.app) ?? siteIn(t, 'Indore')
  sites.set(t.app, site)
  return site
}

/** A new room, so that nothing else is counted in it. */
export const freshRoom = async (t: TestApp) => placed(t, 'room', (await siteOf(t)).aou)

export async function planned(t: TestApp, plan: Partial<NewInventory> = {}, as?: Person): Promise<string> {
  const body = { placeId: plan.placeId ?? (await freshRoom(t)), ...plan }
  const answer = await t.call(as ?? (await administratorOf(t)), inventories.plan, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.inventory._id
}

type Step = 'start' | 'review' | 'recount' | 'approve'

/** Moves an inventory to its next status. */
export async function step(t: TestApp, id: string, name: Step, as?: Person) {
  const usual = name === 'approve' ? approverOf(t) : administratorOf(t)
  const answer = await t.call(as ?? (await usual), inventories[name], {
    params: { id },
    body: name === 'approve' ? { openReason: 'A test' } : {},
  })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body.inventory
}

export async function countingIn(t: TestApp, plan: Partial<NewInventory> = {}) {
  const placeId = plan.placeId ?? (await freshRoom(t))
  const id = await planned(t, { ...plan, placeId })
  await step(t, id, 'start')
  return { id, placeId }
}

type Read = string | PlainRead
type Swept = { placeId: string; reads: readonly Read[]; [more: string]: unknown }

export const sweepBody = ({ reads, ...more }: Swept) => ({
  ...{ sweepId: randomUUID(), deviceId: randomUUID(), device: 'A reader' },
  ...more,
  reads: reads.map((read) => (typeof read === 'string' ? { tag: read, at: '2026-01-02T03:04:05Z' } : read)),
})

export const sweep = (t: TestApp, as: Person, id: string, swept: Swept) =>
  t.call(as, counting.read, { params: { id }, body: sweepBody(swept) })

export async function itemsOf(t: TestApp, id: string, as?: Person) {
  const answer = await t.call(as ?? (await administratorOf(t)), inventoryReview.items, {
    params: { id },
    query: { size: '500' },
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.items
}

/** How many items there are of each class. */
export async function classesOf(t: TestApp, id: string) {
  const items = await itemsOf(t, id)
  return Object.fromEntries(
    itemClasses.map((one) => [one, items.filter((item) => item.class === one).length]),
  )
}

const approvers = new WeakMap<object, Promise<Person>>()

/** A person who takes no part in anything that is counted, one for each server. */
export function approverOf(t: TestApp): Promise<Person> {
  const approver = approvers.get(t.app) ?? t.person({ role: 'Admin', city: 'Pune', name: 'Approving Hand' })
  approvers.set(t.app, approver)
  return approver
}

const counters = new WeakMap<object, Promise<Person>>()

/** A person who counts in Indore, one for each server. */
export function counterOf(t: TestApp): Promise<Person> {
  const counter = counters.get(t.app) ?? t.person({ role: 'User', city: 'Indore', name: 'Counting Hand' })
  counters.set(t.app, counter)
  return counter
}

/** Reads an unexpected tag, so that there is something to approve. */
export async function countedBySomebody(t: TestApp, id: string, placeId: string) {
  const answer = await sweep(t, await counterOf(t), id, { placeId, reads: [freshTag()] })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** An inventory under review with one asset that was not found, counted by another person. */
export async function underReview(t: TestApp) {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId }, await counterOf(t))
  const { id } = await countingIn(t, { placeId })
  await countedBySomebody(t, id, placeId)
  await step(t, id, 'review')
  const item = (await itemsOf(t, id)).find(({ assetId }) => assetId === asset._id)
  return { id, placeId, asset, itemId: item?._id ?? '' }
}

/** A tag that no asset has, on the worklist. */
export async function unknownTagIn(t: TestApp) {
  const { id, placeId } = await countingIn(t)
  const tag = `E9${randomUUID().replaceAll('-', '').slice(0, 22)}`.toUpperCase()
  await sweep(t, await administratorOf(t), id, { placeId, reads: [tag] })
  const row = t.db.selectFrom('unknown_tags').select('id').where('tag', '=', tag)
  return { tag, id: (await row.executeTakeFirstOrThrow()).id, inventoryId: id }
}

/** An approved inventory with one asset under investigation. */
export async function investigated(t: TestApp, owner?: Person) {
  const one = await underReview(t)
  const { id: ownerId } = owner ?? (await t.person({ role: 'User', city: 'Indore' }))
  const resolution = { action: 'investigate', ownerId, until: '2026-12-31', reason: 'Where is it?' } as const
  const params = { params: { id: one.id } }
  await t.call(await administratorOf(t), inventoryReview.resolve, {
    ...params,
    body: { items: [one.itemId], resolution },
  })
  await step(t, one.id, 'approve', await t.person({ role: 'User', city: 'Indore' }))
  return one
}

/** A programme of the year for a new room, or another place. */
export async function programmeIn(t: TestApp, given: Partial<NewProgramme> = {}, as?: Person) {
  const period = { startsOn: '2026-01-01', endsOn: '2026-12-31' }
  const placeId = given.placeId ?? (await freshRoom(t))
  const body = { name: `Year ${randomUUID()}`, ...period, ...given, placeId }
  const answer = await t.call(as ?? (await administratorOf(t)), programmes.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}
