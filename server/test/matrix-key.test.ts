import { type EndpointName, namedEndpoints } from '@ats/contract/endpoints.ts'
import { type Access, isAllowed } from '@ats/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from './app.ts'
import { permissionRows } from './matrix-permission-rows.ts'
import { requestsOf } from './matrix-requests.ts'
import { rows } from './matrix-rows.ts'
import { everyPermission, inDays, program } from './programs.ts'
import { siteIn } from './stock.ts'

const t = await testApp()
const city = async (name: string) => [await t.cityId(name)]
const rooms = [(await siteIn(t, 'Indore')).room, (await siteIn(t, 'Pune')).room]

const every = { permissions: everyPermission }
const here = await program(t, { ...every, places: await city('Indore') })
const elsewhere = await program(t, { ...every, places: await city('Mumbai') })
const limited = await program(t, { ...every, places: rooms })
const everywhere = await program(t, { ...every, everywhere: true, places: [] })
const expired = await program(t, every)
await t.db
  .updateTable('programs')
  .set({ expires_at: inDays(-1) })
  .where('id', '=', expired.id)
  .execute()

/** Programs that hold only one permission. */
const single = await Promise.all(
  everyPermission.map(async (held) => ({ held, as: await program(t, { permissions: [held] }) })),
)

/** Records that only their owner and people who manage users in every place may see. */
const ofAdministrators: Partial<Record<EndpointName, number>> = {
  ...{ 'audit.get': 404, 'exports.get': 404, 'exports.cancel': 404, 'exports.ticket': 404 },
}

const isPersonal = (access: Access) => access === 'signed-in'

describe.each(namedEndpoints)('$key', ({ key, endpoint }) => {
  const row = rows[key]
  const access = permissionRows[key]
  const works = endpoint.status ?? 200
  const send = requestsOf(t, endpoint, row)
  const nobody = row.nobody ?? works
  /** What a program gets where a person with the same permissions and places gets `status`. */
  const wantedOf = (status: number) => {
    if (access === 'public') return nobody
    return isPersonal(access) || !isAllowed(access, everyPermission) ? 403 : status
  }
  const statusOf = async (as: Person, wanted: number) => (await send(as, wanted)).status

  test('with a key that has expired', async () => {
    const wanted = access === 'public' ? nobody : 401
    expect(await statusOf(expired, wanted)).toBe(wanted)
  })

  test('with a key for the city, another city, two rooms and every place', async () => {
    const { elsewhere: other = works, limited: part = other } = row
    const cases = {
      ...{ here: row.except?.User ?? works, elsewhere: other, limited: part },
      everywhere: ofAdministrators[key] ?? works,
    }
    const statuses = {
      here: await statusOf(here, wantedOf(cases.here)),
      elsewhere: await statusOf(elsewhere, wantedOf(cases.elsewhere)),
      limited: await statusOf(limited, wantedOf(cases.limited)),
      everywhere: await statusOf(everywhere, wantedOf(cases.everywhere)),
    }
    const wanted = Object.entries(cases).map(([name, status]) => [name, wantedOf(status)])
    expect(statuses).toEqual(Object.fromEntries(wanted))
  })

  test.skipIf(access === 'public' || access === 'authenticated')('without the permission', async () => {
    for (const { as } of single.filter(({ held }) => isPersonal(access) || !isAllowed(access, [held]))) {
      const { status, body } = await send(as, 403)
      expect([status, body.code]).toEqual([403, isPersonal(access) ? 'not-for-programs' : 'forbidden'])
    }
  })
})
