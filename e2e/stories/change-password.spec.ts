import type { Page } from '@playwright/test'
import { pressOn, typeInto } from '../support/keyboard.ts'
import { enterAs } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const newPassword = 'Marble-Bridge-26'
const submit = (page: Page) => page.getByRole('button', { name: 'Update password' })

async function fillIn(page: Page, old: string, fresh: string, again = fresh) {
  await page.getByLabel('Old password').fill(old)
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Confirm password').fill(again)
}

test('the password changes, this session goes on and the others end', { tag: '@narrow' }, async ({
  page,
  browser,
  enter,
}) => {
  const me = await enter()
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enterAs(other, me)
  await other.goto('/dashboard/default')
  await expect(other).toHaveURL('/dashboard/default')

  await page.goto('/dashboard/default/change-password')
  await fillIn(page, me.password, newPassword)
  await submit(page).click()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(page.getByLabel('Old password')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Change Password' })).toBeVisible()

  await other.reload()
  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByLabel('Email')).not.toHaveValue('')
  await other.getByLabel('Email').fill(me.email)
  await other.getByLabel('Password', { exact: true }).fill(newPassword)
  await other.getByRole('button', { name: 'Login now' }).click()
  await expect(other).toHaveURL(/\/dashboard\/default/)
  await elsewhere.close()
})

test('what is asked before the answer comes does not end the session', async ({ page, enter }) => {
  const me = await enter()
  await page.goto('/dashboard/default/change-password')
  // The server ends the stream of the old session, and the page asks for it anew, before it knows the new token.
  await page.route('**/api/v1/me/password', async (route) => {
    const refused = page.waitForResponse((answer) => answer.status() === 401)
    const response = await route.fetch()
    await refused
    await route.fulfill({ response })
  })
  await fillIn(page, me.password, newPassword)
  await submit(page).click()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/change-password/)
})

test('changing the password with the keyboard alone', async ({ page, enter }) => {
  const me = await enter()
  await page.goto('/dashboard/default/change-password')
  await typeInto(page, page.getByLabel('Old password'), me.password)
  await typeInto(page, page.getByLabel('New password'), newPassword)
  await typeInto(page, page.getByLabel('Confirm password'), newPassword)
  await pressOn(page, submit(page))
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
})

test('what is missing, differs or is wrong is said', async ({ page, enter }) => {
  const me = await enter()
  await page.goto('/dashboard/default/change-password')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Please fill in all fields.')
  await expect(page.getByLabel('Old password')).toBeFocused()
  await fillIn(page, me.password, newPassword, 'Marble-Bridge-27')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('New password and confirm password do not match.')
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  await fillIn(page, 'Not-My-Password-1', newPassword)
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('The current password is not right.')
  await expect(page.getByLabel('Old password')).toBeFocused()
  await fillIn(page, me.password, 'password123')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('This password is too common. Please choose another.')
})
