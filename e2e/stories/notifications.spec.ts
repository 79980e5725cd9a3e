import { bulkScreen, chairs, chooseAndUpload } from '../support/imports.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { mailsTo } from '../support/mailbox.ts'
import { breakCalls } from '../support/network.ts'
import {
  bell,
  excelFile,
  exportsOf,
  notificationsScreen,
  untilTold,
  untilToldOf,
} from '../support/notifications.ts'
import { newEmail, newName, password } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const brands = 'Your Excel file is ready: Brands'
const cities = 'Your Excel file is ready: Cities'

test('what arrives is counted, read one by one, and all at once', { tag: '@narrow' }, async ({
  page,
  enter,
}) => {
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
})

test('what is opened leads to what it is about, and is read', async ({ page, enter }) => {
  const person = await enter()
  await breakCalls(page, '/api/v1/notifications/shown')
  await page.goto(bulkScreen)
  await chooseAndUpload(page, chairs(1))
  await untilTold(person, 1)
  await page.goto(notificationsScreen)
  await page.getByRole('link', { name: 'chairs.csv was checked and waits for you' }).click()
  await expect(page.getByRole('button', { name: 'Register 1 asset' })).toBeVisible()
  await expect(bell(page, 0)).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Everything is read')).toBeVisible()
})

test('who manages users is told that someone asks for access', async ({ page, enter, admin }) => {
  const person = await enter({ role: 'user management' })
  const name = newName('Ishaan')
  const request = { name, email: newEmail(), location: 'indore', password }
  await admin.call('post', '/api/v1/access-requests', request)
  await untilToldOf(person, name)
  await page.goto(notificationsScreen)
  await page.getByRole('link', { name: `${name} asks for access` }).click()
  await expect(page).toHaveURL('/dashboard/default/users')
})

test('an Excel file is downloaded from where one is told of it', async ({ page, enter }) => {
  await exportsOf(await enter(), 'brand')
  await page.goto(notificationsScreen)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Brands' }).click()
  expect((await download).suggestedFilename()).toMatch(/^brand-.*\.xlsx$/)
  await expect(page.getByText('Everything is read')).toBeVisible()
})

test('what someone chose comes by mail, and the choice is kept', { tag: '@narrow' }, async ({
  page,
  enter,
}) => {
  const person = await enter()
  await page.goto('/dashboard/default/profile')
  await page.getByRole('link', { name: 'Choose what reaches you by mail' }).click()
  await expect(page).toHaveURL(`${notificationsScreen}#by-mail`)
  await page.getByLabel('My Excel file is ready').selectOption('At once')
  await expect(page.getByText('Your choice was saved.')).toBeVisible()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByLabel('The rental of an asset ends').selectOption('Once a day')
  await saved
  await page.reload()
  await expect(page.getByLabel('My Excel file is ready')).toHaveValue('now')
  await expect(page.getByLabel('The rental of an asset ends')).toHaveValue('daily')
  await expect(page.getByLabel('Someone asks for access')).toHaveCount(0)

  await exportsOf(person, 'brand')
  await expect
    .poll(async () => (await mailsTo(person.email)).join(), { timeout: 30_000 })
    .toContain(notificationsScreen)
  const [letter] = await mailsTo(person.email)
  expect(letter).toContain('Subject: Your Excel file is ready')
})

test('older ones are shown on demand, day by day', async ({ page, enter }) => {
  await enter()
  const day = 24 * 60
  const pages = [
    { notifications: [excelFile('brand'), excelFile('city', { minutesAgo: day })], more: true, unread: 3 },
    { notifications: [excelFile('vendor', { minutesAgo: 9 * day, read: true })], more: false, unread: 3 },
  ]
  await page.route(/\/api\/v1\/notifications\?/, (route) =>
    route.fulfill({ json: pages[route.request().url().includes('before=') ? 1 : 0] }),
  )
  await page.goto(notificationsScreen)
  await expect(page.getByRole('region', { name: 'Yesterday' })).toContainText('Cities')
  await pressOn(page, page.getByRole('button', { name: 'Show more' }))
  await expect(page.getByText('Your Excel file is ready: Vendors')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test('everything is reached without a mouse', async ({ page, enter }) => {
  await exportsOf(await enter(), 'brand', 'city')
  await page.goto('/dashboard/default')
  await pressOn(page, bell(page, 2))
  await pressOn(page, page.getByRole('button', { name: `Set as read: ${cities}` }))
  await expect(page.getByText('1 unread', { exact: true })).toBeVisible()
  await pressOn(page, page.getByRole('checkbox', { name: 'Only unread' }), 'Space')
  await expect(page.getByText(cities)).toBeHidden()
  await expect(page.getByText(brands)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Set all as read' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You have read everything.')).toBeVisible()
})

test('a failure is said, and can be tried again', async ({ page, enter }) => {
  await exportsOf(await enter(), 'brand')
  const path = '/api/v1/notifications?unread=false'
  await breakCalls(page, path)
  await page.goto(notificationsScreen)
  await expect(page.getByRole('alert').first()).toContainText('Your notifications could not be loaded.')
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(brands)).toBeVisible()
})
