import { Readable } from 'node:stream'
import { type ZipEntry, zipped } from './zip-stream.ts'

/** The type of a column. A moment is a local time, because spreadsheets have no time zones. */
export type CellKind = 'text' | 'number' | 'day' | 'moment'

export type SheetColumn = { title: string; kind: CellKind; width?: number }

/** A day or a moment is `2026-03-31` or `2026-03-31 17:30:00`; anything after that is dropped. */
export type Cell = string | number | null

export type Sheet = {
  name: string
  /** A frozen row of titles; without titles the rows are pairs, with the first cell in bold. */
  columns: readonly SheetColumn[]
  hasTitles: boolean
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>
}

/** The first cell of the About sheet of our own workbooks, by which an import recognises it. */
export const aboutLabel = 'About This File'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes into the list of styles below. */
const styles = { none: 0, bold: 1, day: 2, moment: 3, wrapped: 4 } as const

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2">
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** The letters of a column: A to Z, AA and so on. */
export function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/
const everySpecial = new RegExp(special, 'g')

/**
 * Characters that XML cannot contain are written by their number, which spreadsheets read back; so are texts
 * that look like such an escape.
 */
function signAsXml(sign: string) {
  if (sign > '\ufffd') return '\ufffd'
  return entities[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

const escaped = (text: string) => (special.test(text) ? text.replace(everySpecial, signAsXml) : text)

const edges = /^\s|\s$|[\n\t]/

const textCell = (at: string, text: string, style: number) =>
  `<c r="${at}"${style === styles.none ? '' : ` s="${style}"`} t="inlineStr"><is><t${
    edges.test(text) ? ' xml:space="preserve"' : ''
  }>${escaped(text)}</t></is></c>`

const dayMs = 86_400_000
const dayBeforeFirst = Date.UTC(1899, 11, 30)
/** The first day on which all programs agree: they differ about February 1900. */
const earliest = '1900-03-01'
const isMoment = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d|$)/

/** The serial number of a day and time in spreadsheets; undefined if there is none. */
function serialOf(text: string) {
  if (text < earliest || !isMoment.test(text)) return undefined
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  return Number.isNaN(at) ? undefined : (at - dayBeforeFirst) / dayMs
}

function cellXml(at: string, cell: Cell, kind: CellKind, style: number) {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (kind !== 'day' && kind !== 'moment') return textCell(at, cell, style)
  const serial = serialOf(cell)
  return serial === undefined
    ? textCell(at, cell, style)
    : `<c r="${at}" s="${styles[kind]}"><v>${serial}</v></c>`
}

const widths: Record<CellKind, number> = { text: 22, number: 12, day: 13, moment: 20 }

function headXml({ columns, hasTitles }: Sheet) {
  const widthOf = ({ title, kind, width }: SheetColumn) => width ?? Math.max(widths[kind], title.length + 3)
  const cols = columns.map(
    (column, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  )
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${
    hasTitles ? frozen : ''
  }</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
}

const rowXml = (row: number, cells: string) => `<row r="${row}">${cells}</row>`

const chunkLength = 65_536

/** A sheet ends before it exceeds what any program, or our own import, accepts. */
export const sheetLimits = { rows: 1_048_576, length: 1_500_000_000 }

type Cursor = AsyncIterator<readonly Cell[]> | Iterator<readonly Cell[]>
type Position = { cursor: Cursor; next: IteratorResult<readonly Cell[]> }

/** Continues reading where the previous sheet ended. */
async function* sheetXml(sheet: Sheet, position: Position, limits: typeof sheetLimits) {
  const { columns, hasTitles } = sheet
  const letters = columns.map((_, at) => columnLetters(at))
  const styleAt = (at: number) => {
    if (hasTitles) return styles.none
    return at === 0 ? styles.bold : styles.wrapped
  }
  let text = headXml(sheet)
  let length = 0
  let row = 0
  if (hasTitles) {
    row = 1
    text += rowXml(
      1,
      columns.map(({ title }, at) => textCell(`${letters[at]}1`, title, styles.bold)).join(''),
    )
  }
  while (position.next.done !== true && row < limits.rows && length < limits.length) {
    row += 1
    let cells = ''
    const { value } = position.next
    for (let at = 0; at < columns.length; at += 1)
      cells += cellXml(`${letters[at]}${row}`, value[at] ?? null, columns[at]?.kind ?? 'text', styleAt(at))
    text += rowXml(row, cells)
    if (text.length >= chunkLength) {
      length += text.length
      yield Buffer.from(text)
      text = ''
    }
    const next = position.cursor.next()
    position.next = next instanceof Promise ? await next : next
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`)
}

const longestName = 31
const named = (name: string, part: number) => {
  const suffix = part === 1 ? '' : `_${part}`
  return name.slice(0, longestName - suffix.length) + suffix
}

const part = (name: string, text: string): ZipEntry => ({ name, content: [Buffer.from(declaration + text)] })

/** The parts that list the sheets; their number is known after all rows. */
const partsAround = (names: string[]): ZipEntry[] => [
  { name: 'xl/styles.xml', content: [Buffer.from(stylesXml)] },
  part(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
  ),
  part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}/relationships">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ),
  part(
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  part(
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${names
      .map(
        (_, at) =>
          `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
      )
      .join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  ),
]

async function* entriesOf(sheets: AsyncIterable<Sheet> | Iterable<Sheet>, limits: typeof sheetLimits) {
  const names: string[] = []
  for await (const sheet of sheets) {
    const { rows } = sheet
    const cursor: Cursor =
      Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
    const position = { cursor, next: await cursor.next() }
    let parts = 0
    try {
      do {
        parts += 1
        names.push(named(sheet.name, parts))
        yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(sheet, position, limits) }
      } while (position.next.done !== true)
    } finally {
      await cursor.return?.()
    }
  }
  yield* partsAround(names)
}

/**
 * Streams a workbook of any number of sheets. A sheet is requested after the previous one is complete, so
 * that it can describe it. Rows that exceed a sheet continue on the next, under the same titles.
 */
export const xlsxStream = (sheets: AsyncIterable<Sheet> | Iterable<Sheet>, limits = sheetLimits) =>
  Readable.from(zipped(entriesOf(sheets, limits)), { objectMode: false })
