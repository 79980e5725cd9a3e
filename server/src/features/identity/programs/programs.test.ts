import { assets } from '@ats/contract/assets/assets.ts'
import { audit } from '@ats/contract/audit.ts'
import { dashboard } from '@ats/contract/dashboard.ts'
import { programs } from '@ats/contract/identity/programs.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { everyPermission, inDays, newProgram, program } from '#test/programs.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const admin = await administratorOf(t)
const { people, indore, pune } = await limitedPeople(t)
const twoRooms = people['two rooms in two cities']

const create = async (given: object = {}, as = admin) =>
  t.call(as, programs.create, { body: await newProgram(t, given) })
const change = (id: string, body: object, as = admin) => t.call(as, programs.change, { params: { id }, body })
const revoke = (id: string, as = admin) => t.call(as, programs.revoke, { params: { id } })
const namesSeenBy = async (as = admin) =>
  (await t.call(as, programs.list, { query: { size: '500' } })).body.programs.map(({ name }) => name)

test('a program is added; its key is shown once and only its hash is kept', async () => {
  const { status, body } = await create({
    ...{ name: ' ERP sync ', permissions: ['reports', 'master', 'reports'] },
    addressRanges: ['10.1.2.3/8', '192.0.2.7', '2001:db8::1/32'],
  })
  expect(status).toBe(201)
  expect(body.key).toMatch(/^atsk_[\w-]{43}$/)
  expect(body.program).toMatchObject({
    ...{ name: 'ERP sync', permissions: ['master', 'reports'], everywhere: false, status: 'active' },
    ...{ addressRanges: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'], keyEnding: body.key.slice(-4) },
    ...{ formerKey: null, lastUsedAt: null, createdBy: admin.name, mayChange: true, version: 1 },
    places: [{ name: 'Indore' }],
  })
  const row = await t.db.selectFrom('programs').selectAll().where('id', '=', body.program._id).execute()
  expect(JSON.stringify(row)).not.toContain(body.key)
  expect(JSON.stringify(await ledgerOf(t, body.program._id))).not.toContain(body.key.slice(5))
  expect((await t.call(admin, programs.list, { query: { search: 'erp' } })).text).not.toContain(body.key)
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ permissions: [] }, 'permissions'],
  [{ permissions: ['user-management'] }, 'permissions.0'],
  [{ places: [] }, 'places'],
  [{ places: ['019a93f2-6f0c-7c61-9d0e-3f1c8e1b7a55'] }, 'places'],
  [{ addressRanges: ['10.0.0.0/33'] }, 'addressRanges.0'],
  [{ addressRanges: ['office'] }, 'addressRanges.0'],
  [{ addressRanges: ['fe80::1%eth0'] }, 'addressRanges.0'],
  [{ expiresAt: inDays(-1) }, 'expiresAt'],
  [{ expiresAt: inDays(800) }, 'expiresAt'],
  [{ expiresAt: 'never' }, 'expiresAt'],
])('%j is refused at %s', async (given, field) => {
  const { status, body } = await create(given)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

test('two programs cannot have the same name, unless one is revoked', async () => {
  const { program: first } = await program(t, { name: 'Twin' })
  const second = await create({ name: 'tWIN' })
  expect([second.status, second.body.fieldCodes?.name?.code]).toEqual([409, 'program-name-taken'])
  await revoke(first._id)
  expect((await create({ name: 'tWIN' })).status).toBe(201)
})

test('nobody grants a permission or a place that they lack, nor every place without seeing it', async () => {
  const manager = await t.person({ role: 'User Management' })
  expect((await create({}, manager)).body.code).toBe('grants-too-much')
  expect((await create({ everywhere: true, places: [] }, twoRooms)).body.code).toBe('grants-too-much')
  expect((await create({ places: [indore.aou] }, twoRooms)).status).toBe(400)
  const own = await create({ places: [indore.room] }, twoRooms)
  expect(own.status).toBe(201)
  const { _id } = own.body.program
  expect((await change(_id, { places: [indore.room, pune.aou] }, twoRooms)).status).toBe(400)
  expect((await change(_id, { everywhere: true }, twoRooms)).body.code).toBe('grants-too-much')
  expect((await change(_id, { places: [indore.room, pune.room] }, twoRooms)).status).toBe(200)
})

test('a program beyond the places of a person is neither seen nor changed by them', async () => {
  const wide = await program(t, { name: 'Wide', everywhere: true, places: [] })
  const city = await program(t, { name: 'Whole city' })
  const room = await program(t, { name: 'Own room', places: [indore.room] })
  const both = await program(t, { name: 'One room too many', places: [indore.room, pune.aou] })
  const seen = await namesSeenBy(twoRooms)
  expect(seen).toContain(room.name)
  for (const { id, name } of [wide, city, both]) {
    expect(seen).not.toContain(name)
    const answers = [
      await change(id, { name: 'Taken over' }, twoRooms),
      await t.call(twoRooms, programs.replaceKey, { params: { id }, body: {} }),
      await revoke(id, twoRooms),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  }
  expect(await namesSeenBy()).toEqual(expect.arrayContaining([wide.name, city.name, both.name]))
})

test('a program with more permissions than a person is seen by them, but not changed', async () => {
  const { id, name } = await program(t, { permissions: everyPermission })
  const manager = await t.person({ role: 'User Management' })
  expect(await namesSeenBy(manager)).toContain(name)
  for (const answer of [await change(id, { name: 'x' }, manager), await revoke(id, manager)])
    expect([answer.status, answer.body.code]).toEqual([403, 'program-beyond-yours'])
})

test('a change counts from the next request on, in the ledger and against other changes', async () => {
  const erp = await program(t, { permissions: ['reports'] })
  expect((await t.call(erp, assets.register, { body: {} })).status).toBe(403)
  const { status, body } = await change(erp.id, {
    ...{ permissions: ['manage-asset'], expiresAt: inDays(3), version: 1 },
  })
  expect([status, body.version]).toEqual([200, 2])
  expect((await t.call(erp, assets.register, { body: {} })).status).toBe(400)
  expect((await change(erp.id, { name: 'Later', version: 1 })).body.conflict?.changes).toMatchObject([
    { field: 'permissions', value: ['manage-asset'], by: admin.name },
    { field: 'expiresAt' },
  ])
  expect((await change(erp.id, { permissions: ['manage-asset'] })).body.version).toBe(2)
  expect(await ledgerOf(t, erp.id)).toMatchObject([
    { action: 'program.created', actor: admin.id },
    {
      action: 'program.changed',
      before: { permissions: ['reports'] },
      after: { permissions: ['manage-asset'] },
    },
  ])
})

test('a revoked program cannot be changed or revived', async () => {
  const { id } = await program(t)
  const { body } = await revoke(id)
  expect(body).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) })
  expect((await change(id, { expiresAt: inDays(9) })).body.code).toBe('program-revoked')
  expect((await t.call(admin, programs.replaceKey, { params: { id }, body: {} })).body.code).toBe(
    'program-revoked',
  )
  const { body: revoked } = await t.call(admin, programs.list, { query: { status: 'revoked', size: '500' } })
  expect(revoked.programs.map(({ _id }) => _id)).toContain(id)
})

test('programs are no people: not in lists, counts or pickers, and nobody signs in as one', async () => {
  const count = async () => (await t.call(admin, dashboard.counts)).body.users
  const before = await count()
  const { id, name } = await program(t, { name: 'Not a person' })
  expect(await count()).toBe(before)
  expect((await t.call(admin, users.list, { query: { search: name, size: '9' } })).body.total).toBe(0)
  for (const endpoint of [users.get, users.remove, users.removePersonalData])
    expect((await t.call(admin, endpoint, { params: { id } })).status).toBe(404)
  expect((await t.call(admin, users.update, { params: { id }, body: { name: 'x' } })).status).toBe(404)
  const { assignedUser } = await stocked(t, { assignedUser: name })
  expect(assignedUser).toEqual({ _id: null, name })
  for (const email of ['', name, id])
    expect((await t.call(null, sessions.login, { body: { email, password: 'x' } })).status).not.toBe(200)
})

test('the audit log names the program, to people who may see it', async () => {
  const erp = await program(t, { name: 'Audited', permissions: ['manage-asset'] })
  const { _id } = await stocked(t, {}, erp)
  const about = async (as: typeof admin, query: Record<string, string>) =>
    (await t.call(as, audit.list, { query })).body.events.map(({ action, by, byProgram }) => ({
      ...{ action, by, byProgram },
    }))
  expect(await about(admin, { recordId: _id })).toEqual([
    { action: 'asset.registered', by: 'Audited', byProgram: true },
  ])
  expect(await about(admin, { userId: erp.id })).toHaveLength(1)
  const created = { action: 'program.created', by: admin.name, byProgram: false }
  expect(await about(admin, { recordKind: 'program', recordId: erp.id })).toEqual([created])
  expect(await about(admin, { search: 'Audited' })).toEqual([created])
  expect(await about(twoRooms, { recordKind: 'program', recordId: erp.id })).toEqual([])
  await givePlaces(t, twoRooms, [indore.city])
  expect(await about(twoRooms, { recordKind: 'program', recordId: erp.id })).toEqual([created])
  await givePlaces(t, twoRooms, [indore.room, pune.room])
})

test('without a session or the permission there are no programs', async () => {
  const auditor = await t.person({ role: 'User' })
  expect((await t.call(null, programs.list)).status).toBe(401)
  expect((await t.call(auditor, programs.list)).status).toBe(403)
  expect((await t.call(await program(t, { permissions: everyPermission }), programs.list)).status).toBe(403)
})
