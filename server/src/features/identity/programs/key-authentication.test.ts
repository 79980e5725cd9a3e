import { assets } from '@ats/contract/assets/assets.ts'
import { exports } from '@ats/contract/exports.ts'
import { programs } from '@ats/contract/identity/programs.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { live } from '@ats/contract/live.ts'
import { places } from '@ats/contract/places.ts'
import { views } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { actorOf } from '#features/identity/identity.ts'
import { testApp } from '#test/app.ts'
import { asked, opened, ticketFor } from '#test/exports.ts'
import { everyPermission, inDays, program, withKey } from '#test/programs.ts'
import { administratorOf, stocked } from '#test/stock.ts'

const t = await testApp({ trustProxy: ['127.0.0.1'] })
const admin = await administratorOf(t)

const get = (key: string, headers: Record<string, string> = {}) =>
  t.call({ headers: { ...withKey(key).headers, ...headers } }, places.cities)
const from = (key: string, address: string) => get(key, { 'x-forwarded-for': address })
const replace = async (id: string, overlapHours: number) =>
  (await t.call(admin, programs.replaceKey, { params: { id }, body: { overlapHours } })).body
const shown = async (id: string) =>
  (await t.call(admin, programs.list, { query: { size: '500' } })).body.programs.find(({ _id }) => _id === id)

test('a key alone is enough, and sees only its own places', async () => {
  const erp = await program(t, { permissions: ['manage-asset'], places: [await t.cityId('Mumbai')] })
  const here = await stocked(t, { location: 'mumbai' })
  const elsewhere = await stocked(t)
  expect((await t.call(erp, assets.get, { params: { id: here._id } })).status).toBe(200)
  expect((await t.call(erp, assets.get, { params: { id: elsewhere._id } })).status).toBe(404)
  expect((await t.call(erp, assets.list, { query: { size: '9' } })).body.total).toBe(1)
})

test('a key of another cause gets the same response, whichever cause', async () => {
  const wrong = await program(t, { addressRanges: ['192.0.2.0/24'] })
  const late = await program(t)
  await sql`update programs set expires_at = now() where id = ${late.id}`.execute(t.db)
  const revoked = await program(t)
  await t.call(admin, programs.revoke, { params: { id: revoked.id } })
  const replaced = await program(t)
  await replace(replaced.id, 0)
  const keys = [wrong.key, late.key, revoked.key, replaced.key, `atsk_${'x'.repeat(43)}`]
  const answers = await Promise.all(keys.map((key) => get(key)))
  const bodies = answers.map(({ status, body: { requestId: _, ...body } }) => ({ status, body }))
  expect(bodies[0]).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(bodies).toEqual(keys.map(() => bodies[0]))
})

test('a key works only from its addresses, of either version', async () => {
  const { key } = await program(t, { addressRanges: ['192.0.2.0/24', '198.51.100.7', '2001:db8::/32'] })
  const statuses: Record<string, number> = {}
  const good = ['192.0.2.1', '192.0.2.255', '198.51.100.7', '2001:db8:1::9', '::ffff:192.0.2.9']
  const bad = ['192.0.3.1', '198.51.100.8', '2001:db9::1', '::ffff:192.0.3.9', '::1']
  for (const address of [...good, ...bad]) statuses[address] = (await from(key, address)).status
  expect(statuses).toEqual(
    Object.fromEntries([...good.map((one) => [one, 200]), ...bad.map((one) => [one, 401])]),
  )
})

test('the last use is noted, once a minute', async () => {
  const { id, key } = await program(t)
  await from(key, '192.0.2.1')
  const first = await shown(id)
  expect(first).toMatchObject({ lastUsedFrom: '192.0.2.1', lastUsedAt: expect.any(String) })
  await from(key, '192.0.2.2')
  expect(await shown(id)).toEqual(first)
  await sql`update programs set last_used_at = now() - interval '2 minutes' where id = ${id}`.execute(t.db)
  await from(key, '192.0.2.2')
  expect((await shown(id))?.lastUsedFrom).toBe('192.0.2.2')
})

test('a replaced key works on for the chosen time, and only the last one', async () => {
  const { id, key: first } = await program(t)
  const { key: second, program: now } = await replace(id, 168)
  expect(now.formerKey).toMatchObject({ ending: first.slice(-4), worksUntil: expect.stringMatching(/Z$/) })
  expect([(await get(first)).status, (await get(second)).status]).toEqual([200, 200])
  const { key: third } = await replace(id, 1)
  expect([(await get(first)).status, (await get(second)).status, (await get(third)).status]).toEqual([
    401, 200, 200,
  ])
  await sql`update programs set former_until = now() where id = ${id}`.execute(t.db)
  expect([(await get(second)).status, (await get(third)).status]).toEqual([401, 200])
  expect((await shown(id))?.formerKey).toBe(null)
  const tooLong = { params: { id }, body: { overlapHours: 169 } }
  expect((await t.call(admin, programs.replaceKey, tooLong)).status).toBe(400)
})

test('a key cannot act as a person: own account, sessions and views are refused by a code of their own', async () => {
  const erp = await program(t, { permissions: everyPermission, everywhere: true, places: [] })
  for (const endpoint of [sessions.me, sessions.list, sessions.logout, views.list]) {
    const { status, body } = await t.call(erp, endpoint)
    expect([status, body.code]).toEqual([403, 'not-for-programs'])
  }
})

test('a cookie beside the key changes nothing', async () => {
  const { key } = await program(t)
  const { cookie } = admin
  expect((await get(key, { cookie: `ats_session=${cookie}` })).status).toBe(200)
  const { status } = await t.call(
    { headers: { ...withKey(key).headers, cookie: `ats_session=${cookie}` } },
    programs.list,
  )
  expect(status).toBe(403)
})

test('a program exports and downloads its own file, with ticket and key', async () => {
  const erp = await program(t, { permissions: ['manage-asset'] })
  const other = await program(t, { permissions: ['manage-asset'] })
  await stocked(t, { assetName: 'Exported chair' })
  const { id } = (await asked(t, erp, { list: 'assets' })).body.export
  const open = async (key: string, address: string) =>
    t.app.inject({ url: address, headers: { authorization: `Bearer ${key}` } })
  const address = await ticketFor(t, erp, id)
  expect((await open(other.key, address)).statusCode).toBe(401)
  expect((await opened(t, address, admin.cookie)).statusCode).toBe(401)
  const file = await open(erp.key, address)
  expect([file.statusCode, file.body.includes('Exported chair')]).toEqual([200, true])
  expect((await t.call(other, exports.get, { params: { id } })).status).toBe(404)
})

test('a job has the present rights of its program, and none once the key is expired or revoked', async () => {
  const { id } = await program(t, { permissions: ['reports'] })
  expect(await actorOf(t.db, id, 'job')).toMatchObject({ by: 'job', permissions: ['reports'], roleId: null })
  await t.call(admin, programs.change, { params: { id }, body: { permissions: ['master'] } })
  expect((await actorOf(t.db, id, 'job'))?.permissions).toEqual(['master'])
  await sql`update programs set expires_at = now() where id = ${id}`.execute(t.db)
  expect(await actorOf(t.db, id, 'job')).toBe(undefined)
  await t.call(admin, programs.change, { params: { id }, body: { expiresAt: inDays(1) } })
  expect(await actorOf(t.db, id, 'job')).toBeDefined()
  await t.call(admin, programs.revoke, { params: { id } })
  expect(await actorOf(t.db, id, 'job')).toBe(undefined)
})

test('a live stream of a program ends with its key', async () => {
  const { id, key } = await program(t, { permissions: ['manage-asset'] })
  const { body, status } = await t.call(withKey(key), live.stream, { query: { seconds: '0' } })
  expect([status, String(body).includes('beat')]).toEqual([200, true])
  await t.call(admin, programs.revoke, { params: { id } })
  expect((await t.call(withKey(key), live.stream, { query: { seconds: '0' } })).status).toBe(401)
})
