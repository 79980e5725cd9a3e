import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@x', `"'@x"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['a=b', 'a=b'],
])('%j is written as %s', (text, written) => {
  expect(csvLine([text, text])).toBe(`${written},${written}\r\n`)
})

/** Parses one line like a spreadsheet. */
function fieldsOf(line: string) {
  const fields = `${line.slice(0, -2)},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,"]*)),/g)
  return [...fields].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare)
}

test('whatever the texts are, each comes back as one field that is no formula', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', '\t', '=', '+', '-', '@', "'") })
  const line = fc.array(text, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(line, (texts) => {
      const fields = fieldsOf(csvLine(texts))
      expect(fields.map((field) => field?.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(
        texts.map((one) => one.replace(/^'(?=[=+\-@\t\r])/, '')),
      )
      for (const field of fields) expect(field).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
