import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import {
  classesOf,
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
import { administratorOf, binned, freshTag, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const counter = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const get = async (id: string, as: Person = admin) =>
  (await call(as, inventories.get, { params: { id } })).body

test('an inventory is planned, started, counted, reviewed and approved', async () => {
  const { aou } = await siteOf(t)
  const [room, other] = [await placed(t, 'room', aou), await placed(t, 'room', aou)]
  const mumbai = await siteIn(t, 'Mumbai')
  const here = await stocked(t, { placeId: room })
  const moved = await stocked(t, { placeId: other })
  const lost = await stocked(t, { placeId: room })
  const outside = await stocked(t, { location: 'mumbai', placeId: mumbai.room })
  const gone = await binned(t, { placeId: room })
  const unknown = freshTag()
  const id = await planned(t, { placeId: aou, dueOn: '2026-12-31' })
  expect(await get(id)).toMatchObject({
    ...{ status: 'planned', total: null, found: null, blind: false, dueOn: '2026-12-31', job: null },
    inventoryId: expect.stringMatching(/^INV-\d{4}-\d{4}$/),
    inventoryDate: null,
  })
  const started = await step(t, id, 'start')
  expect(started).toMatchObject({ status: 'counting', found: 0, access: 0 })
  const tags = [here, moved, outside, gone].map(({ rfidTag }) => rfidTag ?? '')
  const { body } = await sweep(t, counter, id, { placeId: room, reads: [...tags, unknown.toLowerCase(), ''] })
  expect([body.accepted, body.refused]).toEqual([5, 1])
  const classes = Object.fromEntries(body.answers.map((answer) => [answer.tag, answer.class]))
  expect(classes).toEqual({
    ...{ [tags[0] ?? '']: 'found', [tags[1] ?? '']: 'elsewhere', [tags[2] ?? '']: 'elsewhere' },
    ...{ [tags[3] ?? '']: 'elsewhere', [unknown]: 'unknown' },
  })
  // The response says nothing about an asset in a city that the counter does not see.
  expect(body.answers.find(({ tag }) => tag === outside.rfidTag)).toMatchObject({
    ...{ assetTagId: null, assetName: null, belongsTo: null },
  })
  const classed = await classesOf(t, id)
  expect(classed).toMatchObject({ found: 1, misplaced: 1, outside: 1, binned: 1, unknown: 1 })
  const now = await get(id)
  expect(now).toMatchObject({ found: 2, misplaced: 1, access: 3, outside: 1, binned: 1, unknown: 1 })
  expect((now.found ?? 0) + (now.notFound ?? 0)).toBe(now.total)
  expect((await itemsOf(t, id)).find(({ assetId }) => assetId === lost._id)?.class).toBe('not-found')
  const reviewed = await step(t, id, 'review')
  expect(reviewed.status).toBe('review')
  const approved = await step(t, id, 'approve')
  expect(approved).toMatchObject({ status: 'approved', approvedBy: 'Approving Hand', found: 2, access: 3 })
  expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual(
    ['planned', 'started', 'counted', 'reviewed', 'approved'].map((action) => `inventory.${action}`),
  )
})

test('the same sweep counts once, and is answered as before even when counting is over', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  const body = sweepBody({ placeId, reads: [asset.rfidTag ?? ''] })
  const send = () => call(counter, counting.read, { params: { id }, body })
  const [first, second] = await Promise.all([send(), send()])
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body).toEqual(first.body)
  const [item] = await itemsOf(t, id)
  expect(item).toMatchObject({ class: 'found', reads: 1, weak: false, seenBy: ['Ravi'] })
  await step(t, id, 'review')
  expect((await send()).body).toEqual(first.body)
})

test('an inventory that is closed cannot be changed by any call, nor its figures by what becomes of assets', async () => {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId })
  const { id } = await countingIn(t, { placeId })
  await sweep(t, counter, id, { placeId, reads: [asset.rfidTag ?? ''] })
  await step(t, id, 'review')
  await step(t, id, 'approve')
  const [before, items] = [await get(id), await itemsOf(t, id)]
  const params = { id }
  const body = { people: [], dueOn: null, reason: 'x', leaveOut: [], items: [randomUUID()] }
  for (const name of ['change', 'start', 'review', 'recount', 'approve', 'cancel'] as const)
    expect((await call(admin, inventories[name], { params, body })).body.code, name).toBe('inventory-closed')
  expect((await sweep(t, counter, id, { placeId, reads: ['E200'] })).body.code).toBe('inventory-not-counting')
  await call(admin, assets.remove, { params: { id: asset._id } })
  expect(await get(id)).toEqual(before)
  expect(await itemsOf(t, id)).toEqual(items)
  for (const table of ['items', 'reads', 'sweeps', 'people', 'rooms', 'counts', 'devices'])
    await expect(
      sql`update ${sql.table(`inventory_${table}`)} set inventory_id = inventory_id
        where inventory_id = ${id}`.execute(t.db),
      table,
    ).rejects.toThrow('closed')
  await expect(sql`update inventories set total = 7 where id = ${id}`.execute(t.db)).rejects.toThrow('closed')
  await expect(sql`delete from inventory_items where inventory_id = ${id}`.execute(t.db)).rejects.toThrow()
})

async function personOf(places: string[]) {
  const one = await person({ role: 'User', city: 'Indore' })
  await givePlaces(t, one, places)
  return one
}

test('overdue inventories are open and past their due date, in scope, and counted by the dashboard', async () => {
  const [placeId, elsewhere] = [await freshRoom(t), await freshRoom(t)]
  const due = async (days: number, of = placeId) => {
    const id = await planned(t, { placeId: of })
    await sql`update inventories set due_on = current_date + ${days}::int where id = ${id}`.execute(t.db)
    return id
  }
  const [late, other] = [await due(-2), await due(-2, elsewhere)]
  await due(2)
  await call(admin, inventories.cancel, { params: { id: await due(-3) }, body: { reason: 'x' } })
  const shown = async (as: Person) => {
    const { body } = await call(as, inventories.list, { query: { status: 'overdue' } })
    return body.inventories.map(({ _id }) => _id)
  }
  const all = await shown(admin)
  expect(all).toEqual(expect.arrayContaining([late, other]))
  const { body } = await call(admin, dashboard.overview, { query: {} })
  expect(body.overdue).toBe(all.length)
  expect(await shown(await personOf([placeId]))).toEqual([late])
  const ofTwo = await shown(await personOf([placeId, elsewhere]))
  expect(ofTwo.toSorted()).toEqual([late, other].toSorted())
  expect((await call(admin, inventories.list, { query: { status: 'late' } as never })).status).toBe(400)
})
