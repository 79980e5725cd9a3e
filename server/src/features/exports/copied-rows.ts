import { StringDecoder } from 'node:string_decoder'
import type { Cell, SheetColumn } from '#kernel/files/xlsx-stream.ts'

/** Parses COPY's text format: one line per row, tabs between fields, backslash escapes. */
export async function* copiedRows(
  stream: AsyncIterable<Buffer>,
  progress: { rows: number },
  columns: readonly SheetColumn[],
): AsyncGenerator<Cell[]> {
  const decoder = new StringDecoder('utf8')
  const isNumber = columns.map(({ kind }) => kind === 'number')
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      yield line.split('\t').map((field, at) => cellOf(readField(field), isNumber[at] === true))
      progress.rows += 1
    }
  }
}

/** A number with too many digits to be exact stays a text. */
function cellOf(text: string | null, isNumber: boolean): Cell {
  return isNumber && text !== null && text.length <= 15 ? Number(text) : text
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const longestCell = 32_767

/** Excel 'repairs' files with longer cells by removing the cell. */
const fitting = (text: string) => (text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text)

function readField(field: string): string | null {
  if (field === '\\N') return null
  const text = field.includes('\\')
    ? field.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign)
    : field
  return fitting(text)
}
