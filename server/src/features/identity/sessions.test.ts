import { sessions } from '@ats/contract/identity/sessions.ts'
import { expect, test } from 'vitest'
import { signedInWith, testApp, testPassword } from '#test/app.ts'

const { call, person, app, db } = await testApp()

async function signIn(email: string, password = testPassword) {
  const response = await app.inject({ method: 'POST', url: '/api/v1/login', payload: { email, password } })
  const cookie = response.cookies.find(({ name }) => name === 'ats_session')
  return { response, ...signedInWith(response.json().token, cookie?.value ?? '') }
}

test('signing in answers with a token and the user, and sets the companion cookie', async () => {
  const { email } = await person({ role: 'Admin' })
  const { response } = await signIn(email.toUpperCase())
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ user: { email, role: 'admin', location: 'indore' } })
  expect(response.json().token).toMatch(/^ats_[\w-]{43}$/)
  expect(response.cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
})

test('a token without its cookie is refused, and so is a cookie without its token', async () => {
  const { email } = await person()
  const mine = await signIn(email)
  const other = await signIn(email)
  expect((await call(mine, sessions.me)).status).toBe(200)
  const { authorization, cookie } = mine.headers
  expect((await call({ headers: { authorization } }, sessions.me)).status).toBe(401)
  expect((await call({ headers: { cookie } }, sessions.me)).status).toBe(401)
  expect((await call({ headers: { authorization, cookie: other.headers.cookie } }, sessions.me)).status).toBe(
    401,
  )
})

test('the database holds neither a token nor a cookie', async () => {
  const { email } = await person()
  const { token, cookie } = await signIn(email)
  const tables = await db.introspection.getTables()
  for (const { name } of tables) {
    const rows = await db
      .selectFrom(name as 'sessions')
      .selectAll()
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(cookie)
  }
})
