import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Problem } from '#kernel/http/problem.ts'
import { csvFromXlsx } from './xlsx-process.ts'

const sampleBytes = 65_536
/** A longer record most likely has an unclosed quote. */
const longestRow = 1_000_000
const mostColumns = 200

export type TableKind = 'csv' | 'xlsx'

const beginsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Detected by content, not by name; undefined if it is not a table. */
export function tableKindOf(start: Uint8Array): TableKind | undefined {
  const sample = start.subarray(0, sampleBytes)
  if (beginsWith(sample, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx'
  const isUtf16 = beginsWith(sample, 0xff, 0xfe) || beginsWith(sample, 0xfe, 0xff)
  return isUtf16 || !sample.includes(0) ? 'csv' : undefined
}

/** Replaces bytes that are not text, and characters that were lost before. A cell that contains it is an error. */
export const unreadableSign = '\ufffd'

/**
 * The encoding, by the byte order mark or by content. Windows text with letters beyond ASCII is hardly ever
 * valid UTF-8, and UTF-8 is invalid only where bytes are broken.
 */
function encodingOf(sample: Uint8Array): string {
  if (beginsWith(sample, 0xff, 0xfe)) return 'utf-16le'
  if (beginsWith(sample, 0xfe, 0xff)) return 'utf-16be'
  if (isUtf8(sample)) return 'utf-8'
  const text = new TextDecoder('utf-8').decode(sample, { stream: true })
  const broken = text.split(unreadableSign).length - 1
  const letters = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return letters >= broken ? 'utf-8' : 'windows-1252'
}

/** The sample may end within a character. */
function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The most frequent delimiter in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const times = (sign: string) => line.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (times(sign) > times(best) ? sign : best))
}

async function sampleOf(path: string) {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Bytes that Windows-1252 does not define, which a decoder turns into control characters. */
const undefinedInWindows = /[\x81\x8d\x8f\x90\x9d]/g

async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding)
  const isWindows = encoding === 'windows-1252'
  for await (const chunk of bytes) {
    if (encoding === 'utf-8') yield chunk
    else {
      const text = decoder.decode(chunk, { stream: true })
      yield isWindows ? text.replace(undefinedInWindows, unreadableSign) : text
    }
  }
  // The file may end within a character.
  yield decoder.decode()
}

const signInUtf8 = Buffer.from(unreadableSign).toString('latin1')

/** PostgreSQL's text cannot contain NUL. */
async function* withoutNuls(chunks: AsyncIterable<Uint8Array | string>) {
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') yield chunk.replaceAll('\0', unreadableSign)
    else if (!chunk.includes(0)) yield chunk
    else yield Buffer.from(Buffer.from(chunk).toString('latin1').replaceAll('\0', signInUtf8), 'latin1')
  }
}

export type TableRow = { row: number; cells: string[] }

export type TableFile = {
  path: string
  kind: TableKind
  /** Called with the number of bytes consumed. */
  read: (bytes: number) => void
  /** Called with the number of sheets that were not read. */
  leftOut: (sheets: number) => void
  signal: AbortSignal
}

/**
 * The rows of a file, the header first, each with its row number in a spreadsheet; numbering continues over
 * further sheets. Empty rows are left out.
 */
export async function* rowsOfFile({
  path,
  kind,
  read,
  leftOut,
  signal,
}: TableFile): AsyncGenerator<TableRow> {
  const source = kind === 'xlsx' ? csvFromXlsx(path, leftOut, signal) : await csvOf(path, read)
  const parser = source.text.pipe(
    parse({
      delimiter: source.delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: longestRow,
    }),
  )
  source.text.on('error', (error) => parser.destroy(error))
  let row = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      signal.throwIfAborted()
      row += 1
      if (cells.length > mostColumns)
        throw new Problem('file-row-too-wide', { row, columns: cells.length, maximum: mostColumns })
      if (cells.length > 1 || cells[0] !== '') yield { row, cells }
    }
  } catch (error) {
    throw error instanceof CsvError ? csvProblem(error, row + 1) : error
  } finally {
    source.text.destroy()
  }
}

async function csvOf(path: string, read: (bytes: number) => void) {
  const sample = await sampleOf(path)
  const encoding = encodingOf(sample)
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(sample))
  const bytes = createReadStream(path, { highWaterMark: 262_144 })
  bytes.on('data', () => read(bytes.bytesRead))
  return { delimiter, text: Readable.from(withoutNuls(decoded(bytes, encoding))) }
}

function csvProblem({ code }: CsvError, row: number) {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new Problem('file-quote-open', { row })
  if (code === 'CSV_MAX_RECORD_SIZE') return new Problem('file-row-too-long', { row })
  return new Problem('file-row-unreadable', { row })
}
