import { mailsTo } from '../support/mailbox.ts'
import { bell, exportsOf, notificationsScreen } from '../support/notifications.ts'
import { expect, test } from '../support/story.ts'

const brands = 'Your Excel file is ready: Brands'
const cities = 'Your Excel file is ready: Cities'

test('notifications are counted, marked as read one by one or together, and link to their file', {
  tag: '@narrow',
}, async ({ page, enter }) => {
  const person = await enter()
  await exportsOf(person, 'brand', 'city', 'vendor')
  await page.goto('/dashboard/default')
  await bell(page, 3).click()
  await expect(page).toHaveURL(notificationsScreen)
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem')).toHaveCount(3)
  await expect(today.getByText('New', { exact: true })).toHaveCount(3)

  await page.getByRole('button', { name: `Set as read: ${brands}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible()
  await expect(bell(page, 2)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only unread' }).check()
  await expect(page.getByText(cities)).toBeVisible()
  await expect(page.getByText(brands)).toBeHidden()
  await page.reload()
  await expect(today.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Set all as read' }).click()
  await expect(page.getByText('Everything is read')).toBeVisible()
  await expect(page.getByText('You have read everything.')).toBeVisible()
  await expect(bell(page, 0)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only unread' }).uncheck()
  await expect(today.getByRole('listitem')).toHaveCount(3)
  await expect(today.getByText('New', { exact: true })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Brands' }).click()
  expect((await download).suggestedFilename()).toMatch(/^brand-.*\.xlsx$/)
})

test('chosen notifications are emailed, and the choice is stored', async ({ page, enter }) => {
  const person = await enter()
  await page.goto('/dashboard/default/profile')
  await page.getByRole('link', { name: 'Choose your emails' }).click()
  await expect(page).toHaveURL(`${notificationsScreen}#by-mail`)
  await page.getByLabel('My Excel file is ready').selectOption('Immediately')
  await expect(page.getByText('Your choice was saved.')).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByLabel('A rental is about to end').selectOption('Once a day')
  await saved
  await page.reload()
  await expect(page.getByLabel('My Excel file is ready')).toHaveValue('now')
  await expect(page.getByLabel('A rental is about to end')).toHaveValue('daily')
  await expect(page.getByLabel('Someone requests an account')).toHaveCount(0)

  await exportsOf(person, 'brand')
  await expect
    .poll(async () => (await mailsTo(person.email)).join(), { timeout: 30_000 })
    .toContain(notificationsScreen)
  const [letter] = await mailsTo(person.email)
  expect(letter).toContain('Subject: Your Excel file is ready')
})
