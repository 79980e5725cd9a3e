import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { manyAssets } from '#test/many-assets.ts'
import { administratorOf, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const clerk = await person({ role: 'Sub User', city: 'Indore' })
const indore = await siteIn(t, 'Indore')
const run = jobHandlers(t).bulk
const never = new AbortController().signal

const placeNow = async (id: string) => (await call(admin, assets.get, { params: { id } })).body.placeId
const move = (ids: string[], placeId: string, as: Person = clerk) =>
  call(as, assetBulk.change, { body: { ids, action: 'move', placeId } })
const undo = (made: string | undefined, ids: string[], as: Person = clerk) =>
  call(as, assetBulk.undoMove, { body: { move: made ?? '', ids } })

test('a move is undone: each asset goes back to its own place, with one line each', async () => {
  const from = [indore.mm, indore.property, indore.room]
  const ids: string[] = []
  for (const placeId of from) ids.push((await stocked(t, { placeId }))._id)
  const { body } = await move(ids, indore.aou)
  expect(body).toMatchObject({ done: 3, move: expect.any(String) })
  expect(await undo(body.move, ids)).toMatchObject({ status: 200, body: { done: 3, failed: 0 } })
  expect(await Promise.all(ids.map(placeNow))).toEqual(from)
  for (const id of ids)
    expect((await ledgerOf(t, id)).map(({ action }) => action)).toEqual([
      'asset.registered',
      'asset.changed',
      'asset.changed',
    ])
})

test('what was moved on since stays, a place that is gone is said, and one that had not moved is no failure', async () => {
  const gone = await placed(t, 'mm', indore.city)
  const [back, on, lost, there] = [
    await stocked(t, { placeId: indore.room }),
    await stocked(t, { placeId: indore.room }),
    await stocked(t, { placeId: gone }),
    await stocked(t, { placeId: indore.aou }),
  ]
  const ids = [back._id, on._id, lost._id, there._id]
  const { body } = await move(ids, indore.aou)
  await move([on._id], indore.property)
  await call(admin, masters.remove, { params: { kind: 'mm', id: gone } })
  const { body: undone } = await undo(body.move, ids)
  expect(undone.results.map(({ ok, code }) => (ok ? 'ok' : code))).toEqual([
    'ok',
    'asset-moved-since',
    'former-place-gone',
    'ok',
  ])
  expect(await placeNow(on._id)).toBe(indore.property)
  expect(await placeNow(lost._id)).toBe(indore.aou)
  expect(await ledgerOf(t, there._id)).toHaveLength(1)
})

test("nobody undoes another's move, one that never was, or one of the day before", async () => {
  const { _id } = await stocked(t, { placeId: indore.room })
  const { body } = await move([_id], indore.aou)
  expect(await undo(body.move, [_id], admin)).toMatchObject({
    status: 409,
    body: { code: 'job-not-undoable' },
  })
  expect(await undo('never', [_id])).toMatchObject({ status: 409 })
  await t.asOwner('alter table events disable trigger events_append_only')
  await t.asOwner(`update events set at = at - interval '25 hours' where record_id = '${_id}'`)
  await t.asOwner('alter table events enable trigger events_append_only')
  expect(await undo(body.move, [_id])).toMatchObject({ status: 409 })
  expect(await placeNow(_id)).toBe(indore.aou)
})

test('who lost sight of where an asset was or is leaves it where it is', async () => {
  const roaming = await person({ role: 'Sub User', city: 'Indore' })
  const [one, other] = [await stocked(t, { placeId: indore.room }), await stocked(t, { placeId: indore.mm })]
  const { body } = await move([one._id, other._id], indore.aou, roaming)
  await sql`insert into user_places (user_id, place_id) values (${roaming.id}, ${indore.aou})`.execute(db)
  const { body: undone } = await undo(body.move, [one._id, other._id], roaming)
  expect(undone.results).toMatchObject([{ ok: true }, { ok: false, code: 'former-place-gone' }])
})

test('more than a thousand are moved and moved back by jobs, each asset once', async () => {
  const ids = [...(await manyAssets(t, 700, indore.room)), ...(await manyAssets(t, 700, indore.property))]
  const { body } = await move(ids, indore.aou)
  const id = body.job?._id ?? ''
  await run(id, never)
  const done = (await call(clerk, bulkJobs.get, { params: { id } })).body
  expect(done).toMatchObject({ status: 'done', done: 1400, undoable: true })
  const { body: undoing } = await call(clerk, bulkJobs.undo, { params: { id } })
  expect(undoing.job).toMatchObject({ work: 'move-assets-back', subject: done.subject, total: 1400 })
  // A worker that dies before its checkpoint leaves nothing behind; another worker does the batch.
  await run(undoing.job._id, AbortSignal.abort()).catch(() => undefined)
  await run(undoing.job._id, never)
  expect((await call(clerk, bulkJobs.get, { params: { id: undoing.job._id } })).body).toMatchObject({
    ...{ status: 'done', done: 1400, failed: 0, undoable: false },
  })
  const { rows } = await sql`select place_id as place, version, count(*)::int as assets from assets
    where id = any(${ids}::uuid[]) group by 1, 2 order by 1`.execute(db)
  expect(rows).toEqual(
    [indore.property, indore.room].toSorted().map((place) => ({ place, version: 3, assets: 700 })),
  )
})
