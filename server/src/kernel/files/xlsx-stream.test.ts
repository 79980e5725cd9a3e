import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { type Cell, columnLetters, type Sheet, xlsxStream } from './xlsx-stream.ts'

const text = (title: string) => ({ title, kind: 'text' as const })
const sheet = (rows: Cell[][], more: Partial<Sheet> = {}): Sheet => ({
  ...{ name: 'Data', columns: [text('Name'), text('Note')], hasTitles: true, rows },
  ...more,
})
const written = (...sheets: Sheet[]) => buffer(xlsxStream(sheets))
const read = async (...sheets: Sheet[]) => (await readXlsx(await written(...sheets))).sheets

test('texts arrive as they are, odd signs included', async () => {
  const odd = ['=1+1', ' a ', 'a\tb\nc', 'a\r\nb', '<&>"\'', 'é 漢 😀', '\u0001', '_x0041_', '']
  const [data] = await read(sheet(odd.map((one) => [one, null])))
  expect(data?.rows.slice(1).map(([name]) => name)).toEqual(odd)
})

test('numbers, days and moments are cells of their kind', async () => {
  const columns = (['number', 'day', 'moment'] as const).map((kind) => ({ title: kind, kind }))
  const [data] = await read(
    sheet(
      [
        [1.5, '2026-03-31', '2026-03-31 17:30:01+05:30'],
        [null, '0999-01-01', 'infinity'],
      ],
      { columns },
    ),
  )
  expect(data?.rows.slice(1)).toEqual([
    [1.5, new Date('2026-03-31'), new Date('2026-03-31T17:30:01Z')],
    [null, '0999-01-01', 'infinity'],
  ])
})

test('every second of a day is the second that was written', async () => {
  const columns = [{ title: 'At', kind: 'moment' as const }]
  const times = Array.from({ length: 86_400 / 7 }, (_, n) =>
    new Date(Date.UTC(2026, 2, 31) + n * 7000).toISOString().slice(0, 19).replace('T', ' '),
  )
  const [data] = await read(
    sheet(
      times.map((time) => [time]),
      { columns },
    ),
  )
  const back = data?.rows.slice(1).map(([at]) => (at as Date).toISOString().slice(0, 19).replace('T', ' '))
  expect(back).toEqual(times)
})

test('a second sheet tells of the first, which is complete by then', async () => {
  let rows = 0
  async function* counted() {
    for (; rows < 3; rows += 1) yield [`row ${rows}`, null]
  }
  async function* sheets(): AsyncGenerator<Sheet> {
    yield sheet([], { rows: counted() })
    yield sheet([['Rows', String(rows)]], { name: 'About', hasTitles: false })
  }
  const book = await readXlsx(await buffer(xlsxStream(sheets())))
  expect(book.sheets.map(({ name }) => name)).toEqual(['Data', 'About'])
  expect(book.sheets[1]?.rows).toEqual([['Rows', '3']])
})

test('rows beyond what a sheet holds go on in the next, under the same titles', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => [`row ${n}`, null])
  const stream = xlsxStream([sheet(rows), sheet([], { name: 'About' })], { rows: 3, length: 1e9 })
  const { sheets } = await readXlsx(await buffer(stream))
  expect(sheets.map(({ name, rows }) => [name, rows.map(([first]) => first)])).toEqual([
    ['Data', ['Name', 'row 0', 'row 1']],
    ['Data_2', ['Name', 'row 2', 'row 3']],
    ['Data_3', ['Name', 'row 4']],
    ['About', ['Name']],
  ])
})

test('rows that fail end the stream with their reason', async () => {
  async function* failing(): AsyncGenerator<Cell[]> {
    yield ['one', null]
    throw new Error('no more rows')
  }
  await expect(written(sheet([], { rows: failing() }))).rejects.toThrow('no more rows')
})

test('a stream that is left early closes its rows', async () => {
  let isClosed = false
  async function* endless(): AsyncGenerator<Cell[]> {
    try {
      for (;;) yield ['x'.repeat(1000), null]
    } finally {
      isClosed = true
    }
  }
  const stream = xlsxStream([sheet([], { rows: endless() })])
  for await (const _ of stream) break
  await expect.poll(() => isClosed).toBe(true)
})

test('columns are lettered as spreadsheets do it', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
