import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { assetWorks } from '#features/assets/bulk.ts'
import { coverWorks } from '#features/covers/assets.ts'
import { identityWorks } from '#features/identity/people/personal-data-removal.ts'
import { inventoryWorks } from '#features/inventories/inventories.ts'
import { masterWorks } from '#features/masters/works.ts'
import { openDatabase } from '#kernel/db/db.ts'
import { endRows } from '#kernel/db/end-rows.ts'
import { startWorker } from '#kernel/jobs/jobs.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { busy, refusingOnce } from '#test/busy-pool.ts'
import { manyAssets, tracesOf } from '#test/many-assets.ts'
import { administratorOf, binned, ledgerOf, siteIn, stocked } from '#test/stock.ts'
import { bulkJob, resumeBulkJobs } from './job.ts'
import { expireUndo } from './queries.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const indore = await siteIn(t, 'Indore')
const mumbai = await siteIn(t, 'Mumbai')
const run = jobHandlers(t).bulk
const never = new AbortController().signal

const clerkOf = (city = 'Indore') => person({ role: 'Sub User', city, name: 'Ravi' })
const bulk = (as: Person, body: object) => call(as, assetBulk.change, { body })
const jobNow = async (as: Person, id: string) => (await call(as, bulkJobs.get, { params: { id } })).body

/** A job of a person in Indore that assigns assets there, started but not run. */
async function begun(count: number, { as, ...more }: { as?: Person; place?: string } = {}) {
  const clerk = as ?? (await clerkOf())
  const ids = await manyAssets(t, count, more.place ?? indore.room)
  const { status, body } = await bulk(clerk, { ids, action: 'assign', assignedUser: 'Team A' })
  expect(status).toBe(202)
  return { clerk, ids, id: body.job?._id ?? '' }
}

test('a thousand are done at once, and one more makes it a job that leaves the same traces', async () => {
  const [clerk, holder] = [await clerkOf(), await person({ name: 'Holder' })]
  const body = { filter: { assignedUser: holder.id }, action: 'move', placeId: indore.aou }
  const few = await manyAssets(t, 1000, indore.room, holder)
  expect(await bulk(clerk, body)).toMatchObject({ status: 200, body: { done: 1000, failed: 0 } })
  const many = await manyAssets(t, 1, indore.room, holder)
  await sql`update assets set place_id = ${indore.room}, version = 1 where id = any(${few})`.execute(db)

  const { status, body: answer } = await bulk(clerk, body)
  expect([status, answer.job]).toMatchObject([
    202,
    { work: 'move-assets', status: 'waiting', total: null, done: 0, undoable: false },
  ])
  expect(answer.job?.subject).toMatch(/^Indore > /)
  const id = answer.job?._id ?? ''
  expect(await tracesOf(t, many)).toEqual({ versions: { 1: 1 }, lines: 1 })
  await run(id, never)
  expect(await jobNow(clerk, id)).toMatchObject({
    ...{ status: 'done', total: 1001, done: 1001, failed: 0, results: [], message: null },
    finishedAt: expect.any(String),
  })
  const alone = await stocked(t, { placeId: indore.room })
  await call(clerk, assets.update, { params: { id: alone._id }, body: { placeId: indore.aou } })
  expect((await ledgerOf(t, many[0] ?? '')).at(-1)).toEqual((await ledgerOf(t, alone._id)).at(-1))
  expect(await tracesOf(t, [...few, ...many])).toMatchObject({ versions: { 2: 1001 } })
  expect((await jobNow(clerk, id)).undoable).toBe(true)
})

test('what comes to match after the call is left alone', async () => {
  const [clerk, holder] = [await clerkOf(), await person({ name: 'Holder' })]
  await manyAssets(t, 1001, indore.room, holder)
  const filter = { assignedUser: holder.id }
  const { body } = await bulk(clerk, { filter, action: 'assign', assignedUser: '' })
  const later = await manyAssets(t, 3, indore.room, holder)
  await run(body.job?._id ?? '', never)
  expect(await jobNow(clerk, body.job?._id ?? '')).toMatchObject({ status: 'done', total: 1001, done: 1001 })
  expect(await tracesOf(t, later)).toMatchObject({ versions: { 1: 3 } })
})

test('a job on a filter leaves out the rows that were unticked', async () => {
  const [clerk, holder] = [await clerkOf(), await person({ name: 'Holder' })]
  const [kept = '', ...others] = await manyAssets(t, 1002, indore.room, holder)
  const filter = { assignedUser: holder.id }
  const { body } = await bulk(clerk, { filter, except: [kept], action: 'delete' })
  await run(body.job?._id ?? '', never)
  expect(await jobNow(clerk, body.job?._id ?? '')).toMatchObject({ status: 'done', total: others.length })
  expect(await tracesOf(t, [kept])).toMatchObject({ versions: { 1: 1 } })
})

test('what cannot be done is counted, and the first of it named', async () => {
  const clerk = await clerkOf()
  const [far, gone] = [await stocked(t, { location: 'mumbai' }), await binned(t)]
  const unknown = Array.from({ length: 150 }, () => randomUUID())
  const ids = [...(await manyAssets(t, 1000, indore.room)), far._id, gone._id, ...unknown]
  const { body } = await bulk(clerk, { ids: [...ids, ...ids], action: 'delete', reason: 'Sold' })
  const id = body.job?._id ?? ''
  await run(id, never)
  const job = await jobNow(clerk, id)
  expect(job).toMatchObject({ status: 'done', subject: 'Sold', total: 1152, done: 1000, failed: 152 })
  expect(job.results).toHaveLength(100)
  expect(job.results.every(({ ok, message }) => !ok && message === 'Asset not found.')).toBe(true)
  expect(JSON.stringify(job)).not.toContain(far.assetTagId)
  const [binnedOne] = (await call(clerk, bulkJobs.list)).body.jobs
  expect(binnedOne).toEqual(job)
})

test('of an asset that is in the bin by now the answer says which it is', async () => {
  const clerk = await clerkOf()
  const gone = await binned(t)
  const { body } = await bulk(clerk, { ids: [gone._id], action: 'assign', assignedUser: '' })
  expect(body.results).toMatchObject([{ assetTagId: gone.assetTagId, ok: false }])
})

test('a worker that is stopped hands its job on, and nothing is done twice', async () => {
  const { clerk, id, ids } = await begun(3500)
  const stop = new AbortController()
  const running = run(id, stop.signal)
  await expect
    .poll(async () => (await jobNow(clerk, id)).done, { interval: 5, timeout: 20_000 })
    .toBeGreaterThan(0)
  stop.abort()
  await expect(running).rejects.toThrow('abort')
  const { done, status } = await jobNow(clerk, id)
  expect([status, done % 1000, done < 3500]).toEqual(['running', 0, true])
  await run(id, never)
  await run(id, never)
  expect(await jobNow(clerk, id)).toMatchObject({ status: 'done', done: 3500, failed: 0 })
  expect(await tracesOf(t, ids)).toEqual({ versions: { 2: 3500 }, lines: 2 * 3500 })
})

test('two workers with one job do it once, and the second comes again', async () => {
  const { clerk, id, ids } = await begun(2000)
  const both = await Promise.allSettled([run(id, never), run(id, never)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await jobNow(clerk, id)).toMatchObject({ status: 'done', done: 2000 })
  expect(await tracesOf(t, ids)).toMatchObject({ versions: { 2: 2000 } })
})

test('a checkpoint that moved under a batch leaves nothing of the batch', async () => {
  const { id, ids } = await begun(2000)
  const running: Promise<void>[] = []
  // Another worker has locked the assets, and advances the job before it releases them.
  await db.transaction().execute(async (tx) => {
    await sql`select from assets where id = any(${ids}) for update`.execute(tx)
    running.push(run(id, never))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await sql`update bulk_jobs set position = 2 where id = ${id}`.execute(tx)
  })
  await Promise.all(running)
  expect((await jobRow(id)).status).toBe('done')
  expect(await tracesOf(t, ids)).toMatchObject({ versions: { 1: 2000 } })
})

const jobRow = (id: string) =>
  db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('it is cancelled between batches; what was done stays, the rest is untouched', async () => {
  const { clerk, id, ids } = await begun(5000)
  const running = run(id, never)
  await expect
    .poll(async () => (await jobNow(clerk, id)).done, { interval: 5, timeout: 20_000 })
    .toBeGreaterThan(0)
  const { body } = await call(clerk, bulkJobs.cancel, { params: { id } })
  await running
  const { status, done, finishedAt } = await jobNow(clerk, id)
  expect([status, done, finishedAt !== null]).toEqual(['cancelled', body.job.done, true])
  expect(done).toBeLessThan(5000)
  expect(await tracesOf(t, ids)).toMatchObject({ versions: { 1: 5000 - done, 2: done } })
  expect((await call(clerk, bulkJobs.cancel, { params: { id } })).body.job.status).toBe('cancelled')
})

test.each([
  ['loses the place', sql`update users set city_id = (select id from places where name = 'Mumbai')`],
  [
    'loses the permission',
    sql`update users set role_id = (select id from roles where name = 'User Management')`,
  ],
  ['is disabled', sql`update users set status = 'disabled'`],
])('whoever %s after the call changes nothing', async (_name, change) => {
  const { clerk, id, ids } = await begun(1500)
  await sql`${change} where id = ${clerk.id}`.execute(db)
  await run(id, never)
  const { status, done, failed, message } = await jobRow(id)
  expect([done, status === 'done' ? failed : message !== null]).toEqual([0, status === 'done' ? 1500 : true])
  expect(await tracesOf(t, ids)).toMatchObject({ versions: { 1: 1500 } })
})

test('a place that is gone by then fails the job, and says why', async () => {
  const clerk = await person({ role: 'User', city: 'Indore' })
  const ids = await manyAssets(t, 1001, indore.room)
  const { body } = await bulk(clerk, { ids, action: 'move', placeId: indore.aou })
  const id = body.job?._id ?? ''
  await sql`insert into user_places (user_id, place_id) values (${clerk.id}, ${indore.room})`.execute(db)
  await run(id, never)
  expect(await jobNow(clerk, id)).toMatchObject({
    status: 'failed',
    done: 0,
    message: 'This place does not exist.',
    code: 'place-unknown',
  })
})

test('a deletion is undone by another job: what it deleted comes back, once', async () => {
  const clerk = await clerkOf()
  const ids = await manyAssets(t, 1200, indore.room)
  const gone = await binned(t)
  const { body } = await bulk(clerk, { ids: [...ids, gone._id], action: 'delete' })
  const id = body.job?._id ?? ''
  await run(id, never)
  expect(await jobNow(clerk, id)).toMatchObject({ done: 1200, failed: 1, undoable: true })
  const undo = () => call(clerk, bulkJobs.undo, { params: { id } })
  const { status, body: undoing } = await undo()
  expect([status, undoing.job]).toMatchObject([
    202,
    { work: 'restore-assets', total: 1200, status: 'running' },
  ])
  expect((await undo()).status).toBe(409)
  await run(undoing.job._id, never)
  expect(await jobNow(clerk, undoing.job._id)).toMatchObject({ status: 'done', done: 1200, failed: 0 })
  expect((await jobNow(clerk, id)).undoable).toBe(false)
  expect(await tracesOf(t, ids)).toEqual({ versions: { 3: 1200 }, lines: 3 * 1200 })
  expect((await call(clerk, assets.get, { params: { id: gone._id } })).status).toBe(404)
  const tagged = await sql<{ count: number }>`select count(*) as count from asset_tags
    where asset_id = any(${ids}) and detached_at is null`.execute(db)
  expect(tagged.rows[0]?.count).toBe(1200)
})

test('more than a thousand are restored as a job; one whose tag is in use says so', async () => {
  const clerk = await clerkOf()
  const ids = await manyAssets(t, 1200, indore.room)
  const deleted = await bulk(clerk, { ids, action: 'delete' })
  await run(deleted.body.job?._id ?? '', never)
  const [{ rfidTag } = { rfidTag: '' }] = (
    await sql<{ rfidTag: string }>`select rfid_tag as "rfidTag" from assets where id = ${ids[0]}`.execute(db)
  ).rows
  const other = await stocked(t, { rfidTag })
  const { status, body } = await call(clerk, assetBin.restore, { body: { ids } })
  expect([status, body.job?.work]).toEqual([202, 'restore-assets'])
  await run(body.job?._id ?? '', never)
  const job = await jobNow(clerk, body.job?._id ?? '')
  expect(job).toMatchObject({ status: 'done', done: 1200, failed: 0 })
  expect(job.results).toEqual([
    expect.objectContaining({
      ok: true,
      message: `Restored without its tag ${rfidTag}, which is now on ${other.assetTagId}.`,
    }),
  ])
})

test('nobody sees, stops or undoes the job of another', async () => {
  const { id } = await begun(1001)
  for (const endpoint of [bulkJobs.get, bulkJobs.cancel, bulkJobs.undo])
    expect((await call(admin, endpoint, { params: { id } })).status).toBe(404)
  expect((await call(admin, bulkJobs.list)).body.jobs.map(({ _id }) => _id)).not.toContain(id)
  expect((await call(admin, bulkJobs.get, { params: { id: 'x' } })).status).toBe(400)
  expect((await jobRow(id)).status).toBe('running')
})

test('a job that had its turn lets others go on before it ends', async () => {
  await sql`update bulk_jobs set status = 'cancelled', finished_at = now() where finished_at is null`.execute(
    db,
  )
  const short = bulkJob(
    t,
    { ...assetWorks, ...coverWorks, ...masterWorks, ...inventoryWorks, ...identityWorks },
    -1,
  )
  const [long, other] = [await begun(3000), await begun(1001)]
  await sql`delete from jobs.job where name = 'bulk'`.execute(db)
  await short(long.id, never)
  expect((await jobRow(long.id)).position).toBe(0)
  const queued = await sql<{
    id: string
  }>`select data ->> 'id' as id from jobs.job where name = 'bulk'`.execute(db)
  expect(queued.rows).toEqual([{ id: long.id }])
  await run(other.id, never)
  await short(long.id, never)
  expect(await jobNow(long.clerk, long.id)).toMatchObject({ status: 'done', done: 3000 })
})

test('a job that finds the server busy, at whatever step, is tried again and does not fail', async () => {
  const { pool, close } = openDatabase(t.config.databaseUrl, t.config.databaseLimits)
  const outcomes = new Set<string>()
  for (let refused = 2; refused <= 6; refused += 1) {
    const { clerk, id } = await begun(1001)
    const squeezed = jobHandlers({ ...t, db: refusingOnce(pool, refused) }).bulk
    const outcome = await squeezed(id, never).then(() => 'done', String)
    outcomes.add(outcome)
    if (outcome !== 'done') await squeezed(id, never)
    expect(await jobNow(clerk, id), `connection ${refused}`).toMatchObject({ status: 'done', done: 1001 })
  }
  expect(outcomes).toContain(`Error: ${busy}`)
  await close()
})

test('a sixth job waits for the five before it', async () => {
  const clerk = await clerkOf()
  const ids = await manyAssets(t, 1001, indore.room)
  const start = () => bulk(clerk, { ids, action: 'assign', assignedUser: '' })
  for (let n = 0; n < 5; n += 1) expect((await start()).status).toBe(202)
  expect((await start()).status).toBe(409)
})

test('a filter or a place out of scope is refused before there is a job', async () => {
  const clerk = await clerkOf()
  await manyAssets(t, 1001, mumbai.room)
  expect((await bulk(clerk, { filter: { location: 'mumbai' }, action: 'delete' })).status).toBe(404)
  const move = { filter: {}, action: 'move', placeId: mumbai.room }
  expect((await bulk(clerk, move)).body.fields).toHaveProperty('placeId')
  expect((await call(clerk, bulkJobs.list)).body.jobs).toEqual([])
})

test('a worker takes jobs by itself, those that a dead one left included', async () => {
  await sql`update bulk_jobs set status = 'cancelled', finished_at = now() where finished_at is null`.execute(
    db,
  )
  const { clerk, id } = await begun(1001)
  await sql`delete from jobs.job where name = 'bulk'`.execute(db)
  const worker = await startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined)
  await resumeBulkJobs(t)
  await expect.poll(async () => (await jobNow(clerk, id)).status, { timeout: 20_000 }).toBe('done')
  await worker.stop()
})

test('what could be undone is forgotten after a day, and the job after a month', async () => {
  const clerk = await clerkOf()
  const { body } = await bulk(clerk, { ids: await manyAssets(t, 1001, indore.room), action: 'delete' })
  const id = body.job?._id ?? ''
  await run(id, never)
  const kept = () => db.selectFrom('bulk_job_batches').select('number').where('job_id', '=', id).execute()
  await expireUndo(db)
  expect(await kept()).toHaveLength(2)
  const age = (time: string) =>
    sql`update bulk_jobs set finished_at = now() - ${time}::interval where id = ${id}`.execute(db)
  await age('25 hours')
  expect(await expireUndo(db)).toBe(2)
  expect([await kept(), (await jobNow(clerk, id)).undoable]).toEqual([[], false])
  expect((await call(clerk, bulkJobs.undo, { params: { id } })).status).toBe(409)
  await age('31 days')
  await endRows(db, t.config.keepDays)
  expect((await call(clerk, bulkJobs.get, { params: { id } })).status).toBe(404)
})
