import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'

const { call, person, db } = await testApp()
const admin = await person({ role: 'Admin' })
const superAdmin = await person({ role: 'Super Admin' })
const manager = await person({ role: 'User Management' })

const create = (body: object, as: Person = admin) => call(as, roles.create, { body })
const update = (id: string, body: object, as: Person = admin) =>
  call(as, roles.update, { params: { id }, body })
const remove = (id: string, as: Person = admin) => call(as, roles.remove, { params: { id } })

let made = 0
async function newRole(granted: string[] = []) {
  made += 1
  return (await create({ roleName: `Role ${made}`, permissions: granted })).body.role
}
const seeded = async (name: string) => {
  const { body } = await call(admin, roles.list)
  const role = body.roles.find((one) => one.name === name)
  if (role === undefined) throw new Error(`There is no role ${name}`)
  return role
}

test('the five standard roles come first, with what they grant and who may give them', async () => {
  const { body } = await call(manager, roles.list)
  const listed = body.roles.slice(0, 5).map((role) => [role.name, role.permissions.length, role.mayGrant])
  expect(listed).toEqual([
    ['Admin', 4, false],
    ['User', 3, false],
    ['Sub User', 2, false],
    ['User Management', 1, true],
    ['Super Admin', 4, false],
  ])
  expect((await call(admin, roles.list)).body.roles.every(({ mayGrant }) => mayGrant)).toBe(true)
})

test('a role is added, counted and given', async () => {
  const { status, body } = await create({ roleName: '  Auditor ', permissions: ['reports', 'reports'] })
  expect(status).toBe(201)
  expect(body.message).toBe('Role added successfully!')
  expect(body.role).toMatchObject({ name: 'Auditor', permissions: ['reports'], users: 0, everywhere: false })
  await person({ role: 'Auditor' })
  expect((await seeded('Auditor')).users).toBe(1)
})

test.each([
  [{ roleName: ' ' }, { roleName: 'Please enter a role name.' }],
  [{ roleName: 'aDMIN' }, { roleName: 'There is already a role with this name.' }],
])('a role with the name %j is refused at its field', async (body, fields) => {
  expect((await create(body)).body.fields).toEqual(fields)
})

test('a permission that does not exist cannot be granted, nor can sight of every place', async () => {
  expect((await create({ roleName: 'Root', permissions: ['root'] })).status).toBe(400)
  const { body } = await create({ roleName: 'Wide', everywhere: true, builtIn: true })
  expect(body.role).toMatchObject({ everywhere: false, builtIn: false })
})

test('of two roles with one name at the same time one is made', async () => {
  const answers = await Promise.all([create({ roleName: 'Twin' }), create({ roleName: 'twin' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
})

test('someone who does not see every place changes no role, not even a weak one', async () => {
  const { id } = await newRole()
  const answers = [
    await create({ roleName: 'Mine', permissions: [] }, manager),
    await update(id, { permissions: ['user-management'] }, manager),
    await remove(id, manager),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})

test('nobody puts into a role what they lack', async () => {
  const { id } = await newRole(['reports'])
  await sql`update roles set permissions = '{user-management}' where name = 'Super Admin'`.execute(db)
  expect((await create({ roleName: 'More', permissions: ['master'] }, superAdmin)).status).toBe(403)
  expect((await update(id, { permissions: [] }, superAdmin)).status).toBe(403)
  expect((await remove(id, superAdmin)).status).toBe(403)
  const mine = await newRole(['user-management'])
  expect((await update(mine.id, { permissions: ['user-management', 'master'] }, superAdmin)).status).toBe(403)
  await sql`update roles set permissions = ${sql.lit(`{${permissions.join()}}`)} where name = 'Super Admin'`.execute(
    db,
  )
})

test('nobody changes the role they hold, however its id is written', async () => {
  const { id } = await seeded('Admin')
  for (const written of [id, id.toUpperCase()]) {
    const { status, body } = await update(written, { permissions: ['user-management'] })
    expect(status).toBe(403)
    expect(body.message).toBe('You cannot change your own role. Ask a colleague.')
  }
})

test('a change of a role counts at once for those who hold it', async () => {
  const { id, name } = await newRole()
  const holder = await person({ role: name })
  expect((await call(holder, users.list)).status).toBe(403)
  expect((await update(id, { permissions: ['user-management'] })).status).toBe(200)
  expect((await call(holder, users.list)).status).toBe(200)
  await update(id, { permissions: [] })
  expect((await call(holder, users.list)).status).toBe(403)
})

test('a standard role keeps its name and cannot be deleted', async () => {
  const { id } = await seeded('Sub User')
  const renamed = await update(id, { roleName: 'Helper' })
  expect(renamed.status).toBe(409)
  expect(renamed.body.fields).toEqual({ roleName: 'The name of a standard role cannot be changed.' })
  const removed = await remove(id)
  expect([removed.status, removed.body.message]).toEqual([409, 'A standard role cannot be deleted.'])
})

test('a role that nobody holds is deleted; one that is held says by how many', async () => {
  const free = await newRole()
  expect((await remove(free.id)).body.message).toBe('Role deleted successfully!')
  expect((await remove(free.id)).status).toBe(404)
  const held = await newRole()
  const holders = [await person({ role: held.name }), await person({ role: held.name })]
  const refusals: string[] = []
  for (const { id } of holders) {
    const { status, body } = await remove(held.id)
    expect(status).toBe(409)
    refusals.push(body.message)
    await call(admin, users.remove, { params: { id } })
  }
  expect(refusals).toEqual([
    '2 users have this role. Give them another one first.',
    '1 user has this role. Give them another one first.',
  ])
  const onRecord = await remove(held.id)
  expect([onRecord.status, onRecord.body.message]).toEqual([
    409,
    'This role appears in the records of users, so it cannot be deleted.',
  ])
})

test('giving a role and deleting it at the same time leaves nobody without a role', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, name } = await newRole()
    const someone = await person({ role: 'Sub User' })
    const give = call(admin, users.update, { params: { id: someone.id }, body: { role: name } })
    const [removed, given] = await Promise.all([remove(id), give])
    const outcome = [removed.status, given.status]
    expect([
      [200, 400],
      [409, 200],
    ]).toContainEqual(outcome)
    const now = await call(admin, users.get, { params: { id: someone.id } })
    expect(now.body.role).toBe(given.status === 200 ? name.toLowerCase() : 'sub user')
  }
})

test('the last role that can administer cannot be weakened, nor can two at the same time', async () => {
  const ids = { admin: (await seeded('Admin')).id, superAdmin: (await seeded('Super Admin')).id }
  for (let round = 0; round < 8; round += 1) {
    const answers = await Promise.all([
      update(ids.superAdmin, { permissions: ['reports'] }, admin),
      update(ids.admin, { permissions: ['reports'] }, superAdmin),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await sql`update roles set permissions = ${sql.lit(`{${permissions.join()}}`)} where everywhere`.execute(
      db,
    )
  }
})

test('every change of a role is in the ledger', async () => {
  const { id, name } = await newRole(['reports'])
  await update(id, { roleName: 'Inspector', permissions: [] })
  await update(id, { roleName: 'Inspector' })
  await remove(id)
  const events = await db
    .selectFrom('events')
    .select(['action', 'actor_id as actor', 'before', 'after'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  const [first, second] = [
    { name, permissions: ['reports'] },
    { name: 'Inspector', permissions: [] },
  ]
  const factor = { secondFactorRequired: false }
  expect(events).toEqual([
    { action: 'role.created', actor: admin.id, before: null, after: { ...first, ...factor } },
    { action: 'role.changed', actor: admin.id, before: first, after: second },
    { action: 'role.deleted', actor: admin.id, before: { ...second, ...factor }, after: null },
  ])
})
