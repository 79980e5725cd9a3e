import { assets } from '@ats/contract/assets/assets.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { investigations } from '@ats/contract/inventories/investigations.ts'
import { inventoryReview, type Resolution } from '@ats/contract/inventories/review.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { freshRoom, investigated, itemsOf, step, underReview } from '#test/inventories.ts'
import { givePlaces } from '#test/limited-people.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const owner = await person({ role: 'User', city: 'Indore', name: 'Omar' })
const mira = await person({ role: 'User', city: 'Indore', name: 'Mira' })

const propose = (id: string, items: string[], resolution: Resolution) =>
  call(admin, inventoryReview.resolve, { params: { id }, body: { items, resolution } })
const investigate = {
  action: 'investigate',
  ownerId: owner.id,
  until: '2026-01-31',
  reason: 'Lent?',
} as const
const listed = async (as: Person, status: 'open' | 'overdue' | 'closed', inventoryId: string) =>
  (await call(as, investigations.list, { query: { status, inventoryId } })).body.investigations
const note = (as: Person, id: string, resolution: Resolution) =>
  call(as, investigations.note, { params: { id }, body: { resolution } })

test('open items need a reason, which the ledger and the inventory keep', async () => {
  const { id } = await underReview(t)
  const approve = (body: object) => call(mira, inventories.approve, { params: { id }, body })
  const refused = await approve({})
  // The asset that was not found, and the unknown tag.
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'inventory-open-items' }])
  expect(refused.text).toContain('2 items')
  expect((await approve({ openReason: ' ' })).status).toBe(400)
  const { body } = await approve({ openReason: 'The search goes on' })
  expect(body.inventory).toMatchObject({
    status: 'approved',
    unresolved: 2,
    openReason: 'The search goes on',
  })
  const line = (await ledgerOf(t, id)).find(({ action }) => action === 'inventory.approved')
  expect(line?.after).toMatchObject({ open: 2, openReason: 'The search goes on' })
})

test('without open items no reason is needed, and none is kept', async () => {
  const { id } = await underReview(t)
  const items = await itemsOf(t, id)
  await propose(
    id,
    items.map(({ _id }) => _id),
    { action: 'ignore', reason: 'A test' },
  )
  const { body } = await call(mira, inventories.approve, { params: { id }, body: { openReason: 'x' } })
  expect(body.inventory).toMatchObject({ status: 'approved', unresolved: 0, openReason: null })
})

test('outcomes are proposed with their evidence, and applying them changes no asset', async () => {
  const { id, itemId, asset } = await underReview(t)
  const other = await stocked(t, { placeId: await freshRoom(t) })
  const outcomes: Resolution[] = [
    { action: 'found-elsewhere', where: 'At the repairer', evidence: 'Receipt 4711' },
    { action: 'register-error', reason: 'Sold last year' },
    { action: 'replaced', assetId: other._id, evidence: 'Delivery note 12' },
  ]
  for (const outcome of outcomes) expect((await propose(id, [itemId], outcome)).body.done).toBe(1)
  const item = (await itemsOf(t, id)).find(({ _id }) => _id === itemId)
  expect(item).toMatchObject({ resolution: outcomes.at(-1), resolutionName: other.assetTagId })
  await step(t, id, 'approve', mira)
  const before = (await call(admin, assets.get, { params: { id: asset._id } })).body
  expect(before).toMatchObject({ placeId: asset.placeId, assetState: asset.assetState })
})

test('impossible outcomes are refused', async () => {
  const { id, itemId, asset } = await underReview(t)
  const stranger = await person({ role: 'User', city: 'Mumbai' })
  const codes = async (resolution: Resolution) => {
    const { body } = await propose(id, [itemId], resolution)
    return body.fields ?? body.results?.[0]?.code
  }
  expect(await codes({ ...investigate, ownerId: stranger.id })).toHaveProperty(['resolution.ownerId'])
  const replaced = { action: 'replaced', evidence: 'x' } as const
  expect(await codes({ ...replaced, assetId: asset._id })).toBe('resolution-not-possible')
  expect(await codes({ ...replaced, assetId: itemId })).toHaveProperty(['resolution.assetId'])
  expect((await propose(id, [itemId], { ...investigate, until: 'soon' })).status).toBe(400)
  const unknown = (await itemsOf(t, id)).find((item) => item.class === 'unknown')?._id ?? ''
  expect((await propose(id, [unknown], { action: 'register-error', reason: 'x' })).body.failed).toBe(1)
})

test('an investigated item stays listed until somebody else notes its outcome', async () => {
  const { id, itemId, asset } = await underReview(t)
  await propose(id, [itemId], investigate)
  expect(await listed(admin, 'open', id)).toEqual([])
  await step(t, id, 'approve', mira)
  const open = await listed(mira, 'open', id)
  expect(open).toMatchObject([
    {
      _id: itemId,
      assetTagId: asset.assetTagId,
      name: 'Omar',
      isOverdue: true,
      closes: true,
      notedBy: 'Mira',
    },
  ])
  expect(await listed(admin, 'overdue', id)).toHaveLength(1)
  const found = { action: 'found-elsewhere', where: 'In the cellar', evidence: 'A photo' } as const
  expect((await note(owner, itemId, found)).body.code).toBe('investigation-own')
  // Another owner does not make the first one free to close it.
  expect((await note(admin, itemId, { ...investigate, ownerId: mira.id, until: '2099-01-01' })).status).toBe(
    200,
  )
  expect((await note(owner, itemId, found)).body.code).toBe('investigation-own')
  expect(await listed(admin, 'overdue', id)).toEqual([])
  const { body } = await note(admin, itemId, found)
  expect(body.investigation).toMatchObject({ resolution: found, until: null, closes: true })
  expect((await note(admin, itemId, found)).body.code).toBe('investigation-closed')
  expect([await listed(admin, 'open', id), await listed(admin, 'closed', id)]).toMatchObject([
    [],
    [{ _id: itemId }],
  ])
  expect((await ledgerOf(t, id)).filter(({ action }) => action === 'inventory.followed-up')).toHaveLength(2)
})

test('an outcome is applied like a proposal: writing off requests a state', async () => {
  const { itemId, asset } = await investigated(t, owner)
  const lost = { action: 'request-state', newState: 'Not-Working', reason: 'Stolen' } as const
  expect((await note(admin, itemId, lost)).status).toBe(200)
  const { body } = await call(admin, stateChanges.list, { query: { search: asset.assetTagId } })
  expect(body.stateChanges).toMatchObject([{ reason: 'Stolen' }])
})

test('only what is possible can be noted, by people who see the place', async () => {
  const { id, itemId, placeId } = await investigated(t, owner)
  expect((await note(admin, itemId, { action: 'move-here' })).status).toBe(400)
  const outside = await person({ role: 'User', city: 'Mumbai' })
  expect((await note(outside, itemId, { action: 'ignore', reason: 'x' })).status).toBe(404)
  expect(await listed(outside, 'open', id)).toEqual([])
  const inTwo = await person({ role: 'User', city: 'Indore' })
  await givePlaces(t, inTwo, [placeId, await freshRoom(t)])
  expect(await listed(inTwo, 'open', id)).toHaveLength(1)
  await givePlaces(t, inTwo, [await freshRoom(t), await freshRoom(t)])
  expect(await listed(inTwo, 'open', id)).toEqual([])
})

test('follow-ups are append-only', async () => {
  const { itemId } = await investigated(t, owner)
  await expect(
    sql`update inventory_follow_ups set resolution = '{}' where item_id = ${itemId}`.execute(t.db),
  ).rejects.toThrow('append-only')
  await expect(sql`delete from inventory_follow_ups`.execute(t.db)).rejects.toThrow('append-only')
})
