import type { Page } from '@playwright/test'
import { mailsTo } from '../support/mailbox.ts'
import { expect, test } from '../support/story.ts'

const sent =
  'If an account has this email, we are sending a link to it. The link works once and only for a short time.'
const newPassword = 'Walnut-Ladder-58'

async function askForLink(page: Page, email: string) {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The sign-in page also has an Email field, so it must be gone first.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(sent)).toBeVisible()
}

async function linkSentTo(email: string): Promise<string> {
  const link = async () => /http:\S+\/reset-password#\S+/.exec((await mailsTo(email)).at(-1) ?? '')?.[0] ?? ''
  await expect.poll(link).not.toBe('')
  return link()
}

async function setPassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
}

test('an unknown email gets no mail; the link for a known one sets a strong password, once', async ({
  page,
  admin,
}) => {
  const person = await admin.person()
  await askForLink(page, 'nobody.at.all@example.com')
  await askForLink(page, person.email)
  const link = await linkSentTo(person.email)
  expect(await mailsTo('nobody.at.all@example.com')).toEqual([])
  await page.goto(link)
  await setPassword(page, 'password1')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password/)
  await setPassword(page, newPassword)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your new password is set. Please log in with it.')).toBeVisible()

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Login now' }).click()
  await expect(page).toHaveURL('/dashboard/default')

  await page.goto('about:blank')
  await page.goto(link)
  await setPassword(page, 'Another-Try-64')
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please request a new one.')

  // If no email can be sent, the page says whom to ask.
  await page.route('/api/v1/settings', (route) =>
    route.fulfill({ json: { mail: false, demo: null, directories: [] } }),
  )
  await page.goto('/forgot-password')
  await expect(page.getByText('Please ask an administrator', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)
})
