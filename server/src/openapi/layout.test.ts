import { expect, test } from 'vitest'
import { layout } from './layout.ts'

const schemas = {
  Asset: { type: 'object', properties: { name: { type: 'string' }, tag: { type: ['string', 'null'] } } },
}

test('every field of a schema has a line, and the value stays the same', () => {
  const text = layout({ openapi: '3.1.0', components: { schemas, parameters: {} } })
  expect(JSON.parse(text)).toEqual({ openapi: '3.1.0', components: { schemas, parameters: {} } })
  expect(text.split('\n')).toContain('"tag":{"type":["string","null"]}')
})

test('fields without a value are left out, as JSON does', () => {
  expect(JSON.parse(layout({ a: undefined, b: [1, null, 2] }))).toEqual({ b: [1, null, 2] })
})
