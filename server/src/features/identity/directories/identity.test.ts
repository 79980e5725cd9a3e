import { randomUUID } from 'node:crypto'
import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#kernel/db/db.ts'
import { testApp, testPassword } from '#test/app.ts'
import { mapGroup, oidcDirectory } from '#test/directories.ts'
import { lyingProvider } from '#test/lying-provider.ts'
import { atProvider, complete, logIn } from '#test/oidc-browser.ts'
import { siteIn } from '#test/stock.ts'
import { accountOf, type Identity } from './identity.ts'

const t = await testApp()
const provider = await lyingProvider()
const admin = await t.person({ role: 'Admin' })
const indore = await siteIn(t, 'Indore')
const pune = await siteIn(t, 'Pune')

let directoryId = ''
beforeEach(async () => {
  directoryId = await oidcDirectory(t, provider.issuer)
})

const asha = (changes: Partial<Identity> = {}): Identity => ({
  ...{ directoryId, subject: randomUUID(), email: `${randomUUID()}@corp.example`, emailVerified: true },
  ...{ name: 'Asha', lastname: 'Rao', groups: ['staff'], ...changes },
})
const enter = (identity: Identity) => inTransaction(t.db, (tx) => accountOf(tx, identity, 'test'))
const userOf = async (id: string) => (await t.call(admin, users.get, { params: { id } })).body

const actionsOf = async (id: string) => {
  const { rows } = await sql<{
    action: string
  }>`select action from events where record_id = ${id} order by id`.execute(t.db)
  return rows.map(({ action }) => action)
}

describe('groups', () => {
  test('the first log-in makes an account with role and places of the group', async () => {
    await mapGroup(t, directoryId, 'staff', { role: 'User', places: [indore.room, pune.room] })
    const id = await enter(asha())
    const user = await userOf(id)
    expect(user).toMatchObject({ name: 'Asha', role: 'user', location: 'indore', status: 'active' })
    expect(user.places.map(({ _id }) => _id).toSorted()).toEqual([indore.room, pune.room].toSorted())
    expect(await actionsOf(id)).toEqual(['user.created', 'user.directory-connected'])
  })

  test('two first log-ins at the same moment make one account', async () => {
    await mapGroup(t, directoryId, 'staff', { role: 'User' })
    const identity = asha()
    const [one, other] = await Promise.all([enter(identity), enter(identity)])
    expect(one).toBe(other)
  })

  test('role and places follow the groups at the next log-in, with an entry in the ledger', async () => {
    await mapGroup(t, directoryId, 'staff', { role: 'User' })
    await mapGroup(t, directoryId, 'guests', { role: 'Sub User', city: 'Pune', places: [pune.room] })
    const identity = asha()
    const id = await enter(identity)
    await enter({ ...identity, groups: ['guests'] })
    expect(await userOf(id)).toMatchObject({ role: 'sub user', location: 'pune' })
    await enter({ ...identity, groups: ['guests'] })
    expect((await actionsOf(id)).slice(2)).toEqual(['user.changed'])
  })

  test('the lowest rank gives the role, and groups with the same role add their places', async () => {
    await mapGroup(t, directoryId, 'a', { role: 'Sub User', rank: 50, places: [indore.room] })
    await mapGroup(t, directoryId, 'b', { role: 'Sub User', rank: 60, city: 'Pune' })
    await mapGroup(t, directoryId, 'c', { role: 'User', rank: 70, places: [pune.room] })
    const user = await userOf(await enter(asha({ groups: ['c', 'b', 'a'] })))
    expect([user.role, user.places.map(({ _id }) => _id).toSorted()]).toEqual([
      'sub user',
      [indore.room, await t.cityId('Pune')].toSorted(),
    ])
  })

  test('a group without a mapping gives nothing', async () => {
    await expect(enter(asha())).rejects.toMatchObject({ code: 'directory-no-access' })
  })

  test('a group that would give every place gives nothing until it is confirmed', async () => {
    await mapGroup(t, directoryId, 'admins', { role: 'Admin' })
    await mapGroup(t, directoryId, 'staff', { role: 'User', rank: 200 })
    const identity = asha({ groups: ['admins', 'staff'] })
    const id = await enter(identity)
    expect((await userOf(id)).role).toBe('user')
    await sql`update directory_mappings set confirmed_by = ${admin.id}, confirmed_at = now()
      where group_name = 'admins' and directory_id = ${directoryId}`.execute(t.db)
    await enter(identity)
    expect((await userOf(id)).role).toBe('admin')
  })

  test('names of groups differ by case at an OIDC provider, but not in LDAP', async () => {
    await mapGroup(t, directoryId, 'CN=Staff', { role: 'User' })
    await expect(enter(asha({ groups: ['cn=staff'] }))).rejects.toMatchObject({ code: 'directory-no-access' })
    await sql`update directories set kind = 'ldap' where id = ${directoryId}`.execute(t.db)
    await expect(enter(asha({ groups: ['cn=staff'] }))).resolves.toBeTypeOf('string')
  })

  test('the last administrator keeps their role', async () => {
    const own = await demoteTheOnlyAdministrator()
    expect(own.role).toBe('admin')
  })
})

/** Another person would be an administrator in the other tests, so everybody else is disabled for a moment. */
async function demoteTheOnlyAdministrator() {
  await mapGroup(t, directoryId, 'admins', { role: 'Admin', confirmedBy: admin.id })
  await mapGroup(t, directoryId, 'staff', { role: 'User' })
  const identity = asha({ groups: ['admins'] })
  const id = await enter(identity)
  await sql`update users set status = 'disabled' where id <> ${id}`.execute(t.db)
  await enter({ ...identity, groups: ['staff'] })
  await sql`update users set status = 'active'`.execute(t.db)
  return userOf(id)
}

describe('accounts', () => {
  beforeEach(() => mapGroup(t, directoryId, 'staff', { role: 'User' }))

  test('another subject with the same email is another person', async () => {
    const identity = asha()
    await enter(identity)
    await expect(enter({ ...identity, subject: randomUUID() })).rejects.toMatchObject({
      code: 'directory-account-exists',
    })
  })

  test('the same subject with another email is the same person', async () => {
    const identity = asha()
    const id = await enter(identity)
    expect(await enter({ ...identity, email: 'new@corp.example', emailVerified: false })).toBe(id)
    expect((await userOf(id)).email).toBe(identity.email)
  })

  test('the same subject of another directory is another person', async () => {
    const identity = asha()
    const id = await enter(identity)
    const another = await oidcDirectory(t, provider.issuer, { groups: { staff: { role: 'User' } } })
    const email = `${randomUUID()}@corp.example`
    expect(await enter({ ...identity, directoryId: another, email })).not.toBe(id)
  })

  test('an account with a password is never taken over by its email', async () => {
    const { email } = await t.person()
    await expect(enter(asha({ email: email.toUpperCase() }))).rejects.toMatchObject({
      code: 'directory-account-exists',
    })
  })

  test('a disabled and a deleted account stay shut', async () => {
    for (const change of [{ status: 'disabled' as const }, { deleted_at: new Date().toISOString() }]) {
      const identity = asha()
      const id = await enter(identity)
      await t.db.updateTable('users').set(change).where('id', '=', id).execute()
      await expect(enter(identity)).rejects.toMatchObject({ code: 'account-disabled' })
    }
  })

  test('an account of a directory gets no link to set a password', async () => {
    const identity = asha()
    const id = await enter(identity)
    await t.call(null, passwords.forgot, { body: { email: identity.email } })
    const { rows } = await sql`select from password_resets where user_id = ${id}`.execute(t.db)
    expect(rows).toEqual([])
  })
})

describe("connecting one's own account", () => {
  const staff = { groups: { staff: { role: 'User' } } }

  async function connect(as: Awaited<ReturnType<typeof t.person>>, id: string, subject: string) {
    const response = await t.app.inject({
      ...{ method: 'POST', url: `/api/v1/me/directories/${id}/connect`, headers: as.headers },
      payload: { password: testPassword },
    })
    const { state, nonce } = atProvider(response.json().address)
    provider.tell({ claims: { sub: subject, email: 'unverified@corp.example', email_verified: false } })
    provider.expectNonce(nonce)
    const cookie = response.cookies.find(({ name }) => name === 'ats_oidc')?.value
    return complete(t, { cookie, body: { code: 'code', state } })
  }

  test('needs the password, and then logs in to that account', async () => {
    const id = await oidcDirectory(t, provider.issuer, staff)
    const person = await t.person()
    const wrong = await t.call(person, directorySignIn.connect, {
      params: { id },
      body: { password: 'wrong' },
    })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'password-wrong'])
    const subject = randomUUID()
    expect((await connect(person, id, subject)).body.user._id).toBe(person.id)
    const again = await logIn(t, provider, { directoryId: id, claims: { sub: subject } })
    expect(again.body.user._id).toBe(person.id)
    const { body } = await t.call(person, directorySignIn.mine)
    expect(body.directories.find(({ _id }) => _id === id)?.connected).toBe(true)
  })

  test('an identity of another person is refused, and so is a second identity', async () => {
    const id = await oidcDirectory(t, provider.issuer, staff)
    const [one, other] = [await t.person(), await t.person()]
    await connect(one, id, 'subject-1')
    expect(await connect(other, id, 'subject-1')).toMatchObject({ code: 'directory-connected-elsewhere' })
    expect(await connect(one, id, 'subject-2')).toMatchObject({ code: 'directory-already-connected' })
  })

  test('an identity without access connects nothing', async () => {
    const id = await oidcDirectory(t, provider.issuer)
    const person = await t.person()
    expect(await connect(person, id, randomUUID())).toMatchObject({ code: 'directory-no-access' })
    const { body } = await t.call(person, directorySignIn.mine)
    expect(body.directories.find(({ _id }) => _id === id)?.connected).toBe(false)
  })

  test('can be ended by people who have a password', async () => {
    const id = await oidcDirectory(t, provider.issuer, staff)
    const person = await t.person()
    await connect(person, id, randomUUID())
    expect((await t.call(person, directorySignIn.disconnect, { params: { id } })).status).toBe(200)
    expect((await t.call(person, directorySignIn.disconnect, { params: { id } })).status).toBe(404)
    const made = await logIn(t, provider, { directoryId: id, claims: { sub: randomUUID() } })
    const { status, body } = await t.call(made, directorySignIn.disconnect, { params: { id } })
    expect([status, body.code]).toEqual([409, 'password-needed-first'])
  })
})
