import { setTimeout as wait } from 'node:timers/promises'
import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endRows } from '#kernel/db/end-rows.ts'
import { testApp } from '#test/app.ts'
import { type Mail, mailServer } from '#test/mail-server.ts'
import { signIn } from '#test/sign-in.ts'

const origin = 'https://assets.example.com'
const { settings: mail, mails, mailsTo, mailTo } = await mailServer()
const { call, person, session, app, db, config } = await testApp({ mail, origin })
const without = await testApp()
const broken = await testApp({ mail: { ...mail, url: 'smtp://127.0.0.1:1' } })
const newPassword = 'Copper-Kettle-91'

const answer = { message: 'If this email has an account, a link is on its way.' }
const forgot = (email: string, headers: Record<string, string> = {}, address = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url: passwords.forgot.path,
    payload: { email },
    headers,
    remoteAddress: address,
  })
const complete = (token: string, password = newPassword) =>
  call(null, passwords.reset, { body: { token, password } })

const linkIn = (letter: Mail) => /^(\S+)#([\w-]{43})\r?$/m.exec(letter.text)

async function linkFor(email: string, count = 1) {
  expect((await forgot(email)).statusCode).toBe(202)
  return linkIn(await mailTo(email, count))?.[2] ?? ''
}

test('the link in the mail sets a new password and ends every session', async () => {
  const someone = await person()
  const other = await session(someone.id)
  const token = await linkFor(someone.email)
  expect(mailsTo(someone.email)[0]).toMatchObject({ from: 'assets@example.com' })
  const { status, body } = await complete(token)
  expect([status, body]).toEqual([200, { message: 'Password updated successfully!' }])
  for (const secrets of [someone, other]) expect((await call(secrets, sessions.me)).status).toBe(401)
  expect((await signIn(app, someone.email)).status).toBe(401)
  expect((await signIn(app, someone.email, { password: newPassword })).status).toBe(200)
})

test('the link is built on the configured origin, whatever the request claims', async () => {
  const { email } = await person()
  const forged = {
    host: 'evil.example.net',
    'x-forwarded-host': 'evil.example.net',
    'x-forwarded-proto': 'http',
    origin: 'https://evil.example.net',
    referer: 'https://evil.example.net/',
    forwarded: 'host=evil.example.net',
  }
  await forgot(email.toUpperCase(), forged)
  const letter = await mailTo(email)
  expect(linkIn(letter)?.[1]).toBe(`${origin}/reset-password`)
  expect(letter.text).not.toContain('evil')
})

test('a link works once', async () => {
  const { email } = await person()
  const token = await linkFor(email)
  expect((await complete(token)).status).toBe(200)
  const again = await complete(token, 'Bronze-Anvil-63')
  expect(again.status).toBe(400)
  expect(again.body.message).toBe('This link is no longer valid. Please request a new one.')
  expect((await signIn(app, email, { password: newPassword })).status).toBe(200)
})

test('of two uses of one link at the same time one wins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { email } = await person()
    const token = await linkFor(email)
    const tries = await Promise.all([complete(token), complete(token, 'Bronze-Anvil-63')])
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = tries[0].status === 200 ? newPassword : 'Bronze-Anvil-63'
    expect((await signIn(app, email, { password: winner })).status).toBe(200)
  }
})

test('an earlier link goes on working until one of them is used', async () => {
  const { email } = await person()
  const first = await linkFor(email)
  const second = await linkFor(email, 2)
  expect((await complete(first)).status).toBe(200)
  expect((await complete(second)).status).toBe(400)
})

test('a link is over after half an hour, and upkeep removes it', async () => {
  const { email, id } = await person()
  const token = await linkFor(email)
  await sql`update password_resets set expires_at = expires_at - interval '31 minutes'`.execute(db)
  expect((await complete(token)).status).toBe(400)
  await endRows(db, config.keepDays)
  expect(
    await db.selectFrom('password_resets').where('user_id', '=', id).select('user_id').execute(),
  ).toEqual([])
})

const invalidations: [string, object | null][] = [
  ['disabled', { status: 'disabled' }],
  ['given another password', { password: 'Bronze-Anvil-63' }],
  ['given another email', { email: 'another.address@example.com' }],
  ['deleted', null],
]

test.each(invalidations)('the link of someone who was %s no longer works', async (_name, change) => {
  const admin = await person({ role: 'Admin' })
  const { email, id } = await person()
  const token = await linkFor(email)
  if (change === null) await call(admin, users.remove, { params: { id } })
  else await call(admin, users.update, { params: { id }, body: change })
  expect((await complete(token)).status).toBe(400)
})

test('the new password is held to the same rules, and a refused one does not use up the link', async () => {
  const { email } = await person({ name: 'Harry Styles' })
  const token = await linkFor(email)
  for (const weak of ['', 'short', 'password1', 'harrystyles'])
    expect((await complete(token, weak)).body.fields).toHaveProperty('password')
  expect((await complete(token)).status).toBe(200)
})

test.each(['', 'x', 'x'.repeat(43), "' or 1=1 --", '\0'])('a made-up link is refused: %j', async (token) => {
  expect((await complete(token)).status).toBe(400)
})

test('an unknown email and a disabled account get the same answer, and no mail', async () => {
  const admin = await person({ role: 'Admin' })
  const disabled = await person()
  await call(admin, users.update, { params: { id: disabled.id }, body: { status: 'disabled' } })
  for (const email of ['nobody@example.com', disabled.email]) {
    const response = await forgot(email)
    expect([response.statusCode, response.json()]).toEqual([202, answer])
  }
  const known = await person()
  expect((await forgot(known.email)).json()).toEqual(answer)
  await mailTo(known.email)
  await wait(50)
  expect(mailsTo('nobody@example.com')).toEqual([])
  expect(mailsTo(disabled.email)).toEqual([])
})

test('an email cannot carry more recipients or headers into the mail', async () => {
  const count = mails.length
  const { email } = await person()
  for (const injected of [`${email}, evil@example.net`, `${email}\r\nBcc: evil@example.net`, `<${email}>`])
    expect((await forgot(injected)).statusCode).toBe(202)
  await wait(50)
  expect(mails).toHaveLength(count)
})

test('strangers who ask for links again and again do not keep the owner from theirs', async () => {
  const { email } = await person()
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await forgot(email, {}, '10.2.0.1')).statusCode)
  expect(statuses).toEqual(Array(12).fill(202))
  await mailTo(email, 5)
  expect((await forgot(email, {}, '10.2.0.2')).statusCode).toBe(202)
  const token = linkIn(await mailTo(email, 6))?.[2] ?? ''
  expect((await complete(token)).status).toBe(200)
})

test('an account gets at most ten mails in the time that a link works', async () => {
  const { email } = await person()
  for (let n = 0; n < 14; n += 1) expect((await forgot(email, {}, `10.3.0.${n}`)).statusCode).toBe(202)
  await mailTo(email, 10)
  await wait(50)
  expect(mailsTo(email)).toHaveLength(10)
})

test('a valid link works at an address from which wrong ones are no longer taken', async () => {
  const { email } = await person()
  const token = await linkFor(email)
  const from = (secret: string) =>
    app.inject({
      method: 'POST',
      url: passwords.reset.path,
      payload: { token: secret, password: newPassword },
      remoteAddress: '10.4.0.1',
    })
  for (let n = 0; n < 31; n += 1) await from(`made up ${n}`)
  expect((await from('made up')).statusCode).toBe(429)
  expect((await from(token)).statusCode).toBe(200)
})

test('the link of an approval is not ended by a stranger who asks for another', async () => {
  const admin = await person({ role: 'Admin' })
  const email = 'newcomer@example.com'
  await call(null, accessRequests.create, { body: { name: 'New', email, password: newPassword } })
  const { body } = await call(admin, accessRequests.list)
  const params = { id: body.requests.find((request) => request.email === email)?._id ?? '' }
  await call(admin, accessRequests.approve, { params, body: { role: 'user', location: 'indore' } })
  const welcome = linkIn(await mailTo(email))?.[2] ?? ''
  await forgot(email, {}, '10.5.0.1')
  await mailTo(email, 2)
  expect((await complete(welcome)).status).toBe(200)
})

test('the database holds no link that could be used', async () => {
  const { email } = await person()
  const token = await linkFor(email)
  const { rows } = await sql`select * from password_resets`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('without mail, and with mail that cannot be sent, the answer is the same', async () => {
  for (const server of [without, broken]) {
    const { email } = await server.person()
    const { status, body } = await server.call(null, passwords.forgot, { body: { email } })
    expect([status, body]).toEqual([202, answer])
  }
  expect((await without.call(null, sessions.settings)).body.mail).toBe(false)
  expect((await call(null, sessions.settings)).body.mail).toBe(true)
  await wait(50)
  expect((await broken.call(null, sessions.settings)).status).toBe(200)
})
