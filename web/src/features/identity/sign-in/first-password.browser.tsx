import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '#kernel/session/session.ts'
import { pressOn, typeInto } from '../../../../test/keyboard.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const heading = page.getByRole('heading', { name: 'Choose your own password' })
const alert = page.getByRole('alert')
const old = page.getByLabelText('Current password')
const fresh = page.getByLabelText('New password', { exact: true })
const again = page.getByLabelText('Confirm new password')
const save = page.getByRole('button', { name: 'Save and continue' })
const temporary = { mustFirst: 'change-password' } as const

test('a person with a temporary password sees nothing else, and is told why', async () => {
  const router = await openScreen('/dashboard/default/profile', temporary)
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByText('An administrator set your current password')).toBeVisible()
  expect(router.state.location.pathname).toBe('/new-password')
  await router.navigate({ to: '/dashboard' })
  await expect.element(heading).toBeVisible()
  expect(sentTo(notifications.list)).toEqual([])
})

test('missing, differing and unchanged passwords are shown at their fields', async () => {
  reject(passwords.change, 'password-same', {}, 'newPassword')
  await openScreen('/dashboard/default/profile', temporary)
  await save.click()
  await expect.element(alert).toHaveTextContent('Please fill in all fields.')
  await old.fill('Copper-Kettle-91')
  await fresh.fill('Copper-Kettle-91')
  await again.fill('Copper-Kettle-92')
  await save.click()
  await expect.element(alert).toHaveTextContent('Passwords do not match!')
  await again.fill('Copper-Kettle-91')
  await save.click()
  await expect.element(alert).toHaveTextContent('Please choose a password that differs from the current one.')
  await expect.element(fresh).toHaveFocus()
})

test('the password is chosen with the keyboard alone, and the wanted screen opens', async () => {
  respond(passwords.change, { message: 'Changed', token: 'another' })
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  const router = await openScreen('/dashboard/default/profile', temporary)
  await typeInto(old, 'Copper-Kettle-91')
  await typeInto(fresh, 'Marble-Bridge-26')
  await typeInto(again, 'Marble-Bridge-26')
  respond(sessions.me, { ...(currentSession()?.user as never as object), mustFirst: null } as never)
  await pressOn(save)
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default/profile')
  expect(sentTo(passwords.change).map(({ body }) => body)).toEqual([
    { oldPassword: 'Copper-Kettle-91', newPassword: 'Marble-Bridge-26' },
  ])
  expect(currentSession()).toMatchObject({ token: 'another', user: { mustFirst: null } })
})

test('the person can log out instead', async () => {
  respond(sessions.logout, { message: 'Logged out', address: null })
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  const router = await openScreen('/dashboard/default/profile', temporary)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/login')
  expect(sentTo(sessions.logout)).toHaveLength(1)
})

test('a person who owes nothing continues', async () => {
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  const router = await openScreen('/new-password?next=%2Fdashboard%2Fdefault%2Fprofile')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default/profile')
})

test('a request that is refused for this reason leads to the page', async () => {
  reject(sessions.list, 'password-change-needed')
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  const router = await openScreen('/dashboard/default/profile')
  await expect.poll(() => currentSession()?.user.mustFirst).toBe('change-password')
  await router.invalidate()
  await expect.element(heading).toBeVisible()
})
