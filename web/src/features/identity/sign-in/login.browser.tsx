import { sessions } from '@ats/contract/identity/sessions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openAsStranger, openScreen } from '../../../../test/screen.tsx'

const email = page.getByRole('textbox', { name: 'Email' })
const password = page.getByLabelText('Password', { exact: true })
const submit = page.getByRole('button', { name: 'Login now' })
const alert = page.getByRole('alert')
const tries = () => sent.filter(({ endpoint }) => endpoint.path === sessions.login.path)

async function open(address = '/login') {
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  const router = await openAsStranger(address)
  await expect.element(email).toBeVisible()
  return router
}

test('nothing is filled in if the server does not run the demo', async () => {
  await open()
  await expect.poll(() => sent.length).toBe(1)
  await expect.element(email).toHaveValue('')
  await expect.element(password).toHaveValue('')
})

test('empty fields are reported one after the other, and nothing is sent', async () => {
  await open()
  await submit.click()
  await expect.element(alert).toHaveTextContent('Please enter valid credentials')
  await expect.element(email).toHaveFocus()
  await email.fill('asha@example.com')
  await submit.click()
  await expect.element(alert).toHaveTextContent('Please enter valid credentials')
  await expect.element(password).toHaveFocus()
  expect(tries()).toEqual([])
})

test('a wrong password and a missing response show an error, and the email stays', async () => {
  reject(sessions.login, 'sign-in-wrong')
  await open()
  await email.fill('asha@example.com')
  await password.fill('Not-The-Password-1')
  await submit.click()
  await expect.element(alert).toHaveTextContent('Invalid email or password.')
  await expect.element(email).toHaveValue('asha@example.com')
  respond(sessions.login, () => {
    throw new TypeError('Failed to fetch')
  })
  await submit.click()
  await expect
    .element(alert)
    .toHaveTextContent(
      'Login failed. Please try again. The server cannot be reached. Check your connection and try again.',
    )
})

test('a password can be shown and hidden', async () => {
  await open()
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('an address without a session leads to the sign-in, which remembers it', async () => {
  const router = await open('/dashboard/indore/change-password?from=mail')
  expect(router.state.location.href).toBe('/login?next=%2Fdashboard%2Findore%2Fchange-password%3Ffrom%3Dmail')
})

test.each([
  ['/login', '/dashboard/default'],
  ['/login?next=%2Fdashboard%2Fdefault%2Fprofile', '/dashboard/default/profile'],
  ['/login?next=https%3A%2F%2Fexample.com%2F', '/dashboard/default'],
  ['/login?next=%2F%2Fexample.com', '/dashboard/default'],
])('with a session %s redirects to %s', async (address, reached) => {
  const router = await openScreen(address)
  expect(router.state.location.href).toBe(reached)
})
