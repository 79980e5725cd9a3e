import { crc32 } from 'node:zlib'
import { entryOf, zipOf } from './zip.ts'

/** A small document; `more` makes it another one. */
export const pdf = (more = '') =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Note (${more}) >>\nendobj\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n50\n%%EOF\n`,
  )

const main = 'application/vnd.openxmlformats-officedocument'
const officeTypes = {
  docx: ['word/document.xml', `${main}.wordprocessingml.document.main+xml`],
  xlsx: ['xl/workbook.xml', `${main}.spreadsheetml.sheet.main+xml`],
  pptx: ['ppt/presentation.xml', `${main}.presentationml.presentation.main+xml`],
} as const

type Entry = ReturnType<typeof entryOf>

/** An office file with more parts than it needs. */
export function office(type: keyof typeof officeTypes, more: Entry[] = [], declared?: string) {
  const [part, content] = officeTypes[type]
  const types = `<Types><Override PartName="/${part}" ContentType="${declared ?? content}"/></Types>`
  return zipOf([entryOf('[Content_Types].xml', types), entryOf(part, '<w/>'), ...more])
}

/** An OpenDocument file: its first part says what it is, and is not compressed. */
export function openDocument(type: 'text' | 'spreadsheet' | 'presentation', more: Entry[] = []) {
  const mime = Buffer.from(`application/vnd.oasis.opendocument.${type}`)
  const first = {
    name: 'mimetype',
    packed: [mime],
    size: mime.length,
    crc: crc32(mime),
    stored: true as const,
  }
  return zipOf([first, entryOf('content.xml', '<office/>'), ...more])
}
