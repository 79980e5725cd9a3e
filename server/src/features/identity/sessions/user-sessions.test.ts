import { sessions } from '@ats/contract/identity/sessions.ts'
import { userSessions } from '@ats/contract/identity/user-sessions.ts'
import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { limitedPeople } from '#test/limited-people.ts'
import { signIn } from '#test/sign-in.ts'

const t = await testApp()
const { call, person, session, app, db } = t
const admin = await person({ role: 'Admin' })

const statusOf = async (as: Pick<Person, 'headers'>) => (await call(as, sessions.me)).status
const listOf = (as: Person | null, id: string) => call(as, userSessions.list, { params: { id } })
const endAll = (as: Person | null, id: string) => call(as, userSessions.endAll, { params: { id } })
const end = (as: Person | null, id: string, sessionId: string) =>
  call(as, userSessions.end, { params: { id, sessionId } })
const firstOf = async (id: string) => (await listOf(admin, id)).body.sessions[0]?._id ?? ''
const entriesAbout = (id: string) =>
  db
    .selectFrom('events')
    .select(['action', 'actor_id as actor'])
    .where('record_id', '=', id)
    .where('action', 'like', '%by-administrator')
    .execute()

test('an administrator sees the sessions of a person, none of which is the current one', async () => {
  const someone = await person()
  const { headers } = await signIn(app, someone.email, { address: '203.0.113.7' })
  expect(await statusOf({ headers })).toBe(200)
  const { status, body } = await listOf(admin, someone.id)
  expect(status).toBe(200)
  expect(body.sessions).toMatchObject([
    { address: '203.0.113.7', current: false, program: false },
    { address: '127.0.0.1', agent: 'test', current: false },
  ])
})

test('a session that an administrator ends is refused at once, and the others go on', async () => {
  const someone = await person()
  const other = await session(someone.id)
  const { status } = await end(admin, someone.id, await firstOf(someone.id))
  expect(status).toBe(200)
  expect([await statusOf(other), await statusOf(someone)]).toEqual([401, 200])
  expect(await entriesAbout(someone.id)).toEqual([
    { action: 'user.session-ended-by-administrator', actor: admin.id },
  ])
})

test('all sessions of a person end at once, with one entry in the audit log', async () => {
  const someone = await person()
  const all = [someone, await session(someone.id), await session(someone.id)]
  expect((await endAll(admin, someone.id)).status).toBe(200)
  expect(await Promise.all(all.map(statusOf))).toEqual([401, 401, 401])
  expect((await listOf(admin, someone.id)).body.sessions).toEqual([])
  const entry = { action: 'user.all-sessions-ended-by-administrator', actor: admin.id }
  expect(await entriesAbout(someone.id)).toEqual([entry])
  expect((await endAll(admin, someone.id)).status).toBe(200)
  expect(await entriesAbout(someone.id)).toEqual([entry])
  expect((await signIn(app, someone.email)).status).toBe(200)
})

test('a session of another person, an unknown one and one that is no id are refused', async () => {
  const [one, two] = [await person(), await person()]
  expect((await end(admin, one.id, await firstOf(two.id))).body.code).toBe('session-not-found')
  expect((await end(admin, one.id, crypto.randomUUID())).status).toBe(404)
  expect((await end(admin, one.id, 'nonsense')).status).toBe(400)
  expect((await listOf(admin, 'nonsense')).status).toBe(400)
  expect((await endAll(admin, crypto.randomUUID())).body.code).toBe('user-not-found')
  expect(await statusOf(two)).toBe(200)
})

test('nobody ends a session without the permission or without signing in', async () => {
  const [someone, colleague] = [await person(), await person()]
  const sessionId = await firstOf(someone.id)
  for (const [as, wanted] of [[null, 401] as const, [colleague, 403] as const]) {
    expect((await listOf(as, someone.id)).status).toBe(wanted)
    expect((await end(as, someone.id, sessionId)).status).toBe(wanted)
    expect((await endAll(as, someone.id)).status).toBe(wanted)
  }
  expect(await statusOf(someone)).toBe(200)
})

test('a person with more permissions is beyond an administrator of users', async () => {
  const manager = await person({ role: 'User Management' })
  const superior = await person({ role: 'Admin' })
  const sessionId = await firstOf(superior.id)
  expect((await listOf(manager, superior.id)).body.code).toBe('user-beyond-yours')
  expect((await end(manager, superior.id, sessionId)).body.code).toBe('user-beyond-yours')
  expect((await endAll(manager, superior.id)).body.code).toBe('user-beyond-yours')
  expect(await statusOf(superior)).toBe(200)
})

test('a person out of scope is unknown, also to somebody with two rooms', async () => {
  const { people } = await limitedPeople(t)
  const someone = await person({ role: 'User Management' })
  const elsewhere = await person({ role: 'User Management', city: 'Mumbai' })
  const sessionId = await firstOf(someone.id)
  for (const as of [elsewhere, ...Object.values(people)]) {
    expect((await listOf(as, someone.id)).body.code).toBe('user-not-found')
    expect((await end(as, someone.id, sessionId)).body.code).toBe('user-not-found')
    expect((await endAll(as, someone.id)).body.code).toBe('user-not-found')
  }
  expect(await statusOf(someone)).toBe(200)
})

test('the own sessions are ended in the profile, however the id is written', async () => {
  for (const id of [admin.id, admin.id.toUpperCase()]) {
    expect((await listOf(admin, id)).body.code).toBe('own-sessions')
    expect((await endAll(admin, id)).body.code).toBe('own-sessions')
    expect((await end(admin, id, crypto.randomUUID())).body.code).toBe('own-sessions')
  }
  expect(await statusOf(admin)).toBe(200)
})

test('a sign-in at the same moment is over or comes after', async () => {
  for (let round = 0; round < 5; round += 1) {
    const someone = await person()
    const [signedIn] = await Promise.all([signIn(app, someone.email), endAll(admin, someone.id)])
    const open = (await listOf(admin, someone.id)).body.sessions.length
    expect(await statusOf(signedIn)).toBe(open === 1 ? 200 : 401)
    expect(await statusOf(someone)).toBe(401)
  }
})
