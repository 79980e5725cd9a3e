import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { masters } from '@ats/contract/masters.ts'
import { expect, test } from 'vitest'
import { testApp, testPassword } from '#test/app.ts'

const { call, person, app, asOwner } = await testApp()
const admin = await person({ role: 'Admin' })

const post = (payload: string | Buffer, type = 'application/json', url = '/api/v1/register') =>
  app.inject({ method: 'POST', url, payload, headers: { ...admin.headers, 'content-type': type } })

test('an error nobody foresaw is a 500 that says nothing but its request id', async () => {
  await asOwner('alter table access_requests rename column created_at to created')
  const response = await app.inject({ url: '/api/v1/access-requests', headers: admin.headers })
  await asOwner('alter table access_requests rename column created to created_at')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({
    code: 'internal',
    message: 'Something went wrong on the server.',
    error: 'Something went wrong on the server.',
    requestId: response.headers['x-request-id'],
  })
})

test.each([
  ['{', 400],
  ['{"name":', 400],
  ['nonsense', 400],
  ['[]', 400],
  ['"text"', 400],
  ['null', 400],
  ['', 400],
  [Buffer.from([0xff, 0xfe, 0x00]), 400],
  ['{"__proto__": {"everywhere": true}}', 400],
  ['{"constructor": {"prototype": {"everywhere": true}}}', 400],
  ['{"name": "x", "places": {"__proto__": []}}', 400],
  [`{"name": "${'x'.repeat(1_000_001)}"}`, 413],
])('a body that is no good is refused, not failed over: %s', async (payload, status) => {
  const response = await post(payload)
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ message: expect.any(String), requestId: expect.any(String) })
  expect(response.body).not.toMatch(/at .*\.ts|node_modules/)
  expect(({} as { everywhere?: boolean }).everywhere).toBeUndefined()
})

test('JSON a thousand levels deep is refused', async () => {
  const deep = '['.repeat(5000) + ']'.repeat(5000)
  expect((await post(`{"name": ${deep}}`)).statusCode).toBe(400)
})

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/html',
  'application/jsonp',
  'application/json-patch+json',
  'application/octet-stream',
  'x',
])('the content type %s is refused where JSON is due', async (type) => {
  const payload = JSON.stringify({ name: 'Ravi' })
  const response = await post(payload, type)
  expect(response.statusCode).toBe(415)
  const code = type === 'application/octet-stream' ? 'content-type-unknown' : 'unsupported'
  expect(response.json().code).toBe(code)
})

test.each([
  'application/json\ta',
  'application/json ; charset=utf-8',
  'APPLICATION/JSON',
  ' application/json',
  'application/json;',
])('the content type %j does not get past the checks', async (type) => {
  const { statusCode } = await post(JSON.stringify({ name: '' }), type)
  expect([400, 415]).toContain(statusCode)
})

const newcomer = { name: 'Ravi', email: 'ravi@example.com', password: testPassword, role: 'user' }

test.each(['name', 'lastname', 'email', 'role', 'location'])(
  'a NUL in %s is refused, not failed over',
  async (field) => {
    const body = { ...newcomer, email: 'nul@example.com', location: 'indore', [field]: 'a\0b' }
    const { status } = await call(admin, users.register, { body })
    expect(status).toBe(400)
  },
)

test('half a character is refused or mended, never failed over', async () => {
  for (const field of ['name', 'lastname', 'role', 'location']) {
    const body = { ...newcomer, email: `half-${field}@example.com`, location: 'indore', [field]: 'a\ud800' }
    const { status, text } = await call(admin, users.register, { body })
    expect([201, 400]).toContain(status)
    expect(text).not.toContain('\ud800')
  }
})

test('every answer carries a request id of its own, which a caller cannot choose', async () => {
  const headers = { ...admin.headers, 'x-request-id': 'mine' }
  const [one, two] = [await call({ headers }, sessions.me), await call({ headers }, sessions.me)]
  expect(one.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id'])
})

test('a refusal carries code, parameters and text, for the call and for each wrong field', async () => {
  const { status, body } = await call(admin, users.register, {
    body: {
      name: 'Ravi',
      email: 'x@example.com',
      password: 'x'.repeat(201),
      role: '',
      location: 'indore',
      places: 1,
    },
  })
  const ofPlaces = 'Invalid input: expected array, received number'
  expect([status, body]).toEqual([
    400,
    {
      ...{ code: 'text-too-long', params: { maximum: 200 } },
      ...{ message: 'Use at most 200 characters.', error: 'Use at most 200 characters.' },
      fields: { password: 'Use at most 200 characters.', role: 'Role is required!', places: ofPlaces },
      fieldCodes: {
        password: { code: 'text-too-long', params: { maximum: 200 } },
        role: { code: 'role-required' },
        places: { code: 'invalid', params: { reason: ofPlaces } },
      },
      requestId: expect.any(String),
    },
  ])
})

test('a refusal carries the same text as message and as error', async () => {
  const { body } = await call(null, sessions.me)
  expect(body).toEqual({
    code: 'unauthenticated',
    message: 'Please log in.',
    error: 'Please log in.',
    requestId: expect.any(String),
  })
})

test.each([
  '/api/v1/admin/user%2F..%2Fme',
  '/api/v1/admin/user/%00',
  '/api/v1/admin/user/%',
  '/api/v1/admin/user/%ff',
  '/api/v1/admin%2fusers',
  `/api/v1/admin/user/${'x'.repeat(600)}`,
  '/api/v1/admin/users?size=1&size=2',
  '/api/v1/admin/users?search=a&search=b',
])('a strange address is a 4xx: %s', async (url) => {
  const { statusCode, headers, json } = await app.inject({ url, headers: admin.headers })
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': json().requestId })
})

test('a field that is missing is told like an empty one, and one without words of its own in plain ones', async () => {
  const register = await call(admin, users.register, { body: {} as never })
  expect(register.body.fields).toEqual({
    name: 'Name is required!',
    email: 'Email is required!',
    password: 'Password is required!',
    role: 'Role is required!',
    location: 'Location is required!',
  })
  const merge = await call(admin, masters.merge, {
    params: { kind: 'brand', id: admin.id },
    body: {} as never,
  })
  expect(merge.body.fields).toEqual({ into: 'This field is required.' })
})
