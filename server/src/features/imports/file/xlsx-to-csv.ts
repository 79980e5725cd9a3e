import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Message } from '@ats/contract/problems.ts'
import { streamXlsxRows } from 'hucre/xlsx'
import { aboutLabel } from '#kernel/files/xlsx-stream.ts'

// Run by xlsx-process.ts in a separate process: node xlsx-to-csv.ts FILE.

/** Many cells may refer to the same long text, so the output is limited as well. */
const most = {
  entry: 2_000_000_000,
  strings: 200_000_000,
  ratio: 200,
  columns: 200,
  rows: 1_048_576,
  sheets: 100,
  text: 2_000_000_000,
}

const tooMuch = { code: 'workbook-unpacks-too-much' } as const

const refuse = (reason: Message): never => {
  process.stderr.write(`\nrefused: ${JSON.stringify(reason)}\n`)
  process.exit(1)
}

/** Checks the sizes that the zip directory declares; entries with an implausible ratio are not opened. */
async function checkSizes(path: string) {
  const file = await openAsBlob(path)
  const { size } = await stat(path)
  const tail = Buffer.from(await file.slice(Math.max(0, size - 65_557)).arrayBuffer())
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) refuse({ code: 'workbook-partial' })
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  const directory = Buffer.from(await file.slice(start, start + length).arrayBuffer())
  const sheets = { all: 0, tables: 0 }
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const [packed, whole] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)]
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const entry = directory.toString('utf8', at + 46, at + 46 + name)
    const bound = entry.endsWith('sharedStrings.xml') ? most.strings : most.entry
    if (whole > bound || (whole > 10_000_000 && whole > packed * most.ratio)) refuse(tooMuch)
    const kind = /^xl\/(work|chart|dialog|macro)sheets\/[^/]+\.xml$/.exec(entry)?.[1]
    if (kind !== undefined) sheets.all += 1
    if (kind === 'work') sheets.tables += 1
    at += 46 + name + extra + comment
  }
  if (sheets.tables === 0) refuse({ code: 'workbook-without-sheet' })
  if (sheets.all > most.sheets) refuse({ code: 'workbook-sheets', params: { maximum: most.sheets } })
  return { file, sheets: sheets.all }
}

/** A sheet that is not a table, such as a chart, has no rows. */
async function* rowsOfSheet(file: Blob, sheet: number) {
  try {
    yield* streamXlsxRows(file.stream() as ReadableStream<Uint8Array>, { sheet })
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('missing worksheet file'))) throw error
  }
}

const special = /[",\r\n]/

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  const text = String(value).toWellFormed()
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes all sheets with the header of the first one as one table: long tables continue on the next sheet.
 * Returns how many other sheets have content, not counting the About sheet of our own workbooks.
 */
async function writeSheets(file: Blob, sheets: number, write: (lines: string) => Promise<void>) {
  let header: string | undefined
  let lines = 0
  let leftOut = 0
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const goesOn = header !== undefined
    // The header is written once: the second row of a sheet follows the last row of the previous one.
    const offset = goesOn ? lines - 1 : 0
    let isFirst = true
    for await (const { index, values } of rowsOfSheet(file, sheet)) {
      const line = values.map(written).join(',')
      if (goesOn && isFirst) {
        isFirst = false
        if (line === header) continue
        if (values[0] !== aboutLabel) leftOut += 1
        break
      }
      // Skipped sheets may have any size.
      if (index >= most.rows) refuse({ code: 'workbook-sheet-too-long', params: { maximum: most.rows } })
      if (values.length > most.columns) refuse({ code: 'file-too-wide', params: { maximum: most.columns } })
      header ??= line
      // Empty rows are not in the file, but they count for the row numbers.
      await write(`${'\n'.repeat(offset + index - lines)}${line}\n`)
      lines = offset + index + 1
    }
  }
  return leftOut
}

const [path = ''] = process.argv.slice(2)
try {
  const { file, sheets } = await checkSizes(path)
  let text = ''
  let sent = 0
  const leftOut = await writeSheets(file, sheets, async (lines) => {
    text += lines
    if (text.length < 65_536) return
    sent += text.length
    if (sent > most.text) refuse(tooMuch)
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
    text = ''
  })
  process.stdout.write(text)
  if (leftOut > 0) process.stderr.write(`\nleft out: ${leftOut}\n`)
} catch (error) {
  // The library stops at an entry that grows beyond its declared size.
  if (error instanceof Error && error.message.includes('zip bomb')) refuse(tooMuch)
  refuse({ code: 'workbook-damaged' })
}
