import { expect, test } from '../support/story.ts'
import { codeOf } from '../support/totp.ts'

test('a person sets up an authenticator app, logs in with its code, and once with a recovery code', async ({
  page,
  enter,
}) => {
  const person = await enter()
  const logIn = async () => {
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Login now' }).click()
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  }
  await page.goto('/dashboard/default/profile')
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const recoveryCode = (await page.getByRole('dialog').getByRole('listitem').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')

  await logIn()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/default')
  await page.getByRole('button', { name: 'Logout' }).click()

  await logIn()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('checkbox', { name: /for 30 days/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/default')
  await page.getByRole('button', { name: 'Logout' }).click()

  // The browser is remembered, so the password is enough now.
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page).toHaveURL('/dashboard/default')
})
