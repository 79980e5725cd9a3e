import { users } from '@ats/contract/identity/users.ts'
import { expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'

const t = await testApp()
const { call, person, app, signIns } = t
const admin = await person({ role: 'Admin' })

/** Log lines about failed sign-ins. */
const logged: Record<string, unknown>[] = []
const child = app.log.child.bind(app.log)
vi.spyOn(app.log, 'child').mockImplementation((...given: Parameters<typeof child>) => {
  const logger = child(...given)
  vi.spyOn(logger, 'warn').mockImplementation((facts: unknown, text?: unknown) => {
    logged.push({ ...(facts as object), text })
  })
  return logger
})

const wrongAt = (email: string, address: string) =>
  signIn(app, email, { password: 'Not-The-One-11', address })
const failuresOf = async (id: string) => (await call(admin, users.get, { params: { id } })).body.failedSignIns

test('a failed sign-in is in the log and in the figures, with the account and the address', async () => {
  const someone = await person()
  const before = { ...signIns }
  await wrongAt(someone.email, '10.7.0.1')
  await wrongAt(someone.email.toUpperCase(), '10.7.0.2')
  await wrongAt('nobody@example.com', '10.7.0.1')
  await signIn(app, someone.email)
  const lines = logged.splice(0)
  const text = 'a sign-in failed'
  expect(lines).toEqual([
    {
      text,
      reason: 'wrong',
      account: expect.stringMatching(/^\w{16}$/),
      user: someone.id,
      address: '10.7.0.1',
    },
    { text, reason: 'wrong', account: lines[0]?.account, user: someone.id, address: '10.7.0.2' },
    { text, reason: 'wrong', account: expect.any(String), user: undefined, address: '10.7.0.1' },
  ])
  expect(lines[2]?.account).not.toBe(lines[0]?.account)
  expect(JSON.stringify(lines)).not.toContain('example.com')
  expect(signIns).toEqual({ ...before, wrong: before.wrong + 3, succeeded: before.succeeded + 1 })
})

test('tries that are throttled, or at a disabled account, say so', async () => {
  const someone = await person()
  for (let n = 0; n < 10; n += 1) await wrongAt(someone.email, '10.7.1.1')
  await call(admin, users.update, { params: { id: someone.id }, body: { status: 'disabled' } })
  logged.splice(0)
  await wrongAt(someone.email, '10.7.1.1')
  await signIn(app, someone.email, { address: '10.7.1.2' })
  expect(logged).toMatchObject([{ reason: 'throttled' }, { reason: 'disabled', user: someone.id }])
})

test('an administrator sees wrong passwords on the page of a user until the user signs in', async () => {
  const someone = await person()
  expect(await failuresOf(someone.id)).toBeNull()
  await wrongAt(someone.email, '10.7.2.1')
  await vi.waitFor(async () => expect(await failuresOf(someone.id)).toMatchObject({ tries: 1 }))
  await wrongAt(someone.email, '10.7.2.2')
  await vi.waitFor(async () =>
    expect(await failuresOf(someone.id)).toMatchObject({ tries: 2, address: '10.7.2.2' }),
  )
  await signIn(app, someone.email, { address: '10.7.2.3' })
  expect(await failuresOf(someone.id)).toBeNull()
  const rows = await t.db
    .selectFrom('failed_sign_ins')
    .select('user_id')
    .where('user_id', '=', someone.id)
    .execute()
  expect(rows).toEqual([])
})
