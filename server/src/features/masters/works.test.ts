import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { type BulkJob, bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { type MasterKind, masters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { noUntruths, untruths } from '#test/asset-truths.ts'
import { manyAssets, tracesOf } from '#test/many-assets.ts'
import { administratorOf, ledgerOf, placed, siteIn, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const run = jobHandlers(t).bulk
const never = new AbortController().signal

const flat = async (kind: MasterKind, name = `Record ${randomUUID()}`) =>
  (await call(admin, masters.create, { params: { kind }, body: { name } })).body
const merge = (as: Person, kind: MasterKind, id: string, into: string) =>
  call(as, masters.merge, { params: { kind, id }, body: { into } })
const move = (as: Person, kind: MasterKind, id: string, parentId: string) =>
  call(as, masters.update, { params: { kind, id }, body: { parentId } })
const jobNow = async (as: Person, id: string) => (await call(as, bulkJobs.get, { params: { id } })).body
const cancel = (as: Person, id: string) => call(as, bulkJobs.cancel, { params: { id } })
const idOf = (job: BulkJob | undefined) => job?._id ?? ''
const columnNow = async (column: string, ids: readonly string[]) => {
  const { rows } = await sql<{
    value: string
    count: number
  }>`select ${sql.ref(column)} as value, count(*) as count
    from assets where id = any(${ids}::uuid[]) group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}
const point = (ids: readonly string[], column: string, id: string) =>
  sql`update assets set ${sql.ref(column)} = ${id} where id = any(${ids}::uuid[])`.execute(db)
const exists = async (kind: MasterKind, search: string) =>
  (await call(admin, masters.list, { params: { kind }, query: { search } })).body.records.length > 0

/** Processes this many batches, then stops the worker. */
async function runBatches(as: Person, id: string, count: number) {
  const stop = new AbortController()
  const running = run(id, stop.signal).catch(() => undefined)
  await expect
    .poll(async () => (await jobNow(as, id)).done, { interval: 2, timeout: 20_000 })
    .toBeGreaterThanOrEqual(count * 1000)
  stop.abort()
  await running
}

/** A brand with this many assets, another brand, and a started merge of the two. */
async function mergeBegun(count: number, as = admin) {
  const [from, into] = [await flat('brand'), await flat('brand')]
  const ids = await manyAssets(t, count, await t.cityId('Indore'))
  await point(ids, 'brand_id', from.id)
  const { status, body } = await merge(as, 'brand', from.id, into.id)
  expect([status, body.message, body.moved]).toEqual([202, 'Merging.', 0])
  return { from, into, ids, id: idOf(body.job), job: body.job }
}

test('a merge of a thousand assets is done at once, with a line for each', async () => {
  const [from, into] = [await flat('vendor'), await flat('vendor')]
  const ids = await manyAssets(t, 1000, await t.cityId('Indore'))
  await point(ids, 'vendor_id', from.id)
  expect(await merge(admin, 'vendor', from.id, into.id)).toMatchObject({ status: 200, body: { moved: 1000 } })
  expect(await tracesOf(t, ids)).toEqual({ versions: { 2: 1000 }, lines: 2000 })
  expect((await ledgerOf(t, ids[0] ?? '')).at(-1)).toMatchObject({
    ...{ action: 'asset.changed', actor: admin.id },
    ...{ before: { vendor: from.name }, after: { vendor: into.name } },
  })
})

test('one more makes it a job: both records stay until the last asset went over', async () => {
  const { from, into, ids, id, job } = await mergeBegun(1001)
  expect(job).toMatchObject({
    work: 'merge-masters',
    subject: `${from.name} → ${into.name}`,
    undoable: false,
  })
  expect(await exists('brand', from.name)).toBe(true)
  await run(id, never)
  expect(await jobNow(admin, id)).toMatchObject({ status: 'done', total: 1001, done: 1001, failed: 0 })
  expect(await exists('brand', from.name)).toBe(false)
  expect(await columnNow('brand_id', ids)).toEqual({ [into.id]: 1001 })
  expect(await tracesOf(t, ids)).toEqual({ versions: { 2: 1001 }, lines: 2002 })
  expect((await ledgerOf(t, from.id)).at(-1)).toMatchObject({
    ...{ action: 'brand.merged', actor: admin.id },
    after: { mergedInto: into.name, moved: 1001 },
  })
})

test('what came to use the record meanwhile is taken along in the end', async () => {
  const { from, into, ids, id } = await mergeBegun(1500)
  await runBatches(admin, id, 1)
  const late = await stocked(t, { brand: from.name })
  await run(id, never)
  expect((await call(admin, assets.get, { params: { id: late._id } })).body.brand).toBe(into.name)
  expect(await jobNow(admin, id)).toMatchObject({ status: 'done', total: 1501, done: 1501 })
  expect(await tracesOf(t, ids)).toEqual({ versions: { 2: 1500 }, lines: 3000 })
})

test('more than a thousand that came meanwhile are further batches', async () => {
  const { from, into, id } = await mergeBegun(1100)
  await runBatches(admin, id, 1)
  const late = await manyAssets(t, 1200, await t.cityId('Indore'))
  await point(late, 'brand_id', from.id)
  await run(id, never)
  expect(await jobNow(admin, id)).toMatchObject({ status: 'done', total: 2300, done: 2300 })
  expect(await columnNow('brand_id', late)).toEqual({ [into.id]: 1200 })
  expect(await tracesOf(t, late)).toEqual({ versions: { 2: 1200 }, lines: 2400 })
})

test('a cancelled merge leaves both and says how many went over; the same merge again ends it', async () => {
  const { from, into, ids, id } = await mergeBegun(3000)
  await runBatches(admin, id, 1)
  const { body } = await cancel(admin, id)
  const { done } = body.job
  expect(body.job).toMatchObject({ status: 'cancelled', total: 3000 })
  expect(await columnNow('brand_id', ids)).toEqual({ [into.id]: done, [from.id]: 3000 - done })
  expect([await exists('brand', from.name), await exists('brand', into.name)]).toEqual([true, true])
  await run(id, never)
  expect(await columnNow('brand_id', ids)).toEqual({ [into.id]: done, [from.id]: 3000 - done })
  const again = await merge(admin, 'brand', from.id, into.id)
  expect(again.status).toBe(done < 2000 ? 202 : 200)
  if (again.body.job) await run(idOf(again.body.job), never)
  expect(await columnNow('brand_id', ids)).toEqual({ [into.id]: 3000 })
  expect(await tracesOf(t, ids)).toEqual({ versions: { 2: 3000 }, lines: 6000 })
  expect(await exists('brand', from.name)).toBe(false)
})

test('records that are being merged are neither merged with others nor deleted', async () => {
  const { from, into, id } = await mergeBegun(1001)
  const other = await flat('brand')
  const busy = 'This record is being merged. Please wait until that is done.'
  const attempts = [
    await merge(admin, 'brand', from.id, into.id),
    await merge(admin, 'brand', into.id, other.id),
    await merge(admin, 'brand', other.id, into.id),
    await call(admin, masters.remove, { params: { kind: 'brand', id: into.id } }),
  ]
  for (const { status, body } of attempts) expect([status, body.message]).toEqual([409, busy])
  await cancel(admin, id)
  expect((await merge(admin, 'brand', other.id, into.id)).status).toBe(200)
})

test.each([
  ['no longer sees every place', `role_id = (select id from roles where name = 'User')`],
  ['loses the permission', `role_id = (select id from roles where name = 'User Management')`],
  ['is disabled', `status = 'disabled'`],
])('whoever %s merges no further', async (_name, change) => {
  const owner = await person({ role: 'Admin', name: 'Owner' })
  const { from, into, ids, id } = await mergeBegun(2500, owner)
  await runBatches(owner, id, 1)
  const { done } = await jobNow(owner, id)
  await sql`update users set ${sql.raw(change)} where id = ${owner.id}`.execute(db)
  await run(id, never)
  const job = await db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([job.status, job.done, job.message === null]).toEqual(['failed', done, false])
  expect(await columnNow('brand_id', ids)).toEqual({ [into.id]: done, [from.id]: 2500 - done })
})

test('requests follow a state that is merged by a job', async () => {
  const [from, into] = [await flat('asset-state'), await flat('asset-state')]
  const ids = await manyAssets(t, 1200, await t.cityId('Indore'))
  await point(ids.slice(0, 700), 'state_id', from.id)
  const ask = (some: string[], state: string) =>
    sql`insert into state_changes (asset_id, asset_version, from_state_id, to_state_id, reason, created_by)
      select id, version, state_id, ${state}, 'Worn', ${admin.id} from assets where id = any(${some}::uuid[])`.execute(
      db,
    )
  await ask(ids.slice(700), from.id)
  const { body } = await merge(admin, 'asset-state', from.id, into.id)
  await run(idOf(body.job), never)
  expect(await columnNow('state_id', ids)).toMatchObject({ [into.id]: 700 })
  const { rows } = await sql`select status, count(*) as count from state_changes
    where to_state_id = ${into.id} and asset_id = any(${ids}::uuid[]) group by 1`.execute(db)
  expect(rows).toEqual([{ status: 'pending', count: 500 }])
  expect(await exists('asset-state', from.name)).toBe(false)
})

test('a place that moves with many assets hangs elsewhere at once, and each asset has one whole path', async () => {
  const site = await siteIn(t, 'Indore')
  const ids = await manyAssets(t, 2500, site.room)
  const pune = await t.cityId('Pune')
  const { status, body } = await move(admin, 'mm', site.mm, pune)
  expect([status, body.path, body.job?.work]).toEqual([202, 'Pune', 'move-place'])
  expect(await columnNow('city_id', ids)).toEqual({ [site.city]: 2500 })
  const id = idOf(body.job)
  const late = await stocked(t, { location: 'pune', placeId: site.room })
  await runBatches(admin, id, 1)
  const { done } = await jobNow(admin, id)
  expect(await columnNow('city_id', ids)).toEqual({
    [pune]: done,
    ...(done < 2500 && { [site.city]: 2500 - done }),
  })
  expect((await untruths(db)).counts).toEqual([])
  const refused = await call(admin, masters.remove, { params: { kind: 'city', id: site.city } })
  expect(refused.status).toBe(409)
  await run(id, never)
  expect(await jobNow(admin, id)).toMatchObject({ status: 'done', total: 2500, done: 2500 })
  expect(await untruths(db)).toEqual(noUntruths)
  expect(await columnNow('city_id', [...ids, late._id])).toEqual({ [pune]: 2501 })
  expect(await tracesOf(t, ids)).toEqual({ versions: { 1: 2500 }, lines: 5000 })
  const line = (await ledgerOf(t, ids[0] ?? '')).at(-1)
  expect(line).toMatchObject({ action: 'asset.changed', actor: admin.id })
  expect([line?.before, line?.after]).toMatchObject([
    { place: expect.stringMatching(/^Indore > /) },
    { place: expect.stringMatching(/^Pune > /) },
  ])
})

test('a move of a thousand assets is done at once, with a line for each', async () => {
  const site = await siteIn(t, 'Indore')
  const ids = await manyAssets(t, 1000, site.room)
  expect((await move(admin, 'mm', site.mm, await t.cityId('Pune'))).status).toBe(200)
  expect(await tracesOf(t, ids)).toEqual({ versions: { 1: 1000 }, lines: 2000 })
  expect((await untruths(db)).paths).toEqual([])
})

test('a move that is stopped is a move back', async () => {
  const site = await siteIn(t, 'Indore')
  const ids = await manyAssets(t, 4500, site.room)
  const pune = await t.cityId('Pune')
  const id = idOf((await move(admin, 'mm', site.mm, pune)).body.job)
  await runBatches(admin, id, 2)
  const stopped = (await cancel(admin, id)).body.job
  expect(stopped.status).toBe('cancelled')
  await run(id, never)
  const [back] = (await call(admin, bulkJobs.list)).body.jobs
  expect(back).toMatchObject({ work: 'move-place', status: 'waiting' })
  const { body } = await call(admin, masters.list, {
    params: { kind: 'mm' },
    query: { location: 'indore', size: '500' },
  })
  expect(body.records.map((record) => record.id)).toContain(site.mm)
  await run(idOf(back), never)
  expect(await jobNow(admin, idOf(back))).toMatchObject({ status: 'done', total: stopped.done })
  expect(await columnNow('city_id', ids)).toEqual({ [site.city]: 4500 })
  expect(await untruths(db)).toEqual(noUntruths)
})

test('a move is not turned back where the place has gone elsewhere since', async () => {
  const site = await siteIn(t, 'Indore')
  await manyAssets(t, 1001, site.room)
  const first = idOf((await move(admin, 'mm', site.mm, await t.cityId('Pune'))).body.job)
  const second = idOf((await move(admin, 'mm', site.mm, await t.cityId('Delhi'))).body.job)
  const { status, body } = await cancel(admin, first)
  expect([status, body.message]).toEqual([409, 'The place has already moved, so its assets have to follow.'])
  await run(first, never)
  await run(second, never)
  expect(await untruths(db)).toEqual(noUntruths)
})

test('assets follow a place even if whoever moved it may not do so any more', async () => {
  const owner = await person({ role: 'Admin', name: 'Gone' })
  const site = await siteIn(t, 'Indore')
  const ids = await manyAssets(t, 1500, site.room)
  const id = idOf((await move(owner, 'mm', site.mm, await t.cityId('Pune'))).body.job)
  await sql`update users set status = 'disabled' where id = ${owner.id}`.execute(db)
  await run(id, never)
  expect(await untruths(db)).toEqual(noUntruths)
  expect((await ledgerOf(t, ids[0] ?? '')).at(-1)?.actor).toBe(owner.id)
})

test('a move that failed is ended by the same move again', async () => {
  const site = await siteIn(t, 'Indore')
  await manyAssets(t, 1500, site.room)
  const pune = await t.cityId('Pune')
  const id = idOf((await move(admin, 'mm', site.mm, pune)).body.job)
  await sql`update bulk_jobs set tries = 20 where id = ${id}`.execute(db)
  await run(id, never)
  expect((await jobNow(admin, id)).status).toBe('failed')
  const again = await move(admin, 'mm', site.mm, pune)
  expect(again.status).toBe(202)
  await run(idOf(again.body.job), never)
  expect(await untruths(db)).toEqual(noUntruths)
})

/** A merge of two MMs in two cities, with assets in one of them and in places below it. */
async function placesBegun() {
  const [from, into] = [await siteIn(t, 'Indore'), await siteIn(t, 'Pune')]
  const direct = await manyAssets(t, 1500, from.mm)
  const below = await manyAssets(t, 1500, from.room)
  const { status, body } = await merge(admin, 'mm', from.mm, into.mm)
  expect(status).toBe(202)
  return { from, into, direct, below, id: idOf(body.job) }
}

test('a merged place is there until nothing carries it, and its people follow in the end', async () => {
  const { from, into, direct, below, id } = await placesBegun()
  const keeper = await person({ role: 'User', city: 'Indore' })
  await db.insertInto('user_places').values({ user_id: keeper.id, place_id: from.mm }).execute()
  await runBatches(admin, id, 1)
  expect((await untruths(db)).counts).toEqual([])
  const late = await placed(t, 'property', from.mm)
  await run(id, never)
  expect(await jobNow(admin, id)).toMatchObject({ status: 'done', total: 3000, done: 3000 })
  expect(await untruths(db)).toEqual(noUntruths)
  expect(await columnNow('mm_id', [...direct, ...below])).toEqual({ [into.mm]: 3000 })
  expect(await columnNow('place_id', direct)).toEqual({ [into.mm]: 1500 })
  expect(await tracesOf(t, below)).toEqual({ versions: { 1: 1500 }, lines: 3000 })
  const given = db.selectFrom('user_places').select('place_id').where('user_id', '=', keeper.id)
  expect(await given.execute()).toEqual([{ place_id: into.mm }])
  const parent = db.selectFrom('places').select('parent_id').where('id', '=', late)
  expect(await parent.executeTakeFirst()).toEqual({ parent_id: into.mm })
})

test('a merge of places ends when one of them is no longer in the scope of the person who started it', async () => {
  const [from, into] = [await siteIn(t, 'Indore'), await siteIn(t, 'Indore')]
  const ids = await manyAssets(t, 1500, from.room)
  const owner = await person({ role: 'User', city: 'Indore' })
  const given = [from.mm, into.mm].map((place_id) => ({ user_id: owner.id, place_id }))
  await db.insertInto('user_places').values(given).execute()
  const { status, body } = await merge(owner, 'property', from.property, into.property)
  expect(status).toBe(202)
  await db.deleteFrom('user_places').where('place_id', '=', into.mm).execute()
  await run(idOf(body.job), never)
  expect(await jobNow(owner, idOf(body.job))).toMatchObject({ status: 'failed', done: 0 })
  expect(await columnNow('property_id', ids)).toEqual({ [from.property]: 1500 })
  // What is below the place went over when the merge began: assets follow it all the same.
  const [following] = (await call(owner, bulkJobs.list)).body.jobs
  expect(following).toMatchObject({ work: 'move-place', status: 'waiting' })
  await run(idOf(following), never)
  expect(await untruths(db)).toEqual(noUntruths)
})

test('a merge of places that is stopped leaves both, and no asset with a path of its own', async () => {
  const { from, into, direct, id } = await placesBegun()
  await runBatches(admin, id, 1)
  await cancel(admin, id)
  const [following] = (await call(admin, bulkJobs.list)).body.jobs
  expect(following).toMatchObject({ work: 'move-place', status: 'waiting' })
  expect((await cancel(admin, idOf(following))).status).toBe(409)
  await run(idOf(following), never)
  expect(await untruths(db)).toEqual(noUntruths)
  const left = await columnNow('place_id', direct)
  expect((left[from.mm] ?? 0) + (left[into.mm] ?? 0)).toBe(1500)
  const again = await merge(admin, 'mm', from.mm, into.mm)
  if (again.body.job) await run(idOf(again.body.job), never)
  expect(await untruths(db)).toEqual(noUntruths)
  expect(await columnNow('place_id', direct)).toEqual({ [into.mm]: 1500 })
})
