import type { Page } from '@playwright/test'
import { mailsTo } from '../support/mailbox.ts'
import { demo, enterAs, newEmail, newName, password } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const thanks =
  'Thank you. Your request was sent. Once an administrator has approved it, you will get a link to set your password.'
const chosen = 'Bronze-Anvil-63'

async function fillIn(page: Page, name: string, email: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

async function tryToSignIn(page: Page, email: string, typed = password) {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Login now' }).click()
}

/** The link in the email to the person; the page reads its token from the fragment. */
async function linkTo(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [letter = ''] = await mailsTo(email)
  return /\/reset-password#[\w-]{43}/.exec(letter)?.[0] ?? ''
}

async function approve(page: Page, email: string) {
  const request = await requestOf(page, email)
  await request.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption({ label: 'User' })
  await dialog.getByLabel('Location').selectOption({ label: 'Pune' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  return request
}

/** The newest are last, and only the first few are shown until somebody expands the list. */
async function requestOf(page: Page, email: string) {
  const requests = page.getByRole('region', { name: 'Access requests' })
  const request = requests.getByRole('listitem').filter({ hasText: email })
  const more = page.getByRole('button', { name: /^Show all \d+$/ })
  await expect(request.or(more).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  return request
}

test('a person requests an account, an administrator approves it, and the person sets a password and signs in', {
  tag: '@narrow',
}, async ({ page, browser }) => {
  const name = newName('Applicant')
  const email = newEmail(name)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL('/register')
  await fillIn(page, name, email)
  await page.getByRole('button', { name: 'Register now' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(thanks)).toBeVisible()
  await tryToSignIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')

  const office = await browser.newContext({ viewport: page.viewportSize() })
  const desk = await office.newPage()
  await enterAs(desk, demo)
  await desk.goto('/dashboard/default/users')
  const request = await approve(desk, email)
  await expect(desk.getByText(`We are sending ${email} a link to set the password.`)).toBeVisible()
  await expect(request).toHaveCount(0)
  await office.close()

  await tryToSignIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
  await page.goto(await linkTo(email))
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByLabel('Confirm new password').fill(chosen)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/login')
  await tryToSignIn(page, email, chosen)
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByText(`Welcome, ${name}`)).toBeVisible()
})

test('a rejected request leaves no account, and an email that has one gets the same response', async ({
  page,
  admin,
}) => {
  const name = newName('Stranger')
  const email = newEmail(name)
  await page.goto('/register')
  await fillIn(page, 'Asha again', demo.email)
  await page.getByRole('button', { name: 'Register now' }).click()
  await expect(page.getByText(thanks)).toBeVisible()
  await admin.call('post', '/api/v1/access-requests', { name, email, password })
  await enterAs(page, demo)
  await page.goto('/dashboard/default/users')
  const request = await requestOf(page, email)
  await request.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(request).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await tryToSignIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
})
