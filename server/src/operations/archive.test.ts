import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { splitIntoMonths } from '#kernel/db/split.ts'
import { openBucket } from '#kernel/files/bucket.ts'
import { testApp } from '#test/app.ts'
import { onBucketServers } from '#test/bucket.ts'
import { onDatabase } from '../../../scripts/postgres/databases.ts'
import { archive, bringBack, verifyArchive } from './archive.ts'
import { partsIn, problemsOf } from './archive-files.ts'
import { openArchives } from './archive-store.ts'

const t = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'ats-archive-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const opened = (settings: Partial<Parameters<typeof openArchives>[0]>) => {
  const found = openArchives({
    folder: undefined,
    bucket: undefined,
    dataDir: join(folder, 'data'),
    ...settings,
  })
  if (found === undefined) throw new Error('no place')
  return found
}
const store = opened({ folder: join(folder, 'archives') })
const place = { databaseUrl: t.ownerUrl, store }

/** The month that many months ago, such as 2027-03. */
const month = (ago: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
}
const partOf = (table: string, ago: number) => `${table}_${month(ago).replace('-', '_')}`

await sql`insert into events (at, action, record_kind, record_id, request_id, record_name, after)
  select date_trunc('month', now()) - n * interval '12 hours', 'brand.created', 'brand', uuidv7(), 'archive',
    case n % 3 when 0 then null when 1 then '' else 'A "quoted", ' || chr(10) || 'long name' end,
    jsonb_build_object('n', n, 'text', chr(10) || '"')
  from generate_series(1, 400) as n`.execute(t.db)
await t.asOwner(`insert into movements (tag, to_place_id, at, reader_id, antenna)
  select 'AB', uuidv7(), date_trunc('month', now()) - n * interval '1 day', uuidv7(), 1 from generate_series(1, 200) as n`)
const log = { info: () => undefined }

const content = async () =>
  onDatabase<{ events: number; movements: number; checksum: string }>(
    t.ownerUrl,
    `select (select count(*)::int from events) as events, (select count(*)::int from movements) as movements,
      (select sum(hashtextextended(events::text, 0)::numeric)::text from events) as checksum`,
  )
const archives = () => t.db.selectFrom('archives').select(['part', 'rows']).orderBy('part').execute()

async function bringEverythingBack(from = place) {
  for (let [first] = await archives(); first !== undefined; [first] = await archives())
    await bringBack(
      from,
      first.part.endsWith('_earlier') ? month(30) : first.part.slice(-7).replace('_', '-'),
    )
}

test('a table that is not split yet is not archived', async () => {
  await expect(archive(place, { until: month(3) })).rejects.toThrow('events is still being split into months')
  await splitIntoMonths({ db: t.db, log })
})

test('the latest months, and what is no month, are refused', async () => {
  await expect(archive(place, { until: month(0) })).rejects.toThrow('cannot be archived')
  await expect(archive(place, { until: month(1) })).rejects.toThrow('cannot be archived')
  await expect(archive(place, { until: '2027-13' })).rejects.toThrow('2027-13 is no month')
})

test('a second archive at the same time is refused', async () => {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtextextended('ats archive', 0))`)
  await expect(archive(place, { until: month(3) })).rejects.toThrow('Another archive is running')
  await expect(bringBack(place, month(3))).rejects.toThrow('Another archive is running')
  await client.end()
})

test('months are moved into files, verified, brought back, and equal', async () => {
  const before = await content()
  const moved = await archive(place, { until: month(4) })
  const rows = moved.reduce((sum, part) => sum + part.rows, 0)
  expect(rows).toBeGreaterThan(100)
  const [left] = await content()
  const [whole] = before
  expect(Number(left?.events) + Number(left?.movements) + rows).toBe(
    Number(whole?.events) + Number(whole?.movements),
  )
  expect((await archives()).map(({ part }) => part)).toContain(partOf('events', 4))
  expect(await verifyArchive(store)).toMatchObject({ problems: [] })
  // Again: nothing is left to move.
  expect(await archive(place, { until: month(4) })).toEqual([])

  await bringEverythingBack()
  expect(await content()).toEqual(before)
  expect(await archives()).toEqual([])
})

test('a file is plain CSV that keeps the difference between nothing and an empty text', async () => {
  await archive(place, { until: month(4) })
  const events = (await partsIn(store)).find(({ part }) => part === partOf('events', 4))
  if (events === undefined) throw new Error('no events')
  let csv = ''
  await problemsOf(store, events, async (rows) => {
    csv = await text(rows)
  })
  expect(csv.split('\n')[0]).toMatch(/^id,at,/)
  expect(csv).toMatch(/,"",/)
  expect(csv).toContain('"A ""quoted"", \nlong name"')
})

test('the program cannot change what is said about archives', async () => {
  await expect(sql`delete from archives`.execute(t.db)).rejects.toMatchObject({ code: '42501' })
})

test('a spoiled or missing file is named, and is not brought back', async () => {
  const file = join(folder, 'archives', `${partOf('events', 4)}.csv.zst`)
  const bytes = await readFile(file)
  await writeFile(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]))
  const spoiled = `${partOf('events', 4)}.csv.zst has another SHA-256 than when it was written`
  expect((await verifyArchive(store)).problems).toEqual([spoiled])
  await expect(bringBack(place, month(4))).rejects.toThrow(spoiled)
  await rm(file)
  expect((await verifyArchive(store)).problems).toEqual([`${partOf('events', 4)}.csv.zst is missing`])
  await writeFile(file, bytes)
  expect((await verifyArchive(store)).problems).toEqual([])
  await bringBack(place, month(4))
})

test('a run that was killed after the part was detached is finished by the next one', async () => {
  const before = await content()
  const part = partOf('events', 4)
  await archive(place, { until: month(4) })
  await bringBack(place, month(4))
  await t.asOwner(`alter table events detach partition ${part}`)
  await t.asOwner(`insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
    values ('events', '${part}', '${month(4)}-01', '${month(3)}-01', 0, '${part}.csv.zst', '')`)
  await archive(place, { until: month(4) })
  await bringBack(place, month(4))
  expect(await content()).toEqual(before)
})

test('a part that differs from its file goes back into the table', async () => {
  const before = await content()
  const part = partOf('events', 4)
  await t.asOwner(`alter table events detach partition ${part}`)
  await t.asOwner(`insert into archives (table_name, part, from_moment, to_moment, rows, file, sha256)
    values ('events', '${part}', '${month(4)}-01', '${month(3)}-01', 0, '${part}.csv.zst', '')`)
  const late = `insert into ${part} (id, at, action, record_kind, record_id, request_id)
    values (999999999, '${month(4)}-10', 'brand.created', 'brand', uuidv7(), 'late')`
  await t.asOwner(late)
  await expect(archive(place, { until: month(4) })).rejects.toThrow(
    `${part} stays in the database. ${part} changed while it was copied`,
  )
  const [after] = await content()
  expect(after?.events).toBe(Number(before[0]?.events) + 1)
  expect((await readdir(join(folder, 'archives'))).filter((name) => name.endsWith('.part'))).toEqual([])
})

await onBucketServers(({ settings }) => {
  const bucket = openBucket(settings)
  const inBucket = { databaseUrl: t.ownerUrl, store: opened({ bucket: settings }) }
  const part = partOf('events', 4)
  const keys = async () => (await Array.fromAsync(bucket.list('archives/'))).flat().map(({ key }) => key)

  test('months are moved into the bucket, verified there, brought back, and equal', async () => {
    await bringEverythingBack()
    const before = await content()
    const moved = await archive(inBucket, { until: month(4) })
    const names = moved.flatMap((one) => [`archives/${one.file}`, `archives/${one.part}.json`])
    expect(await keys()).toEqual(names.toSorted())
    expect(await readdir(join(folder, 'data', 'archives'))).toEqual([])
    expect(await verifyArchive(inBucket.store)).toMatchObject({
      parts: { length: moved.length },
      problems: [],
    })

    await bringEverythingBack(inBucket)
    expect(await content()).toEqual(before)
    expect(await readdir(join(folder, 'data', 'archives'))).toEqual([])
  })

  test('a file whose description was never uploaded is no archive, and is written again', async () => {
    await bucket.remove(`archives/${part}.json`)
    await bucket.put(`archives/${part}.csv.zst`, Buffer.from('half'))
    const { parts, problems } = await verifyArchive(inBucket.store)
    expect([parts.map((one) => one.part).includes(part), problems]).toEqual([false, []])
    await archive(inBucket, { until: month(4) })
    expect((await verifyArchive(inBucket.store)).parts.map((one) => one.part)).toContain(part)
  })

  test('a spoiled object is named, and is not brought back', async () => {
    const key = `archives/${part}.csv.zst`
    const bytes = (await bucket.get(key)) ?? Buffer.alloc(0)
    await bucket.put(key, bytes.subarray(0, -10))
    const spoiled = `${part}.csv.zst has another SHA-256 than when it was written`
    expect((await verifyArchive(inBucket.store)).problems).toEqual([spoiled])
    await expect(bringBack(inBucket, month(4))).rejects.toThrow(spoiled)
    await bucket.remove(key)
    await expect(bringBack(inBucket, month(4))).rejects.toThrow(`${part}.csv.zst is missing`)
    await bucket.put(key, bytes)
    await bringEverythingBack(inBucket)
  })
})
