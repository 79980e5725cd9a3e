import { setTimeout as delay } from 'node:timers/promises'
import { imports } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#kernel/db/db.ts'
import { startWorker } from '#kernel/jobs/jobs.ts'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { busy, refusingOnce } from '#test/busy-pool.ts'
import { csvOf, importer } from '#test/imports.ts'
import { addOwnField } from '#test/own-fields.ts'
import { administratorOf, freshTag } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { upload, now } = importer(t, admin)
const never = new AbortController().signal
const newWorker = () => startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined)

const rows = 20_000
const tags = Array.from({ length: rows }, freshTag)
const weight = await addOwnField(t.db, 'number', { key: 'weight', label: 'Weight' })
const [header, ...lines] = csvOf(tags.map((rfidTag) => ({ rfidTag, assetName: 'Bench', city: 'Indore' })))
  .trimEnd()
  .split('\n')
const file = [`${header},Weight`, ...lines.map((line, at) => `${line},${at}`)].join('\n')

async function until(id: string, isSo: (applied: number, status: string) => boolean) {
  for (const end = Date.now() + 60_000; Date.now() < end; await delay(20)) {
    const query = t.db.selectFrom('imports').select(['applied_to', 'status']).where('id', '=', id)
    const { applied_to, status } = await query.executeTakeFirstOrThrow()
    if (isSo(applied_to, status)) return
  }
  throw new Error(`It stays ${JSON.stringify(await now(id))}`)
}

test('a worker that is stopped hands its import on, and every row is applied once', async () => {
  const first = await newWorker()
  const { _id: id } = (await upload(file)).body.import
  await until(id, (_applied, status) => status === 'ready')
  await t.call(admin, imports.apply, { params: { id } })
  await until(id, (applied) => applied > 0)
  await first.stop()
  const left = await t.db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect([left.status, left.applied_to < rows]).toEqual(['applying', true])

  const second = await newWorker()
  await until(id, (_applied, status) => status === 'done').finally(() => second.stop())
  expect(await now(id)).toMatchObject({ message: null, counts: { new: rows, wrong: 0 } })
  const { rows: found } = await sql<Record<string, number>>`select
    (select count(*) from assets where rfid_tag = any(${tags})) as assets,
    (select count(distinct rfid_tag) from assets where rfid_tag = any(${tags})) as distinct,
    (select sum((fields ->> ${weight.key})::int)::bigint from assets) as weight,
    (select count(*) from asset_tags where rfid_tag = any(${tags}) and detached_at is null) as tags,
    (select count(*) from events where action = 'asset.registered') as told,
    (select sum(live)::bigint from asset_counters where place_id = ${await t.cityId('Indore')}) as counted`.execute(
    t.db,
  )
  expect(found).toEqual([
    { assets: rows, distinct: rows, tags: rows, told: rows, counted: rows, weight: (rows * (rows - 1)) / 2 },
  ])
})

test('an import that finds the server busy, at whatever step, is tried again and does not fail', async () => {
  const { pool, close } = openDatabase(t.config.databaseUrl, t.config.databaseLimits)
  const few = csvOf(tags.slice(0, 3).map((rfidTag) => ({ rfidTag, assetName: 'Bench', city: 'Indore' })))
  const outcomes = new Set<string>()
  for (let refused = 1; refused <= 12; refused += 1) {
    const { _id: id } = (await upload(few)).body.import
    const run = jobHandlers({ ...t, db: refusingOnce(pool, refused) }).imports
    const outcome = await run(id, never).then(() => 'done', String)
    outcomes.add(outcome)
    expect((await now(id)).status, `connection ${refused}`).not.toBe('failed')
    if (outcome !== 'done') await run(id, never)
    expect(await now(id)).toMatchObject({ status: 'ready', message: null })
    await t.call(admin, imports.cancel, { params: { id } })
  }
  expect(outcomes).toContain(`Error: ${busy}`)
  await close()
})
