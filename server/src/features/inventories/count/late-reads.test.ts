import { randomUUID } from 'node:crypto'
import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { type Person, testApp } from '#test/app.ts'
import { counterOf, countingIn, freshRoom, itemsOf, siteOf, step, sweepBody } from '#test/inventories.ts'
import { givePlaces } from '#test/limited-people.ts'
import { toldTo } from '#test/news.ts'
import { administratorOf, freshTag, ledgerOf, placed, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
await beginNotifying(t.db)
const admin = await administratorOf(t)
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const mira = await person({ role: 'User', city: 'Indore', name: 'Mira' })
const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const get = async (id: string) => (await call(admin, inventories.get, { params: { id } })).body
const send = (id: string, body: object, as: Person = ravi) =>
  call(as, counting.read, { params: { id }, body })
const late = async (id: string, as: Person = admin) =>
  (await call(as, inventoryReview.lateReads, { params: { id } })).body.lateReads
const decide = (id: string, ids: string[], include: boolean, as: Person = admin) =>
  call(as, inventoryReview.decideLateReads, { params: { id }, body: { ids, include } })

const phone = () => ({ deviceId: randomUUID(), device: 'Phone of Ravi' })
const report = (id: string, body: object) =>
  call(ravi, counting.report, { params: { id }, body: { placeId: null, unsent: 0, ...body } as never })
const waiting = async (id: string) => (await call(admin, inventories.unsent, { params: { id } })).body.devices
const photo = (id: string, placeId: string, more: object, as: Person = ravi) =>
  call(as, counting.see, {
    params: { id },
    body: { sightingId: randomUUID(), placeId, at: '2026-01-02T03:04:05Z', label: 'X-1', ...more } as never,
    image,
  })

/** A room with one asset; Ravi read something in time, so that it can be approved. */
async function counted(plan: object = {}) {
  const placeId = await freshRoom(t)
  const asset = await stocked(t, { placeId }, await counterOf(t))
  const { id } = await countingIn(t, { placeId, ...plan })
  await send(id, sweepBody({ placeId, reads: [freshTag()] }))
  return { id, placeId, asset, tag: asset.rfidTag ?? '' }
}

test('a photo that was sent is no longer waited for', async () => {
  const { id, placeId } = await countingIn(t)
  const device = phone()
  await report(id, { ...device, unsent: 2 })
  expect(await waiting(id)).toMatchObject([{ unsent: 2, reason: 'unsent' }])
  const first = { ...device, sightingId: randomUUID() }
  expect((await photo(id, placeId, first)).body.late).toBe(false)
  await photo(id, placeId, first)
  expect(await waiting(id)).toMatchObject([{ unsent: 1 }])
  await photo(id, placeId, { ...device, unsent: 0 })
  expect(await waiting(id)).toEqual([])
  expect((await step(t, id, 'review')).status).toBe('review')
})

test('a device that took the inventory along and is silent holds up the end, until it is done or left out', async () => {
  const { id } = await countingIn(t)
  const device = phone()
  await report(id, { ...device, taken: true })
  expect(await waiting(id)).toEqual([])
  const fallSilent = () =>
    sql`update inventory_devices set last_seen_at = now() - interval '6 minutes' where inventory_id = ${id}`.execute(
      t.db,
    )
  await fallSilent()
  expect(await waiting(id)).toMatchObject([
    { deviceId: device.deviceId, user: 'Ravi', unsent: 0, reason: 'silent', takenAt: expect.any(String) },
  ])
  const review = (leaveOut: string[] = []) =>
    call(admin, inventories.review, { params: { id }, body: { leaveOut } })
  expect((await review()).body).toMatchObject({
    code: 'inventory-device-silent',
    params: { device: 'Phone of Ravi', user: 'Ravi' },
  })
  // It reports again, so nothing is left to send.
  await report(id, device)
  expect(await waiting(id)).toEqual([])
  await fallSilent()
  await report(id, { ...device, taken: false })
  await fallSilent()
  expect(await waiting(id)).toEqual([])
  await report(id, { ...device, taken: true })
  await fallSilent()
  expect((await review([device.deviceId])).body.inventory.status).toBe('review')
  expect((await ledgerOf(t, id)).at(-1)?.after).toMatchObject({ leftOut: ['Phone of Ravi (Ravi)'] })
})

test('reads that come after the end are kept aside, the planner is notified, and included they count', async () => {
  const { id, placeId, tag } = await counted()
  await step(t, id, 'review', mira)
  const device = phone()
  const body = { ...sweepBody({ placeId, reads: [tag] }), ...device, unsent: 1 }
  const kept = { status: 200, body: { accepted: 0, late: 1, refused: 0, answers: [] } }
  expect(await send(id, body)).toMatchObject(kept)
  expect(await send(id, body)).toMatchObject(kept)
  expect(await send(id, { ...sweepBody({ placeId, reads: [freshTag()] }), ...device })).toMatchObject(kept)
  expect(await get(id)).toMatchObject({ found: 0, lateReads: 2, approvalRefused: 'inventory-late-reads' })
  expect((await call(admin, inventories.approve, { params: { id }, body: {} })).body.code).toBe(
    'inventory-late-reads',
  )
  await writeNotifications(t)
  for (const owner of [admin, mira]) {
    const told = (await toldTo(t, owner)).filter(({ recordId }) => recordId === id)
    expect(told).toMatchObject([{ rule: 'inventory-of-yours', action: 'inventory.read-late', user: 'Ravi' }])
  }
  const [second, first] = await late(id)
  expect(first).toMatchObject({ _id: body.sweepId, kind: 'reads', user: 'Ravi', tags: 1, included: null })
  expect((await decide(id, [body.sweepId], true)).body).toEqual({ done: 1 })
  expect((await decide(id, [body.sweepId, second?._id ?? ''], false)).body).toEqual({ done: 1 })
  expect(await get(id)).toMatchObject({ found: 1, lateReads: 0, approvalRefused: null, unknown: 1 })
  expect(await late(id)).toMatchObject([{ included: false }, { included: true, decidedBy: 'Stock Keeper' }])
  expect((await send(id, body)).body).toMatchObject({ accepted: 1, late: 0 })
  expect((await itemsOf(t, id)).find((item) => item.tag === tag)).toMatchObject({
    reads: 1,
    seenBy: ['Ravi'],
  })
  expect((await ledgerOf(t, id)).slice(-3).map(({ action }) => action)).toEqual([
    ...['inventory.read-late', 'inventory.late-included', 'inventory.late-left-out'],
  ])
  expect((await step(t, id, 'approve')).status).toBe('approved')
  expect((await send(id, sweepBody({ placeId, reads: [tag] }))).body.code).toBe('inventory-not-counting')
})

test('a late photo waits like reads, with its picture', async () => {
  const { id, placeId, asset } = await counted()
  await step(t, id, 'review')
  const sightingId = randomUUID()
  const sent = await photo(id, placeId, { ...phone(), sightingId, label: asset.assetTagId })
  expect([sent.status, sent.body.late]).toEqual([200, true])
  expect(await late(id)).toMatchObject([{ kind: 'photo', label: asset.assetTagId, tags: 1 }])
  expect(await get(id)).toMatchObject({ found: 0 })
  expect((await decide(id, [sightingId], true)).body.done).toBe(1)
  expect(await get(id)).toMatchObject({ found: 1, seenByHand: 1 })
  const shown = await call(admin, counting.photo, { params: { id, sightingId } })
  expect(shown.status).toBe(200)
})

test('the person whose late reads are included counted, and does not approve', async () => {
  const { id, placeId, tag } = await counted()
  await step(t, id, 'review')
  const body = sweepBody({ placeId, reads: [tag] })
  await send(id, body, mira)
  expect((await decide(id, [body.sweepId], true, mira)).body.done).toBe(1)
  expect((await call(mira, inventories.approve, { params: { id }, body: {} })).body.code).toBe(
    'inventory-counted-yourself',
  )
})

test('those who count blind neither see nor decide about late reads, nor does anybody out of scope', async () => {
  const { id, placeId, tag } = await counted({ people: [ravi.id], blind: true })
  await step(t, id, 'review')
  const body = sweepBody({ placeId, reads: [tag] })
  expect((await send(id, body)).text).not.toContain(tag)
  const params = { id }
  expect((await call(ravi, inventoryReview.lateReads, { params })).body.code).toBe('inventory-blind')
  expect((await decide(id, [body.sweepId], true, ravi)).body.code).toBe('inventory-counters-count')
  const { aou } = await siteOf(t)
  const rooms = await person({ role: 'User', city: 'Indore', name: 'Two rooms' })
  await givePlaces(t, rooms, [await placed(t, 'room', aou), await placed(t, 'room', aou)])
  expect((await call(rooms, inventoryReview.lateReads, { params })).status).toBe(404)
  expect((await decide(id, [body.sweepId], true, rooms)).status).toBe(404)
  expect((await call(null, inventoryReview.lateReads, { params })).status).toBe(401)
  const without = await person({ role: 'User Management', city: 'Indore' })
  expect((await decide(id, [body.sweepId], true, without)).status).toBe(403)
  expect((await decide(id, [], true)).status).toBe(400)
  expect((await decide(id, [randomUUID()], true)).body.done).toBe(0)
})
