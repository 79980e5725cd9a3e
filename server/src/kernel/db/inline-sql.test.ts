import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { inlined } from './inline-sql.ts'

const { db } = await testApp()

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '1', '{', '}', ',', ';', '-', '\n', 'E', 'N') }),
  fc.constantFrom("'; drop table users; --", "\\'; select 1; --", '$1', '$$', 'NULL', '{}', "E'\\\\", '/*'),
)

/** Reads the value back from PostgreSQL, once as a parameter and once written into the text. */
async function readBack(value: unknown, type: string) {
  const text = inlined(sql`select ${value}::${sql.raw(type)} as value`)
  const { rows } = await sql<{ value: unknown }>`${sql.raw(text)}`.execute(db)
  return rows[0]?.value
}

test('whatever a text is, it comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      expect(await readBack(text, 'text')).toBe(text)
    }),
  )
})

test('whatever the texts of a list are, they come back as they were', async () => {
  const list = fc.array(fc.option(hostile), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(list, async (texts) => {
      expect(await readBack(texts, 'text[]')).toEqual(texts)
    }),
  )
})

test.each([
  [null, 'text'],
  [5, 'int'],
  [true, 'boolean'],
])('%s comes back', async (value, type) => {
  expect(await readBack(value, type)).toBe(value)
})

test.each([['a\0b'], [['a\0b']], [{}], [[{}]], [Symbol('x')]])('%j is never written', (value) => {
  expect(() => inlined(sql`select ${value}`)).toThrow('cannot be written')
})
