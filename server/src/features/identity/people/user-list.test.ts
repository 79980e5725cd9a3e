import { type UserFilter, users } from '@ats/contract/identity/users.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp, testPassword } from '#test/app.ts'

const { call, person, db } = await testApp()
const admin = await person({ role: 'Admin', city: 'Mumbai', name: 'Asha' })

type Query = Partial<Record<keyof UserFilter, string | number>>
const texts = (query: Query) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
const list = (query: Query = {}, as: Person = admin) => call(as, users.list, { query: texts(query) })

const crowds = { bangalore: 7, delhi: 23, pune: 41 }

/** Few names and few moments for many people, so that every sort order has ties. */
const crowd = (city: string, count: number) =>
  sql`
  insert into users (name, lastname, email, password_hash, role_id, city_id, created_at)
  select (array['anna', 'Bela', 'Ännchen', 'bela', 'Zoe'])[1 + n % 5], 'of ' || ${city}::text,
    ${city}::text || (n * 7919 % 1000) || '@Example.com', 'x',
    (select id from roles order by id offset n % 4 limit 1),
    (select id from places where lower(name) = ${city}),
    timestamptz '2026-01-01' + (n % 3) * interval '1.000001 seconds'
  from generate_series(1, ${count}) as n`.execute(db)
for (const [city, count] of Object.entries(crowds)) await crowd(city, count)

async function named(name: string, more: { lastname?: string; email?: string; location?: string } = {}) {
  const email = more.email ?? `${Math.random()}@example.com`
  const body = { name, password: testPassword, role: 'user', location: 'indore', ...more, email }
  return (await call(admin, users.register, { body })).body.user
}

/** All pages from one end to the other. */
async function walk(query: Query, way: 'next' | 'previous') {
  const ids: string[] = []
  let cursor = way === 'next' ? undefined : ((await list(query)).body.last ?? undefined)
  for (let pages = 0; pages < 100; pages += 1) {
    const { status, body } = await list(cursor === undefined ? query : { ...query, cursor })
    expect(status).toBe(200)
    const page = body.users.map(({ _id }) => _id)
    expect(page.length).toBeLessThanOrEqual(Number(query.size))
    if (way === 'next') ids.push(...page)
    else ids.unshift(...page)
    expect(body.from).toBe(way === 'next' ? ids.length - page.length + 1 : body.total - ids.length + 1)
    const next = body[way]
    if (next === null) return ids
    cursor = next
  }
  throw new Error('The pages never end')
}

test('pages by key, forward, backward and from the last, are the one big list in every order', async () => {
  const choice = fc.record({
    location: fc.constantFrom(...Object.keys(crowds)),
    size: fc.integer({ min: 1, max: 50 }),
    sort: fc.constantFrom('name', 'email', 'role', 'location', 'status', 'lastSignInAt', 'createdAt'),
    direction: fc.constantFrom('asc', 'desc'),
  })
  const samePages = fc.asyncProperty(choice, async (query) => {
    const whole = await list({ ...query, size: 500 })
    const ids = whole.body.users.map(({ _id }) => _id)
    expect(whole.body).toMatchObject({ total: ids.length, from: 1, next: null, previous: null, last: null })
    expect(ids).toHaveLength(crowds[query.location as keyof typeof crowds])
    expect(await walk(query, 'next')).toEqual(ids)
    expect(await walk(query, 'previous')).toEqual(ids)
  })
  await fc.assert(samePages, {
    numRuns: 12,
    examples: [[{ location: 'pune', size: 1, sort: 'name', direction: 'asc' }]],
  })
})

const sortValue = {
  name: (user: { name: string }) => user.name.toLowerCase(),
  email: (user: { email: string }) => user.email.toLowerCase(),
  role: (user: { role: string }) => user.role,
  createdAt: (user: { createdAt: string }) => user.createdAt,
}

test.each(Object.keys(sortValue) as (keyof typeof sortValue)[])(
  'the list sorts by %s, both ways',
  async (sort) => {
    const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
    for (const direction of ['asc', 'desc'] as const) {
      const { body } = await list({ sort, direction, location: 'pune', size: 500 })
      const values = body.users.map(sortValue[sort] as (user: object) => string)
      const sorted = values.toSorted(byBytes)
      expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse())
      expect(new Set(values).size).toBeGreaterThan(2)
    }
  },
)

test('a page stays where it is when rows before it come and go', async () => {
  const query = { location: 'delhi', size: 5, sort: 'email' }
  const first = await list(query)
  const second = await list({ ...query, cursor: first.body.next ?? '' })
  await named('Aaron', { email: '0aaron@example.com', location: 'delhi' })
  await call(admin, users.remove, { params: { id: first.body.users[2]?._id ?? '' } })
  const again = await list({ ...query, cursor: first.body.next ?? '' })
  expect(again.body.users).toEqual(second.body.users)
  const back = await list({ ...query, cursor: again.body.previous ?? '' })
  expect(back.body.users.map(({ email }) => email)).toContain('0aaron@example.com')
})

test('the list is empty, not an error, when nothing fits', async () => {
  const { status, body } = await list({ search: 'nobody is called this' })
  expect(status).toBe(200)
  expect(body).toEqual({
    users: [],
    total: 0,
    totalIsExact: true,
    from: 0,
    previous: null,
    next: null,
    last: null,
  })
})

const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const zero = '00000000-0000-0000-0000-000000000000'

test.each([
  'x',
  '%00',
  '[]',
  coded(null),
  coded({}),
  coded({ order: 'name asc', way: 'sideways', at: 1 }),
  coded({ order: 'name asc', way: 'forward', key: ['a'], at: 1 }),
  coded({ order: 'email asc', way: 'forward', key: ['a', zero], at: 1 }),
  coded({ order: 'name asc', way: 'forward', key: ['a', zero], at: 1e300 }),
  coded({ order: 'name asc', way: 'forward', key: ['a', 'no id'], at: 1 }),
  coded({ order: 'name asc', way: 'forward', key: ['a\0', zero], at: 1 }),
  'A'.repeat(3000),
])('a cursor that was made up is refused: %s', async (cursor) => {
  const { status, body } = await list({ cursor, sort: 'name' })
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty('cursor')
})

test.each(['yesterday-ish', '2026-13-45', '999999999-01-01', "'; drop table users --", ''])(
  'a cursor with a moment that is none is refused: %s',
  async (moment) => {
    const cursor = coded({ order: 'createdAt asc', way: 'forward', key: [moment, zero], at: 1 })
    const { status, body } = await list({ cursor, sort: 'createdAt' })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('cursor')
  },
)

test('the cursor of one order is not taken in another', async () => {
  const { body } = await list({ location: 'pune', size: 3, sort: 'name' })
  const cursor = body.next ?? ''
  expect((await list({ location: 'pune', size: 3, sort: 'name', cursor })).status).toBe(200)
  expect((await list({ location: 'pune', size: 3, sort: 'email', cursor })).status).toBe(400)
  expect((await list({ location: 'pune', size: 3, sort: 'name', direction: 'desc', cursor })).status).toBe(
    400,
  )
})

test('search looks at name, last name, email, role and id, in whatever case', async () => {
  const { _id, email } = await named('Ganesh', { lastname: 'Gaitonde', email: 'g.g@crime.example.com' })
  for (const search of [
    'GANESH',
    ' gaiTONde ',
    'ganesh gait',
    'gait ganesh',
    '@CRIME.',
    _id,
    _id.slice(9, 23),
  ]) {
    const { body } = await list({ search })
    expect(body.users.map((user) => user.email)).toEqual([email])
  }
  expect((await list({ search: 'super admin' })).body.total).toBe(0)
  expect((await list({ search: 'sub user', location: 'pune' })).body.total).toBeGreaterThan(5)
})

test.each([
  ['100% real', '0% r', '%'],
  ['under_score', 'r_s', '_'],
  ["O'Brien", "o'b", "'"],
  ['back\\slash', 'k\\s', '\\'],
  ['quo"te', 'o"t', '"'],
  ['dollar$1', 'r$1', '$1'],
])('the characters of %s are looked for as they are', async (name, part, alone) => {
  await named(name)
  for (const search of [part, alone]) {
    const { status, body } = await list({ search })
    expect(status).toBe(200)
    expect(body.users.map((user) => user.name)).toEqual([name])
  }
})

test.each(["' or 1=1 --", "'; drop table users; --", '" or ""="', '$(name)', '%%%', '\\'])(
  'SQL in the search finds nothing and breaks nothing: %s',
  async (search) => {
    const { status, body } = await list({ search: `${search}zzz` })
    expect([status, body.total]).toEqual([200, 0])
  },
)

test.each([
  ['sort', 'name; drop table users'],
  ['sort', 'password_hash'],
  ['sort', '(select 1)'],
  ['direction', 'asc; select pg_sleep(9)'],
  ['status', 'deleted'],
  ['size', '0'],
  ['size', '501'],
  ['size', '1e9'],
  ['size', '1 or 1=1'],
  ['search', 'x'.repeat(201)],
])('%s=%s is refused at its field', async (field, value) => {
  const { status, body } = await list({ [field]: value })
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([field])
})

test('a NUL in the search is refused', async () => {
  expect((await list({ search: 'a\0b' })).status).toBe(400)
})

test('the list can be narrowed to a city and to a status', async () => {
  const { body } = await list({ location: 'Pune', size: 500 })
  expect(new Set(body.users.map(({ location }) => location))).toEqual(new Set(['pune']))
  const [someone] = body.users
  await call(admin, users.update, { params: { id: someone?._id ?? '' }, body: { status: 'disabled' } })
  const disabled = await list({ location: 'pune', status: 'disabled' })
  expect(disabled.body.users.map(({ _id }) => _id)).toEqual([someone?._id])
  expect((await list({ location: 'pune', status: 'active' })).body.total).toBe(crowds.pune - 1)
})

test('someone without every place sees their own cities only, in the list and its total', async () => {
  const manager = await person({ role: 'User Management', city: 'Bangalore', name: 'Meera' })
  const { body } = await list({}, manager)
  expect(new Set(body.users.map(({ location }) => location))).toEqual(new Set(['bangalore']))
  expect(body.total).toBe(crowds.bangalore + 1)
  expect((await list({ search: 'of pune' }, manager)).body.total).toBe(0)
})

test('a city out of scope behaves as one that does not exist', async () => {
  const manager = await person({ role: 'User Management', city: 'Indore' })
  const outOfReach = await list({ location: 'pune' }, manager)
  const unknown = await list({ location: 'atlantis' }, manager)
  expect(outOfReach.status).toBe(404)
  expect({ ...outOfReach.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})
