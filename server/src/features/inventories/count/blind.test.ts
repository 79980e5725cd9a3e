import { randomUUID } from 'node:crypto'
import { exports } from '@ats/contract/exports.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Answer, type Person, testApp } from '#test/app.ts'
import { freshRoom, planned, step, sweep } from '#test/inventories.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const counter = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const manager = await person({ role: 'User', city: 'Indore', name: 'Meera' })
const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const placeId = await freshRoom(t)
const chair = await stocked(t, { placeId, assetName: 'Chair of the chairman', serialNo: 'SN-4711' })
const lamp = await stocked(t, { placeId, assetName: 'Lamp with a shade' })
const id = await planned(t, { placeId, blind: true, people: [counter.id] })
await step(t, id, 'start')
const params = { id }
/** Values that only the snapshot contains. */
const secrets = [lamp, chair].flatMap(({ assetTagId, assetName, rfidTag }) => [
  assetTagId,
  assetName,
  rfidTag ?? '',
])

/** Every endpoint about an inventory, called by a person. */
async function answersFor(as: Person): Promise<Record<string, Answer<never>>> {
  const place = { ...{ deviceId: randomUUID(), device: 'A reader', placeId } }
  const seen = { sightingId: randomUUID(), ...place, at: '2026-01-02T03:04:05Z', label: 'SN-4711' }
  const calls = {
    list: call(as, inventories.list, { query: { sort: 'total' } }),
    get: call(as, inventories.get, { params }),
    progress: call(as, inventories.progress, { params }),
    items: call(as, inventoryReview.items, { params }),
    found: call(as, inventoryReview.items, { params, query: { search: 'Lamp' } }),
    expected: call(as, counting.expected, { params }),
    left: call(as, counting.expected, { params, query: { left: 'true' } }),
    rooms: call(as, counting.rooms, { params }),
    toCount: call(as, counting.toCount),
    read: sweep(t, as, id, { placeId, reads: [chair.rfidTag ?? ''] }),
    see: call(as, counting.see, { params, body: seen, image: picture }),
    report: call(as, counting.report, { params, body: { ...place, unsent: 0 } }),
    resolve: call(as, inventoryReview.resolve, {
      params,
      body: { filter: { class: 'not-found' }, resolution: { action: 'ignore', reason: 'x' } },
    }),
    change: call(as, inventories.change, { params, body: { dueOn: '2026-12-30' } }),
    export: call(as, exports.create, {
      body: { list: 'inventory-items', format: 'csv', filter: { inventoryId: id } },
    }),
  }
  const named = await Promise.all(
    Object.entries(calls).map(async ([name, answer]) => [name, await answer] as const),
  )
  return Object.fromEntries(named) as unknown as Record<string, Answer<never>>
}

test('whoever counts it blind receives nothing of what is expected in any reply', async () => {
  const answers = await answersFor(counter)
  const hidden = ['progress', 'items', 'found', 'expected', 'left', 'resolve', 'export']
  for (const [name, { status, text, body }] of Object.entries(answers)) {
    if (hidden.includes(name))
      expect([name, (body as { code?: string }).code]).toEqual([name, 'inventory-blind'])
    else expect([name, status]).toEqual([name, name === 'change' ? 403 : 200])
    // The response repeats the tag that was sent, and contains nothing else of the snapshot.
    const own = name === 'read' ? [chair.rfidTag] : []
    for (const secret of secrets.filter((one) => !own.includes(one)))
      expect(text.includes(secret), `${name} tells ${secret}`).toBe(false)
  }
  const { body } = await call(counter, inventories.get, { params })
  const figures = [
    'total',
    'found',
    'notFound',
    'access',
    'misplaced',
    'seenByHand',
    'weak',
    'unresolved',
  ] as const
  expect(figures.map((figure) => body[figure])).toEqual(figures.map(() => null))
  const rooms = (await call(counter, counting.rooms, { params })).body.rooms
  expect(rooms).toMatchObject([{ names: [], left: null, tags: 1 }])
  const list = (await call(counter, inventories.list, { query: { sort: 'total' } })).body.inventories
  expect(list.find(({ _id }) => _id === id)).toMatchObject({ total: null, found: null, access: null })
})

test('the ledger says nothing of what is expected either', async () => {
  const lines = JSON.stringify(await ledgerOf(t, id))
  for (const secret of [...secrets, 'total', 'found']) expect(lines.includes(secret), secret).toBe(false)
})

test('who does not count it sees the figures, and once it is approved everyone does', async () => {
  expect((await call(manager, inventories.get, { params })).body).toMatchObject({ total: 2, found: 1 })
  expect((await call(manager, inventoryReview.items, { params })).body.items).toHaveLength(2)
  // A person who was not chosen cannot make themselves a counter.
  expect((await sweep(t, manager, id, { placeId, reads: ['E200'] })).body.code).toBe('inventory-items-opened')
  await step(t, id, 'review', manager)
  // Counting has ended and the register is visible again, but not what this count expected.
  expect((await call(counter, inventories.get, { params })).body).toMatchObject({ total: null, found: null })
  expect((await call(counter, inventoryReview.items, { params })).body.code).toBe('inventory-blind')
  expect((await call(counter, inventories.approve, { params, body: {} })).body.code).toBe(
    'inventory-counted-yourself',
  )
  await step(t, id, 'approve', manager)
  expect((await call(counter, inventories.get, { params })).body).toMatchObject({ total: 2, found: 1 })
  expect((await call(counter, inventoryReview.items, { params })).status).toBe(200)
  expect((await call(admin, inventoryReview.items, { params })).status).toBe(200)
})

test('nobody counts blind what they have looked at', async () => {
  const room = await freshRoom(t)
  const asset = await stocked(t, { placeId: room })
  const [ravi, asha] = [counter, await person({ role: 'User', city: 'Indore', name: 'Asha' })]
  const blind = { params: { id: await planned(t, { placeId: room, blind: true, people: [ravi.id] }) } }
  // Before counting starts there is nothing to see.
  expect((await call(asha, inventoryReview.items, blind)).body.items).toEqual([])
  await step(t, blind.params.id, 'start')
  expect((await call(asha, inventoryReview.items, blind)).body.items).toHaveLength(1)
  const name = (people: string[]) => call(asha, inventories.change, { ...blind, body: { people } })
  const refused = await name([ravi.id, asha.id])
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'inventory-person-opened-items' }])
  expect(refused.text).toContain('Asha')
  expect((await name([ravi.id, manager.id])).status).toBe(200)
  // A person who was named at the same moment cannot count either.
  await t.db
    .insertInto('inventory_people')
    .values({ inventory_id: blind.params.id, user_id: asha.id, is_named: true, has_counted: false })
    .execute()
  const read = await sweep(t, asha, blind.params.id, { placeId: room, reads: [asset.rfidTag ?? ''] })
  expect([read.status, read.body]).toMatchObject([403, { code: 'inventory-items-opened' }])
  const { body } = await call(asha, counting.toCount)
  expect(body.inventories.map(({ _id }) => _id)).not.toContain(blind.params.id)
  expect((await sweep(t, manager, blind.params.id, { placeId: room, reads: [] })).status).toBe(200)
})

test('a file of the items counts as having looked at them', async () => {
  const room = await freshRoom(t)
  await stocked(t, { placeId: room })
  const asha = await person({ role: 'User', city: 'Indore' })
  const blind = await planned(t, { placeId: room, blind: true, people: [counter.id] })
  await step(t, blind, 'start')
  const filter = { inventoryId: blind }
  expect(
    (await call(asha, exports.create, { body: { list: 'inventory-items', format: 'csv', filter } })).status,
  ).toBe(201)
  const change = { params: { id: blind }, body: { people: [counter.id, asha.id] } }
  expect((await call(asha, inventories.change, change)).status).toBe(409)
})
