import { randomUUID } from 'node:crypto'
import { directories } from '@ats/contract/identity/directories.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp, testPassword } from '#test/app.ts'
import { mapGroup, newOidcDirectory, oidcDirectory } from '#test/directories.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { lyingProvider } from '#test/lying-provider.ts'
import { logIn } from '#test/oidc-browser.ts'

const t = await testApp()
const provider = await lyingProvider()
const admin = await t.person({ role: 'Admin' })
const { people: limited, indore } = await limitedPeople(t)

const given = (changes: object = {}) => ({
  ...newOidcDirectory(provider.issuer),
  name: randomUUID(),
  ...changes,
})
const add = async (changes: object = {}) =>
  (await t.call(admin, directories.add, { body: given(changes) })).body
const mapping = (changes: object = {}) => ({ group: 'staff', role: 'user', location: 'indore', ...changes })

test('a secret is sealed in the database, and part of no response and no ledger entry', async () => {
  const secret = 'correct horse battery'
  const { status, body, text } = await t.call(admin, directories.add, { body: given({ secret }) })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    hasSecret: true,
    version: 1,
    people: 0,
    callback: 'http://ats.test/login/callback',
  })
  const list = await t.call(admin, directories.list)
  const { rows } = await sql<{
    row: string
  }>`select d::text || convert_from(decode(encode(d.secret, 'hex'), 'escape'), 'latin1')
    as row from directories d union all select e::text from events e`.execute(t.db)
  for (const seen of [text, list.text, ...rows.map(({ row }) => row)]) expect(seen).not.toContain(secret)
})

test('a change keeps the secret unless it names another', async () => {
  const { _id: id } = await add()
  const secretOf = async () =>
    (await sql<{ secret: Buffer | null }>`select secret from directories where id = ${id}`.execute(t.db))
      .rows[0]?.secret
  const before = await secretOf()
  await t.call(admin, directories.change, { params: { id }, body: { kind: 'oidc', name: randomUUID() } })
  expect(await secretOf()).toEqual(before)
  await t.call(admin, directories.change, { params: { id }, body: { kind: 'oidc', secret: 'new' } })
  expect(await secretOf()).not.toEqual(before)
  const { body } = await t.call(admin, directories.change, {
    params: { id },
    body: { kind: 'oidc', secret: null },
  })
  expect(body.hasSecret).toBe(false)
})

test('a change of an outdated version is refused', async () => {
  const { _id: id, version } = await add()
  const change = (name: string) =>
    t.call(admin, directories.change, { params: { id }, body: { kind: 'oidc', name, version } })
  expect((await change(randomUUID())).status).toBe(200)
  expect((await change(randomUUID())).body.code).toBe('record-changed-meanwhile')
})

test('settings without encryption, with an account in the address or with a query are refused', async () => {
  const issuers = [
    'http://login.corp.example',
    'https://a:b@corp.example',
    'https://corp.example?x=1',
    'ftp://x',
    'x',
  ]
  for (const issuer of issuers) {
    const body = { ...given(), settings: { issuer, clientId: 'a' } }
    const reply = await t.call(admin, directories.add, { body })
    expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, ['settings.issuer']])
  }
})

const ldap = { url: 'ldaps://ldap.corp.example', bindDn: 'cn=ats', baseDn: 'dc=corp' }

test('LDAP settings are stored with their defaults, and need encryption', async () => {
  const { body } = await t.call(admin, directories.add, { body: given({ kind: 'ldap', settings: ldap }) })
  expect(body.settings).toMatchObject({
    ...ldap,
    subjectAttribute: 'entryUUID',
    timeoutMs: 5000,
    nestedGroups: false,
  })
  const plain = { ...ldap, url: 'ldap://ldap.corp.example' }
  const wrong = await t.call(admin, directories.add, { body: given({ kind: 'ldap', settings: plain }) })
  expect(wrong.body.fieldCodes).toMatchObject({ 'settings.startTls': { code: 'ldap-tls-required' } })
})

test('the kind stays, a name is taken once, and at most twenty exist', async () => {
  const one = await add()
  const change = { kind: 'ldap', settings: ldap }
  const kind = await t.call(admin, directories.change, { params: { id: one._id }, body: change })
  expect(kind.body.code).toBe('directory-kind-fixed')
  const taken = await t.call(admin, directories.add, { body: given({ name: one.name.toUpperCase() }) })
  expect(taken.body.code).toBe('directory-name-taken')
  const codes: (string | undefined)[] = []
  for (let n = 0; n < 21; n += 1) codes.push((await add()).code)
  expect(codes).toContain('directories-too-many')
  await sql`delete from directories`.execute(t.db)
})

test('what identifies people cannot change once there are some', async () => {
  const { directoryId: id } = await logIn(t, provider)
  const settings = { ...newOidcDirectory('https://evil.example').settings }
  const { status, body } = await t.call(admin, directories.change, {
    params: { id },
    body: { kind: 'oidc', settings },
  })
  expect([status, body.code]).toEqual([409, 'directory-identity-fixed'])
})

test('a test of the connection says what is wrong', async () => {
  const { _id: id } = await add()
  provider.tell({})
  expect((await t.call(admin, directories.test, { params: { id } })).status).toBe(200)
  provider.tell({ metadata: { issuer: 'https://evil.example' } })
  expect((await t.call(admin, directories.test, { params: { id } })).body.code).toBe(
    'directory-metadata-wrong',
  )
  provider.tell({ respond: { '/jwks': (response) => void response.writeHead(500).end() } })
  expect((await t.call(admin, directories.test, { params: { id } })).body.code).toBe(
    'directory-metadata-wrong',
  )
  await sql`update directories set secret = '\\x00' where id = ${id}`.execute(t.db)
  expect((await t.call(admin, directories.test, { params: { id } })).body.code).toBe(
    'directory-secret-unreadable',
  )
  const unknown = await t.call(admin, directories.test, { params: { id: randomUUID() } })
  expect(unknown.status).toBe(404)
})

test('a mapping to every place is active after a confirmation with a password, until it changes', async () => {
  const { _id: id } = await add()
  const first = await t.call(admin, directories.addMapping, {
    params: { id },
    body: mapping({ role: 'admin' }),
  })
  const [made] = first.body.mappings
  expect(made).toMatchObject({ everywhere: true, active: false, confirmedBy: null })
  const params = { id, mappingId: made?._id ?? '' }
  const wrong = await t.call(admin, directories.confirmMapping, { params, body: { password: 'wrong' } })
  expect(wrong.body.fieldCodes).toEqual({ password: { code: 'password-wrong' } })
  const confirmed = await t.call(admin, directories.confirmMapping, {
    params,
    body: { password: testPassword },
  })
  expect(confirmed.body.mappings[0]).toMatchObject({ active: true, confirmedBy: 'Test Person' })
  const changed = await t.call(admin, directories.changeMapping, {
    params,
    body: mapping({ role: 'admin', rank: 1 }),
  })
  expect(changed.body.mappings[0]).toMatchObject({ active: false, confirmedBy: null, rank: 1 })
  expect((await t.call(admin, directories.removeMapping, { params })).body.mappings).toEqual([])
  expect((await t.call(admin, directories.removeMapping, { params })).status).toBe(404)
})

test('a mapping names a known role, city and places, and each group once', async () => {
  const { _id: id } = await add()
  const code = async (body: object) =>
    (await t.call(admin, directories.addMapping, { params: { id }, body: mapping(body) })).body.code
  expect(await code({ places: [indore.room] })).toBeUndefined()
  expect(await code({ group: 'STAFF' })).toBe('directory-group-taken')
  expect(await code({ group: 'a', role: 'nobody' })).toBe('role-unknown')
  expect(await code({ group: 'a', location: 'atlantis' })).toBe('location-unknown')
  expect(await code({ group: 'a', places: [randomUUID()] })).toBe('place-among-unknown')
  expect(await code({ group: '' })).toBe('group-required')
})

test('nobody maps, confirms or changes what gives more than they have', async () => {
  const role = `Narrow ${randomUUID()}`
  await t.asOwner(
    `insert into roles (name, permissions, everywhere) values ('${role}', '{user-management}', true)`,
  )
  const narrow = await t.person({ role })
  const id = await oidcDirectory(t, provider.issuer)
  const body = mapping()
  expect((await t.call(narrow, directories.addMapping, { params: { id }, body })).body.code).toBe(
    'grants-too-much',
  )
  const mappingId = await mapGroup(t, id, 'admins', { role: 'Admin' })
  const confirm = { params: { id, mappingId }, body: { password: testPassword } }
  expect((await t.call(narrow, directories.confirmMapping, confirm)).body.code).toBe('grants-too-much')
  const secret = { params: { id }, body: { kind: 'oidc', secret: 'mine' } }
  expect((await t.call(narrow, directories.change, secret)).body.code).toBe('grants-too-much')
  expect((await t.call(narrow, directories.remove, { params: { id } })).body.code).toBe('grants-too-much')
})

test('people of two rooms, and everybody who sees less than all, see no directory', async () => {
  const id = await oidcDirectory(t, provider.issuer)
  for (const person of Object.values(limited)) {
    const list = await t.call(person, directories.list)
    expect([list.status, list.body.code]).toEqual([403, 'directories-need-everywhere'])
    expect((await t.call(person, directories.remove, { params: { id } })).status).toBe(403)
  }
})

test('a removed directory leaves accounts, and a mapped role cannot be deleted', async () => {
  const values = { name: randomUUID(), permissions: [] }
  const role = await t.db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow()
  const { directoryId: id, body } = await logIn(t, provider, { groups: { staff: { role: values.name } } })
  await sql`update users set deleted_at = now(), role_id = (select id from roles where name = 'User')
    where id = ${body.user._id}`.execute(t.db)
  const refused = await t.call(admin, roles.remove, { params: { id: role.id } })
  expect(refused.body.code).toBe('role-mapped')
  expect((await t.call(admin, directories.remove, { params: { id } })).status).toBe(200)
  const { rows } = await sql`select from users where id = ${body.user._id}`.execute(t.db)
  expect(rows.length).toBe(1)
})

test('the only administrators without a password keep their directory', async () => {
  const id = await oidcDirectory(t, provider.issuer)
  await sql`update users set password_hash = null where role_id in (select id from roles where everywhere)`.execute(
    t.db,
  )
  const off = await t.call(admin, directories.change, {
    params: { id },
    body: { kind: 'oidc', enabled: false },
  })
  expect(off.body.code).toBe('last-administrator')
  expect((await t.call(admin, directories.remove, { params: { id } })).body.code).toBe('last-administrator')
})
