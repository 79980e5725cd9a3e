import type { Page } from '@playwright/test'
import { tabTo, typeInto } from '../support/keyboard.ts'
import { demo, enterAs, newEmail, newName, password } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const thanks = 'Thank you. Your request was sent. You can log in once an administrator has approved it.'

async function fillIn(page: Page, name: string, email: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

async function tryToSignIn(page: Page, email: string) {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveValue(demo.email)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login now' }).click()
}

/** The newest stand last, and only the first few are shown before someone asks for all. */
async function requestOf(page: Page, email: string) {
  const requests = page.getByRole('region', { name: 'Access requests' })
  const request = requests.getByRole('listitem').filter({ hasText: email })
  const more = page.getByRole('button', { name: /^Show all \d+$/ })
  await expect(request.or(more).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  return request
}

test('someone asks for an account, an administrator approves it, and they sign in', {
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
  const request = await requestOf(desk, email)
  await request.getByRole('button', { name: 'Approve' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption({ label: 'User' })
  await dialog.getByLabel('Location').selectOption({ label: 'Pune' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(request).toHaveCount(0)
  await office.close()

  await tryToSignIn(page, email)
  await expect(page).toHaveURL('/dashboard/default')
  await expect(page.getByText(`Welcome, ${name}`)).toBeVisible()
})

test('a rejected request leaves no account', async ({ page, admin }) => {
  const name = newName('Stranger')
  const email = newEmail(name)
  await admin.call('post', '/api/v1/access-requests', { name, email, password })
  await enterAs(page, demo)
  await page.goto('/dashboard/default/users')
  const request = await requestOf(page, email)
  await request.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(request).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await tryToSignIn(page, email)
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.')
})

test('what is missing is said at the field and at the top, and the first field gets the focus', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Name is required!')
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Name is required!/)
  await fillIn(page, 'Someone', 'not an address')
  await page.getByLabel('Confirm password').fill('Something-Else-5')
  await page.getByRole('button', { name: 'Register now' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/Passwords do not match!/)
  await expect(page).toHaveURL('/register')
})

test('an email that has an account gets the same answer', async ({ page }) => {
  await page.goto('/register')
  await fillIn(page, 'Asha again', demo.email)
  await page.getByRole('button', { name: 'Register now' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(thanks)).toBeVisible()
})

test('asking for an account with the keyboard alone', async ({ page }) => {
  const name = newName('Keyboard')
  await page.goto('/register')
  await typeInto(page, page.getByLabel('Name'), name)
  await typeInto(page, page.getByLabel('Email'), newEmail(name))
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await typeInto(page, page.getByLabel('Confirm password'), password)
  await tabTo(page, page.getByRole('button', { name: 'Register now' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(thanks)).toBeVisible()
})
