import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { assets } from '@ats/contract/assets/assets.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { system } from '@ats/contract/system.ts'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { testApp, testPassword } from '../../server/test/app.ts'
import { AtsError, atsClient } from './client.ts'

const t = await testApp()
const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
const { email } = await t.person({ role: 'Admin' })
const signedIn = await atsClient({ address }).send(sessions.login, {
  body: { email, password: testPassword },
})
if (!('token' in signedIn)) throw new Error('There is no second factor')
const { token } = signedIn
const ats = atsClient({ address: `${address}/`, token })

let made = 0
const chair = () => ({ rfidTag: `CLIENT-${++made}`, assetName: 'Chair', location: 'indore' })

/** A client whose requests get these responses one after the other, and the real server's at last. */
function clientAfter(...responses: (() => Response)[]) {
  const seen: string[] = []
  const client = atsClient({
    ...{ address, token, longestWait: 0.05 },
    fetch: (url, init) => {
      seen.push(`${init?.method} ${String(url).replace(address, '')}`)
      const next = responses.shift()
      return next === undefined ? fetch(url, init) : Promise.resolve().then(next)
    },
  })
  return { client, seen }
}
const problem =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ code, message: code, error: code, requestId: 'x' }, { status, headers })
const lost = () => {
  throw new TypeError('fetch failed')
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as AtsError,
  )

test('requests and responses have the types of the contract', async () => {
  const { asset } = await ats.send(assets.register, { body: chair() })
  expectTypeOf(asset.assetName).toEqualTypeOf<string>()
  expect(await ats.send(assets.get, { params: { id: asset._id } })).toEqual(asset)
  expect(await ats.send(system.live)).toEqual({ status: 'ok' })
  // @ts-expect-error: an asset is read by its id
  expect(await failure(ats.send(assets.get, {}))).toMatchObject({ status: 400, code: 'invalid' })
})

test('an image is sent as a form and received as bytes', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image = new Blob([Buffer.from(png, 'base64')], { type: 'image/png' })
  const { asset } = await ats.send(assets.register, { body: chair(), image })
  const picture = await ats.send(assets.image, { params: { id: asset._id } })
  expect(picture.size).toBeGreaterThan(0)
})

test('the rows of a list come page by page, with its filter', async () => {
  for (let row = 0; row < 3; row += 1)
    await ats.send(assets.register, { body: { ...chair(), assetName: 'Paged lamp' } })
  const { client, seen } = clientAfter()
  const tags: string[] = []
  for await (const asset of client.rows(assets.list, { query: { search: 'paged', size: 2 } }))
    tags.push(asset.assetTagId)
  expect(new Set(tags).size).toBe(3)
  expect(seen).toEqual([
    'GET /api/assets?size=2&search=paged',
    expect.stringMatching(/^GET \/api\/assets\?size=2&search=paged&cursor=/),
  ])
})

test('pages can be read from a cursor on, and a list without a size is read in pages', async () => {
  const first = await ats.send(users.list, { query: { size: 1 } })
  expect(first.next).toBeNull()
  const { client, seen } = clientAfter()
  for await (const page of client.pages(users.list)) expect(page.users).toHaveLength(1)
  expect(seen).toEqual(['GET /api/v1/admin/users?size=500'])
})

test('an error response is thrown with its code and its fields', async () => {
  const error = await failure(ats.send(assets.register, { body: { ...chair(), assetName: '' } }))
  expect(error).toBeInstanceOf(AtsError)
  expect(error).toMatchObject({ status: 400, code: 'asset-fields-required', name: 'AtsError' })
  expect(Object.keys(error?.problem?.fields ?? {})).toEqual(['assetName'])
  const wrongToken = atsClient({ address, token: async () => 'ats_wrong' })
  expect(await failure(wrongToken.send(sessions.me))).toMatchObject({ status: 401, code: 'unauthenticated' })
})

test('a response that is not from the product is an error without a problem', async () => {
  const proxy = createServer((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const error = await failure(atsClient({ address: `http://127.0.0.1:${port}` }).send(system.live))
  expect(error).toMatchObject({ status: 502, problem: null, code: undefined })
})

test('429 and 503 are waited for', async () => {
  const { client, seen } = clientAfter(
    problem(429, 'too-many-tries', { 'retry-after': '0' }),
    problem(503, 'unavailable', { 'retry-after': '0' }),
  )
  expect(await client.send(assets.register, { body: chair() })).toMatchObject({
    asset: { assetName: 'Chair' },
  })
  expect(seen).toHaveLength(3)
})

test('a write that may be saved is repeated only with an idempotency key', async () => {
  const body = chair()
  const without = clientAfter(problem(503, 'perhaps-saved'), lost)
  expect(await failure(without.client.send(assets.register, { body }))).toMatchObject({
    code: 'perhaps-saved',
  })
  const cut = clientAfter(lost)
  expect(await failure(cut.client.send(assets.register, { body }))).toBeInstanceOf(TypeError)
  expect([...without.seen, ...cut.seen]).toHaveLength(2)

  const key = { idempotencyKey: 'client-test' }
  const { asset } = await ats.send(assets.register, { body }, key)
  const again = clientAfter(problem(503, 'perhaps-saved'), lost, problem(409, 'call-under-way'))
  expect((await again.client.send(assets.register, { body }, key)).asset._id).toBe(asset._id)
  expect(again.seen).toHaveLength(4)
})

test('retries end, and so does a wait that is aborted', async () => {
  const down = Array.from({ length: 9 }, () => problem(503, 'unavailable'))
  const { client, seen } = clientAfter(...down)
  expect(await failure(client.send(system.live))).toMatchObject({ status: 503 })
  expect(seen).toHaveLength(5)
  const long = clientAfter(problem(429, 'too-many-tries', { 'retry-after': '900' }))
  expect(await failure(long.client.send(system.live))).toMatchObject({ status: 429, retryAfter: 900 })
  const patient = atsClient({
    address,
    fetch: async () => problem(503, 'unavailable', { 'retry-after': '50' })(),
  })
  const signal = AbortSignal.timeout(50)
  expect(await failure(patient.send(system.live, {}, { signal }))).toMatchObject({ name: 'TimeoutError' })
})
