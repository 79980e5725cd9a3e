import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { passwords } from '@ats/contract/identity/passwords.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { live } from '@ats/contract/live.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '#kernel/session/session.ts'
import { pressOn, tabTo, typeInto } from '../../../../test/keyboard.ts'
import { hold, reject, respond, sent } from '../../../../test/responses.ts'
import { openAsStranger, openScreen } from '../../../../test/screen.tsx'

const password = 'Copper-Kettle-91'
const alert = page.getByRole('alert')
const name = page.getByRole('textbox', { name: 'Name' })
const email = page.getByRole('textbox', { name: 'Email' })
const secret = page.getByLabelText('Password', { exact: true })
const confirmed = page.getByLabelText('Confirm password')
const old = page.getByLabelText('Old password')
const fresh = page.getByLabelText('New password', { exact: true })
const again = page.getByLabelText('Confirm new password')
const register = page.getByRole('button', { name: 'Register now' })
const set = page.getByRole('button', { name: 'Set password' })
const update = page.getByRole('button', { name: 'Update password' })
const bodiesTo = (endpoint: { path: string }) =>
  sent.filter((one) => one.endpoint.path === endpoint.path).map(({ body }) => body)
const cut = () => {
  throw new TypeError('Failed to fetch')
}
const unanswered = 'The server cannot be reached. Check your connection and try again.'

function openPublic(address: string) {
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  return openAsStranger(address)
}

test('missing values of an account request are shown once, at the field, and the first field gets the focus', async () => {
  respond(accessRequests.create, cut)
  await openPublic('/register')
  await register.click()
  await expect.element(alert).toHaveTextContent('Name is required!')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription(/Name is required!/)
  expect(page.getByText('Name is required!').elements()).toHaveLength(1)
  expect(page.getByText('Password is required!').elements()).toHaveLength(1)
  await name.fill('Someone')
  await email.fill('not an address')
  await secret.fill(password)
  await confirmed.fill('Something-Else-5')
  await register.click()
  await expect.element(email).toHaveFocus()
  await expect.element(confirmed).toHaveAccessibleDescription(/Passwords do not match!/)
  expect(bodiesTo(accessRequests.create)).toEqual([])
  await email.fill('someone@example.com')
  await confirmed.fill(password)
  await register.click()
  await expect.element(alert).toHaveTextContent(`Failed to register. Please try again. ${unanswered}`)
  await expect.element(confirmed).toHaveValue(password)
})

test('the form for an account says what happens next', async () => {
  await openPublic('/register')
  await expect
    .element(page.getByText('you receive a link and choose your final password there.'))
    .toBeVisible()
})

test.each([
  ['/register', secret],
  ['/reset-password#a-token', fresh],
])('%s says the rules for a new password at the field', async (address, field) => {
  await openPublic(address)
  await expect.element(field).toHaveAccessibleDescription(/^Use 8 to 200 characters, but not a common/)
})

test.each(['change-password', 'profile'])('%s shows the rules for a new password', async (screen) => {
  respond(sessions.list, { sessions: [] })
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  await openScreen(`/dashboard/default/${screen}`)
  await expect.element(fresh).toHaveAccessibleDescription(/Use 8 to 200 characters, but not a common/)
})

test('an account is requested with the keyboard alone', async () => {
  respond(accessRequests.create, { message: 'Sent' })
  const router = await openPublic('/register')
  await typeInto(name, 'Someone')
  await typeInto(email, 'someone@example.com')
  await typeInto(secret, password)
  await typeInto(confirmed, password)
  await tabTo(register)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Thank you. Your request was sent. Once an administrator'))
    .toBeVisible()
  expect(router.state.location.pathname).toBe('/login')
  expect(bodiesTo(accessRequests.create)).toMatchObject([
    { name: 'Someone', email: 'someone@example.com', password },
  ])
})

test('a reset link is requested with the keyboard alone, starting from the sign-in', async () => {
  respond(passwords.forgot, { message: 'Sent' })
  await openPublic('/login')
  await pressOn(page.getByRole('link', { name: 'Forgot password?' }))
  await expect.element(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await typeInto(email, 'someone@example.com{Enter}')
  await expect
    .element(page.getByText('If an account has this email, we are sending a link to it.'))
    .toBeVisible()
  expect(bodiesTo(passwords.forgot)).toEqual([{ email: 'someone@example.com' }])
})

test('an address without a token shows an error and offers another link', async () => {
  history.replaceState(null, '', location.pathname + location.search)
  const router = await openPublic('/reset-password')
  await expect.element(page.getByText('This link is incomplete.')).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/forgot-password')
})

test('a password is set with the keyboard alone, after a mismatch and a too common one', async () => {
  reject(passwords.reset, 'password-common', {}, 'password')
  const router = await openPublic('/reset-password#a-token')
  await fresh.fill('Walnut-Ladder-58')
  await again.fill('Walnut-Ladder-59')
  await set.click()
  await expect.element(alert).toHaveTextContent('Passwords do not match!')
  await expect.element(again).toHaveFocus()
  expect(bodiesTo(passwords.reset)).toEqual([])
  await fresh.fill('password1')
  await again.fill('password1')
  await set.click()
  await expect.element(alert).toHaveTextContent('This password is too common. Please choose another.')
  await expect.element(fresh).toHaveFocus()
  reject(passwords.reset, 'reset-link-spent')
  await set.click()
  await expect.element(alert).toHaveTextContent('This link is no longer valid. Please request a new one.')
  respond(passwords.reset, { message: 'Set' })
  await typeInto(fresh, 'Walnut-Ladder-58')
  await typeInto(again, 'Walnut-Ladder-58')
  await pressOn(set)
  await expect.element(page.getByText('Your new password is set. Please log in with it.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/login')
  expect(bodiesTo(passwords.reset).at(-1)).toEqual({ token: 'a-token', password: 'Walnut-Ladder-58' })
})

test('missing, differing and wrong values of a password change are shown', async () => {
  reject(passwords.change, 'password-wrong', {}, 'oldPassword')
  await openScreen('/dashboard/default/change-password')
  await update.click()
  await expect.element(alert).toHaveTextContent('Please fill in all fields.')
  expect(page.getByText('Please fill in all fields.').elements()).toHaveLength(1)
  await expect.element(old).toHaveFocus()
  const next = page.getByLabelText('New password')
  await old.fill('Not-My-Password-1')
  await next.fill('Marble-Bridge-26')
  await confirmed.fill('Marble-Bridge-27')
  await update.click()
  await expect.element(alert).toHaveTextContent('New password and confirm password do not match.')
  await expect.element(confirmed).toHaveFocus()
  await confirmed.fill('Marble-Bridge-26')
  await update.click()
  await expect.element(alert).toHaveTextContent('The current password is incorrect.')
  await expect.element(old).toHaveFocus()
  reject(passwords.change, 'password-common', {}, 'newPassword')
  await update.click()
  await expect.element(alert).toHaveTextContent('This password is too common. Please choose another.')
})

test('a password is changed with the keyboard alone, and requests before the response do not end the session', async () => {
  const release = hold(passwords.change, { message: 'Changed', token: 'another' })
  const router = await openScreen('/dashboard/default/change-password')
  await typeInto(old, password)
  await typeInto(page.getByLabelText('New password'), 'Marble-Bridge-26')
  await typeInto(confirmed, 'Marble-Bridge-26')
  await pressOn(update)
  await expect.poll(() => bodiesTo(passwords.change)).toHaveLength(1)
  // By now the server has ended the old session, so every request with its token fails.
  reject(live.stream, 'unauthenticated')
  const { call } = await import('#kernel/http/call.ts')
  reject(sessions.list, 'unauthenticated')
  const early = call(sessions.list, {}).catch(() => 'failed')
  await expect.poll(() => bodiesTo(sessions.list)).toHaveLength(1)
  respond(sessions.list, { sessions: [] })
  release()
  expect(await early).toEqual({ sessions: [] })
  await expect.element(page.getByText('Password updated successfully!')).toBeVisible()
  await expect.element(old).toHaveValue('')
  expect([router.state.location.pathname, currentSession()?.token]).toEqual([
    ...['/dashboard/default/change-password', 'another'],
  ])
})
