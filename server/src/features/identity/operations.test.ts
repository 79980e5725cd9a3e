import { sessions } from '@ats/contract/identity/sessions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endRows } from '#kernel/db/end-rows.ts'
import { testApp, testPassword } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'
import { demoSignIn, seedDemoPeople } from './demo.ts'
import { createAdministrator } from './operations.ts'

const { app, db, call, config } = await testApp()
const demo = await testApp({ demo: true })

test('the first administrator is made on the command line and can do everything', async () => {
  const { email } = await createAdministrator(db, {
    name: 'Asha',
    email: 'asha@example.com',
    password: testPassword,
  })
  const session = await signIn(app, email)
  expect((await call(session, sessions.me)).body).toMatchObject({ role: 'admin', everywhere: true })
  const { rows } = await sql`select actor_id, request_id from events where action = 'user.created'`.execute(
    db,
  )
  expect(rows).toEqual([{ actor_id: null, request_id: 'command line' }])
})

test('an administrator with a weak password or a used email is not made', async () => {
  const attempt = (email: string, password: string) =>
    createAdministrator(db, { name: 'Asha', email, password })
  await expect(attempt('other@example.com', 'password1')).rejects.toThrow('too common')
  await expect(attempt('ASHA@example.com', testPassword)).rejects.toThrow('already in use')
})

test('the demo data is never loaded over people who are there', async () => {
  const count = async () =>
    (await sql<{ count: number }>`select count(*) from users`.execute(db)).rows[0]?.count
  const before = await count()
  await seedDemoPeople(db)
  expect(await count()).toBe(before)
})

test('the demo data is loaded once, and its sign-in works', async () => {
  await seedDemoPeople(demo.db)
  await seedDemoPeople(demo.db)
  expect(await signIn(demo.app, demoSignIn.email, demoSignIn)).toMatchObject({ status: 200 })
})

test('upkeep removes what is over and nothing else', async () => {
  await sql`insert into throttles values ('\\x01', 1, now() - interval '1 second'), ('\\x02', 1, now() + interval '1 hour')`.execute(
    db,
  )
  await endRows(db, config.keepDays)
  const { rows } = await sql`select encode(key, 'hex') as key from throttles where length(key) = 1`.execute(
    db,
  )
  expect(rows).toEqual([{ key: '02' }])
  const { rows: left } = await sql`select from sessions`.execute(db)
  expect(left.length).toBeGreaterThan(0)
})
