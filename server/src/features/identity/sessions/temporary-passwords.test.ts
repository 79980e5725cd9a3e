import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { actorByCookie } from '#features/identity/identity.ts'
import { createAdministrator } from '#features/identity/operations.ts'
import { newSecret } from '#kernel/secrets.ts'
import { testApp, testPassword } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const { call, person, app, db, ...services } = await testApp()
const admin = await person({ role: 'Admin' })
const given = 'Copper-Kettle-91'
const own = 'Silver-Spoon-38'

let made = 0
async function newcomer(role = 'admin') {
  made += 1
  const email = `newcomer${made}@example.com`
  const body = { name: 'Meera', email, password: given, role, location: 'indore' }
  const { _id } = (await call(admin, users.register, { body })).body.user
  return { id: _id, email, ...(await signIn(app, email, { password: given })) }
}

type Secrets = { headers: Record<string, string> }
const change = (as: Secrets, oldPassword: string, newPassword: string) =>
  call(as, passwords.change, { body: { oldPassword, newPassword } })
const mustFirst = async (email: string, password: string) =>
  (await signIn(app, email, { password })).body.user.mustFirst

test('a password that an administrator chose for a new person has to be changed first', async () => {
  const meera = await newcomer()
  expect(meera.status).toBe(200)
  expect(meera.body.user.mustFirst).toBe('change-password')
  expect((await call(meera, sessions.me)).body.mustFirst).toBe('change-password')
  expect((await call(meera, users.list)).body.code).toBe('password-change-needed')
  const { status, body } = await change(meera, given, own)
  expect(status).toBe(200)
  const renewed = { headers: { authorization: `Bearer ${body.token}` } }
  expect(await mustFirst(meera.email, own)).toBeNull()
  expect((await call(meera, users.list)).status).toBe(401)
  expect((await call(renewed, users.list)).status).toBe(401)
  expect((await call(await signIn(app, meera.email, { password: own }), users.list)).status).toBe(200)
})

test('every endpoint is refused until then, except to see oneself, to log out and to change the password', async () => {
  const meera = await newcomer()
  const params = { id: crypto.randomUUID() }
  const open: string[] = []
  for (const { key, endpoint } of namedEndpoints) {
    if (endpoint.permission === 'public') continue
    const path = endpoint.path.replace(/:(\w+)/g, params.id)
    const { statusCode, body } = await app.inject({
      ...{ method: endpoint.method, url: path, headers: meera.headers },
    })
    if (statusCode !== 403 || !body.includes('password-change-needed')) open.push(key)
    // Logging out ended the session.
    if (key === 'sessions.logout') Object.assign(meera, await signIn(app, meera.email, { password: given }))
  }
  expect(open.toSorted()).toEqual(['passwords.change', 'sessions.logout', 'sessions.me'])
})

test('a password that an administrator sets for a person has to be changed, and only by them', async () => {
  const someone = await person()
  expect(await mustFirst(someone.email, testPassword)).toBeNull()
  await call(admin, users.update, { params: { id: someone.id }, body: { password: given } })
  expect(await mustFirst(someone.email, given)).toBe('change-password')
  const signedIn = await signIn(app, someone.email, { password: given })
  expect((await change(signedIn, 'wrong', own)).body.fieldCodes?.oldPassword?.code).toBe('password-wrong')
  expect((await change(signedIn, given, given)).body.fieldCodes?.newPassword?.code).toBe('password-same')
  expect((await change(signedIn, given, 'password1')).body.fieldCodes?.newPassword?.code).toBe(
    'password-common',
  )
  expect(await mustFirst(someone.email, given)).toBe('change-password')
  expect((await change(signedIn, given, own)).status).toBe(200)
  expect(await mustFirst(someone.email, own)).toBeNull()
})

test('a change of other facts leaves the password as it is', async () => {
  const someone = await person()
  await call(admin, users.update, { params: { id: someone.id }, body: { name: 'Other', password: '' } })
  expect(await mustFirst(someone.email, testPassword)).toBeNull()
})

test('a password set by a link is the own one', async () => {
  const meera = await newcomer()
  const { secret, hash } = newSecret()
  const row = { token_hash: hash, user_id: meera.id, expires_at: '2999-01-01' }
  await db.insertInto('password_resets').values(row).execute()
  await call(null, passwords.reset, { body: { token: secret, password: own } })
  expect(await mustFirst(meera.email, own)).toBeNull()
})

test('the first administrator, created on the command line, keeps the password', async () => {
  const email = 'first@example.com'
  await createAdministrator(db, { name: 'First', email, password: own })
  expect(await mustFirst(email, own)).toBeNull()
})

test('the cookie alone, which downloads use, is not enough until then', async () => {
  const meera = await newcomer()
  const request = { cookies: { ats_session: meera.cookie }, id: 'test' } as never
  const actor = () => actorByCookie({ ...services, db, reads: db } as never, request, meera.id)
  expect(await actor()).toBeUndefined()
  await db.updateTable('users').set({ password_is_temporary: false }).where('id', '=', meera.id).execute()
  expect(await actor()).toMatchObject({ id: meera.id, mustFirst: null })
})
