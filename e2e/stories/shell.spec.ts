import { expect, test } from '../support/story.ts'

test('theme, language and menu survive a reload, and the theme is set before the first paint', async ({
  page,
  enter,
}) => {
  await enter()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard/default')
  const html = page.locator('html')
  await expect(html).toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveClass(/light/)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(html).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await page.getByRole('button', { name: 'HI' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('डैशबोर्ड')

  // Without the app's scripts only the inline script of the page runs.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveClass(/dark/)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('डैशबोर्ड')
  await expect(html).toHaveAttribute('lang', 'hi')
  await expect(page).toHaveTitle(/डैशबोर्ड/)

  // The skip link is the first stop of Tab.
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'सीधे मुख्य सामग्री पर जाएँ' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.getByRole('button', { name: 'EN' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})
