import { randomUUID } from 'node:crypto'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { type Access, isAllowed, type Permission } from '@ats/contract/permissions.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { limitedPeople } from './limited-people.ts'
import { permissionRows } from './matrix-permission-rows.ts'
import { changesNothing, requestsOf } from './matrix-requests.ts'
import { rows } from './matrix-rows.ts'

const t = await testApp()
const { people: limited } = await limitedPeople(t)
const roles = ['Admin', 'User', 'Sub User', 'User Management', 'Super Admin'] as const

/** Custom roles: one that only reads, and one that sets up fixed readers. */
const ownRoles = { Auditor: ['reports'], 'Reader Administrator': ['manage-asset'] } as const
await t.db
  .insertInto('roles')
  .values(Object.entries(ownRoles).map(([name, held]) => ({ name, permissions: [...held] })))
  .execute()
const allRoles = [...roles, ...(Object.keys(ownRoles) as (keyof typeof ownRoles)[])]

async function personAs(role: (typeof allRoles)[number], city = 'Indore') {
  const person = await t.person({ role, city })
  if (role === 'Reader Administrator')
    await t.call(person, readers.add, {
      body: { name: randomUUID(), adapter: 'impinj', placeId: await t.cityId('Indore') },
    })
  return person
}

/** These people serve all requests that change nothing. */
const lasting = new Map<string, Promise<Person>>()
function lastingPerson(role: (typeof allRoles)[number], city = 'Indore') {
  const person = lasting.get(role + city) ?? personAs(role, city)
  lasting.set(role + city, person)
  return person
}
const expired = await t.person({ role: 'Admin' })
await sql`update sessions set expires_at = now() where user_id = ${expired.id}`.execute(t.db)

const held = new Map<string, Permission[]>()
for (const { name, permissions } of await t.db.selectFrom('roles').select(['name', 'permissions']).execute())
  held.set(name, permissions as Permission[])
const mayCall = (access: Access, role: string) => isAllowed(access, held.get(role) ?? [])

test('the contract opens no endpoint to other people than the matrix says', () => {
  const declared = Object.fromEntries(namedEndpoints.map(({ key, endpoint }) => [key, endpoint.permission]))
  expect(declared).toEqual(permissionRows)
})

describe.each(namedEndpoints)('$key', ({ key, endpoint }) => {
  const row = rows[key]
  const access = permissionRows[key]
  const works = endpoint.status ?? 200
  const nobody = access === 'public' ? (row.nobody ?? works) : 401
  const send = requestsOf(t, endpoint, row)
  const request = async (as: Person | null, wanted: number) => (await send(as, wanted)).status
  const personFor = (role: (typeof allRoles)[number], wanted: number, city?: string) =>
    changesNothing(endpoint, wanted) ? lastingPerson(role, city) : personAs(role, city)

  test('without a session', async () => {
    expect(await request(null, nobody)).toBe(nobody)
  })

  test('with an expired session', async () => {
    expect(await request(expired, nobody)).toBe(nobody)
  })

  test.each(allRoles)('as %s of the same city', async (role) => {
    const wanted = mayCall(access, role) ? (row.except?.[role] ?? works) : 403
    expect(await request(await personFor(role, wanted), wanted)).toBe(wanted)
  })

  test('as someone with the permission in another city', async () => {
    const role = access === 'user-management' ? 'User Management' : 'User'
    expect(mayCall(access, role)).toBe(true)
    const wanted = row.elsewhere ?? works
    expect(await request(await personFor(role, wanted, 'Mumbai'), wanted)).toBe(wanted)
  })

  test('as people with the permission in parts of the city', async () => {
    const wanted = row.limited ?? row.elsewhere ?? works
    const statuses: Record<string, number> = {}
    for (const [name, person] of Object.entries(limited)) {
      // Some requests end sessions.
      statuses[name] = await request({ ...person, ...(await t.session(person.id)) }, wanted)
    }
    expect(statuses).toEqual(Object.fromEntries(Object.keys(limited).map((name) => [name, wanted])))
  })
})
