import type { Reply } from '@ats/contract/endpoint.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { places } from '@ats/contract/places.ts'
import { type SecurityEntry, securityFeed } from '@ats/contract/security-feed.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { endRows } from '#kernel/db/end-rows.ts'
import { type Person, testApp, testPassword } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { program, withKey } from '#test/programs.ts'
import { newBrowser, withTotp } from '#test/second-factor.ts'
import { signIn } from '#test/sign-in.ts'

const t = await testApp()
const admin = await t.person({ role: 'Admin', name: 'Asha' })
await t.db
  .insertInto('roles')
  .values([
    { name: 'Managers', permissions: ['user-management'] },
    { name: 'Readers', permissions: ['reports'] },
    { name: 'Masters', permissions: ['master'] },
  ])
  .execute()

async function feedFor(as: Person, query: Record<string, string> = {}) {
  await t.security.flush()
  const { status, body, text } = await t.call(as, securityFeed.list, { query: { size: '500', ...query } })
  if (status !== 200) throw new Error(text)
  return body.entries
}
type PageOfFeed = Pick<Reply<typeof securityFeed.list>, 'entries' | 'total' | 'next'>
const kindsOf = (entries: SecurityEntry[]) => entries.map(({ kind }) => kind)
const wrongAt = (email: string, address: string) =>
  signIn(t.app, email, { password: 'Not-The-One-11', address })

describe('what is in the feed', () => {
  test('sign-ins and failed ones, with the person or only a mark, and where from', async () => {
    const someone = await t.person({ name: 'Ravi' })
    await wrongAt(someone.email, '10.8.0.1')
    await wrongAt(someone.email, '10.8.0.1')
    await wrongAt('Nobody@example.com', '10.8.0.1')
    await signIn(t.app, someone.email, { address: '10.8.0.1' })
    const entries = await feedFor(admin, { network: '10.8.0.1' })
    const common = { network: '10.8.0.1', address: '10.8.0.1', by: null, keyId: null, auditId: null }
    const failed = { ...common, kind: 'sign-in-failed', detail: { reason: 'wrong' } }
    expect(entries).toMatchObject([
      { ...common, kind: 'signed-in', count: 1, personId: someone.id, person: 'Ravi' },
      { ...failed, count: 1, personId: null, account: expect.stringMatching(/^\w{16}$/) },
      { ...failed, count: 2, personId: someone.id, person: 'Ravi', account: null },
    ])
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('nobody')
    expect(kindsOf(await feedFor(admin, { userId: someone.id }))).toEqual([
      'signed-in',
      'sign-in-failed',
      'user-created',
    ])
  })

  test('a disabled account and throttled attempts say so, once', async () => {
    const someone = await t.person()
    await t.call(admin, users.update, { params: { id: someone.id }, body: { status: 'disabled' } })
    await signIn(t.app, someone.email, { address: '10.8.0.2' })
    for (let n = 0; n < 15; n += 1) await wrongAt(someone.email, '10.8.0.3')
    expect(await feedFor(admin, { network: '10.8.0.2' })).toMatchObject([
      { kind: 'sign-in-failed', detail: { reason: 'disabled' } },
    ])
    const counts = (await feedFor(admin, { network: '10.8.0.3' })).map(({ kind, count }) => [kind, count])
    expect(counts.toSorted()).toEqual([
      ['sign-in-failed', 10],
      ['sign-in-throttled', 5],
    ])
  })

  test('a refused permission and a limit, with the address template and never its values', async () => {
    const someone = await t.person({ role: 'Sub User' })
    await t.call(someone, users.get, { params: { id: admin.id } })
    for (let n = 0; n < 12; n += 1)
      await t.call(someone, passwords.change, {
        body: { oldPassword: 'Not-The-One-11', newPassword: 'Brass-Lamp-78' },
      })
    const entries = await feedFor(admin, { userId: someone.id })
    expect(entries.filter(({ auditId }) => auditId === null)).toMatchObject([
      { kind: 'throttled', count: 2, detail: { path: passwords.change.path, reason: 'too-many-tries' } },
      {
        kind: 'permission-refused',
        count: 1,
        detail: { method: 'GET', path: users.get.path, reason: 'forbidden' },
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(admin.id)
  })

  test('a key that is refused, with the program and the reason, and without the key', async () => {
    const erp = await program(t, { addressRanges: ['192.0.2.0/24'] })
    const late = await program(t)
    await sql`update programs set expires_at = now() where id = ${late.id}`.execute(t.db)
    const unknown = withKey(`atsk_${'x'.repeat(43)}`)
    for (const as of [erp, erp, late, unknown, withKey('atsk_short')])
      expect((await t.call(as, places.cities)).status).toBe(401)
    expect((await t.call(null, places.cities)).status).toBe(401)
    const entries = await feedFor(admin, { kind: 'key-refused', direction: 'asc' })
    expect(entries).toMatchObject([
      { count: 2, personId: erp.id, person: erp.name, isProgram: true, detail: { reason: 'address' } },
      { count: 1, personId: late.id, detail: { reason: 'expired' } },
      { count: 2, personId: null, isProgram: false, detail: { reason: 'unknown' } },
    ])
    expect(JSON.stringify(entries)).not.toContain('atsk_')
  })

  test('a wrong second step is another reason than a wrong password, and so is one that is over', async () => {
    const someone = await t.person()
    await withTotp(t, someone)
    const browser = newBrowser(t)
    const { token } = await browser.begin(someone.email)
    for (let n = 0; n < 6; n += 1) await browser.second({ token, code: '000000' })
    const reasons = (await feedFor(admin, { kind: 'sign-in-failed', direction: 'desc' })).slice(0, 2)
    expect(reasons).toMatchObject([
      { count: 1, personId: null, detail: { reason: 'over' } },
      { count: 5, personId: someone.id, detail: { reason: 'second-step' } },
    ])
  })

  test('changes of people and roles come from the ledger, with their entry of the audit log', async () => {
    const {
      body: { user },
    } = await t.call(admin, users.register, {
      body: {
        ...{ name: 'Meera', lastname: '', email: 'meera@example.com', password: testPassword },
        ...{ role: 'user', location: 'indore', places: [] },
      },
    })
    const change = async (body: object) => {
      const { status, text } = await t.call(admin, users.update, { params: { id: user._id }, body })
      if (status !== 200) throw new Error(text)
    }
    await change({ role: 'sub user' })
    await change({ location: 'mumbai' })
    await change({ email: 'meera.rao@example.com' })
    await change({ jobTitle: 'Clerk' })
    await change({ password: 'Brass-Lamp-79' })
    await change({ status: 'disabled' })
    await change({ status: 'active' })
    await t.call(admin, users.remove, { params: { id: user._id } })
    const entries = await feedFor(admin, { userId: user._id, direction: 'asc' })
    expect(kindsOf(entries)).toEqual([
      ...['user-created', 'role-changed', 'places-changed', 'email-changed', 'password-changed'],
      ...['user-disabled', 'user-enabled', 'user-deleted'],
    ])
    expect(entries[1]).toMatchObject({
      ...{ by: 'Asha', personId: user._id, detail: { changed: 'role' }, auditId: expect.any(Number) },
      ...{ address: null, count: 1 },
    })
    expect(JSON.stringify(entries)).not.toContain('meera.rao')
    const { rows } = await sql`select from security_events where person_id = ${user._id}`.execute(t.db)
    expect(rows).toEqual([])

    await t.call(admin, roles.create, { body: { roleName: 'Clerks', permissions: ['reports'] } })
    expect(await feedFor(admin, { kind: 'permissions-changed' })).toMatchObject([
      { person: 'Asha', by: 'Asha', detail: { role: 'Clerks' } },
    ])
  })
})

describe('filters and pages', () => {
  test('pages of both tables follow each other without a gap or a repetition, in both directions', async () => {
    const whole = await feedFor(admin)
    expect(whole.length).toBeGreaterThan(15)
    // Trailing zeros are left out, and texts sort by their characters.
    const times = whole.map(({ at }) => at.replace('Z', '').padEnd('2026-01-01T00:00:00.000000'.length, '0'))
    expect(times).toEqual(times.toSorted().reverse())
    for (const direction of ['asc', 'desc']) {
      const seen: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: Record<string, string> = { size: '3', direction, ...(cursor !== '' && { cursor }) }
        const { body }: { body: PageOfFeed } = await t.call(admin, securityFeed.list, { query })
        expect(body.total).toBe(whole.length)
        seen.push(...body.entries.map(({ id }) => id))
        cursor = body.next
      }
      const ids = whole.map(({ id }) => id)
      expect(seen).toEqual(direction === 'desc' ? ids : ids.reverse())
    }
  })

  test('by kind, day and the network of an IPv6 address', async () => {
    await wrongAt('six@example.com', '2001:db8::17')
    const found = await feedFor(admin, { network: '2001:db8::99' })
    expect(found).toMatchObject([{ network: '2001:db8:0:0::/64', address: '2001:db8::17' }])
    const today = new Date().toISOString().slice(0, 10)
    expect(await feedFor(admin, { from: today, to: today, kind: 'signed-in' })).not.toEqual([])
    expect(await feedFor(admin, { to: '2020-01-01' })).toEqual([])
    expect(await feedFor(admin, { kind: 'directory-unavailable' })).toEqual([])
  })

  test.each([
    ['kind', 'ghost'],
    ['userId', 'someone'],
    ['from', 'yesterday'],
    ['cursor', 'nowhere'],
  ])('%s refuses %s', async (field, value) => {
    const { status, body } = await t.call(admin, securityFeed.list, { query: { [field]: value } })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })
})

describe('who sees it', () => {
  test('nobody without a session or one of the permissions', async () => {
    for (const endpoint of Object.values(securityFeed)) {
      expect((await t.call(null, endpoint)).status).toBe(401)
      expect((await t.call(await t.person({ role: 'Masters' }), endpoint)).status).toBe(403)
    }
  })

  test('people who manage users of a city see its people and nobody unknown', async () => {
    const [here, there] = [await t.person({ city: 'Indore' }), await t.person({ city: 'Mumbai' })]
    for (const { email } of [here, there, { email: 'unknown@example.com' }]) await wrongAt(email, '10.8.1.1')
    const seen = async (as: Person) =>
      (await feedFor(as, { network: '10.8.1.1' })).map(({ personId }) => personId)
    expect((await seen(admin)).toSorted()).toEqual([here.id, there.id, null].toSorted())
    expect(await seen(await t.person({ role: 'Managers', city: 'Indore' }))).toEqual([here.id])
    expect(await seen(await t.person({ role: 'Managers', city: 'Delhi' }))).toEqual([])
  })

  test('people who only read reports of some places see their own entries', async () => {
    const reader = await t.person({ role: 'Readers', city: 'Indore' })
    await wrongAt(reader.email, '10.8.1.2')
    await wrongAt((await t.person({ city: 'Indore' })).email, '10.8.1.2')
    const people = new Set((await feedFor(reader)).map(({ personId }) => personId))
    expect([...people]).toEqual([reader.id])
  })

  test('people of parts of a city see people of those parts only, and JSON lines are not for them', async () => {
    const { people } = await limitedPeople(t)
    const someone = await t.person({ city: 'Indore' })
    await wrongAt(someone.email, '10.8.1.3')
    for (const person of Object.values(people)) {
      expect(await feedFor(person, { network: '10.8.1.3' })).toEqual([])
      expect((await t.call(person, securityFeed.lines)).status).toBe(403)
    }
    const rooms = people['two rooms in two cities']
    await wrongAt(rooms.email, '10.8.1.3')
    expect(await feedFor(rooms, { network: '10.8.1.3' })).toMatchObject([{ personId: rooms.id }])
  })
})

test('1,000 wrong sign-ins within moments are few rows', async () => {
  const { email, id } = await t.person()
  const before = await feedFor(admin, { userId: id })
  for (let n = 0; n < 100; n += 1)
    await Promise.all(Array.from({ length: 10 }, () => wrongAt(email, '10.8.2.1')))
  const entries = (await feedFor(admin, { userId: id })).slice(0, -before.length)
  const throttled = await feedFor(admin, { network: '10.8.2.1' })
  expect(throttled.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
  expect(entries.length + throttled.length).toBeLessThan(20)
}, 120_000)

test('old events end after the days of the setting', async () => {
  const old = async () =>
    (await sql`select from security_events where request_id = 'old'`.execute(t.db)).rows.length
  await sql`insert into security_events (minute, at, last_at, kind, network, detail, count, request_id)
    select at, at, at, 'throttled', 'old', '{}', 1, 'old'
    from unnest(array[now() - interval '399 days', now() - interval '401 days']) as at`.execute(t.db)
  await endRows(t.db, t.config.keepDays)
  expect(await old()).toBe(1)
})
