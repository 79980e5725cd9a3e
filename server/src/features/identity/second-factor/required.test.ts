import { randomUUID } from 'node:crypto'
import { audit } from '@ats/contract/audit.ts'
import type { Endpoint } from '@ats/contract/endpoint.ts'
import { namedEndpoints } from '@ats/contract/endpoints.ts'
import { exports } from '@ats/contract/exports.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { permissions } from '@ats/contract/permissions.ts'
import { expect, test } from 'vitest'
import { actorOf } from '#features/identity/identity.ts'
import { testApp, testPassword } from '#test/app.ts'
import { codeOf, newBrowser, withPasskey, withTotp } from '#test/second-factor.ts'

const t = await testApp()
const { call } = t
const admin = await t.person({ role: 'Admin' })

/** A role with every permission that requires a second factor. */
async function strictRole() {
  const roleName = randomUUID()
  const body = { roleName, permissions: [...permissions], secondFactorRequired: true }
  const { role } = (await call(admin, roles.create, { body })).body
  return { ...role, roleName }
}
const role = await strictRole()

const signedInOnly = namedEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public')
const open = [
  ...[
    'sessions.logout',
    'sessions.me',
    'secondFactor.get',
    'secondFactor.beginTotp',
    'secondFactor.confirmTotp',
  ],
  ...['secondFactor.removeTotp', 'secondFactor.beginPasskey', 'secondFactor.addPasskey'],
  ...['secondFactor.renamePasskey', 'secondFactor.removePasskey', 'secondFactor.newRecoveryCodes'],
  'secondFactor.forgetDevice',
]

const isOpen = (endpoint: Endpoint) => endpoint.allowedBefore?.includes('set-up-second-factor') ?? false

test('only the own account and the own second factor are open without a required factor', () => {
  const declared = signedInOnly.filter(({ endpoint }) => isOpen(endpoint)).map(({ key }) => key)
  expect(declared.toSorted()).toEqual(open.toSorted())
})

test('every other endpoint refuses a person who has yet to set up a required factor', async () => {
  const person = await t.person({ role: role.roleName })
  const refused: string[] = []
  const closed = signedInOnly.filter(({ endpoint }) => !isOpen(endpoint))
  for (const { key, endpoint } of closed) {
    const { status, body } = await call(person, endpoint, { params: { id: randomUUID(), kind: 'brand' } })
    if (status === 403 && body.code === 'second-factor-needed') refused.push(key)
  }
  expect(refused).toEqual(closed.map(({ key }) => key))
})

test('the person can find out, set one up, and work from then on', async () => {
  const { email } = await t.person({ role: role.roleName })
  const browser = newBrowser(t)
  const { body } = await browser.first(email)
  expect(body.user.mustFirst).toBe('set-up-second-factor')
  const person = browser.signedIn(body)
  const { secret } = (await call(person, secondFactor.beginTotp, { body: { password: testPassword } })).body
  expect((await call(person, roles.list)).status).toBe(403)
  expect((await call(person, secondFactor.confirmTotp, { body: { code: codeOf(secret) } })).status).toBe(200)
  expect((await call(person, sessions.me)).body.mustFirst).toBeNull()
  expect((await call(person, roles.list)).status).toBe(200)
})

test('it takes effect at once for people who are signed in, and for their open streams and downloads', async () => {
  const { id, version, roleName } = await strictRole()
  const update = (secondFactorRequired: boolean, at: number) =>
    call(admin, roles.update, { params: { id }, body: { secondFactorRequired, version: at } })
  const off = await update(false, version)
  expect(off.body.secondFactorRequired).toBe(false)
  const person = await t.person({ role: roleName })
  expect((await call(person, roles.list)).status).toBe(200)
  const actor = await t.app.authenticate({
    headers: person.headers,
    cookies: { ats_session: person.cookie },
    id: 'test',
  } as never)
  const { id: exported } = (await call(person, exports.create, { body: { list: 'brand', format: 'csv' } }))
    .body.export
  const { address } = (await call(person, exports.ticket, { params: { id: exported } })).body
  await update(true, off.body.version)
  expect((await call(person, roles.list)).body.code).toBe('second-factor-needed')
  expect(await t.app.actorNow(actor)).toBeUndefined()
  const download = await t.app.inject({ url: address, cookies: { ats_session: person.cookie } })
  expect(download.statusCode).toBe(401)
  // Work that the person started before goes on.
  expect(await actorOf(t.db, person.id, 'test')).toMatchObject({ mustFirst: 'set-up-second-factor' })
})

test('a passkey is as good as an app', async () => {
  const person = await t.person({ role: role.roleName })
  await withPasskey(t, person)
  expect((await call(person, roles.list)).status).toBe(200)
})

test('who may change a role says whether it requires a factor, and the audit log keeps it', async () => {
  const { id, version } = await strictRole()
  const manager = await t.person({ role: 'User Management' })
  const body = { secondFactorRequired: false, version }
  expect((await call(manager, roles.update, { params: { id }, body })).status).toBe(403)
  expect((await call(admin, roles.update, { params: { id }, body })).status).toBe(200)
  const { events } = (await call(admin, audit.list, { query: { recordId: id } })).body
  expect(events[0]).toMatchObject({
    before: { secondFactorRequired: true },
    after: { secondFactorRequired: false },
  })
})

test('after a reset the person has to set up a new one, and finds out why', async () => {
  const person = await t.person({ role: role.roleName, city: 'Indore' })
  await withTotp(t, person)
  expect((await call(person, notifications.list)).status).toBe(200)
  expect((await call(admin, secondFactor.reset, { params: { id: person.id } })).status).toBe(200)
  expect((await call(person, sessions.me)).status).toBe(401)
  const { body } = await newBrowser(t).first(person.email)
  expect(body.user.mustFirst).toBe('set-up-second-factor')
})
