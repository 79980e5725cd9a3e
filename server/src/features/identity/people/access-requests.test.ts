import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { mailServer } from '#test/mail-server.ts'
import { signIn } from '#test/sign-in.ts'

const { call, person, app, db } = await testApp()
const { settings: mail, mailTo } = await mailServer()
const withMail = await testApp({ mail })
const brokenMail = await testApp({ mail: { ...mail, url: 'smtp://127.0.0.1:1' } })
const admin = await person({ role: 'Admin' })
const manager = await person({ role: 'User Management' })
const password = 'Silver-Thimble-58'

let asked = 0
/** Every request comes from a different address, unless a test names one. */
async function ask(change: object = {}, address?: string) {
  asked += 1
  const payload = {
    name: 'Ishaan Bose',
    email: `ishaan${asked}@example.com`,
    location: 'Indore',
    password,
    ...change,
  }
  const response = await app.inject({
    method: 'POST',
    url: accessRequests.create.path,
    payload,
    remoteAddress: address ?? `10.1.${asked >> 8}.${asked & 255}`,
  })
  return { ...payload, status: response.statusCode, body: response.json(), headers: response.headers }
}

const pendingOf = async (email: string) =>
  (await call(admin, accessRequests.list)).body.requests.filter((request) => request.email === email)

async function pendingRequest() {
  const { email } = await ask()
  const [request] = await pendingOf(email)
  return { email, id: request?._id ?? '' }
}
const approve = (id: string, body: object = { role: 'user', location: 'indore' }, as = admin) =>
  call(as, accessRequests.approve, { params: { id }, body })
const reject = (id: string, as = admin) => call(as, accessRequests.reject, { params: { id } })
const requestRow = (id: string) =>
  db.selectFrom('access_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a new, a waiting and a registered email get one and the same answer', async () => {
  const fresh = await ask()
  const waiting = await ask({ email: fresh.email.toUpperCase(), name: 'Someone Else' })
  const registered = await ask({ email: admin.email })
  expect(fresh.status).toBe(202)
  expect(fresh.body).toEqual({
    message: 'Your request was sent. Once it is approved, you get a link to set your password.',
  })
  for (const other of [waiting, registered]) {
    expect([other.status, other.body]).toEqual([fresh.status, fresh.body])
    expect(Object.keys(other.headers)).toEqual(Object.keys(fresh.headers))
  }
  expect(await pendingOf(fresh.email)).toMatchObject([{ name: 'Someone Else' }])
  expect(await pendingOf(admin.email)).toEqual([])
})

test('a request makes neither an account nor a session', async () => {
  const { email, headers } = await ask()
  expect(headers).not.toHaveProperty('set-cookie')
  expect((await signIn(app, email, { password })).status).toBe(401)
})

test('many requests for one email at once leave one waiting', async () => {
  const email = 'impatient@example.com'
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ email })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await pendingOf(email)).toHaveLength(1)
})

test('wrong fields are all named at once', async () => {
  const { status, body } = await ask({ name: ' ', email: 'x', password: '' })
  expect(status).toBe(400)
  expect(body.fields).toEqual({
    name: 'Name is required!',
    email: 'Please enter a valid email address.',
    password: 'Password is required!',
  })
})

test('one address can ask thirty times an hour', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push((await ask({ password: 'weak' }, '10.9.9.9')).status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  const valid = await Promise.all(Array.from({ length: 32 }, () => ask({}, '10.9.9.8')))
  expect(valid.filter(({ status }) => status === 202)).toHaveLength(30)
  const refused = valid.find(({ status }) => status === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000)
})

test('the oldest requests come first, with their number', async () => {
  const { body } = await call(manager, accessRequests.list)
  // As texts, 05.1 and 05.09 seconds would sort differently.
  const times = body.requests.map(({ createdAt }) => Date.parse(createdAt))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(body.total).toBe(body.requests.length)
})

test('people who manage the users of a city see and decide its requests, and no others', async () => {
  const elsewhere = await person({ role: 'User Management', city: 'Mumbai' })
  const [own, nowhere, unknown] = [
    await ask({ location: ' InDoRe ' }),
    await ask({ location: undefined }),
    await ask({ location: 'Atlantis' }),
  ]
  expect([own, nowhere, unknown].map(({ status }) => status)).toEqual([202, 202, 202])
  expect(unknown.body).toEqual(own.body)
  const seenBy = async (as: typeof manager) => {
    const { requests, total } = (await call(as, accessRequests.list)).body
    expect(total).toBe(requests.length)
    const asked = [own, nowhere, unknown].map(({ email }) => email)
    return requests.filter(({ email }) => asked.includes(email)).map(({ location }) => location)
  }
  expect(await seenBy(manager)).toEqual(['indore'])
  expect(await seenBy(elsewhere)).toEqual([])
  expect(await seenBy(admin)).toEqual(['indore', null, null])
  for (const { email } of [nowhere, unknown]) {
    const id = (await pendingOf(email))[0]?._id ?? ''
    expect((await reject(id, manager)).status).toBe(404)
    expect((await approve(id, { role: 'user management', location: 'indore' }, manager)).status).toBe(404)
  }
  const id = (await pendingOf(own.email))[0]?._id ?? ''
  expect((await reject(id, elsewhere)).status).toBe(404)
  expect((await reject(id, manager)).status).toBe(200)
})

const setPassword = (address: string, chosen: string) =>
  call(null, passwords.reset, { body: { token: address.split('#')[1] ?? '', password: chosen } })

/** Every text in the database. */
async function everyText() {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const texts = tables.rows.map(({ name }) =>
    sql<{ all: string | null }>`select string_agg(t::text, ' ') as all from ${sql.table(name)} as t`.execute(
      db,
    ),
  )
  return (await Promise.all(texts)).map(({ rows }) => rows[0]?.all ?? '').join(' ')
}

test('the password that comes with a request is kept nowhere, not even as a hash', async () => {
  const hashes = async () => (await everyText()).match(/\$argon2id?\$[^\s,)"]+/g)?.length ?? 0
  const before = await hashes()
  await ask()
  expect([await hashes(), (await everyText()).includes(password)]).toEqual([before, false])
})

test('approving makes an account that nobody can sign in to before its password was set', async () => {
  const { id, email } = await pendingRequest()
  const { status, body } = await approve(id, { role: 'Sub User', location: 'Pune' })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ email, role: 'sub user', location: 'pune', status: 'active' })
  expect((await signIn(app, email, { password })).status).toBe(401)
  const { address = '', worksUntil = '' } = body.passwordLink ?? {}
  expect(address).toMatch(/^http:\/\/ats\.test\/reset-password#[\w-]{43}$/)
  const hours = (Date.parse(worksUntil) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(71)
  expect(hours).toBeLessThanOrEqual(72)
  expect((await setPassword(address, 'Bronze-Anvil-63')).status).toBe(200)
  expect((await setPassword(address, 'Copper-Kettle-91')).status).toBe(400)
  expect((await signIn(app, email, { password: 'Bronze-Anvil-63' })).status).toBe(200)
  expect(await pendingOf(email)).toEqual([])
  expect(await requestRow(id)).toMatchObject({ status: 'approved', decided_by: admin.id })
})

test('a stranger who asked first, with a password of their own, gets nothing of the owner', async () => {
  const { email } = await ask({ name: 'Stranger', password: 'Stolen-Anchor-12' })
  await ask({ email, name: 'Owner', password: 'Honest-Barrel-34' })
  const [request] = await pendingOf(email)
  expect(request?.name).toBe('Owner')
  const { body } = await approve(request?._id ?? '')
  for (const typed of ['Stolen-Anchor-12', 'Honest-Barrel-34'])
    expect((await signIn(app, email, { password: typed })).status).toBe(401)
  expect((await setPassword(body.passwordLink?.address ?? '', 'Bronze-Anvil-63')).status).toBe(200)
  expect((await signIn(app, email, { password: 'Bronze-Anvil-63' })).status).toBe(200)
})

test('a link that expired sets nothing', async () => {
  const { id } = await pendingRequest()
  const { body } = await approve(id)
  await db
    .updateTable('password_resets')
    .set({ expires_at: '2020-01-01' })
    .where('user_id', '=', body.user._id)
    .execute()
  expect((await setPassword(body.passwordLink?.address ?? '', 'Bronze-Anvil-63')).status).toBe(400)
})

async function approveAt(t: typeof withMail, email: string) {
  const { id } = await t.db
    .insertInto('access_requests')
    .values({ name: 'Zoya', email })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = { role: 'user', location: 'indore' }
  return t.call(await t.person({ role: 'Admin' }), accessRequests.approve, { params: { id }, body })
}

test('with mail the link goes to the email and not to whoever approves', async () => {
  const { status, body, text } = await approveAt(withMail, 'zoya@example.com')
  expect([status, body.passwordLink]).toEqual([200, null])
  const letter = await mailTo('zoya@example.com')
  const token = /http:\/\/ats\.test\/reset-password#([\w-]{43})/.exec(letter.text)?.[1] ?? ''
  expect(token).not.toBe('')
  expect(text).not.toContain(token)
  const set = await withMail.call(null, passwords.reset, { body: { token, password: 'Bronze-Anvil-63' } })
  expect(set.status).toBe(200)
})

test('a mail that cannot be sent leaves the link to whoever approves', async () => {
  const { status, body } = await approveAt(brokenMail, 'zoya@example.com')
  expect(status).toBe(200)
  expect(body.passwordLink?.address).toContain('/reset-password#')
})

test('whoever was rejected may ask again', async () => {
  const { id, email } = await pendingRequest()
  expect((await reject(id)).body).toEqual({ message: 'Request rejected.' })
  expect(await requestRow(id)).toMatchObject({ status: 'rejected' })
  expect((await signIn(app, email, { password })).status).toBe(401)
  await ask({ email })
  expect(await pendingOf(email)).toHaveLength(1)
})

test('a request is decided once', async () => {
  const { id } = await pendingRequest()
  await approve(id)
  expect([(await approve(id)).status, (await reject(id)).status]).toEqual([404, 404])
})

test('of an approval and a rejection at the same time one wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, email } = await pendingRequest()
    const [approved, rejected] = await Promise.all([approve(id), reject(id, manager)])
    expect([approved.status, rejected.status].sort()).toEqual([200, 404])
    const { status } = await requestRow(id)
    expect(status).toBe(approved.status === 200 ? 'approved' : 'rejected')
    const { body } = await call(admin, users.list, { query: { search: email } })
    expect(body.total).toBe(approved.status === 200 ? 1 : 0)
  }
})

test('nobody approves into a role or a city they do not have', async () => {
  const { id, email } = await pendingRequest()
  expect((await approve(id, { role: 'admin', location: 'indore' }, manager)).status).toBe(403)
  const elsewhere = await approve(id, { role: 'user management', location: 'pune' }, manager)
  expect(elsewhere.body.fields).toEqual({ location: 'This location does not exist.' })
  expect(await pendingOf(email)).toHaveLength(1)
  expect((await approve(id, { role: 'user management', location: 'indore' }, manager)).status).toBe(200)
})

test('approving needs a role and a location', async () => {
  const { id } = await pendingRequest()
  expect((await approve(id, { role: '', location: '' })).body.fields).toEqual({
    role: 'Role is required!',
    location: 'Location is required!',
  })
})

test('an email that got an account in the meantime cannot be approved, and stays to be rejected', async () => {
  const { id, email } = await pendingRequest()
  const body = { name: 'Ishaan', email, password, role: 'user', location: 'indore' }
  await call(admin, users.register, { body })
  expect((await approve(id)).body.fields).toEqual({ email: 'This email is already in use.' })
  expect((await reject(id)).status).toBe(200)
})

test('what happened to a request is in the ledger, without the password', async () => {
  const { id, email } = await pendingRequest()
  await ask({ email, name: 'Ishaan B.' })
  await ask({ email, name: 'Ishaan B.' })
  await approve(id)
  const events = await db
    .selectFrom('events')
    .select(['action', 'actor_id as actor', 'after'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events).toEqual([
    { action: 'access-request.created', actor: null, after: { name: 'Ishaan Bose', email } },
    { action: 'access-request.changed', actor: null, after: { name: 'Ishaan B.' } },
    { action: 'access-request.approved', actor: admin.id, after: null },
  ])
})
