import { assets } from '@ats/contract/assets/assets.ts'
import { exports } from '@ats/contract/exports.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { asked, csvOf, opened, ticketFor } from '#test/exports.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'
import { expireExports } from './files.ts'

const t = await testApp()
const admin = await administratorOf(t)
const asha = await t.person({ name: 'Asha' })
const brands = { list: 'brand' } as const
const own = async (as = asha) => (await asked(t, as, brands)).body.export.id

test('an export is listed for its owner, the newest first, and for an administrator who asks for all', async () => {
  const first = await own()
  const second = await own()
  const listed = (await t.call(asha, exports.list)).body.exports
  expect(listed.slice(0, 2)).toMatchObject([
    { id: second, by: 'Asha', status: 'ready' },
    { id: first, list: 'brand', format: 'csv' },
  ])
  expect((await t.call(admin, exports.list)).body.exports).toEqual([])
  const all = await t.call(admin, exports.list, { query: { everyone: 'true' } })
  expect(all.body.exports.find(({ id }) => id === first)).toMatchObject({ by: asha.name, mine: false })
  expect((await t.call(asha, exports.list, { query: { everyone: 'true' } })).status).toBe(403)
})

test('the ledger says who exported what, and how many rows left', async () => {
  const filter = { search: 'nothing like it' }
  const { id } = (await asked(t, asha, { ...brands, filter, columns: ['name'] })).body.export
  await opened(t, await ticketFor(t, asha, id), asha.cookie)
  await expect.poll(() => ledgerOf(t, id)).toHaveLength(2)
  expect(await ledgerOf(t, id)).toMatchObject([
    { action: 'export.created', actor: asha.id, after: { list: 'brand', filter, columns: ['name'] } },
    { action: 'export.finished', actor: asha.id, after: { list: 'brand', rows: 0 } },
  ])
})

test.each([
  [{ list: 'nothing' }, 'list'],
  [{ list: 'brand', format: 'pdf' }, 'format'],
  [{ list: 'brand', columns: [] }, 'columns'],
  [{ list: 'brand', columns: ['passwordHash'] }, 'columns'],
  [{ list: 'brand', columns: ['constructor'] }, 'columns'],
  [{ list: 'brand', filter: { sort: 'colour' } }, 'filter.sort'],
  [{ list: 'brand', filter: { size: '1' } }, 'filter'],
  [{ list: 'assets', filter: { placeId: 'x' } }, 'filter.placeId'],
  [{ list: 'users', filter: { search: 'x'.repeat(201) } }, 'filter.search'],
])('%j is refused at %s', async (wish, field) => {
  const { status, body } = await t.call(admin, exports.create, { body: { format: 'csv', ...wish } })
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

test('a NUL in the search is refused', async () => {
  expect((await asked(t, admin, { list: 'users', filter: { search: 'a\0b' } })).status).toBe(400)
})

test('a list that someone may not see is not exported', async () => {
  expect((await asked(t, asha, { list: 'users' })).status).toBe(403)
  expect((await asked(t, await t.person({ role: 'User Management' }), { list: 'assets' })).status).toBe(403)
})

test('a ticket opens the file once', async () => {
  const address = await ticketFor(t, asha, await own())
  expect((await opened(t, address, asha.cookie)).statusCode).toBe(200)
  expect((await opened(t, address, asha.cookie)).statusCode).toBe(401)
})

test('a new ticket ends the one before', async () => {
  const id = await own()
  const [first, second] = [await ticketFor(t, asha, id), await ticketFor(t, asha, id)]
  expect((await opened(t, first, asha.cookie)).statusCode).toBe(401)
  expect((await opened(t, second, asha.cookie)).statusCode).toBe(200)
})

test('a ticket is good for a minute', async () => {
  const id = await own()
  const address = await ticketFor(t, asha, id)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ticket_expires_at - now())::float8 as seconds from exports where id = ${id}`.execute(
    t.db,
  )
  expect(rows[0]?.seconds).toBeGreaterThan(50)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
  await sql`update exports set ticket_expires_at = now() where id = ${id}`.execute(t.db)
  expect((await opened(t, address, asha.cookie)).statusCode).toBe(401)
})

test("without the owner's own cookie a ticket opens nothing, and is still good afterwards", async () => {
  const address = await ticketFor(t, asha, await own())
  const bhanu = await t.person({ name: 'Bhanu' })
  for (const cookie of [undefined, '', 'x', bhanu.cookie, admin.cookie])
    expect((await opened(t, address, cookie)).statusCode).toBe(401)
  const withToken = await t.app.inject({ url: address, headers: { authorization: `Bearer ${asha.token}` } })
  expect(withToken.statusCode).toBe(401)
  expect((await opened(t, address.slice(0, -1), asha.cookie)).statusCode).toBe(401)
  expect((await opened(t, address, asha.cookie)).statusCode).toBe(200)
})

test('a session that has ended opens nothing', async () => {
  const person = await t.person()
  const address = await ticketFor(t, person, await own(person))
  await sql`update sessions set expires_at = now() where user_id = ${person.id}`.execute(t.db)
  expect((await opened(t, address, person.cookie)).statusCode).toBe(401)
})

test('who loses the permission loses the file', async () => {
  const person = await t.person()
  const { id } = (await asked(t, person, { list: 'assets' })).body.export
  const address = await ticketFor(t, person, id)
  const [other] = (await t.call(admin, roles.list)).body.roles.filter(
    ({ name }) => name.toLowerCase() === 'user management',
  )
  await t.db
    .updateTable('users')
    .set({ role_id: other?.id ?? '' })
    .where('id', '=', person.id)
    .execute()
  expect((await opened(t, address, person.cookie)).statusCode).toBe(403)
  expect((await t.call(person, exports.ticket, { params: { id } })).status).toBe(403)
})

test('an administrator sees and cancels an export of someone else, but never opens it', async () => {
  const id = await own()
  expect((await t.call(admin, exports.get, { params: { id } })).body.by).toBe('Asha')
  expect((await t.call(admin, exports.ticket, { params: { id } })).status).toBe(404)
  expect((await t.call(admin, exports.cancel, { params: { id } })).status).toBe(200)
  expect((await t.call(asha, exports.get, { params: { id } })).body.status).toBe('cancelled')
  expect((await t.call(asha, exports.ticket, { params: { id } })).status).toBe(404)
})

test('after a week an export is gone', async () => {
  const id = await own()
  await sql`update exports set created_at = now() - interval '8 days' where id = ${id}`.execute(t.db)
  await expireExports(t)
  expect((await t.call(asha, exports.get, { params: { id } })).body.status).toBe('expired')
  expect((await t.call(asha, exports.ticket, { params: { id } })).status).toBe(404)
})

test('a file holds nothing out of scope, whatever is asked for', async () => {
  const here = await stocked(t, { location: 'indore' })
  const there = await stocked(t, { location: 'mumbai' })
  await t.call(admin, assets.remove, { params: { id: (await stocked(t, { location: 'mumbai' }))._id } })
  const filters = [{}, { search: there.rfidTag ?? '' }, { search: 'E2' }, { state: 'Working' }]
  for (const filter of filters)
    expect(await csvOf(t, asha, { list: 'assets', filter })).not.toContain(there.rfidTag)
  expect(await csvOf(t, asha, { list: 'assets' })).toContain(here.rfidTag)
  expect((await csvOf(t, asha, { list: 'deleted-assets' })).split('\n')).toHaveLength(2)
  expect(await csvOf(t, asha, { list: 'city', columns: ['name'] })).toBe('Name\n"Indore"\n')
  expect((await asked(t, asha, { list: 'assets', filter: { location: 'mumbai' } })).status).toBe(404)
  const manager = await t.person({ role: 'User Management', city: 'Indore' })
  expect(await csvOf(t, manager, { list: 'users' })).not.toContain('Stock Keeper')
})
