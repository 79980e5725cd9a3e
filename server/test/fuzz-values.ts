import fc from 'fast-check'
import type { Known } from './fuzz-known.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

const cursor = fc
  .record({
    order: fc.constantFrom('name asc', 'createdAt asc', 'role asc', 'registeredAt desc'),
    way: fc.constantFrom('forward', 'backward'),
    key: fc.tuple(fc.string(), fc.constantFrom(nobody, 'no id', '\0')),
    at: fc.maxSafeInteger(),
  })
  .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url'))

export const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', '\r\n', '', ' ', '__proto__', 'constructor'),
  fc.constantFrom(
    "' or 1=1 --",
    '%',
    '%%%',
    '___',
    '\\',
    '$1',
    '../../etc/passwd',
    '<script>',
    '=1+1',
    'null',
  ),
  fc.constantFrom('x'.repeat(300), 'é'.repeat(5000), 'x'.repeat(200_000)),
  fc.constantFrom('admin', 'user', 'indore', 'MUMBAI', '1e999', '-1', 'a\ud800@example.com', nobody),
  fc.constantFrom('0000-01-01', '9999-12-31', '2026-13-45', '2026-02-30', '+275760-09-13', '1582-10-10'),
  fc.constantFrom('2147483647', '2147483648', '9223372036854775808', '1e300', '0x10', '1.5', 'NaN'),
  cursor,
)
const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 63, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER),
)
export const anything = fc.oneof(
  texts,
  numbers,
  fc.constantFrom(null, true, false, [], {}),
  fc.array(texts, { maxLength: 5 }),
  fc.jsonValue(),
)

export type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** Properties of responses whose values are sent back as a cursor. */
const cursorNames = ['next', 'previous', 'last']

/** Looked up when a value is made, because the known values grow. */
const oneOf = (list: () => string[], otherwise: fc.Arbitrary<string>) =>
  fc.tuple(fc.nat(), otherwise).map(([index, made]) => {
    const known = list()
    return known[index % Math.max(known.length, 1)] ?? made
  })

/** A value that is neither a list nor a record. */
function plain(known: Known, group: string, schema: Schema, name: string): fc.Arbitrary<unknown> {
  const id = oneOf(() => known.ids(group), fc.constant(nobody))
  if (schema.format === 'uuid')
    return fc.oneof(
      { arbitrary: id, weight: 5 },
      { arbitrary: oneOf(() => known.named(name), id), weight: 3 },
      { arbitrary: fc.constant(nobody), weight: 1 },
    )
  if (schema.format === 'email')
    return fc.oneof(
      oneOf(() => known.named('email'), fc.emailAddress()),
      fc.emailAddress(),
    )
  if (schema.format === 'date') return fc.constantFrom('2026-01-31', '0001-01-01', '0000-01-01', '9999-12-31')
  if (schema.type === 'integer' || schema.type === 'number') {
    const bounds = { min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 500, 500) }
    const valid = schema.type === 'integer' ? fc.integer(bounds) : fc.double({ ...bounds, noNaN: true })
    return fc.oneof({ arbitrary: valid, weight: 3 }, { arbitrary: numbers, weight: 1 })
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  const real = () => (name === 'cursor' ? cursorNames.flatMap(known.named) : known.named(name))
  return fc.oneof(
    { arbitrary: texts, weight: 1 },
    { arbitrary: oneOf(real, fc.string({ minLength: 1, maxLength: 40 })), weight: 2 },
  )
}

/** Values for the fields of a schema: mostly valid, and real ones from responses where possible. */
export function valuesFor(known: Known, group: string) {
  function nearly(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => nearly(choice, name)))
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
    if (schema.allOf?.[0] !== undefined) return nearly(schema.allOf[0], name)
    if (schema.type === 'array') return fc.array(nearly(schema.items ?? {}, name), { maxLength: 4 })
    if (schema.type !== 'object') return plain(known, group, schema, name)
    if (schema.properties === undefined)
      return fc.dictionary(fc.string(), nearly(asSchema(schema.additionalProperties), name), { maxKeys: 4 })
    return recordOf(schema)
  }

  const fieldsOf = ({ properties = {} }: Schema) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        fc.oneof({ arbitrary: nearly(field, name), weight: 19 }, { arbitrary: anything, weight: 1 }),
      ]),
    )

  /** Usually with all required fields, and few optional ones: one wrong field hides all others. */
  function recordOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
    const required = schema.required ?? []
    const missing = fc.constant(undefined)
    const fields = Object.entries(fieldsOf(schema)).map(([name, value]) => [
      name,
      fc.oneof(
        { arbitrary: value, weight: required.includes(name) ? 19 : 3 },
        { arbitrary: missing, weight: required.includes(name) ? 1 : 7 },
      ),
    ])
    return fc
      .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
      .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))
  }

  return { nearly, recordOf }
}

const asSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {})
