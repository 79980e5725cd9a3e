import type { Endpoint } from '@ats/contract/endpoint.ts'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, testApp } from './app.ts'
import { rows } from './matrix-rows.ts'
import { placed, stocked } from './stock.ts'

const t = await testApp()

/** Numbers and days that are valid JSON or text but that PostgreSQL rejects or barely accepts. */
const edges = [
  ...['0000-01-01', '0001-01-01', '9999-12-31', '99999-01-01', '-0001-01-01', '2026-02-30', '294277-01-01'],
  ...['2147483647', '2147483648', '-2147483649', '9007199254740991', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '1e308', '1e999', '-1', '0', '0.5', 'NaN', 'Infinity'],
]

/** Enough for a field that takes any text. */
const fewEdges = ['0000-01-01', '9223372036854775808', '1e999', 'NaN']

const fieldsOf = (type: z.ZodType | undefined) => {
  if (type === undefined) return []
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>
  const parts = [schema, ...((schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []) as (typeof schema)[])]
  return [...new Set(parts.flatMap(({ properties }) => Object.keys((properties as object) ?? {})))]
}

/** One field at a time gets such a value: as text in an address, and also as a number in a body. */
function* variants(endpoint: Endpoint, input: Call): Generator<Call> {
  for (const part of ['params', 'query', 'body'] as const)
    for (const field of fieldsOf(endpoint[part]))
      for (const values of part === 'body' ? [edges, edges.map(Number)] : [edges]) {
        const calls = [...new Set<string | number>(values)].map(
          (value): Call => ({ ...input, [part]: { ...(input[part] as object), [field]: value } }),
        )
        const takesAll = values === edges && calls.every((call) => isTaken(endpoint, call))
        yield* takesAll ? calls.filter((_, at) => fewEdges.includes(edges[at] ?? '')) : calls
      }
}

/** The server parses with the same schemas first, so a request that they reject gets no further. */
const isTaken = (endpoint: Endpoint, call: Call) =>
  (['params', 'query', 'body'] as const).every(
    (part) => endpoint[part]?.safeParse(call[part] ?? {}).success ?? true,
  )

/** Every variant that the schemas accept, and one that they reject. */
function worthSending(endpoint: Endpoint, input: Call) {
  const [taken, refused] = [[], []] as [Call[], Call[]]
  for (const call of variants(endpoint, input)) (isTaken(endpoint, call) ? taken : refused).push(call)
  return [...taken, ...refused.slice(0, 1)]
}

/** Without `seconds` a stream does not end. */
const baseOf: Record<string, Call> = { 'live.stream': { query: { seconds: '0' } } }

test.each(namedEndpoints)('$key refuses a number or a day that cannot be kept', async ({ key, endpoint }) => {
  const someone = await t.person({ role: 'Admin', city: 'Indore' })
  const input = (await rows[key].input?.(t, someone)) ?? baseOf[key] ?? {}
  for (const call of worthSending(endpoint, input)) {
    const as = endpoint.permission === 'public' ? null : someone
    const { status, text } = await t.call(as, endpoint, call)
    expect(status, `${JSON.stringify(call).slice(0, 500)} ${text.slice(0, 200)}`).not.toBe(500)
    // Some requests end their own session.
    if (status === 401) Object.assign(someone, await t.session(someone.id))
  }
})

const paged = namedEndpoints.filter(
  ({ endpoint: { query } }) => query !== undefined && 'cursor' in query.shape,
)

test.each(paged)('$key refuses a cursor with such values', async ({ key, endpoint }) => {
  const someone = await t.person({ role: 'Admin', city: 'Indore' })
  for (let n = 0; n < 2; n += 1) {
    await stocked(t)
    await placed(t, 'mm', await t.cityId('Indore'))
  }
  const input = (await rows[key].input?.(t, someone)) ?? {}
  const query = { ...input.query, size: '1' }
  const page = (cursor?: string) =>
    t.call(someone, endpoint, { ...input, query: { ...query, ...(cursor !== undefined && { cursor }) } })
  const { next } = (await page()).body as unknown as { next: string | null }
  const position = JSON.parse(Buffer.from(next ?? 'e30', 'base64url').toString()) as object
  const keys = [...edges, '', '\0', '\ud800', 'x', 'infinity', '-infinity', 'epoch', '0']
  for (const one of keys)
    for (const key of [
      [one, '00000000-0000-0000-0000-000000000000'],
      ['2026-01-01', one],
      [one, one],
    ]) {
      const cursor = Buffer.from(
        JSON.stringify({ order: 'at desc', way: 'forward', at: 1, ...position, key }),
      )
      const { status, text } = await page(cursor.toString('base64url'))
      expect(status, `${JSON.stringify(key)} ${text.slice(0, 200)}`).not.toBe(500)
    }
})
