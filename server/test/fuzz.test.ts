import type { Endpoint } from '@ats/contract/endpoint.ts'
import { endpoints } from '@ats/contract/endpoints.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp, testPassword } from './app.ts'

const { app, db, person, session } = await testApp()
const admin = await person({ role: 'Admin' })
const target = await person({ role: 'Sub User' })
const runs = Number(process.env.FUZZ_RUNS ?? 25)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
console.log(`fuzz: seed ${seed}, ${runs} runs for every endpoint; repeat with FUZZ_SEED=${seed}`)

const zero = '00000000-0000-0000-0000-000000000000'
const cursor = fc
  .record({
    order: fc.constantFrom('name asc', 'createdAt asc', 'role asc'),
    way: fc.constantFrom('forward', 'backward'),
    key: fc.tuple(fc.string(), fc.constantFrom(zero, 'no id', '\0')),
    at: fc.maxSafeInteger(),
  })
  .map((position) => Buffer.from(JSON.stringify(position)).toString('base64url'))

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfff', '\u202e', '\r\n', '', ' ', '__proto__', 'constructor'),
  fc.constantFrom("' or 1=1 --", '%', '_', '\\', '$1', '../../etc/passwd', '<script>', '=1+1', 'null'),
  fc.constantFrom('x'.repeat(300), 'é'.repeat(5000), 'x'.repeat(200_000)),
  fc.constantFrom(admin.id, target.id, admin.id.toUpperCase(), zero, target.email, testPassword),
  fc.constantFrom('admin', 'user', 'indore', 'MUMBAI', '2026-13-45', '1e999', '-1', 'a\ud800@example.com'),
  cursor,
)
const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 63, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER),
)
const anything = fc.oneof(
  texts,
  numbers,
  fc.constantFrom(null, true, false, [], {}),
  fc.array(texts, { maxLength: 5 }),
  fc.jsonValue(),
)

type Schema = {
  type?: string
  enum?: unknown[]
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
}
const schemaOf = (type: z.ZodType | undefined): Schema =>
  type === undefined ? {} : (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema)

/** What the schema takes, with a field wrong here and there. */
function nearly(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.format === 'uuid') return fc.constantFrom(target.id, admin.id, zero)
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.type === 'array') return fc.array(nearly(schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 1, max: 500 })
  if (schema.type === 'object') return fc.record(fieldsOf(schema), { requiredKeys: [] })
  return texts
}
const fieldsOf = ({ properties = {} }: Schema) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      fc.oneof({ arbitrary: nearly(field), weight: 4 }, { arbitrary: anything, weight: 1 }),
    ]),
  )

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 4000).toWellFormed()

const query = (type: z.ZodType | undefined) =>
  fc
    .record(fieldsOf(schemaOf(type)), { requiredKeys: [] })
    .map(
      (values) =>
        new URLSearchParams(
          Object.entries(values).map(([name, value]): [string, string] => [name, asText(value)]),
        ),
    )

const path = (endpoint: Endpoint) =>
  fc
    .record(fieldsOf(schemaOf(endpoint.params)))
    .map((values) =>
      endpoint.path.replace(
        /:(\w+)/g,
        (_, name: string) => encodeURIComponent(asText(values[name])) || '%20',
      ),
    )

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
const json = (type: z.ZodType | undefined) =>
  fc
    .oneof(
      { arbitrary: nearly(schemaOf(type)).map((value) => JSON.stringify(value) ?? ''), weight: 8 },
      { arbitrary: anything.map((value) => JSON.stringify(value) ?? ''), weight: 2 },
      { arbitrary: brokenJson, weight: 1 },
    )
    .map((payload) => ({ payload: Buffer.from(payload), type: 'application/json' }))

const boundary = 'fuzz'
const upload = fc
  .tuple(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('a.png', '../a', '', '\0', '<svg>'), fc.nat(600))
  .map(([bytes, name, length]) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="${name}"\r\n\r\n`
    const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return { payload: whole.subarray(0, length), type: `multipart/form-data; boundary=${boundary}` }
  })

const callOf = (endpoint: Endpoint) =>
  fc.record({
    path: path(endpoint),
    query: query(endpoint.query),
    content: endpoint.image === undefined ? json(endpoint.body) : fc.oneof(upload, json(endpoint.body)),
  })

/** The administrator may lock themselves out, and tries are counted: every call starts afresh. */
async function freshSession() {
  await sql`delete from throttles`.execute(db)
  await sql`update users set status = 'active', deleted_at = null, role_id = roles.id from roles
    where users.id in (${admin.id}, ${target.id})
      and roles.name = case users.id when ${admin.id} then 'Admin' else 'Sub User' end`.execute(db)
  return session(admin.id)
}

const outcomes: Record<number, number> = {}
afterAll(() => console.log('fuzz: answers by status', outcomes))

/** Without the stream, which never ends. */
const { live: _, ...ending } = endpoints
const all = Object.entries(ending).flatMap(([group, members]) =>
  Object.entries(members).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

test.each(all)('%s never fails over what it is sent', async (_name, endpoint) => {
  const { method } = endpoint
  const neverFails = fc.asyncProperty(callOf(endpoint), async (call) => {
    const { headers } = await freshSession()
    const { payload, type } = call.content
    const sent = method === 'GET' ? { headers } : { headers: { ...headers, 'content-type': type }, payload }
    const url = `${call.path}?${call.query}`
    const { statusCode, body } = await app.inject({ method, url, ...sent })
    outcomes[statusCode] = (outcomes[statusCode] ?? 0) + 1
    const data = `-H 'content-type: ${type}' --data-binary ${JSON.stringify(payload.toString().slice(0, 500))}`
    const said = `${statusCode} ${body.slice(0, 300)}\ncurl -X ${method} '${url.slice(0, 500)}' ${data}`
    expect(statusCode, said).toBeLessThan(500)
    if (statusCode >= 400) expect(JSON.parse(body), said).toHaveProperty('requestId')
  })
  await fc.assert(neverFails, { numRuns: runs, seed })
})
