import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { type InventoryChange, inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview, type Resolution, unknownTags } from '@ats/contract/inventories/review.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import {
  countedBySomebody,
  countingIn,
  freshRoom,
  itemsOf,
  planned,
  siteOf,
  step,
  sweep,
  sweepBody,
} from '#test/inventories.ts'
import { givePlaces } from '#test/limited-people.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf, freshTag, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const counter = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const approver = await person({ role: 'Admin', city: 'Pune', name: 'Asha' })
const never = new AbortController().signal
const get = async (id: string) => (await call(admin, inventories.get, { params: { id } })).body
const assetNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body
const resolve = (id: string, body: object, as: Person = admin) =>
  call(as, inventoryReview.resolve, { params: { id }, body })
const cleared = async (id: string, items: (string | undefined)[], resolution: Resolution | null) => {
  const { body } = await resolve(id, { items, resolution })
  return [body.done, body.failed, body.results.map(({ code }) => code)]
}

test('what was proposed is applied by whoever approves, as people do it, and each item says what became of it', async () => {
  const { aou } = await siteOf(t)
  const [here, there] = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  const [moved, lost, other] = [
    await stocked(t, { placeId: there }),
    await stocked(t, { placeId: here }),
    await stocked(t, { placeId: here }),
  ]
  const [unknown, second, third] = [freshTag(), freshTag(), freshTag()]
  const { id } = await countingIn(t, { placeId: aou })
  const tags = [moved.rfidTag ?? '', unknown, second, third, other.rfidTag ?? '']
  await sweep(t, counter, id, { placeId: here, reads: tags })
  await step(t, id, 'review')
  const items = new Map((await itemsOf(t, id)).map((item) => [item.assetId ?? item.tag, item]))
  const itemOf = (key: string) => items.get(key)?._id
  const ignored = { action: 'ignore', reason: 'x' } as const
  expect(await cleared(id, [itemOf(moved._id)], { action: 'move-here' })).toEqual([1, 0, ['proposed']])
  expect(await cleared(id, [itemOf(other._id), randomUUID()], ignored)).toEqual([
    ...[0, 2, ['resolution-not-possible', 'inventory-item-not-found']],
  ])
  const state = { action: 'request-state', newState: 'Not-Working', reason: 'Not found' } as const
  expect((await cleared(id, [itemOf(lost._id)], state))[0]).toBe(1)
  expect((await cleared(id, [itemOf(unknown)], { action: 'register', assetName: 'New lamp' }))[0]).toBe(1)
  expect((await cleared(id, [itemOf(second)], { action: 'attach', assetId: other._id }))[0]).toBe(1)
  expect((await cleared(id, [itemOf(third)], { action: 'register', assetName: 'Too late' }))[0]).toBe(1)
  expect(
    (await resolve(id, { items: [randomUUID()], resolution: { ...state, newState: 'Nope' } })).status,
  ).toBe(400)
  await stocked(t, { placeId: here, rfidTag: third })
  const before = await get(id)
  const approved = await step(t, id, 'approve', approver)
  expect(approved).toMatchObject({ status: 'approved', found: before.found, total: before.total })
  expect((await assetNow(moved._id)).placeId).toBe(here)
  expect((await assetNow(other._id)).rfidTag).toBe(second)
  const { body } = await call(admin, assets.find, { query: { code: unknown } })
  expect(body.assets).toMatchObject([{ assetName: 'New lamp', placeId: here }])
  const asked = await call(admin, stateChanges.pending, { query: { assets: lost._id } })
  expect(asked.body.stateChanges).toMatchObject([{ newState: 'Not-Working', reason: 'Not found' }])
  const outcomes = (await itemsOf(t, id)).filter(({ outcome }) => outcome !== null)
  expect(outcomes).toMatchObject([{ tag: third, outcome: expect.stringContaining('tag') }])
  expect((await ledgerOf(t, moved._id)).at(-1)).toMatchObject({ action: 'asset.changed', actor: approver.id })
  // Every change has its ledger entry, even after a savepoint.
  const made = [moved._id, other._id, body.assets[0]?._id ?? '']
  const { rows } = await sql`select distinct events.actor_id as by from asset_versions
    left join events on events.id = asset_versions.event_id
    where asset_versions.asset_id = any(${made}::uuid[]) and asset_versions.valid_to = 'infinity'`.execute(
    t.db,
  )
  expect(rows).toEqual([{ by: approver.id }])
})

test('a recount keeps what was found, and an item that turns up loses what was proposed for it', async () => {
  const placeId = await freshRoom(t)
  const [one, two] = [await stocked(t, { placeId }), await stocked(t, { placeId })]
  const { id } = await countingIn(t, { placeId })
  await sweep(t, counter, id, { placeId, reads: [one.rfidTag ?? ''] })
  await step(t, id, 'review')
  const body = { filter: { class: 'not-found' }, resolution: { action: 'ignore', reason: 'Sold' } }
  expect((await resolve(id, body)).body).toMatchObject({ done: 1, failed: 0 })
  expect((await get(id)).unresolved).toBe(0)
  expect((await step(t, id, 'recount')).status).toBe('counting')
  await sweep(t, counter, id, { placeId, reads: [two.rfidTag ?? ''] })
  const items = await itemsOf(t, id)
  expect(items.map((item) => [item.class, item.resolution])).toEqual([
    ['found', null],
    ['found', null],
  ])
  expect(await get(id)).toMatchObject({ found: 2, notFound: 0, unresolved: 0 })
})

test('a proposal for all matching items leaves out those that were unticked', async () => {
  const placeId = await freshRoom(t)
  for (const _ of [1, 2, 3]) await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  await step(t, id, 'review')
  const [kept] = await itemsOf(t, id)
  const resolution = { action: 'ignore', reason: 'Sold' }
  const body = { filter: { class: 'not-found' }, except: [kept?._id], resolution }
  expect((await resolve(id, body)).body).toMatchObject({ done: 2, failed: 0 })
  const open = (await itemsOf(t, id)).filter((item) => item.resolution === null)
  expect(open.map(({ _id }) => _id)).toEqual([kept?._id])
})

test('counting does not end while a device has reads to send, unless it is left out', async () => {
  const { id, placeId } = await countingIn(t)
  const deviceId = randomUUID()
  const body = { ...sweepBody({ placeId, reads: [freshTag()] }), deviceId, unsent: 12 }
  await call(counter, counting.read, { params: { id }, body })
  const refused = await call(admin, inventories.review, { params: { id }, body: {} })
  expect(refused.body).toMatchObject({
    ...{ code: 'inventory-reads-unsent', params: { device: 'A reader', user: 'Ravi', unsent: 12 } },
  })
  const progress = await call(admin, inventories.progress, { params: { id } })
  expect(progress.body.devices).toMatchObject([{ deviceId, user: 'Ravi', tags: 1, unsent: 12 }])
  const left = await call(admin, inventories.review, { params: { id }, body: { leaveOut: [deviceId] } })
  expect(left.body.inventory.status).toBe('review')
})

test('more than a thousand assets are expected and applied by jobs, with the same result', async () => {
  const placeId = await freshRoom(t)
  await manyAssets(t, 1001, placeId)
  const id = await planned(t, { placeId })
  const started = await call(admin, inventories.start, { params: { id } })
  expect([started.status, started.body.inventory.status]).toEqual([202, 'starting'])
  const busy = await call(admin, inventories.cancel, { params: { id }, body: { reason: 'x' } })
  expect(busy.body.code).toBe('inventory-busy')
  await jobHandlers(t).bulk(started.body.inventory.job?._id ?? '', never)
  expect(await get(id)).toMatchObject({ status: 'counting', total: 1001, found: 0, notFound: 1001 })
  await countedBySomebody(t, id, placeId)
  await step(t, id, 'review')
  const body = { filter: { open: 'true' }, resolution: { action: 'ignore', reason: 'A test' } }
  const resolving = await resolve(id, body)
  expect([resolving.status, resolving.body.done]).toEqual([202, 0])
  await jobHandlers(t).bulk(resolving.body.job?._id ?? '', never)
  expect((await get(id)).unresolved).toBe(0)
  const approving = await call(approver, inventories.approve, { params: { id }, body: {} })
  expect([approving.status, approving.body.inventory.status]).toEqual([202, 'approving'])
  await jobHandlers(t).bulk(approving.body.inventory.job?._id ?? '', never)
  expect(await get(id)).toMatchObject({ status: 'approved', total: 1001, unresolved: 0 })
})

test('the next one is planned when one that repeats is approved', async () => {
  const placeId = await freshRoom(t)
  const id = await planned(t, { placeId, repeat: 'quarterly', dueOn: '2099-11-30', people: [counter.id] })
  await step(t, id, 'start')
  await sweep(t, counter, id, { placeId, reads: [freshTag()] })
  await step(t, id, 'review')
  await step(t, id, 'approve', approver)
  const { body } = await call(admin, inventories.list, { query: { status: 'planned', sort: 'id' } })
  expect(body.inventories[0]).toMatchObject({ placeId, dueOn: '2100-02-28', createdBy: 'Stock Keeper' })
  const next = await get(body.inventories[0]?._id ?? '')
  expect(next).toMatchObject({ repeat: 'quarterly', people: [{ _id: counter.id, name: 'Ravi' }] })
})

test('two inventories are not counted in the same place at the same time', async () => {
  const { room, property } = await siteIn(t, 'Indore')
  const { id } = await countingIn(t, { placeId: room })
  const wider = await planned(t, { placeId: property })
  const refused = await call(admin, inventories.start, { params: { id: wider } })
  expect(refused.body).toMatchObject({
    code: 'inventory-place-open',
    params: { inventory: (await get(id)).inventoryId },
  })
  await call(admin, inventories.cancel, { params: { id }, body: { reason: 'x' } })
})

test('who sees two rooms of a place neither sees its inventory nor can be chosen for it', async () => {
  const { aou } = await siteOf(t)
  const room = await placed(t, 'room', aou)
  const limited = await person({ role: 'User', city: 'Indore' })
  await givePlaces(t, limited, [room])
  const id = await planned(t, { placeId: aou })
  expect((await call(limited, inventories.get, { params: { id } })).status).toBe(404)
  const change = (people: string[]) =>
    call(admin, inventories.change, { params: { id }, body: { people } as InventoryChange })
  expect((await change([limited.id])).body.code).toBe('inventory-person-out-of-scope')
  expect((await change([counter.id])).status).toBe(200)
  const own = await planned(t, { placeId: room }, limited)
  expect((await call(limited, inventories.get, { params: { id: own } })).status).toBe(200)
})

test('a tag that no asset has is listed until one has it, or it is left alone', async () => {
  const { id, placeId } = await countingIn(t)
  const [one, two] = [freshTag(), freshTag()]
  await sweep(t, counter, id, { placeId, reads: [one, two, two] })
  const listed = async (query: Record<string, string> = {}) =>
    (await call(counter, unknownTags.list, { query: { inventoryId: id, ...query } })).body.unknownTags
  expect((await listed()).map(({ tag, reads }) => [tag, reads]).sort()).toEqual(
    [
      [one, 1],
      [two, 2],
    ].sort(),
  )
  const [first] = await listed({ search: one })
  const ids = [first?._id, randomUUID()]
  const answer = await call(counter, unknownTags.ignore, { body: { ids, reason: 'A badge' } })
  expect(answer.body).toMatchObject({ done: 1, failed: 1 })
  expect(await listed({ ignored: 'true' })).toMatchObject([{ tag: one, ignored: 'A badge' }])
  await stocked(t, { placeId, rfidTag: two })
  expect(await listed()).toEqual([])
})
