import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { type Person, testApp } from '#test/app.ts'
import { keepingAnAdministrator } from './authority.ts'

const { call, person, db } = await testApp()

const roleId = async (name: string) =>
  (await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

const update = (as: Person, id: string, body: object) => call(as, users.update, { params: { id }, body })
const weaken = async (as: Person, role: string) =>
  call(as, roles.update, { params: { id: await roleId(role) }, body: { permissions: ['reports'] } })
const forget = ({ id }: Person) =>
  db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()

/** The ways to remove an administrator with the role Super Admin. */
const removals: [
  string,
  (as: Person, id: string) => Promise<{ status: number; body: { code?: unknown } }>,
][] = [
  ['deleting', (as, id) => call(as, users.remove, { params: { id } })],
  ['disabling', (as, id) => update(as, id, { status: 'disabled' })],
  ['demoting', (as, id) => update(as, id, { role: 'user' })],
  ['removing the personal data of', (as, id) => call(as, users.removePersonalData, { params: { id } })],
  ['weakening the role of', (as) => weaken(as, 'Super Admin')],
]

beforeEach(async () => {
  await sql`update users set status = 'disabled'`.execute(db)
  for (const name of ['Admin', 'Super Admin'])
    await db
      .updateTable('roles')
      .set({ permissions: [...permissions] })
      .where('name', '=', name)
      .execute()
})

/** One administrator who only comes through another system, and one who has a password. */
async function oneWithPassword() {
  const visitor = await person({ role: 'Admin' })
  const owner = await person({ role: 'Super Admin' })
  await forget(visitor)
  return { visitor, owner }
}

test.each(removals)('%s the last administrator with a password is refused', async (_name, takeAway) => {
  const { visitor, owner } = await oneWithPassword()
  const { status, body } = await takeAway(visitor, owner.id)
  expect([status, body.code]).toEqual([409, 'last-administrator'])
  expect((await call(owner, users.list)).status).toBe(200)
})

test.each(removals)('%s one of two administrators with a password works', async (_name, takeAway) => {
  const [admin, other] = [await person({ role: 'Admin' }), await person({ role: 'Super Admin' })]
  expect((await takeAway(admin, other.id)).status).toBeLessThan(300)
})

test.each(removals)('%s an administrator without a password works', async (_name, takeAway) => {
  const [admin, other] = [await person({ role: 'Admin' }), await person({ role: 'Super Admin' })]
  await forget(other)
  expect((await takeAway(admin, other.id)).status).toBeLessThan(300)
})

test('where no administrator has a password, people can still be changed, but not the last removed', async () => {
  const [one, two] = [await person({ role: 'Admin' }), await person({ role: 'Super Admin' })]
  await forget(one)
  await forget(two)
  const clerk = await person()
  expect((await update(one, clerk.id, { status: 'disabled' })).status).toBe(200)
  expect((await update(one, two.id, { status: 'disabled' })).status).toBe(200)
  const end = () => db.updateTable('users').set({ status: 'disabled' }).where('id', '=', one.id)
  await expect(
    inTransaction(db, (tx) => keepingAnAdministrator(tx, () => tx.executeQuery(end()))),
  ).rejects.toThrow('no administrator')
})

test('two administrators who weaken the role of each other at once leave one', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [one, two] = [await person({ role: 'Admin' }), await person({ role: 'Super Admin' })]
    const answers = await Promise.all([weaken(one, 'Super Admin'), weaken(two, 'Admin')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await sql`select 1 from users join roles on roles.id = role_id
      where everywhere and 'user-management' = any(permissions) and status = 'active'`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
    await sql`update roles set permissions = ${[...permissions]} where everywhere`.execute(db)
    await sql`update users set status = 'disabled'`.execute(db)
  }
})

test('one disables the other while the other weakens the role of the first: one is left', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [one, two] = [await person({ role: 'Admin' }), await person({ role: 'Super Admin' })]
    const answers = await Promise.all([update(one, two.id, { status: 'disabled' }), weaken(two, 'Admin')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await sql`update roles set permissions = ${[...permissions]} where everywhere`.execute(db)
    await sql`update users set status = 'disabled'`.execute(db)
  }
})

test('two who remove the personal data of each other at once leave one', async () => {
  const [one, two] = [await person({ role: 'Admin' }), await person({ role: 'Super Admin' })]
  const remove = (as: Person, id: string) => call(as, users.removePersonalData, { params: { id } })
  const answers = await Promise.all([remove(one, two.id), remove(two, one.id)])
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
})
