import { type PaperType, paperTypeOf, paperTypes } from '@ats/contract/papers.ts'
import { thumbnailOf } from '#kernel/files/images.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { endsAsZip, textOf, type ZipFile, zipFiles } from './zip-directory.ts'

const differs = () => new Problem('paper-type-differs')

const startsWith = (bytes: Buffer, text: string) => bytes.toString('latin1', 0, text.length) === text
const endsWith = (bytes: Buffer, hex: string) => bytes.subarray(-hex.length / 2).toString('hex') === hex

/** A whole document: nothing precedes it, and it does not end as something else. */
function isPdf(bytes: Buffer) {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 1024))
  const last = tail.lastIndexOf('%%EOF')
  return (
    /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
    last !== -1 &&
    tail.slice(last + '%%EOF'.length).trim() === '' &&
    bytes.includes('startxref') &&
    !endsAsZip(bytes)
  )
}

/** Where a picture begins and ends. Bytes after its end could be another file. */
const pictures: Partial<Record<PaperType, (bytes: Buffer) => boolean>> = {
  png: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n') && endsWith(bytes, '49454e44ae426082'),
  jpeg: (bytes) => startsWith(bytes, '\xff\xd8\xff') && bytes.includes(Buffer.from('ffd9', 'hex')),
  gif: (bytes) => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) && endsWith(bytes, '3b'),
  webp: (bytes) =>
    startsWith(bytes, 'RIFF') &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.length === webpLength(bytes),
}

const webpLength = (bytes: Buffer) => 8 + bytes.readUInt32LE(4) + (bytes.readUInt32LE(4) % 2)

const ooxml: Partial<Record<PaperType, { part: string; content: string }>> = {
  docx: { part: 'word/document.xml', content: 'wordprocessingml.document.main+xml' },
  xlsx: { part: 'xl/workbook.xml', content: 'spreadsheetml.sheet.main+xml' },
  pptx: { part: 'ppt/presentation.xml', content: 'presentationml.presentation.main+xml' },
}

/** Parts that contain programs: macros, old macro sheets, controls, and add-ins. */
const program =
  /(^|\/)(vbaproject\.bin|vbadata\.xml|macrosheets\/|activex\/)|\.(exe|dll|js|vbs|bat|cmd|ps1)$/i
/** Basic and other scripts of an OpenDocument file. */
const script = /^(basic|scripts)\//i

function mustHaveNoMacros(files: readonly ZipFile[]) {
  if (files.some(({ name }) => program.test(name) || script.test(name))) throw new Problem('paper-has-macros')
}

function mustBeOffice(bytes: Buffer, type: PaperType) {
  const files = zipFiles(bytes)
  if (files === undefined) throw differs()
  mustHaveNoMacros(files)
  const expected = ooxml[type]
  if (expected === undefined) return mustBeOpenDocument(bytes, type, files)
  const types = files.find(({ name }) => name === '[Content_Types].xml')
  const declared = types && textOf(bytes, types)
  if (declared === undefined) throw differs()
  if (/macroenabled|vbaproject/i.test(declared)) throw new Problem('paper-has-macros')
  if (!declared.includes(expected.content) || !files.some(({ name }) => name === expected.part))
    throw differs()
}

/** Its first file says what it is, unpacked. */
function mustBeOpenDocument(bytes: Buffer, type: PaperType, files: readonly ZipFile[]) {
  const first = files.find(({ offset }) => offset === 0)
  const isNamed = first?.name === 'mimetype' && first.method === 0
  const hasContent = files.some(({ name }) => name === 'content.xml')
  if (!isNamed || !hasContent || textOf(bytes, first)?.trim() !== paperTypes[type].mime) throw differs()
}

/** Text that begins like a page, a drawing, a script or a program. */
const noText = /^\s*(<!doctype|<\?|<!--|<\/?[a-z][a-z0-9:-]*[\s>/]|#!|%pdf|%!|mz|\{\\rtf|\x7felf)/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const controls = /[\x00-\x08\x0b\x0e-\x1f\x7f]/

/** Old spreadsheet programs write tables in the encoding of their country, so only control characters are refused. */
const isText = (bytes: Buffer) =>
  !controls.test(bytes.toString('latin1')) && !noText.test(readable(bytes)) && !endsAsZip(bytes)

const readable = (bytes: Buffer) => bytes.toString('utf8', 0, 2000).replace(/^\ufeff/, '')

/** Endings that a file is run by, hidden in front of the last one. */
const hidden =
  /\.(exe|com|bat|cmd|scr|pif|msi|js|jse|vbs|vbe|wsf|hta|ps1|sh|jar|lnk|html?|xhtml|svg|php\d?|aspx?|docm|xlsm|pptm)\./i

/** The type that the name of a paper promises. */
export function promisedType(name: string): PaperType {
  const type = paperTypeOf(name)
  if (type === undefined || hidden.test(name)) throw invalid('name', 'paper-type-unknown')
  return type
}

const thumbnail = { width: 320, height: 240, fit: 'inside' } as const

/** Checks that the content is what the name promises. Returns the thumbnail of a picture. */
export async function checkContent(bytes: Buffer, type: PaperType): Promise<Buffer | undefined> {
  if (type === 'pdf') {
    if (!isPdf(bytes)) throw differs()
  } else if (type === 'txt' || type === 'csv') {
    if (!isText(bytes)) throw differs()
  } else {
    const isPicture = pictures[type]
    if (isPicture === undefined) mustBeOffice(bytes, type)
    else {
      if (bytes.length < 12 || !isPicture(bytes) || endsAsZip(bytes)) throw differs()
      return thumbnailOf(bytes, type, thumbnail).catch((error: unknown) => {
        throw error instanceof Problem && error.status === 400 ? differs() : error
      })
    }
  }
  return undefined
}
