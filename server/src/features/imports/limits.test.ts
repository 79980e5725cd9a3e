import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { imports } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag } from '#test/stock.ts'
import { expireImports } from './expiry.ts'
import { removeLostUploads } from './imports.ts'
import { importJob, resumeLostImports } from './job.ts'

const limits = {
  perPerson: { open: 2, rows: 10, bytes: 2000 },
  inAll: { open: 3, rows: 15, bytes: 3000 },
  days: 7,
}
const limited = () => testApp({ imports: limits })
const file = (count: number) =>
  csvOf(Array.from({ length: count }, () => ({ rfidTag: freshTag(), assetName: 'Bench', city: 'Indore' })))

describe('one person cannot take all the room', () => {
  test('open imports are counted for each person and in all, and there is room again once they are over', async () => {
    const t = await limited()
    const people = [await t.person({ role: 'Admin' }), await t.person({ role: 'Admin' })]
    const [one, other] = people.map((person) => importer(t, person)) as [
      ReturnType<typeof importer>,
      ReturnType<typeof importer>,
    ]
    const first = await one.check(file(1))
    await one.check(file(1))
    const third = await one.upload(file(1))
    expect([third.status, third.body.message, third.headers['retry-after']]).toEqual([
      429,
      'You have 2 open imports. Finish or cancel some of them first.',
      '60',
    ])
    expect((await other.upload(file(1))).status).toBe(201)
    const full = await other.upload(file(1))
    expect([full.status, full.body.message]).toEqual([
      429,
      'There are too many imports at the moment. Please try again later.',
    ])
    expect(await readdir(join(t.config.dataDir, 'imports'))).toHaveLength(1)
    await one.apply(first._id)
    expect((await one.upload(file(1))).status).toBe(201)
  })

  test('many uploads at once do not pass the limit together', async () => {
    const t = await limited()
    const { upload } = importer(t, await administratorOf(t))
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(file(1))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429, 429])
  })

  test('staged rows are counted, and a file that has too many can be tried again', async () => {
    const t = await limited()
    const admin = await administratorOf(t)
    const { check, now, work } = importer(t, admin)
    const first = await check(file(8))
    const second = await check(file(3))
    expect(second).toMatchObject({
      status: 'failed',
      failedIn: 'reading',
      message: 'There is no space for so many rows. Remove imports from the list, or try again later.',
    })
    await removeLostUploads(t)
    await t.call(admin, imports.remove, { params: { id: first._id } })
    await t.call(admin, imports.retry, { params: { id: second._id } })
    await work(second._id)
    expect(await now(second._id)).toMatchObject({ status: 'ready', counts: { new: 3 } })
  })

  test('bytes that wait to be read are counted', async () => {
    const t = await limited()
    const { upload } = importer(t, await administratorOf(t))
    const large = `${file(1)}${'\n'.repeat(1500)}`
    expect((await upload(large)).status).toBe(201)
    const { status, body } = await upload(large)
    expect([status, body.message]).toEqual([
      429,
      'Your files waiting to be read take too much space. Please try again later.',
    ])
    expect(await readdir(join(t.config.dataDir, 'imports'))).toHaveLength(1)
  })
})

describe('what is long over expires by itself', async () => {
  const t = await testApp()
  const admin = await administratorOf(t)
  const { check, apply, now, upload, work } = importer(t, admin)
  const age = (id: string, days: number) =>
    sql`update imports set moved_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(t.db)
  const stagedOf = async (id: string) => {
    const { rows } = await sql<{ tablename: string }>`select tablename from pg_tables
      where schemaname = 'staging' and tablename like ${`%${id.replaceAll('-', '')}`}`.execute(t.db)
    return rows.length
  }

  test('a finished import keeps its outcome without its rows, one that nobody applied says so', async () => {
    const [done, waiting, recent] = [
      await apply((await check(file(1)))._id),
      await check(file(1)),
      await check(file(1)),
    ]
    await age(done._id, 8)
    await age(waiting._id, 8)
    await age(recent._id, 6)
    await expireImports(t)
    expect(await now(done._id)).toMatchObject({
      status: 'done',
      expiredAt: expect.any(String),
      counts: { new: 1 },
    })
    expect(await now(waiting._id)).toMatchObject({ status: 'expired', expiredAt: expect.any(String) })
    expect(await now(recent._id)).toMatchObject({ status: 'ready', expiredAt: null })
    expect([await stagedOf(done._id), await stagedOf(waiting._id), await stagedOf(recent._id)]).toEqual([
      0, 0, 5,
    ])
    const gone = [409, 'The rows of this import were deleted because it is too old.']
    for (const endpoint of [imports.rows, imports.wrongRows, imports.undo]) {
      const { status, body, text } = await t.call(admin, endpoint, { params: { id: done._id } })
      expect([status, body.message ?? text]).toEqual(gone)
    }
    expect((await t.call(admin, imports.apply, { params: { id: waiting._id } })).status).toBe(409)
    expect((await t.call(admin, imports.remove, { params: { id: waiting._id } })).status).toBe(200)
  })

  test('staged tables that belong to no import are dropped, and files of failed ones go', async () => {
    const stray = '00000000-0000-7000-8000-00000000abcd'
    await sql`create table ${sql.table(`staging.rows_${stray.replaceAll('-', '')}`)} (row integer)`.execute(
      t.db,
    )
    const { body } = await upload(file(1))
    const id = body.import._id
    await sql`update imports set status = 'failed', failed_in = 'reading' where id = ${id}`.execute(t.db)
    const { file: name } = await t.db
      .selectFrom('imports')
      .select('file')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const path = join(t.config.dataDir, 'imports', name)
    await age(id, 8)
    expect(existsSync(path)).toBe(true)
    await expireImports(t)
    expect([existsSync(path), await stagedOf(stray)]).toEqual([false, 0])
    expect((await t.call(admin, imports.retry, { params: { id } })).status).toBe(409)
  })

  test('an import whose job was given up by the queue gets another', async () => {
    const { body } = await upload(file(1))
    const id = body.import._id
    await sql`delete from jobs.job where name = 'imports'`.execute(t.db)
    await resumeLostImports(t)
    await resumeLostImports(t)
    const { rows } = await sql`select from jobs.job where data ->> 'id' = ${id}`.execute(t.db)
    expect(rows).toHaveLength(1)
    await work(id)
  })

  test('an uploaded file that is gone is said, and not tried again', async () => {
    const { body } = await upload(file(1))
    await sql`update imports set file = 'missing' where id = ${body.import._id}`.execute(t.db)
    await work(body.import._id)
    expect(await now(body.import._id)).toMatchObject({
      status: 'failed',
      failedIn: null,
      message: 'The uploaded file no longer exists. Please upload it again.',
    })
  })
})

describe('rows are asked for at a bad moment', async () => {
  const t = await testApp()
  const admin = await administratorOf(t)
  const { check } = importer(t, admin)
  const { _id: id } = await check(file(2))

  test('a row number that no row can have is refused', async () => {
    const after = async (row: number) =>
      (await t.call(admin, imports.rows, { params: { id }, query: { after: `${row}` } })).status
    expect([await after(2_147_483_647), await after(2_147_483_648), await after(1e21)]).toEqual([
      200, 400, 400,
    ])
  })

  test('while the columns are matched anew it is said that they are', async () => {
    const plan = sql.table(`staging.plan_${id.replaceAll('-', '')}`)
    const states: unknown[] = []
    // Both at the same time, because each waits for the plan until its timeout.
    const look = async () => {
      const answers = [imports.rows, imports.wrongRows].map((endpoint) =>
        t.call(admin, endpoint, { params: { id } }),
      )
      for (const { status, body, text } of await Promise.all(answers))
        states.push([status, body.message ?? text])
    }
    await t.db.transaction().execute(async (tx) => {
      await sql`drop table ${plan}`.execute(tx)
      await look()
    })
    await look()
    const again = [409, 'The file is being checked again. Please wait a moment.']
    const gone = [409, 'The rows of this file no longer exist.']
    expect(states).toEqual([again, again, gone, gone])
    await t.db.updateTable('imports').set({ status: 'checking' }).where('id', '=', id).execute()
    await look()
    expect(states.at(-1)).toEqual([409, 'The file is not checked yet.'])
    await importJob(t)(id, new AbortController().signal)
    expect((await t.call(admin, imports.rows, { params: { id } })).body.rows).toHaveLength(2)
  })
})
