import { constants, crc32, deflateRawSync } from 'node:zlib'

type Entry = {
  name: string
  packed: Buffer[]
  /** What the archive states about the entry, true or not. */
  size: number
  crc: number
  /** States its sizes only after its bytes, as streaming writers do. */
  sizeFollows?: boolean
  /** The bytes are not compressed. */
  stored?: boolean
}

const packedLength = ({ packed }: Entry) => packed.reduce((sum, { length }) => sum + length, 0)

function sizesOf(entry: Entry) {
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(entry.crc)
  sizes.writeUInt32LE(packedLength(entry), 4)
  sizes.writeUInt32LE(entry.size, 8)
  return sizes
}

function header(entry: Entry, offset: number | null) {
  const name = Buffer.from(entry.name)
  const fields = Buffer.alloc(offset === null ? 30 : 46)
  const at = offset === null ? 0 : 2
  fields.writeUInt32LE(offset === null ? 0x04034b50 : 0x02014b50)
  fields.writeUInt16LE(20, 4)
  if (offset !== null) fields.writeUInt16LE(20, 6)
  if (entry.sizeFollows) fields.writeUInt16LE(8, 6 + at)
  fields.writeUInt16LE(entry.stored ? 0 : 8, 8 + at)
  if (offset !== null || !entry.sizeFollows) sizesOf(entry).copy(fields, 14 + at)
  fields.writeUInt16LE(name.length, 26 + at)
  if (offset !== null) fields.writeUInt32LE(offset, 42)
  return Buffer.concat([fields, name])
}

/** A zip archive with these entries, whatever they claim to be. */
export function zipOf(entries: readonly Entry[]) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let length = 0
  for (const entry of entries) {
    directory.push(header(entry, length))
    const after = entry.sizeFollows ? [Buffer.from('PK\x07\x08', 'latin1'), sizesOf(entry)] : []
    const written = [header(entry, null), ...entry.packed, ...after]
    parts.push(...written)
    length += written.reduce((sum, part) => sum + part.length, 0)
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(length, 16)
  return Buffer.concat([...parts, listed, end])
}

export function entryOf(name: string, text: string): Entry {
  const bytes = Buffer.from(text)
  return { name, packed: [deflateRawSync(bytes)], size: bytes.length, crc: crc32(bytes) }
}

/**
 * A start, one text many times, and an end. Each piece is compressed without back-references, so one
 * compressed copy can be repeated.
 */
export function repeated(name: string, [start, text, end]: [string, string, string], times: number): Entry {
  const piece = (part: string) => deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH })
  const one = piece(text)
  const size = start.length + text.length * times + end.length
  return {
    name,
    packed: [piece(start), ...Array.from({ length: times }, () => one), deflateRawSync(end)],
    size,
    crc: 0,
  }
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const ofType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook around a sheet. */
export const workbookOf = (sheet: Entry) =>
  zipOf([
    entryOf(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ofType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${ofType}.worksheet+xml"/></Types>`,
    ),
    entryOf(
      '_rels/.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    entryOf(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Assets" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    entryOf(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    sheet,
  ])

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
export const rowXml = (...cells: string[]) => `<row>${cells.map(cell).join('')}</row>`
export const sheetStart = `<worksheet xmlns="${main}"><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'
export const sheetPath = 'xl/worksheets/sheet1.xml'
