import { enterAs } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const newPassword = 'Marble-Bridge-26'

test('changing the password keeps this session and ends all others', async ({ page, browser, enter }) => {
  const me = await enter()
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enterAs(other, me)
  await other.goto('/dashboard/default')
  await expect(other).toHaveURL('/dashboard/default')

  await page.goto('/dashboard/default/change-password')
  // The server ends the stream of the old session, and the page reopens it, before the page knows the new
  // token.
  await page.route('**/api/v1/me/password', async (route) => {
    const refused = page.waitForResponse((response) => response.status() === 401)
    const response = await route.fetch()
    await refused
    await route.fulfill({ response })
  })
  await page.getByLabel('Old password').fill(me.password)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/change-password/)
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
