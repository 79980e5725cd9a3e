import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, email: string) => rows(page).filter({ hasText: email })

/** Names in the order they are listed. */
const names = (page: Page) => rows(page).locator('td:nth-child(2)').allInnerTexts()

test('a search narrows the list, stays in the address, and can be cleared', async ({
  page,
  enter,
  admin,
}) => {
  const wanted = await admin.person({ name: newName('Needle') })
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users')
  await expect(rows(page)).toHaveCount(10)
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type(wanted.name.toUpperCase())
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, wanted.email)).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await search(page).fill('nobody has this name')
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(page).not.toHaveURL(/search=/)
})

test('a column sorts up and down and tells so', async ({ page, enter, admin }) => {
  const mark = newName('Sorted')
  const [second, first] = [
    await admin.person({ name: `${mark} Zeta` }),
    await admin.person({ name: `${mark} Alpha` }),
  ]
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(mark)}`)
  const column = page.getByRole('columnheader', { name: 'User Name' })
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await expect
    .poll(() => names(page))
    .toEqual([first.name, second.name].map((name) => expect.stringContaining(name)))
  await pressOn(page, column.getByRole('button'))
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await expect
    .poll(() => names(page))
    .toEqual([second.name, first.name].map((name) => expect.stringContaining(name)))
  await page.goBack()
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
})

test('the list is paged', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users')
  await expect(page.getByText(/^Showing 1 to 10 of \d+ entries$/)).toBeVisible()
  const first = await names(page)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^Showing 11 to \d+ of \d+ entries$/)).toBeVisible()
  expect(await names(page)).not.toEqual(first)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText(/^Showing 1 to 10 of \d+ entries$/)).toBeVisible()
  await page.getByRole('button', { name: 'Last' }).click()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'First' }).click()
  await page.getByLabel('Rows per page:').selectOption('15')
  await expect(page.getByText(/^Showing 1 to 1\d of \d+ entries$/)).toBeVisible()
  await expect(page).toHaveURL(/size=15/)
})

test('what is listed can be taken away as a file', async ({ page, enter, admin }) => {
  const wanted = await admin.person({ name: newName('Parcel') })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(wanted.name)}`)
  await expect(rows(page)).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^users-[\d-]+\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain(wanted.email)
})

test('deleting a user asks first and ends their session', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
  browser,
}) => {
  const leaver = await admin.person({ name: newName('Leaver') })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(leaver.name)}`)
  await page.getByRole('button', { name: `Delete ${leaver.name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete this user?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Delete ${leaver.name}` })).toBeFocused()
  await page.getByRole('button', { name: `Delete ${leaver.name}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()

  const elsewhere = await browser.newContext()
  const refused = await elsewhere.request.post('/api/v1/login', { data: leaver })
  expect(refused.status()).toBe(401)
  await elsewhere.close()
})

test('deleting a user with the keyboard alone', async ({ page, enter, admin }) => {
  const leaver = await admin.person({ name: newName('Leaver') })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(leaver.name)}`)
  await pressOn(page, page.getByRole('button', { name: `Delete ${leaver.name}` }))
  await pressOn(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
})

test('nobody deletes themselves', async ({ page, enter }) => {
  const me = await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(me.name)}`)
  await expect(rowOf(page, me.email)).toContainText('You')
  await expect(page.getByRole('button', { name: `Delete ${me.name}` })).toBeDisabled()
})

test('columns can be hidden, moved and restored, and stay so', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users')
  const headers = page.getByRole('columnheader')
  await expect(headers.first()).toHaveText('ID')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Email ID' }).uncheck()
  await page.getByRole('button', { name: 'Move ID later' }).click()
  await page.keyboard.press('Escape')
  await expect(headers.first()).toHaveText('User Name')
  await expect(page.getByRole('columnheader', { name: 'Email ID' })).toHaveCount(0)
  await page.reload()
  await expect(headers.first()).toHaveText('User Name')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Restore columns' }).click()
  await expect(headers.first()).toHaveText('ID')
})

test('someone with User Management in Indore sees only Indore', async ({ page, enter, admin }) => {
  const mark = newName('Scoped')
  const near = await admin.person({ name: `${mark} Near`, location: 'indore' })
  const far = await admin.person({ name: `${mark} Far`, location: 'mumbai' })
  await enter({ role: 'user management', location: 'indore' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(mark)}`)
  await expect(rowOf(page, near.email)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.goto(`/dashboard/default/users/${far.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.goto('/dashboard/mumbai/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.goto('/dashboard/default/users/create-user')
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['Choose', 'Indore'])
  const roles = page.getByLabel('Role').getByRole('option')
  await expect(roles.filter({ hasText: 'Admin' })).toHaveCount(0)
})

test('a list that cannot be loaded says so and tries again', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.route('/api/v1/admin/users?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.goto('/dashboard/default/users')
  await expect(page.getByRole('alert')).toContainText('Error fetching users.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(10)
})

test('at 390 pixels the list is cards with the same actions', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const wanted = await admin.person({ name: newName('Card') })
  await enter({ role: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(wanted.name)}`)
  const card = page.getByRole('list', { name: 'User List' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(wanted.email)
  await expect(page.getByRole('table')).toHaveCount(0)
  await tabTo(page, card.getByRole('link', { name: `Edit ${wanted.name}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit user' })).toBeVisible()
})
