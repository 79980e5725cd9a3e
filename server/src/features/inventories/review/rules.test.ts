import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { countingIn, freshRoom, planned, step, sweep } from '#test/inventories.ts'
import { manyAssets } from '#test/many-assets.ts'
import { toldTo } from '#test/news.ts'
import { administratorOf, freshTag, ledgerOf } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const ravi = await person({ role: 'User', city: 'Indore', name: 'Ravi' })
const mira = await person({ role: 'User', city: 'Indore', name: 'Mira' })
const get = async (id: string, as: Person = admin) =>
  (await call(as, inventories.get, { params: { id } })).body
const nextIn = async (placeId: string) => {
  const rows = t.db.selectFrom('inventories').select('id').where('place_id', '=', placeId)
  const next = await rows.where('status', '=', 'planned').executeTakeFirst()
  return next === undefined ? undefined : get(next.id)
}

test('a person who is named counts, and neither edits, ends, recounts nor cancels', async () => {
  const { id, placeId } = await countingIn(t, { people: [ravi.id], blind: true })
  const tries = async () => {
    const body = { dueOn: '2099-01-01', reason: 'x' }
    const names = ['change', 'review', 'recount', 'cancel'] as const
    const codes = names.map(
      async (name) => (await call(ravi, inventories[name], { params: { id }, body })).body.code,
    )
    return new Set(await Promise.all(codes))
  }
  expect(await tries()).toEqual(new Set(['inventory-counters-count']))
  expect([(await get(id, ravi)).manages, (await get(id, mira)).manages]).toEqual([false, true])
  expect((await sweep(t, ravi, id, { placeId, reads: [freshTag()] })).status).toBe(200)
  // A manager who is not named may do it.
  await step(t, id, 'review', mira)
  expect(await tries()).toEqual(new Set(['inventory-counters-count']))
  await step(t, id, 'recount', mira)
  const cancelled = await call(mira, inventories.cancel, { params: { id }, body: { reason: 'Moved' } })
  expect(cancelled.body.inventory.status).toBe('cancelled')
})

test('the person who planned it manages it, also when named', async () => {
  const id = await planned(t, { people: [ravi.id] }, ravi)
  expect(
    (await call(ravi, inventories.change, { params: { id }, body: { dueOn: '2099-01-01' } })).status,
  ).toBe(200)
  await step(t, id, 'start', ravi)
  expect((await step(t, id, 'review', ravi)).status).toBe('review')
})

test('cancelling one inventory does not end the series, unless that is said, and the planner is notified', async () => {
  await beginNotifying(t.db)
  const cancel = async (endSeries?: boolean) => {
    const placeId = await freshRoom(t)
    const plan = { placeId, repeat: 'monthly' as const, dueOn: '2099-01-31', people: [ravi.id] }
    const id = await planned(t, plan, mira)
    const body = { reason: 'The house is closed', ...(endSeries !== undefined && { endSeries }) }
    expect((await call(admin, inventories.cancel, { params: { id }, body })).status).toBe(200)
    return { id, next: await nextIn(placeId) }
  }
  const { id, next } = await cancel()
  expect(next).toMatchObject({ dueOn: '2099-02-28', repeat: 'monthly', createdBy: 'Mira' })
  expect(next?.people).toMatchObject([{ _id: ravi.id }])
  expect((await cancel(true)).next).toBeUndefined()
  await writeNotifications(t)
  const told = (await toldTo(t, mira)).filter(({ recordId }) => recordId === id)
  expect(told).toMatchObject([
    { rule: 'inventory-of-yours', action: 'inventory.cancelled', detail: 'The house is closed' },
  ])
  expect((await toldTo(t, admin)).filter(({ recordId }) => recordId === id)).toEqual([])
})

/** A series with a counter who may no longer count there when it is approved. */
async function seriesWithoutCounter(assets: number) {
  const placeId = await freshRoom(t)
  await manyAssets(t, assets, placeId)
  const gone = await person({ role: 'User', city: 'Indore', name: 'Gopal' })
  const plan = { placeId, repeat: 'monthly' as const, people: [gone.id, ravi.id] }
  const { id } = await countingIn(t, plan)
  await sweep(t, gone, id, { placeId, reads: [freshTag()] })
  await step(t, id, 'review')
  const body = { filter: {}, resolution: { action: 'ignore' as const, reason: 'A test' } }
  await call(mira, inventoryReview.resolve, { params: { id }, body })
  await sql`update users set city_id = ${await t.cityId('Mumbai')} where id = ${gone.id}`.execute(t.db)
  return { id, placeId }
}

test.each([3, 250])(
  'a counter who lost the place is left out of the next one, with %s proposals',
  async (many) => {
    const { id, placeId } = await seriesWithoutCounter(many)
    const { status, body } = await call(admin, inventories.approve, {
      params: { id },
      body: { openReason: 'A test' },
    })
    expect(status).toBe(many > 200 ? 202 : 200)
    if (body.inventory.job) await jobHandlers(t).bulk(body.inventory.job._id, new AbortController().signal)
    expect((await get(id)).status).toBe('approved')
    const next = await nextIn(placeId)
    expect(next?.people).toMatchObject([{ name: 'Ravi' }])
    const [line] = await ledgerOf(t, next?._id ?? '')
    expect(line).toMatchObject({ action: 'inventory.planned', after: { peopleLeftOut: ['Gopal'] } })
  },
)
