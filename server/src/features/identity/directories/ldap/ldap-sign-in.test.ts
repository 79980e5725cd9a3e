import { directories } from '@ats/contract/identity/directories.ts'
import { directorySignIn } from '@ats/contract/identity/directory-sign-in.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { testApp, testPassword } from '#test/app.ts'
import { ldapServer, settingsFor } from '#test/ldap-server.ts'
import { lyingLdap, result } from '#test/lying-ldap.ts'
import { mailServer } from '#test/mail-server.ts'
import { signIn as signInTo } from '#test/sign-in.ts'
import { groupDn, mailOf, personPassword, service, uidOf } from '../../../../../../scripts/ldap/people.ts'

const mail = await mailServer()
const { app, db, call, person, ...services } = await testApp({ mail: mail.settings })
const server = await ldapServer(100)
const admin = await person({ role: 'Admin' })

const either = '(&(objectClass=inetOrgPerson)(|(uid={login})(mail={login})))'
const added = await call(admin, directories.add, {
  body: {
    ...{ kind: 'ldap', name: 'Example', enabled: true, secret: service.password },
    settings: server.settings({ filter: either }),
  },
})
const directoryId = added.body._id
await call(admin, directories.addMapping, {
  params: { id: directoryId },
  body: { group: groupDn('everybody').toUpperCase(), role: 'user', location: 'indore' },
})

let addresses = 0
const newAddress = () => {
  addresses += 1
  return `10.1.${addresses >> 8}.${addresses & 255}`
}
const signIn = (email: string, password = personPassword) =>
  signInTo(app, email, { password, address: newAddress() })
const wrong = 'not the password'

const withSettings = (more: object) =>
  sql`update directories set settings = settings || ${JSON.stringify(more)}::jsonb where id = ${directoryId}`.execute(
    db,
  )
const restore = () => withSettings(server.settings({ filter: either }))
/** Accepts connections and never replies. */
const silent = await lyingLdap(() => undefined)
const silentSettings = settingsFor(silent.url, { timeoutMs: 3000 })

test('the first login makes an account with the role and the city of the group', async () => {
  const { status, body, headers } = await signIn(mailOf(1).toUpperCase())
  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    ...{ email: mailOf(1), name: 'Person1', lastname: 'Example', role: 'user', location: 'indore' },
  })
  expect((await call({ headers }, sessions.me)).body._id).toBe(body.user._id)
})

test('the second login, by another login, is the same account', async () => {
  const first = await signIn(mailOf(2))
  const second = await signIn(uidOf(2))
  expect(second.body.user._id).toBe(first.body.user._id)
  const { rows } = await sql`select from users where email = ${mailOf(2)}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('ten first logins at once make one account', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => signIn(mailOf(3))))
  expect(new Set(results.map(({ body }) => body.user?._id)).size).toBe(1)
})

test('a wrong password and an unknown person get the same response as a local account', async () => {
  const local = await person()
  await signIn(mailOf(4))
  const results = await Promise.all(
    [local.email, mailOf(4), mailOf(5), 'nobody@example.org'].map((email) => signIn(email, wrong)),
  )
  for (const { status, body } of results) {
    expect(status).toBe(401)
    expect(body).toEqual({ ...results[0]?.body, requestId: body.requestId })
  }
})

test.each(['*', `${mailOf(6)})(uid=*`, '\\2a', 'ｐ00006@example.org'])(
  'the login %j is nobody',
  async (login) => {
    expect((await signIn(login)).status).toBe(401)
  },
)

test('an empty password is refused before anything is asked, a blank one is wrong', async () => {
  expect((await signIn(mailOf(6), '')).status).toBe(400)
  expect((await signIn(mailOf(6), '   ')).status).toBe(401)
})

test('a disabled person is told so only with the right password', async () => {
  const { body } = await signIn(mailOf(7))
  await call(admin, users.update, { params: { id: body.user._id }, body: { status: 'disabled' } })
  expect((await signIn(mailOf(7))).body.code).toBe('account-disabled')
  expect((await signIn(mailOf(7), wrong)).status).toBe(401)
})

test('somebody without a listed group has no access, and no account is made', async () => {
  await sql`update directory_mappings set group_name = 'cn=other' where directory_id = ${directoryId}`.execute(
    db,
  )
  const { status, body } = await signIn(mailOf(8))
  await sql`update directory_mappings set group_name = ${groupDn('everybody')}`.execute(db)
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'directory-no-access' })
  expect((await sql`select from users where email = ${mailOf(8)}`.execute(db)).rows).toEqual([])
})

test('a local account with the email of a person is not taken over', async () => {
  const { id } = await person()
  await sql`update users set email = ${mailOf(9)}, password_hash = null where id = ${id}`.execute(db)
  expect((await signIn(mailOf(9))).body.code).toBe('directory-account-exists')
})

test('the password of a local account never reaches the directory', async () => {
  const { url, asked } = await lyingLdap(() => undefined)
  const local = await person()
  await withSettings(settingsFor(url, { timeoutMs: 500 }))
  const results = [await signIn(local.email, wrong), await signIn(local.email, testPassword)]
  await restore()
  expect(results.map(({ status }) => status)).toEqual([503, 200])
  expect(asked.some(({ password }) => [wrong, testPassword].includes(password))).toBe(false)
})

test.each([
  ['is down', () => withSettings({ url: 'ldap://127.0.0.1:9', caCertificate: null })],
  ['does not respond', () => withSettings(silentSettings)],
  ['shows a wrong certificate', () => withSettings({ caCertificate: null })],
  ['does not accept the service account', () => withSettings({ bindDn: 'cn=nobody,dc=example,dc=org' })],
])(
  'if the directory %s, local people log in at once and others learn nothing about emails',
  async (_name, breakIt) => {
    const local = await person()
    await signIn(mailOf(10))
    await breakIt()
    const began = Date.now()
    expect((await signIn(local.email, testPassword)).status).toBe(200)
    expect(Date.now() - began).toBeLessThan(2500)
    const results = await Promise.all(
      [local.email, mailOf(10), mailOf(11), 'nobody@example.org'].map((email) => signIn(email, wrong)),
    )
    await restore()
    for (const { status, body } of results)
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'directory-unavailable' })
    expect((await signIn(mailOf(10))).status).toBe(200)
  },
)

test('attempts while the directory is down do not lock the person out', async () => {
  const address = newAddress()
  await withSettings({ url: 'ldap://127.0.0.1:9', caCertificate: null })
  for (let tries = 0; tries < 12; tries += 1)
    expect((await signInTo(app, mailOf(12), { password: personPassword, address })).status).toBe(503)
  await restore()
  expect((await signInTo(app, mailOf(12), { password: personPassword, address })).status).toBe(200)
})

test('wrong passwords are limited as everywhere', async () => {
  const address = newAddress()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await signInTo(app, mailOf(13), { password: wrong, address })).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('a person of a directory cannot change a password here, and the forgotten one is not mailed', async () => {
  const { headers } = await signIn(mailOf(14))
  const change = { oldPassword: personPassword, newPassword: 'Silver-Spoon-12' }
  const changed = await call({ headers }, passwords.change, { body: change })
  expect({ status: changed.status, message: changed.body.message }).toEqual({
    status: 409,
    message: 'This account has no password here: it logs in with Example. Change the password there.',
  })
  const local = await person()
  for (const email of [mailOf(14), local.email])
    expect((await call(null, passwords.forgot, { body: { email } })).status).toBe(202)
  await mail.mailTo(local.email)
  expect(mail.mailsTo(mailOf(14))).toEqual([])
})

test('a disabled directory is not asked', async () => {
  await signIn(mailOf(15))
  await sql`update directories set enabled = false where id = ${directoryId}`.execute(db)
  const { status } = await signIn(mailOf(15))
  await sql`update directories set enabled = true where id = ${directoryId}`.execute(db)
  expect(status).toBe(401)
})

test('with two directories, a person of the second logs in while the first is down', async () => {
  await call(admin, directories.add, {
    body: {
      ...{ kind: 'ldap', name: 'A broken one', enabled: true, secret: 'secret' },
      settings: settingsFor('ldap://127.0.0.1:9'),
    },
  })
  expect((await signIn(mailOf(16))).status).toBe(200)
  expect((await signIn(mailOf(17), wrong)).body.code).toBe('directory-unavailable')
  await sql`delete from directories where name = 'A broken one'`.execute(db)
})

test('a wrong password means the same requests to the directory for any email', async () => {
  const local = await person()
  await signIn(mailOf(21))
  const { url, asked } = await lyingLdap((one, socket) => {
    const tag = { bind: 0x61, search: 0x65, extended: 0x78, unbind: 0 }[one.operation]
    socket.write(result(one.id, tag, one.operation === 'bind' && one.dn !== service.dn ? 49 : 0))
  })
  await withSettings(settingsFor(url))
  const requests: string[][] = []
  for (const email of ['warm@example.org', local.email, mailOf(21), mailOf(22), 'nobody@example.org']) {
    expect((await signIn(email, wrong)).status).toBe(401)
    requests.push(asked.splice(0).map(({ operation }) => operation))
  }
  await restore()
  expect(requests.slice(1)).toEqual(Array(4).fill(['search', 'bind']))
})

test('any email takes as long: local, of the directory, and unknown', { retry: 5 }, async () => {
  const local = await person()
  await signIn(mailOf(18))
  const emails = [local.email, mailOf(18), mailOf(19), 'nobody@example.org']
  await sql`delete from throttles`.execute(db)
  const fastest = emails.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 20; round += 1)
    for (const [at, email] of emails.entries()) {
      const began = performance.now()
      await signIn(email, wrong)
      fastest[at] = Math.min(fastest[at] ?? 0, performance.now() - began)
    }
  console.log(`wrong passwords, fastest of 20: ${fastest.map((ms) => ms.toFixed(1)).join(', ')} ms`)
  expect(Math.max(...fastest) / Math.min(...fastest)).toBeLessThan(1.5)
})

test('the log and the figures say which directory failed and why, without the email', async () => {
  const warn = vi.fn()
  const child = app.log.child.bind(app.log)
  const spy = vi
    .spyOn(app.log, 'child')
    .mockImplementation((...given: Parameters<typeof child>) => Object.assign(child(...given), { warn }))
  const before = services.signIns.directory
  await withSettings({ url: 'ldap://127.0.0.1:9', caCertificate: null })
  await signIn(mailOf(20))
  await restore()
  spy.mockRestore()
  expect(services.signIns.directory).toBe(before + 1)
  expect(warn.mock.calls[0]).toEqual([
    { directory: 'Example', reason: 'unreachable', detail: expect.stringContaining('ECONNREFUSED') },
    'the directory could not be asked',
  ])
  expect(JSON.stringify(warn.mock.calls)).not.toContain(mailOf(20))
})

test.each([
  ['works', {}, 200, undefined],
  ['is down', { url: 'ldap://127.0.0.1:9' }, 503, 'directory-unavailable'],
  ['shows a wrong certificate', { caCertificate: null }, 503, 'ldap-certificate-wrong'],
  ['does not accept the account', { bindDn: 'cn=x,dc=example' }, 503, 'directory-credentials-wrong'],
  ['has no such base', { baseDn: 'dc=nowhere' }, 503, 'ldap-search-failed'],
  ['gets a wrong filter', { filter: '(mail={login}' }, 503, 'ldap-search-failed'],
])('the connection test of a directory that %s says so', async (_name, more, status, code) => {
  await withSettings(more)
  const tested = await call(admin, directories.test, { params: { id: directoryId } })
  await restore()
  expect({ status: tested.status, code: tested.body.code }).toEqual({ status, code })
})

const connect = (as: Parameters<typeof call>[0], more: object = {}) =>
  call(as, directorySignIn.connectLdap, {
    params: { id: directoryId },
    body: { password: testPassword, login: mailOf(30), directoryPassword: personPassword, ...more },
  })

test('a local account is connected with both passwords, and then both log in', async () => {
  const local = await person()
  expect((await connect(local, { password: wrong })).body.code).toBe('password-wrong')
  expect((await connect(local, { directoryPassword: wrong })).body.fields).toHaveProperty('directoryPassword')
  expect((await connect(local)).status).toBe(200)
  expect((await signIn(mailOf(30))).body.user._id).toBe(local.id)
  expect((await signIn(local.email, testPassword)).body.user._id).toBe(local.id)
  expect((await signIn(local.email, wrong)).status).toBe(401)
})

test('a person of the directory is connected to one account only', async () => {
  const [first, second] = [await person(), await person()]
  expect((await connect(first, { login: mailOf(31) })).status).toBe(200)
  expect((await connect(second, { login: mailOf(31) })).body.code).toBe('directory-connected-elsewhere')
  expect((await connect(first, { login: mailOf(32) })).body.code).toBe('directory-already-connected')
})

test('connecting is no way to guess passwords of the directory', async () => {
  const local = await person()
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1)
    statuses.push((await connect(local, { login: mailOf(33), directoryPassword: wrong })).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})

test('a directory that is disabled or down connects nobody', async () => {
  const local = await person()
  await sql`update directories set enabled = false where id = ${directoryId}`.execute(db)
  expect((await connect(local)).status).toBe(404)
  await sql`update directories set enabled = true where id = ${directoryId}`.execute(db)
  await withSettings({ url: 'ldap://127.0.0.1:9', caCertificate: null })
  expect((await connect(local)).body.code).toBe('directory-unavailable')
  await restore()
})
