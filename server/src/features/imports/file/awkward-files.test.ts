import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { imports } from '@ats/contract/imports.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { removeLostUploads, uploadFile } from '#features/imports/imports.ts'
import type { Actor } from '#kernel/actor.ts'
import { testApp } from '#test/app.ts'
import { importer } from '#test/imports.ts'
import { administratorOf, freshTag } from '#test/stock.ts'
import { entryOf, repeated, rowXml, sheetEnd, sheetPath, sheetStart, workbookOf } from '#test/zip.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { check, now, work } = importer(t, admin)
const folder = join(t.config.dataDir, 'imports')

const header = ['RFID Tag', 'Asset Name', 'City', 'Model'] as const
const head = sheetStart + rowXml(...header)
const unpacksTooMuch = 'This workbook unpacks to far more than it should. Please save it as CSV.'

const peakMb = (pid: number) => {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
const childrenOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Does the worker's part, and returns the memory it took here and in the process that opens workbooks. */
async function watched(id: string) {
  const before = process.memoryUsage().rss / 1e6
  let [here, there] = [before, 0]
  const timer = setInterval(() => {
    here = Math.max(here, process.memoryUsage().rss / 1e6)
    there = Math.max(there, ...childrenOf(process.pid).map(peakMb))
  }, 10)
  await work(id).finally(() => clearInterval(timer))
  return { here: here - before, there }
}

/** Uploads a file that is never in memory as a whole. */
const uploaded = (fileName: string, bytes: Iterable<Uint8Array>) =>
  uploadFile(t, { id: admin.id, requestId: 'test' } as Actor, fileName, Readable.from(bytes))

async function expectNothingLeft(id: string) {
  expect(await readdir(folder)).toEqual([])
  const { rows } = await sql`select from pg_tables
    where schemaname = 'staging' and tablename like ${`%${id.replaceAll('-', '')}`}`.execute(t.db)
  expect(rows).toEqual([])
}

const row = rowXml('E2801170', 'Bench', 'Indore', 'A')
const threeGigabytes = () => repeated(sheetPath, [head, row.repeat(20_000), sheetEnd], 800)
const oneLongCell: [string, string, string] = [
  `${head}<row><c t="inlineStr"><is><t>`,
  '0'.repeat(1_000_000),
  `</t></is></c></row>${sheetEnd}`,
]

describe('a workbook that blows up whoever opens it', () => {
  test.each([
    ['three gigabytes of rows that it declares', threeGigabytes, unpacksTooMuch],
    ['three gigabytes of rows that it denies', () => ({ ...threeGigabytes(), size: 5000 }), unpacksTooMuch],
    [
      'three gigabytes in one cell, their size said afterwards, and wrongly',
      () => ({ ...repeated(sheetPath, oneLongCell, 3000), size: 5000, sizeFollows: true }),
      unpacksTooMuch,
    ],
    [
      'a row that says it is the four hundred millionth',
      () => entryOf(sheetPath, `${head}${row.replace('<row>', '<row r="400000000">')}${sheetEnd}`),
      'A sheet may have at most 1048576 rows.',
    ],
  ])('%s', async (_name, sheet, message) => {
    const file = workbookOf(sheet())
    expect(file.length).toBeLessThan(15_000_000)
    const id = await uploaded('bomb.xlsx', [file])
    const { here, there } = await watched(id)
    expect(await now(id)).toMatchObject({ status: 'failed', message })
    expect(here).toBeLessThan(150)
    expect(there).toBeLessThan(300)
    expect(there).toBeGreaterThan(10)
    await expectNothingLeft(id)
  })
})

test('a cell of a hundred million letters is answered without keeping it in memory', async () => {
  function* bytes() {
    yield Buffer.from(`${header.join(',')}\n${freshTag()},Bench,Indore,"`)
    const piece = Buffer.alloc(1_000_000, 'x')
    for (let sent = 0; sent < 100; sent += 1) yield piece
    yield Buffer.from('"\n')
  }
  const id = await uploaded('long.csv', bytes())
  const { here } = await watched(id)
  expect(await now(id)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Row 2 is too long.'),
  })
  expect(here).toBeLessThan(150)
  await expectNothingLeft(id)
})

describe('what stands in the file counts, whatever it is called', () => {
  const planOf = async (id: string) => {
    const table = sql.table(`staging.plan_${id.replaceAll('-', '')}`)
    return (await sql<{ model: string }>`select model from ${table}`.execute(t.db)).rows
  }

  test('a workbook called .csv, and a text called .xlsx', async () => {
    const sheet = `${head}${rowXml(freshTag(), 'Bench', 'Indore', 'Book')}${sheetEnd}`
    const book = await check(workbookOf(entryOf(sheetPath, sheet)), 'assets.csv')
    const text = await check(`${header.join(',')}\n${freshTag()},Bench,Indore,Text\n`, 'assets.xlsx')
    for (const { status, counts } of [book, text])
      expect([status, counts]).toEqual(['ready', { new: 1, changed: 0, unchanged: 0, wrong: 0 }])
    expect([...(await planOf(book._id)), ...(await planOf(text._id))]).toEqual([
      { model: 'Book' },
      { model: 'Text' },
    ])
  })

  test('a picture called .xlsx and a web page called .csv', async () => {
    const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const { status } = await t.call(admin, imports.upload, { query: { fileName: 'a.xlsx' }, file: picture })
    expect(status).toBe(400)
    const page = await check('<!doctype html>\n<html>\n<body>Sign in first</body>\n</html>\n', 'assets.csv')
    expect(page.counts.new + page.counts.changed).toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('a formula in a workbook is worth what it was last worked out to; in a text it is text', async () => {
    const formula = rowXml(freshTag(), 'Bench', 'Indore').replace(
      '</row>',
      '<c><f>6*7</f><v>42</v></c></row>',
    )
    const book = await check(workbookOf(entryOf(sheetPath, `${head}${formula}${sheetEnd}`)))
    expect(await planOf(book._id)).toEqual([{ model: '42' }])
    const cells = ['=6*7', '+CMD', '@SUM(A1)', "-2+3+cmd|' /C calc'!A0"]
    const lines = cells.map((cell) => `${freshTag()},Bench,Indore,${cell}`)
    const text = await check(`${header.join(',')}\n${lines.join('\n')}\n`)
    expect((await planOf(text._id)).map(({ model }) => model).sort()).toEqual(cells.toSorted())
  })
})

test('what a killed api left of an upload is cleared away a day later, and nothing else is', async () => {
  await mkdir(folder, { recursive: true })
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  const leave = async (name: string, at: Date) => {
    await writeFile(join(folder, name), 'half a file')
    await utimes(join(folder, name), at, at)
  }
  await leave('left-behind', old)
  await leave('under-way', new Date())
  const id = await uploaded('waiting.csv', [
    Buffer.from(`${header.join(',')}\n${freshTag()},Bench,Indore,A\n`),
  ])
  const { file } = await t.db
    .selectFrom('imports')
    .select('file')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await utimes(join(folder, file), old, old)
  await removeLostUploads(t)
  expect((await readdir(folder)).sort()).toEqual([file, 'under-way'].sort())
  await work(id)
  expect((await now(id)).status).toBe('ready')
})
