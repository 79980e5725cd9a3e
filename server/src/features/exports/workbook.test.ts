import { existsSync } from 'node:fs'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exports } from '@ats/contract/exports.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openFiles } from '#kernel/files/open-files.ts'
import { startWorker } from '#kernel/jobs/jobs.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { asked, opened, rowsOf, ticketFor } from '#test/exports.ts'
import { administratorOf, siteIn, stocked } from '#test/stock.ts'
import { expireExports } from './files.ts'
import { resumeExports } from './workbook.ts'

const t = await testApp()
const admin = await administratorOf(t)
const site = await siteIn(t, 'Indore')
const folder = join(t.config.dataDir, 'exports')
const write = jobHandlers(t).exports
const never = new AbortController().signal

const workbook = async (as: Person, wish: object = {}) =>
  (await asked(t, as, { list: 'assets', format: 'xlsx', ...wish })).body.export.id
const stateOf = async (as: Person, id: string) => (await t.call(as, exports.get, { params: { id } })).body

async function sheetOf(as: Person, id: string) {
  const { rawPayload, headers } = await opened(t, await ticketFor(t, as, id), as.cookie)
  const { sheets } = await readXlsx(rawPayload)
  return { rows: sheets[0]?.rows ?? [], headers, sheets }
}

/** A cell as a CSV file shows it, if the time zone is UTC. */
function asText(cell: unknown) {
  if (!(cell instanceof Date)) return String(cell ?? '')
  const [day = '', time = ''] = cell.toISOString().split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}+00`
}

test('a worker takes the job by itself', async () => {
  const worker = await startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined)
  const id = await workbook(admin, { list: 'city' })
  await expect.poll(async () => (await stateOf(admin, id)).status, { timeout: 20_000 }).toBe('ready')
  await worker.stop()
})

test('a workbook says what the CSV says, formulas and odd signs included', async () => {
  for (const model of ['=1+1', '-1', 'a\tb\nc\\d', '\\N', '<&>"', 'é 漢 😀', '\u0001\uffff'])
    await stocked(t, { model, assetName: '@name', placeId: site.room, serialNo: '007' })
  const id = await workbook(admin)
  await write(id, never)
  const { rows, headers } = await sheetOf(admin, id)
  expect(headers['content-type']).toContain('spreadsheetml')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="assets-\d{4}-\d\d-\d\d\.xlsx"$/)
  const [titles = [], ...values] = rows
  const asTexts = values.map((row) =>
    Object.fromEntries(titles.map((title, at) => [String(title), asText(row[at])])),
  )
  const csv = await rowsOf(t, admin, { list: 'assets' })
  expect(asTexts).toEqual(csv.map((row) => ({ ...row, Model: row.Model?.replace('\uffff', '\ufffd') })))
  expect(await stateOf(admin, id)).toMatchObject({ status: 'ready', rows: csv.length, total: csv.length })
})

test('figures are numbers that a spreadsheet adds up, and ids and texts are not', async () => {
  const id = await workbook(admin, { list: 'city', columns: ['name', 'uses', 'number'] })
  await write(id, never)
  const [, ...cities] = (await sheetOf(admin, id)).rows
  expect(cities.map((row) => row.map((cell) => typeof cell))).toEqual(
    cities.map(() => ['string', 'number', 'string']),
  )
})

test('a text that is longer than a cell can be is cut, so that Excel opens the file', async () => {
  await sql`insert into events (action, record_kind, record_id, after, request_id)
    values ('brand.created', 'brand', uuidv7(), jsonb_build_object('name', repeat('é', 40000)), 'long')`.execute(
    t.db,
  )
  const id = await workbook(admin, { list: 'audit', filter: { action: 'brand.created' } })
  await write(id, never)
  const longest = Math.max(...(await sheetOf(admin, id)).rows.flat().map((cell) => `${cell}`.length))
  expect(longest).toBe(32_767)
})

test('before it is ready there is no ticket', async () => {
  const id = await workbook(admin)
  expect((await stateOf(admin, id)).status).toBe('waiting')
  expect((await t.call(admin, exports.ticket, { params: { id } })).status).toBe(409)
  await t.call(admin, exports.cancel, { params: { id } })
})

test('a workbook holds only what its owner may see', async () => {
  const [here, there] = [await stocked(t), await stocked(t, { location: 'mumbai' })]
  const someone = await t.person({ city: 'Mumbai' })
  const id = await workbook(someone)
  await write(id, never)
  const tags = (await sheetOf(someone, id)).rows.map(([tag]) => tag)
  expect([tags.includes(there.rfidTag), tags.includes(here.rfidTag)]).toEqual([true, false])
})

test('whose scope has changed since exports again', async () => {
  const someone = await t.person()
  const id = await workbook(someone)
  await write(id, never)
  await t.db
    .insertInto('user_places')
    .values({ user_id: someone.id, place_id: await t.cityId('Mumbai') })
    .execute()
  const { statusCode } = await opened(t, await ticketFor(t, someone, id), someone.cookie)
  expect(statusCode).toBe(404)
})

test('who may not see the list any more is told so', async () => {
  const someone = await t.person()
  const id = await workbook(someone)
  await sql`update users set role_id = (select id from roles where name = 'User Management')
    where id = ${someone.id}`.execute(t.db)
  await write(id, never)
  expect(await stateOf(someone, id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('not auth'),
  })
})

test('whose owner is disabled before it is written, it ends and says so', async () => {
  const someone = await t.person()
  const id = await workbook(someone)
  await sql`update users set status = 'disabled' where id = ${someone.id}`.execute(t.db)
  await write(id, never)
  expect(await stateOf(admin, id)).toMatchObject({
    status: 'failed',
    message: 'The person who requested it may no longer log in.',
    code: 'export-owner-gone',
  })
})

test('one that fails again and again ends, is told to its owner and does not stick', async () => {
  const id = await workbook(admin)
  const broken = jobHandlers({ ...t, ...openFiles({ dataDir: '/dev/null' }) }).exports
  for (let n = 0; n < 10; n += 1) await expect(broken(id, never)).rejects.toThrow()
  expect((await stateOf(admin, id)).status).toBe('writing')
  await broken(id, never)
  expect(await stateOf(admin, id)).toMatchObject({
    status: 'failed',
    message: 'The file could not be prepared.',
  })
  const told = t.db.selectFrom('events').select('action').where('record_id', '=', id).orderBy('id', 'desc')
  expect((await told.executeTakeFirstOrThrow()).action).toBe('export.failed')
})

test('what the queue lost is begun again when a worker starts', async () => {
  const id = await workbook(admin, { list: 'city' })
  await sql`delete from jobs.job where name = 'exports'`.execute(t.db)
  await resumeExports(t)
  const worker = await startWorker(t.config.databaseUrl, jobHandlers(t), () => undefined)
  await expect.poll(async () => (await stateOf(admin, id)).status, { timeout: 20_000 }).toBe('ready')
  await worker.stop()
})

test('a job that fails is said in the log', async () => {
  const failures: unknown[] = []
  const fails = async () => {
    throw new Error('no luck')
  }
  const worker = await startWorker(
    t.config.databaseUrl,
    { ...jobHandlers(t), exports: fails },
    (error) => void failures.push(error),
  )
  const id = await workbook(admin, { list: 'city' })
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(String(failures[0])).toContain('no luck')
  await worker.stop()
  await t.call(admin, exports.cancel, { params: { id } })
})

test('a sixth workbook waits for the five before it', async () => {
  const someone = await t.person()
  for (let n = 0; n < 5; n += 1) await workbook(someone)
  expect((await asked(t, someone, { list: 'assets', format: 'xlsx' })).status).toBe(409)
  expect((await asked(t, someone, { list: 'assets', format: 'csv' })).status).toBe(201)
})

describe('while it is written', () => {
  const brands = { list: 'brand', columns: ['name', 'id', 'createdAt'] }
  beforeAll(async () => {
    await t.asOwner("insert into brands (name) select 'Brand ' || n from generate_series(1, 300000) n")
  })

  test('it says how far it is, and leaves off when cancelled', async () => {
    const id = await workbook(admin, brands)
    const writing = write(id, never)
    await expect.poll(async () => (await stateOf(admin, id)).rows, { timeout: 30_000 }).toBeGreaterThan(0)
    const { status, rows, total } = await stateOf(admin, id)
    expect([status, rows < (total ?? 0)]).toEqual(['writing', true])
    await t.call(admin, exports.cancel, { params: { id } })
    await writing
    expect((await stateOf(admin, id)).status).toBe('cancelled')
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
  })

  test.each([
    [
      'is disabled',
      (id: string) => sql`update users set status = 'disabled' where id = ${id}`,
      'no longer log in',
    ],
    [
      'gets another place',
      (id: string) =>
        sql`insert into user_places select ${id}, id from places where kind = 'city' and name = 'Pune'`,
      'You can see different data now',
    ],
  ])('whose owner %s meanwhile, there is no file', async (_name, change, message) => {
    const someone = await t.person({ city: 'Mumbai' })
    const id = await workbook(someone, brands)
    const writing = write(id, never)
    await expect.poll(async () => (await stateOf(admin, id)).rows, { timeout: 30_000 }).toBeGreaterThan(0)
    await change(someone.id).execute(t.db)
    await writing
    expect(await stateOf(admin, id)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(message),
    })
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
  })

  test('a worker that is stopped leaves it to the next, which starts afresh', async () => {
    const id = await workbook(admin, { filter: { search: 'no such thing' } })
    const stop = new AbortController()
    stop.abort()
    await expect(write(id, stop.signal)).rejects.toThrow('abort')
    expect((await stateOf(admin, id)).status).toBe('writing')
    expect((await readdir(folder)).filter((name) => name.startsWith(id))).toEqual([])
    await write(id, never)
    expect(await stateOf(admin, id)).toMatchObject({ status: 'ready', rows: 0 })
    await write(id, never)
    expect((await stateOf(admin, id)).status).toBe('ready')
  })
})

test('a file that is cancelled or a week old is removed, and so is what a worker left behind', async () => {
  const [first, second] = [await workbook(admin, { list: 'city' }), await workbook(admin, { list: 'city' })]
  for (const id of [first, second]) await write(id, never)
  await t.call(admin, exports.cancel, { params: { id: first } })
  expect(existsSync(join(folder, `${first}.xlsx`))).toBe(false)
  const stray = join(folder, 'x.part')
  await writeFile(stray, '')
  const long = new Date(Date.now() - 9 * 24 * 60 * 60 * 1000)
  for (const path of [stray, join(folder, `${second}.xlsx`)]) await utimes(path, long, long)
  await expireExports(t)
  expect([existsSync(stray), existsSync(join(folder, `${second}.xlsx`))]).toEqual([false, true])
  await sql`update exports set created_at = ${long.toISOString()} where id = ${second}`.execute(t.db)
  await expireExports(t)
  expect(existsSync(join(folder, `${second}.xlsx`))).toBe(false)
})
