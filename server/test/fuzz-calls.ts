import type { Endpoint } from '@ats/contract/endpoint.ts'
import { importColumns } from '@ats/contract/import-columns.ts'
import fc from 'fast-check'
import { z } from 'zod'
import type { Known } from './fuzz-known.ts'
import { anything, type Schema, texts, valuesFor } from './fuzz-values.ts'

export type FuzzCall = {
  url: string
  headers: Record<string, string>
  content: { payload: Buffer; type: string }
}

const schemaOf = (type: z.ZodType | undefined): Schema =>
  type === undefined ? {} : (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema)

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 4000).toWellFormed()

/** A request that the endpoint accepts, or one with some wrong values. */
export function callOf(group: string, endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzCall> {
  const { recordOf } = valuesFor(known, group)
  const values = (type: z.ZodType | undefined) => recordOf(schemaOf(type))
  const path = values(endpoint.params).map((params) =>
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(params[name])) || '%20'),
  )
  const query = values(endpoint.query).map((fields) =>
    new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, asText(value).slice(0, 1000)]),
    ).toString(),
  )
  return fc.record({
    url: fc.tuple(path, query).map(([at, asked]) => (asked === '' ? at : `${at}?${asked}`)),
    headers: headersFor(known),
    content: contentOf(endpoint, known, group),
  })
}

/** Characters that HTTP allows in a header. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 500)

function headersFor(known: Known): fc.Arbitrary<Record<string, string>> {
  const position = fc.nat().map((index) => {
    const positions = known.named('position')
    return positions[index % Math.max(positions.length, 1)] ?? '1:1:'
  })
  const value = fc.oneof(texts, position, fc.constantFrom('*', '"1"', 'W/"2"', '1:1:', 'gzip', 'bytes=5-2'))
  const names = ['last-event-id', 'if-match', 'if-none-match', 'idempotency-key', 'range', 'x-forwarded-for']
  const some = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value.map(asHeader)), {
    ...{ maxLength: 2, selector: ([name]) => name },
  })
  return some.map((pairs) => Object.fromEntries(pairs))
}

const brokenJson = fc.constantFrom(
  '{',
  'null',
  '[[[[',
  '{"name":"a","name":"b"}',
  '{"__proto__":{"everywhere":true}}',
  '{"name":{"__proto__":[]}}',
  '{"constructor":{"prototype":{}}}',
  `{"name":"${'x'.repeat(1_100_000)}"}`,
)

function contentOf(endpoint: Endpoint, known: Known, group: string): fc.Arbitrary<FuzzCall['content']> {
  const { nearly } = valuesFor(known, group)
  const body = nearly(schemaOf(endpoint.body), 'body')
  const json = fc
    .oneof(
      { arbitrary: body.map((value) => JSON.stringify(value) ?? ''), weight: 12 },
      { arbitrary: anything.map((value) => JSON.stringify(value) ?? ''), weight: 2 },
      { arbitrary: brokenJson, weight: 1 },
    )
    .map((text) => ({ payload: Buffer.from(text), type: 'application/json' }))
  if (endpoint.file) return fc.oneof({ arbitrary: table(known), weight: 9 }, { arbitrary: json, weight: 1 })
  if (endpoint.image === undefined) return json
  return fc.oneof({ arbitrary: multipart(body), weight: 3 }, { arbitrary: json, weight: 1 })
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = fc.oneof(
  fc.constant(dot),
  fc.constant(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
  fc.nat(dot.length).map((length) => dot.subarray(0, length)),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
)

const boundary = 'fuzz'
const part = (disposition: string, bytes: Uint8Array) => [
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
  bytes,
  Buffer.from('\r\n'),
]

/** The fields of the body as a form, with an image or a file that only claims to be one, whole or truncated. */
const multipart = (body: fc.Arbitrary<unknown>) =>
  fc
    .record({
      fields: body,
      image: fc.option(picture),
      file: fc.constantFrom('a.png', '../a', '', 'a"b', '<svg>'),
      name: fc.constantFrom('image', 'image', 'image', 'picture', '__proto__'),
      cut: fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: fc.nat(2000), weight: 1 }),
    })
    .map(({ fields, image, file, name, cut }) => {
      const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
      const whole = Buffer.concat([
        ...entries.flatMap(([field, value]) => part(`name="${field}"`, Buffer.from(asText(value)))),
        ...(image === null ? [] : part(`name="${name}"; filename="${file}"`, image)),
        Buffer.from(`--${boundary}--\r\n`),
      ])
      const payload = cut === null ? whole : whole.subarray(0, cut)
      return { payload, type: `multipart/form-data; boundary=${boundary}` }
    })

/** A small table with our own headings, as text or as invalid bytes. */
function table(known: Known): fc.Arbitrary<FuzzCall['content']> {
  const columns = Object.entries(importColumns)
  const cell = (name: string) =>
    fc.tuple(fc.nat(), texts).map(([index, text]) => {
      const real = known.named(name)
      const value = index % 3 === 0 ? text.slice(0, 1000) : (real[index % Math.max(real.length, 1)] ?? text)
      return `"${value.toWellFormed().replaceAll('"', '""')}"`
    })
  const row = fc.tuple(...columns.map(([name]) => cell(name))).map((cells) => cells.join(','))
  const csv = fc
    .array(row, { maxLength: 8 })
    .map((rows) => Buffer.from([columns.map(([, title]) => title).join(','), ...rows].join('\r\n')))
  const bytes = fc.oneof(
    { arbitrary: csv, weight: 8 },
    { arbitrary: csv.map((text) => Buffer.from(text.toString(), 'utf16le')), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 500 }).map((some) => Buffer.from(some)), weight: 1 },
    { arbitrary: csv.map((text) => Buffer.concat([Buffer.from('PK\x03\x04'), text])), weight: 1 },
    {
      arbitrary: fc.tuple(csv, fc.nat()).map(([text, at]) => {
        text[at % text.length] = 0xff
        return text
      }),
      weight: 2,
    },
  )
  return bytes.map((payload) => ({ payload, type: 'application/octet-stream' }))
}
