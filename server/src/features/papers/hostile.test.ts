import { papers, paperUploads } from '@ats/contract/papers.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { office, openDocument, pdf } from '#test/paper-files.ts'
import { paperOn, papersOn, uploaded } from '#test/papers.ts'
import { gif, gifBomb, jpeg, png, pngBomb, svg, webp } from '#test/pictures.ts'
import { administratorOf, stocked } from '#test/stock.ts'
import { entryOf, repeated, zipOf } from '#test/zip.ts'

const t = await testApp()
const admin = await administratorOf(t)
const recordId = (await stocked(t))._id
const script = Buffer.from('#!/bin/sh\nrm -rf /\n')
const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>')
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 144)])
const archive = zipOf([entryOf('a.txt', 'hello')])
const text = (content: string) => Buffer.from(content)
const zeros = '0'.repeat(100_000)

test.each([
  ['Report.pdf', pdf()],
  ['Report.PDF', pdf('with spaces at the end')],
  ['Letter.docx', office('docx')],
  ['Table.xlsx', office('xlsx')],
  ['Slides.pptx', office('pptx')],
  ['Letter.odt', openDocument('text')],
  ['Table.ods', openDocument('spreadsheet')],
  ['Slides.odp', openDocument('presentation')],
  ['Rows.csv', text('a,b\n1,"<b>2</b>"\n')],
  ['Notes.txt', text('\ufeffपंखा < 5\r\n')],
  ['Old table.csv', Buffer.from('Größe;Maß\n', 'latin1')],
  ['Photo.png', await png()],
  ['Photo.JPEG', await jpeg()],
  ['Photo.webp', await webp()],
  ['Photo.gif', await gif()],
])('%s is accepted', async (name, bytes) => {
  const made = await paperOn(t, { recordId, name, bytes })
  const file = await t.call(admin, papers.file, { params: { id: made._id } })
  expect(file.body).toEqual(bytes)
  expect(file.headers['content-disposition']).toMatch(/^attachment;/)
  expect(file.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  expect(file.headers['x-content-type-options']).toBe('nosniff')
})

const differs = 'paper-type-differs'
const macros = 'paper-has-macros'

test.each<[string, string, Buffer, string]>([
  ['a script', 'Script.pdf', script, differs],
  ['a page', 'Page.pdf', page, differs],
  ['a program', 'Program.pdf', program, differs],
  ['a page in front of a document', 'Page.pdf', Buffer.concat([page, pdf()]), differs],
  ['a page behind a document', 'Page.pdf', Buffer.concat([pdf(), page]), differs],
  ['a document that is an archive too', 'Both.pdf', Buffer.concat([pdf(), archive]), differs],
  ['a document that is cut off', 'Cut.pdf', pdf().subarray(0, 60), differs],
  ['a page as text', 'Page.txt', page, differs],
  ['a drawing as text', 'Drawing.txt', svg('<script>alert(1)</script>'), differs],
  ['a script as text', 'Script.txt', script, differs],
  ['a program as a table', 'Program.csv', program, differs],
  ['text with null bytes', 'Null.txt', Buffer.from('a\0b'), differs],
  ['a drawing as a picture', 'Drawing.png', svg('<rect width="4" height="4"/>'), differs],
  ['a picture of another type', 'Photo.png', await jpeg(), differs],
  ['a picture with a page behind it', 'Photo.png', Buffer.concat([await png(), page]), differs],
  ['a picture with an archive behind it', 'Photo.jpg', Buffer.concat([await jpeg(), archive]), differs],
  ['a picture that is cut off', 'Photo.png', (await png()).subarray(0, 80), differs],
  ['a script that begins like a picture', 'Photo.gif', text('GIF89a/*xx*/=1;alert(1)//;'), differs],
  ['a picture with too many pixels', 'Photo.png', pngBomb(60_000, 60_000), differs],
  ['another picture with too many pixels', 'Photo.gif', gifBomb(), differs],
  ['an archive', 'Letter.docx', archive, differs],
  ['another kind of office file', 'Letter.docx', office('xlsx'), differs],
  ['a document as an OpenDocument file', 'Letter.odt', office('docx'), differs],
  ['another OpenDocument file', 'Letter.odt', openDocument('spreadsheet'), differs],
  ['an office file in front of a page', 'Letter.docx', Buffer.concat([office('docx'), page]), differs],
  ['an office file behind a page', 'Letter.docx', Buffer.concat([page, office('docx')]), differs],
  ['an office file that is cut off', 'Letter.docx', office('docx').subarray(0, -30), differs],
  ['a path out of the archive', 'Letter.docx', office('docx', [entryOf('../../etc/cron.d/x', 'x')]), differs],
  ['an archive bomb', 'Table.xlsx', office('xlsx', [repeated('xl/a.xml', ['', zeros, ''], 3000)]), differs],
  ['one part twice', 'Letter.docx', office('docx', [entryOf('word/document.xml', 'x')]), differs],
  ['macros', 'Letter.docx', office('docx', [entryOf('word/vbaProject.bin', 'x')]), macros],
  ['macros under another name', 'Table.xlsx', office('xlsx', [entryOf('XL/VBAPROJECT.BIN', 'x')]), macros],
  ['old macros', 'Table.xlsx', office('xlsx', [entryOf('xl/macrosheets/sheet1.xml', 'x')]), macros],
  [
    'a controlled document',
    'Letter.docx',
    office('docx', [], 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    macros,
  ],
  [
    'scripts of an OpenDocument file',
    'Letter.odt',
    openDocument('text', [entryOf('Basic/Standard/Module1.xml', 'x')]),
    macros,
  ],
])('%s is refused', async (_what, name, bytes, code) => {
  const before = await papersOn(t, recordId)
  const answer = await uploaded(t, { recordId, name, bytes })
  expect([answer.status, answer.body.code]).toEqual([400, code])
  expect(await papersOn(t, recordId)).toEqual(before)
})

test.each([
  ...[
    'Page.html',
    'Drawing.svg',
    'Program.exe',
    'Letter.docm',
    'Archive.zip',
    'No ending',
    '.pdf',
    'a.pdf.',
    '',
  ],
  ...[
    '../../etc/passwd.pdf',
    '..\\a.pdf',
    'C:\\a.pdf',
    'a\0.pdf',
    'a.pdf\0',
    'a\r\nSet-Cookie: b.pdf',
    'a"b.pdf',
  ],
  ...['Invoice.pdf.exe', 'Invoice.exe.pdf', 'Page.html.pdf', 'Drawing.svg.png', 'fdp.\u202eexe.pdf'],
  ...[`${'a'.repeat(200)}.pdf`, '\u200b.pdf'],
])('the name %j is refused', async (name) => {
  const body = { kind: 'asset', recordId, name, size: 10 }
  const answer = await t.call(admin, paperUploads.begin, { body })
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['name']])
})
