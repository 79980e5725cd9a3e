import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { isAllowed, type Permission } from '@ats/contract/permissions.ts'
import { readers } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { limitedPeople } from './limited-people.ts'
import { permissionRows } from './matrix-permission-rows.ts'
import type { Row } from './matrix-row.ts'
import { rows } from './matrix-rows.ts'

const t = await testApp()
const { people: limited } = await limitedPeople(t)
const roles = ['Admin', 'User', 'Sub User', 'User Management', 'Super Admin'] as const

/** Roles that an installation makes for itself: one that reads alone, and one that sets up fixed readers. */
const ownRoles = { Auditor: ['reports'], 'Reader Administrator': ['manage-asset'] } as const
await t.db
  .insertInto('roles')
  .values(Object.entries(ownRoles).map(([name, held]) => ({ name, permissions: [...held] })))
  .execute()
const allRoles = [...roles, ...(Object.keys(ownRoles) as (keyof typeof ownRoles)[])]

async function personAs(role: (typeof allRoles)[number]) {
  const person = await t.person({ role, city: 'Indore' })
  if (role === 'Reader Administrator')
    await t.call(person, readers.add, {
      body: { name: randomUUID(), adapter: 'impinj', placeId: await t.cityId('Indore') },
    })
  return person
}

async function statusFor(as: Person | null, endpoint: Endpoint, row: Row) {
  const { status } = await t.call(as, endpoint, await row.input?.(t, as))
  return status
}

async function permissionsOf(role: string) {
  const query = t.db.selectFrom('roles').select('permissions').where('name', '=', role)
  return (await query.executeTakeFirstOrThrow()).permissions as Permission[]
}

test('the contract opens no endpoint to other people than the matrix says', () => {
  const declared = Object.fromEntries(namedEndpoints.map(({ key, endpoint }) => [key, endpoint.permission]))
  expect(declared).toEqual(permissionRows)
})

describe.each(namedEndpoints)('$key', ({ key, endpoint }) => {
  const row = rows[key]
  const access = permissionRows[key]
  const works = endpoint.status ?? 200
  const nobody = access === 'public' ? (row.nobody ?? works) : 401

  test('without a session', async () => {
    expect(await statusFor(null, endpoint, row)).toBe(nobody)
  })

  test('with an expired session', async () => {
    const someone = await t.person({ role: 'Admin' })
    await sql`update sessions set expires_at = now() where user_id = ${someone.id}`.execute(t.db)
    expect(await statusFor(someone, endpoint, row)).toBe(nobody)
  })

  test.each(allRoles)('as %s of the same city', async (role) => {
    const someone = await personAs(role)
    const allowed = isAllowed(access, await permissionsOf(role))
    expect(await statusFor(someone, endpoint, row)).toBe(allowed ? (row.except?.[role] ?? works) : 403)
  })

  test('as someone with the permission in another city', async () => {
    const role = access === 'user-management' ? 'User Management' : 'User'
    const someone = await t.person({ role, city: 'Mumbai' })
    expect(isAllowed(access, await permissionsOf(role))).toBe(true)
    expect(await statusFor(someone, endpoint, row)).toBe(row.elsewhere ?? works)
  })

  test('as people with the permission in parts of the city', async () => {
    const statuses: Record<string, number> = {}
    for (const [name, { id }] of Object.entries(limited)) {
      // Some calls end sessions.
      const someone = { ...limited[name as keyof typeof limited], ...(await t.session(id)) }
      statuses[name] = await statusFor(someone, endpoint, row)
    }
    const wanted = row.limited ?? row.elsewhere ?? works
    expect(statuses).toEqual(Object.fromEntries(Object.keys(limited).map((name) => [name, wanted])))
  })
})
