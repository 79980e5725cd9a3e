import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const run = jobHandlers(t).bulk
const never = new AbortController().signal

const clerkOf = () => person({ role: 'Sub User', city: 'Indore' })
const change = (as: Person, body: object) => call(as, assetBulk.change, { body })
const actionsOf = async (as: Person) => (await call(as, bulkJobs.list)).body.jobs
const placeNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body.placeId

async function undoLast(as: Person) {
  const [last] = await actionsOf(as)
  const { status, body } = await call(as, bulkJobs.undo, { params: { id: last?._id ?? '' } })
  expect(status).toBe(202)
  await run(body.job._id, never)
  return (await call(as, bulkJobs.get, { params: { id: body.job._id } })).body
}

test('thirty assets are moved, listed, and moved back except for one that someone moved on', async () => {
  const clerk = await clerkOf()
  const ids = await manyAssets(t, 30, indore.room)
  const [onward = '', first = ''] = ids
  await change(clerk, { ids, action: 'move', placeId: indore.aou })
  expect(await actionsOf(clerk)).toMatchObject([
    { work: 'move-assets', status: 'done', total: 30, done: 30, undoable: true, undone: false },
  ])
  await call(admin, assets.update, { params: { id: onward }, body: { placeId: indore.property } })
  expect(await undoLast(clerk)).toMatchObject({
    ...{ work: 'move-assets-back', status: 'done', done: 29, failed: 1 },
    results: [{ _id: onward, code: 'asset-moved-since' }],
  })
  expect([await placeNow(first), await placeNow(onward)]).toEqual([indore.room, indore.property])
  expect(await actionsOf(clerk)).toMatchObject([
    { work: 'move-assets-back' },
    { work: 'move-assets', undone: true, undoable: false },
  ])
})

test('assignments go back to each former user, except for one that someone assigned again', async () => {
  const [clerk, former] = [await clerkOf(), await person({ name: 'Former User', city: 'Indore' })]
  const own = await stocked(t, { placeId: indore.room, assignedUser: former.id })
  const free = await stocked(t, { placeId: indore.room })
  const again = await stocked(t, { placeId: indore.room })
  const ids = [own._id, free._id, again._id]
  await change(clerk, { ids, action: 'assign', assignedUser: 'Team A' })
  await call(admin, assets.update, { params: { id: again._id }, body: { assignedUser: 'Team B' } })
  expect(await undoLast(clerk)).toMatchObject({
    ...{ work: 'assign-assets-back', done: 2, failed: 1 },
    results: [{ _id: again._id, code: 'asset-assigned-since' }],
  })
  const holders = ids.map(
    async (id) => (await call(admin, assets.get, { params: { id } })).body.assignedUser?.name,
  )
  expect(await Promise.all(holders)).toEqual(['Former User', undefined, 'Team B'])
})

test('a deletion is undone by restoring, except for an asset that is already restored', async () => {
  const clerk = await clerkOf()
  const ids = await manyAssets(t, 3, indore.room)
  await change(clerk, { ids, action: 'delete' })
  await call(admin, assetBin.restore, { body: { ids: ids.slice(1, 2) } })
  expect(await undoLast(clerk)).toMatchObject({
    ...{ work: 'restore-assets', done: 2, failed: 1 },
    results: [{ _id: ids[1], code: 'asset-not-found' }],
  })
  expect(await placeNow(ids[0] ?? '')).toBe(indore.room)
})

test('actions are listed and undone only by the person who made them, once, with the permission', async () => {
  const [clerk, other] = [await clerkOf(), await clerkOf()]
  await change(clerk, { ids: await manyAssets(t, 2, indore.room), action: 'move', placeId: indore.aou })
  const [action] = await actionsOf(clerk)
  const params = { id: action?._id ?? '' }
  expect(await actionsOf(other)).toEqual([])
  expect((await call(other, bulkJobs.undo, { params })).status).toBe(404)
  expect((await call(null, bulkJobs.undo, { params })).status).toBe(401)
  expect((await call(clerk, bulkJobs.undo, { params })).status).toBe(202)
  expect(await call(clerk, bulkJobs.undo, { params })).toMatchObject({
    status: 409,
    body: { code: 'job-not-undoable' },
  })
})

test('an undo that comes too late is an error, and the toast of a move counts as its undo', async () => {
  const clerk = await clerkOf()
  const ids = await manyAssets(t, 2, indore.room)
  const { body } = await change(clerk, { ids, action: 'move', placeId: indore.aou })
  await call(clerk, assetBulk.undoMove, { body: { move: body.move ?? '', ids } })
  expect(await actionsOf(clerk)).toMatchObject([{ undone: true, undoable: false }])

  await change(clerk, { ids, action: 'move', placeId: indore.aou })
  const [late] = await actionsOf(clerk)
  await t.asOwner(`update bulk_jobs set finished_at = now() - interval '25 hours' where id = '${late?._id}'`)
  expect((await call(clerk, bulkJobs.undo, { params: { id: late?._id ?? '' } })).status).toBe(409)
  expect(await placeNow(ids[0] ?? '')).toBe(indore.aou)
})
