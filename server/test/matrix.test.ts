import type { Endpoint } from '@ats/contract/endpoint.ts'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { limitedPeople } from './limited-people.ts'
import type { Row } from './matrix-row.ts'
import { rows } from './matrix-rows.ts'

const t = await testApp()
const { people: limited } = await limitedPeople(t)
const roles = ['Admin', 'User', 'Sub User', 'User Management', 'Super Admin'] as const

const holds = (permissions: readonly string[], { permission }: Endpoint) =>
  permission === 'public' || permission === 'signed-in' || permissions.includes(permission)

async function statusFor(as: Person | null, endpoint: Endpoint, row: Row) {
  const { status } = await t.call(as, endpoint, await row.input?.(t, as))
  return status
}

async function permissionsOf(role: string) {
  const query = t.db.selectFrom('roles').select('permissions').where('name', '=', role)
  return (await query.executeTakeFirstOrThrow()).permissions
}

describe.each(namedEndpoints)('$key', ({ key, endpoint }) => {
  const row = rows[key]
  const works = endpoint.status ?? 200
  const nobody = endpoint.permission === 'public' ? (row.nobody ?? works) : 401

  test('without a session', async () => {
    expect(await statusFor(null, endpoint, row)).toBe(nobody)
  })

  test('with an expired session', async () => {
    const someone = await t.person({ role: 'Admin' })
    await sql`update sessions set expires_at = now() where user_id = ${someone.id}`.execute(t.db)
    expect(await statusFor(someone, endpoint, row)).toBe(nobody)
  })

  test.each(roles)('as %s of the same city', async (role) => {
    const someone = await t.person({ role, city: 'Indore' })
    const allowed = holds(await permissionsOf(role), endpoint)
    expect(await statusFor(someone, endpoint, row)).toBe(allowed ? (row.except?.[role] ?? works) : 403)
  })

  test('as someone with the permission in another city', async () => {
    const role = endpoint.permission === 'user-management' ? 'User Management' : 'User'
    const someone = await t.person({ role, city: 'Mumbai' })
    expect(holds(await permissionsOf(role), endpoint)).toBe(true)
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
