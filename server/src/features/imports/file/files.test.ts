import { imports } from '@ats/contract/imports.ts'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { csvOf, importer } from '#test/imports.ts'
import { administratorOf, freshTag } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { check, upload, rows, now, work } = importer(t, admin)

const table = (...lines: string[]) => ['RFID Tag,Asset Name,City,Model', ...lines].join('\r\n')
const line = (model = '') => `${freshTag()},Bench,Indore,${model}`
const utf16 = (text: string, ...mark: number[]) => {
  const bytes = Buffer.from(text, 'utf16le')
  return Buffer.concat([Buffer.from(mark), mark[0] === 0xfe ? bytes.swap16() : bytes])
}
const sheet = (...lines: (string | number | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Assets', rows: lines }] })
const modelOf = async (file: string | Uint8Array, name?: string) => {
  const { _id, status, message, counts } = await check(file, name)
  expect([status, message, counts]).toEqual(['ready', null, { new: 1, changed: 0, unchanged: 0, wrong: 0 }])
  const { rows: staged } = await sql<{ model: string }>`
    select model from ${sql.table(`staging.plan_${_id.replaceAll('-', '')}`)}`.execute(t.db)
  return staged[0]?.model
}

describe('a file is read whatever wrote it', () => {
  test.each([
    ['UTF-8', table(line('Größe'))],
    ['UTF-8 with its mark', `\ufeff${table(line('Größe'))}`],
    ['UTF-16, little end first', utf16(table(line('Größe')), 0xff, 0xfe)],
    ['UTF-16, big end first', utf16(table(line('Größe')), 0xfe, 0xff)],
    ['Windows-1252', Buffer.from(table(line('Größe')), 'latin1')],
    ['semicolons', table(line('Größe')).replaceAll(',', ';')],
    ['tabs', table(line('Größe')).replaceAll(',', '\t')],
    ['quotes', table(line('"Größe"'))],
    ['mixed line ends', `${table(line('Größe')).replace('\r\n', '\r')}\n\n\r\n`],
  ])('%s', async (_name, file) => {
    expect(await modelOf(file)).toBe('Größe')
  })

  test('a workbook, with a day as a day and rows left out', async () => {
    const file = await sheet(
      ['RFID Tag', 'Asset Name', 'City', 'Model', 'Rental Start Date'],
      [],
      [freshTag(), 'Bench', 'Indore', 'Größe', new Date(Date.UTC(2026, 2, 31))],
    )
    expect(await modelOf(file, 'assets.xlsx')).toBe('Größe')
    const { body } = await t.call(admin, imports.list)
    const [row] = await rows(body.imports[0]?._id ?? '', 'new')
    expect(row?.row).toBe(3)
  })
})

describe('a workbook of several sheets', () => {
  const titles = ['RFID Tag', 'Asset Name', 'City']
  const row = () => [freshTag(), 'Bench', 'Indore']

  test('is one table where the sheets have one header; the others are counted', async () => {
    const file = await writeXlsx({
      sheets: [
        { name: 'Assets', rows: [titles, row(), row()] },
        { name: 'Notes', rows: [Array.from({ length: 300 }, () => 'Please return by Friday')] },
        { name: 'More assets', rows: [titles, row(), [], row()] },
        { name: 'Sheet4', rows: [] },
      ],
    })
    const { _id, counts, message } = await check(file, 'assets.xlsx')
    expect([counts.new, counts.wrong]).toEqual([4, 0])
    expect(message).toMatch(/^Sheets that were not read because.*: 1\.$/)
    expect((await rows(_id, 'new')).map(({ row: number }) => number)).toEqual([2, 3, 4, 6])
  })

  test('is read whole when an export had to go on in the next sheet', async () => {
    const options = {
      name: 'assets',
      columns: titles.map((header) => ({ header })),
      maxRowsPerSheet: 3,
    }
    const book = writeXlsxStream([row(), row(), row(), row(), row()], options)
    const { counts, message } = await check(new Uint8Array(await new Response(book).arrayBuffer()), 'a.xlsx')
    expect([counts.new, counts.wrong, message]).toEqual([5, 0, null])
  })

  test('may not have more sheets than anybody could mean', async () => {
    const sheets = Array.from({ length: 101 }, (_, at) => ({ name: `S${at}`, rows: [titles, row()] }))
    const file = await writeXlsx({ sheets })
    expect(await check(file, 'many.xlsx')).toMatchObject({
      status: 'failed',
      message: 'A workbook may have at most 100 sheets.',
    })
  })
})

test('quotes, line ends and commas within a cell stay, and so does a quote inside of a word', async () => {
  expect(await modelOf(table(line('"5"" wide,\nblue"')))).toBe('5" wide,\nblue')
  expect(await modelOf(table(line('19" rack')))).toBe('19" rack')
})

test('what an export quoted as a formula is itself again', async () => {
  expect(await modelOf(table(line(`"'=HYPERLINK(1)"`)))).toBe('=HYPERLINK(1)')
  expect(await modelOf(table(line('=1+1')))).toBe('=1+1')
})

test('a row with more cells than the header is wrong, one with fewer is not', async () => {
  const { counts } = await check(table(`${line()},,extra`, `${freshTag()},Bench,Indore`, `${line()},,`))
  expect(counts).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 1 })
})

const unreadable =
  'This contains characters that cannot be read. Type them again, or save the file as CSV (UTF-8).'

describe('bytes that are not text are mistakes of their row, and the column is named', () => {
  const long = line('x'.repeat(70_000))
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const broken = utf16(table(line(), line('Gr\ud800e'), line()), 0xff, 0xfe)
  test.each([
    ['in a text of UTF-8', bytes(table(line('Gr\xc3\xb6e'), line('Gr\xffe'), line())), [3]],
    ['far behind the start', bytes(table(line(), long, line('Gr\xf6e'), line('Gr\xc3'))), [3, 4, 5]],
    ['a NUL', `${table(line(), long, line('G\0'))}`, [3, 4]],
    ['in a text of Windows', bytes(table(line('Gr\xf6e'), line('Gr\x81e'), line())), [3]],
    ['half a character of UTF-16', broken, [3]],
    ['a character that was lost before', table(line(), line('Gr\ufffde')), [3]],
  ])('%s', async (_name, file, wrong) => {
    const { _id, status } = await check(file)
    expect(status).toBe('ready')
    const found = (await rows(_id, 'wrong')).map(({ row, problems }) => [
      row,
      ...problems.map(({ column, reason }) => `${column}: ${reason}`),
    ])
    const tooLong = (row: number) => wrong.length > 1 && row === 3
    expect(found).toEqual(
      wrong.map((row) => [
        row,
        tooLong(row) ? 'model: This is longer than 200 characters.' : `model: ${unreadable}`,
      ]),
    )
  })

  test('in a column that is not read they do not matter, until it is', async () => {
    const file = Buffer.from(`RFID Tag,Asset Name,City,Größe,Note\n${freshTag()},Bench,Indore,ö,`)
    const { _id, columns, counts } = await check(Buffer.concat([file, Buffer.from([0xff])]))
    expect([columns, counts.new, counts.wrong]).toEqual([['rfidTag', 'assetName', 'city', null, null], 1, 0])
    const body = { columns: ['rfidTag', 'assetName', 'city', null, 'model'] }
    await t.call(admin, imports.match, { params: { id: _id }, body })
    await work(_id)
    expect((await rows(_id, 'wrong'))[0]?.problems).toEqual([
      { column: 'model', value: '\ufffd', reason: unreadable, code: 'row-text-unreadable' },
    ])
  })

  test('a workbook may not bring half characters along', async () => {
    const file = await sheet(
      ['RFID Tag', 'Asset Name', 'City', 'Model'],
      [freshTag(), 'Bench', 'Indore', 'G\ud800'],
    )
    const { _id } = await check(file, 'assets.xlsx')
    expect((await rows(_id, 'wrong'))[0]?.problems[0]?.reason).toBe(unreadable)
  })
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const zip = (...parts: string[]) => Buffer.from(`PK\x03\x04${parts.join('')}`, 'latin1')

describe('a file that is no table is refused at the door', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'Please select a file to upload.'],
    ['a picture called .csv', png, expect.stringContaining('neither a CSV nor an XLSX file')],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), expect.stringContaining('neither a CSV')],
  ])('%s', async (_name, bytes, message) => {
    const { status, body } = await upload(bytes)
    expect([status, body.message]).toEqual([400, message])
  })

  test('more than the limit', async () => {
    const small = await testApp({ uploadBytes: 1000 })
    const { status, body } = await importer(small, await administratorOf(small)).upload('x'.repeat(1001))
    expect([status, body.code]).toEqual([413, 'import-too-large'])
  })

  test('something else than a file', async () => {
    const answer = await t.call(admin, imports.upload, { query: { fileName: 'a.csv' }, body: { a: 1 } })
    expect(answer.status).toBe(415)
  })
})

describe('a file that cannot be read is answered with a clear message, and nothing is kept', () => {
  test.each([
    ['only a header', table(), 'The file has a header but no rows.'],
    [
      'a quote that is never closed',
      table(`${freshTag()},"Bench,Indore`),
      'A quote that opens in row 2 or later is never closed.',
    ],
    ['a million columns', 'a,'.repeat(1_000_000), 'Row 1 has 1000001 columns. A file may have at most 200.'],
    [
      'three hundred columns',
      `${'a,'.repeat(300)}\n1`,
      'Row 1 has 301 columns. A file may have at most 200.',
    ],
    [
      'a title that is not text',
      Buffer.from('RFID Tag,Asset Name,City,Gr\xc3\xb6\xc3\x9fe,Mod\xffel\nx,y,z,a,b', 'latin1'),
      'The title of column 5 contains characters that cannot be read. Please save the file as CSV (UTF-8) and upload it again.',
    ],
    [
      'a cell of ten million letters',
      table(line('x'.repeat(10_000_000))),
      expect.stringContaining('Row 2 is too long'),
    ],
    ['half a workbook', zip('half'), 'This is not a complete workbook.'],
  ])('%s', async (_name, file, message) => {
    const checked = await check(file)
    expect([checked.status, checked.message]).toEqual(['failed', message])
    const { rows: left } = await sql`select from pg_tables
      where schemaname = 'staging' and tablename like ${`%${checked._id.replaceAll('-', '')}`}`.execute(t.db)
    expect(left).toEqual([])
  })

  test('a workbook that claims to unpack to more than is believable', async () => {
    const file = Buffer.from(await sheet(['RFID Tag'], ['x']))
    const at = file.indexOf(Buffer.from('xl/worksheets/sheet1.xml'), file.indexOf('PK\x01\x02')) - 46
    file.writeUInt32LE(1_500_000_000, at + 24)
    expect(await check(file, 'bomb.xlsx')).toMatchObject({
      status: 'failed',
      message: 'This workbook unpacks to far more than it should. Please save it as CSV.',
    })
  })

  test('cells that look like formulas in a workbook are text, never run', async () => {
    const file = await sheet(
      ['RFID Tag', 'Asset Name', 'City', 'Model'],
      [freshTag(), 'Bench', 'Indore', '=1+1'],
    )
    expect(await modelOf(file, 'formula.xlsx')).toBe('=1+1')
  })
})

test('a worker that died while reading leaves nothing that hinders the next', async () => {
  const { body } = await upload(csvOf([{ rfidTag: freshTag(), assetName: 'Bench', city: 'Indore' }]))
  const id = body.import._id
  await sql`create table ${sql.table(`staging.rows_${id.replaceAll('-', '')}`)} (row integer)`.execute(t.db)
  await work(id)
  expect(await now(id)).toMatchObject({ status: 'ready', counts: { new: 1 } })
})
