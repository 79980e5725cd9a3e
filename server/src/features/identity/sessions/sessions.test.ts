import { passwords } from '@ats/contract/identity/passwords.ts'
import { type Session, sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endRows } from '#kernel/db/end-rows.ts'
import { type Person, signedInWith, testApp, testPassword } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const { call, person, session, app, db, config } = await testApp()
const demo = await testApp({ demo: true })
const secure = await testApp({ origin: 'https://assets.example.com' })

type Secrets = Pick<Person, 'headers'>
const newPassword = 'Copper-Kettle-91'

const statusOf = async (secrets: Secrets) => (await call(secrets, sessions.me)).status
const statusesOf = (secrets: Secrets[]) => Promise.all(secrets.map(statusOf))
const sessionIdOf = async (secrets: Secrets) =>
  (await call(secrets, sessions.list)).body.sessions.find(({ current }) => current)?._id ?? ''

async function signedInThrice() {
  const someone = await person()
  const all: [Secrets, Secrets, Secrets] = [someone, await session(someone.id), await session(someone.id)]
  return { someone, all }
}

test('signing in answers with a token and the user, and sets the companion cookie', async () => {
  const { email } = await person({ role: 'Admin' })
  const { response } = await signIn(app, email.toUpperCase())
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ user: { email, role: 'admin', location: 'indore' } })
  expect(response.json().token).toMatch(/^ats_[\w-]{43}$/)
  expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(response.cookies[0]).not.toHaveProperty('secure')
})

test('the cookie travels only over TLS where the product is served over TLS', async () => {
  const { email } = await secure.person()
  const { response } = await signIn(secure.app, email)
  expect(response.cookies[0]).toMatchObject({ secure: true })
  expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
})

test('a token without its cookie is refused, and so is a cookie without its token', async () => {
  const { email } = await person()
  const mine = await signIn(app, email)
  const other = await signIn(app, email)
  expect(await statusOf(mine)).toBe(200)
  const { authorization, cookie } = mine.headers
  expect((await call({ headers: { authorization } }, sessions.me)).status).toBe(401)
  expect((await call({ headers: { cookie } }, sessions.me)).status).toBe(401)
  expect(await statusOf({ headers: { authorization, cookie: other.headers.cookie } })).toBe(401)
})

test.each([
  'Basic YTpi',
  'Bearer',
  'Bearer ats_short',
  `Bearer ats_${'x'.repeat(43)}`,
  `Bearer ats_${'x'.repeat(44)}`,
  "Bearer ats_' or 1=1 --",
])('an authorization header that was made up is refused: %s', async (authorization) => {
  const { headers } = await person()
  expect(await statusOf({ headers: { ...headers, authorization } })).toBe(401)
})

test('the database holds neither a token nor a cookie', async () => {
  const { email } = await person()
  const { token, cookie } = await signIn(app, email)
  // The program reads partitions through their table only.
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !/_(\d{4}_\d\d|\d{8}|before|default)$/.test(name),
  )
  for (const { schema, name } of tables) {
    const rows = await db
      .selectFrom(`${schema}.${name}` as 'sessions')
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(cookie)
  }
})

test('every sign-in makes new secrets, whatever cookie the browser brought along', async () => {
  const { email } = await person()
  const planted = 'p'.repeat(43)
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/login',
    payload: { email, password: testPassword },
    headers: { cookie: `ats_session=${planted}`, origin: 'http://ats.test' },
  })
  const cookie = response.cookies[0]?.value ?? ''
  expect(cookie).not.toBe(planted)
  const { token } = response.json()
  expect(await statusOf(signedInWith(token, cookie))).toBe(200)
  expect(await statusOf(signedInWith(token, planted))).toBe(401)
})

test("a program's token works alone, for half a day, and its session is marked", async () => {
  const { email, ...browser } = await person()
  const payload = { email, password: testPassword }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/login', payload })
  expect(answer.cookies.map(({ name }) => name)).not.toContain('ats_session')
  const headers = { authorization: `Bearer ${answer.json().token}` }
  for (const url of [sessions.me.path, '/dashboard/counts', sessions.list.path])
    expect((await app.inject({ method: 'GET', url, headers })).statusCode, url).toBe(200)
  const { rows } = await sql<{ hours: number }>`select extract(epoch from expires_at - now()) / 3600 as hours
    from sessions where cookie_hash is null`.execute(db)
  expect(Number(rows[0]?.hours)).toBeCloseTo(12, 0)
  const list = (await app.inject({ method: 'GET', url: sessions.list.path, headers })).json().sessions
  expect(list.map(({ program, current }: Session) => [program, current]).sort()).toEqual([
    [false, false],
    [true, true],
  ])
  const stolen = { authorization: browser.headers.authorization }
  expect((await app.inject({ method: 'GET', url: sessions.me.path, headers: stolen })).statusCode).toBe(401)
})

test('logging out ends this session at once and leaves the others', async () => {
  const { all } = await signedInThrice()
  const [first] = all
  const answer = await call(first, sessions.logout)
  expect(answer.status).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(/^ats_session=;.*Expires=Thu, 01 Jan 1970/)
  expect(await statusesOf(all)).toEqual([401, 200, 200])
  expect((await call(first, sessions.logout)).status).toBe(401)
})

test('changing the own password ends every session, and the one it returns works', async () => {
  const { someone, all } = await signedInThrice()
  const answer = await call(someone, passwords.change, {
    body: { oldPassword: testPassword, newPassword },
  })
  expect(answer.status).toBe(200)
  expect(answer.body.message).toBe('Password updated successfully!')
  expect(await statusesOf(all)).toEqual([401, 401, 401])
  const cookie = /ats_session=([\w-]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
  expect(await statusOf(signedInWith(answer.body.token, cookie))).toBe(200)
  expect((await signIn(app, someone.email)).status).toBe(401)
  expect((await signIn(app, someone.email, { password: newPassword })).status).toBe(200)
})

test('changing the own password needs the old one, and refuses a weak new one at its field', async () => {
  const someone = await person({ name: 'Charlotte Bronte' })
  const change = async (oldPassword: string, to: string) =>
    (await call(someone, passwords.change, { body: { oldPassword, newPassword: to } })).body.fields
  expect(await change('not the one', newPassword)).toEqual({
    oldPassword: 'The current password is incorrect.',
  })
  expect(await change(testPassword, 'Charlotte bronte')).toEqual({
    newPassword: 'Please choose a password that is not your name or email.',
  })
  expect(await change(testPassword, 'Password123')).toEqual({
    newPassword: 'This password is too common. Please choose another.',
  })
  expect(await change(testPassword, 'short')).toEqual({ newPassword: 'Use at least 8 characters.' })
  expect(await change('', '')).toEqual({
    oldPassword: 'Please fill in all fields.',
    newPassword: 'Please fill in all fields.',
  })
  expect(await statusOf(someone)).toBe(200)
})

test('the old password cannot be guessed through a stolen session', async () => {
  const someone = await person()
  const guess = () => call(someone, passwords.change, { body: { oldPassword: 'a wrong guess', newPassword } })
  const statuses: number[] = []
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await guess()).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
})

const endings: [string, (admin: Person, id: string) => Promise<{ status: number }>][] = [
  [
    'a password set by an administrator',
    (admin, id) => call(admin, users.update, { params: { id }, body: { password: newPassword } }),
  ],
  ['disabling', (admin, id) => call(admin, users.update, { params: { id }, body: { status: 'disabled' } })],
  ['deletion', (admin, id) => call(admin, users.remove, { params: { id } })],
]

test.each(endings)('%s ends every session of the person at once', async (_name, end) => {
  const admin = await person({ role: 'Admin' })
  const { someone, all } = await signedInThrice()
  expect(await statusesOf(all)).toEqual([200, 200, 200])
  expect((await end(admin, someone.id)).status).toBe(200)
  expect(await statusesOf(all)).toEqual([401, 401, 401])
  expect(await statusOf(admin)).toBe(200)
})

test('a disabled person who is enabled again has to sign in anew', async () => {
  const admin = await person({ role: 'Admin' })
  const { someone, all } = await signedInThrice()
  for (const status of ['disabled', 'active'])
    await call(admin, users.update, { params: { id: someone.id }, body: { status } })
  expect(await statusesOf(all)).toEqual([401, 401, 401])
  expect((await signIn(app, someone.email)).status).toBe(200)
})

test('a session that was not used for too long is over, though its days are not', async () => {
  const someone = await person()
  const lastSeen = (minutes: number) =>
    sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes})
      where user_id = ${someone.id}`.execute(db)
  await lastSeen(config.sessionIdleMinutes - 1)
  expect(await statusOf(someone)).toBe(200)
  await lastSeen(config.sessionIdleMinutes + 1)
  expect(await statusOf(someone)).toBe(401)
})

test('using a session keeps it alive', async () => {
  const someone = await person()
  await sql`update sessions set last_seen_at = now() - interval '2 minutes' where user_id = ${someone.id}`.execute(
    db,
  )
  await call(someone, sessions.me)
  const { rows } = await sql<{ fresh: boolean }>`
    select last_seen_at > now() - interval '10 seconds' as fresh from sessions where user_id = ${someone.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ fresh: true }])
})

test('a session past its last day is over however busy it is, and upkeep removes it', async () => {
  const someone = await person()
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${someone.id}`.execute(
    db,
  )
  expect(await statusOf(someone)).toBe(401)
  await endRows(db, config.keepDays)
  const left = await db.selectFrom('sessions').select('id').where('user_id', '=', someone.id).execute()
  expect(left).toEqual([])
})

test('a person sees their own sessions only, and which one is this', async () => {
  await person()
  const { someone } = await signedInThrice()
  const { body } = await call(someone, sessions.list)
  expect(body.sessions).toHaveLength(3)
  expect(body.sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(body.sessions[0]).toMatchObject({ address: '127.0.0.1', agent: 'test' })
})

test('a session that went stale is not shown as a live one', async () => {
  const someone = await person()
  const stale = await sessionIdOf(await session(someone.id))
  await sql`update sessions set last_seen_at = now() - interval '80 days' where id = ${stale}`.execute(db)
  expect((await call(someone, sessions.list)).body.sessions.map(({ _id }) => _id)).not.toContain(stale)
})

test('a person can end one of their sessions, or all but this one', async () => {
  const { all } = await signedInThrice()
  const [first, second] = all
  const id = await sessionIdOf(second)
  expect((await call(first, sessions.end, { params: { id } })).status).toBe(200)
  expect(await statusesOf(all)).toEqual([200, 401, 200])
  expect((await call(first, sessions.end, { params: { id } })).status).toBe(404)
  expect((await call(first, sessions.endOthers)).status).toBe(200)
  expect(await statusesOf(all)).toEqual([200, 401, 401])
})

test("someone else's session cannot be ended, not even by an administrator", async () => {
  const someone = await person()
  const id = await sessionIdOf(someone)
  const admin = await person({ role: 'Admin' })
  expect((await call(admin, sessions.end, { params: { id } })).status).toBe(404)
  expect((await call(admin, sessions.endOthers)).status).toBe(200)
  expect(await statusOf(someone)).toBe(200)
})

test('the demo sign-in is told only where the demo runs', async () => {
  expect((await call(null, sessions.settings)).body).toEqual({ mail: false, demo: null, directories: [] })
  expect((await demo.call(null, sessions.settings)).body.demo).toHaveProperty('password')
})
