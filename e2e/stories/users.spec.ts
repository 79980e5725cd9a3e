import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { choices, makeMaster } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, email: string) => rows(page).filter({ hasText: email })

test('a user is found, exported as a file and deleted, which ends their account', async ({
  page,
  enter,
  admin,
  browser,
}) => {
  const leaver = await admin.person({ name: newName('Leaver') })
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/users')
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('searchbox', { name: 'Search' }).fill(leaver.name.toUpperCase())
  await expect(rowOf(page, leaver.email)).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^users-[\d-]+\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain(leaver.email)

  await page.getByRole('button', { name: `Delete ${leaver.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  const elsewhere = await browser.newContext()
  const response = await elsewhere.request.post('/api/v1/login', { data: leaver })
  expect(response.status()).toBe(401)
  await elsewhere.close()
})

test('a person with User Management in Indore sees only Indore, grants only its places, and changes nobody with more permissions', async ({
  page,
  enter,
  admin,
}) => {
  const mark = newName('Scoped')
  const near = await admin.person({ name: `${mark} Near`, location: 'indore' })
  const far = await admin.person({ name: `${mark} Far`, location: 'mumbai' })
  const boss = await admin.person({ role: 'admin', location: 'indore' })
  const { cities } = (await admin.call('get', '/api/v1/places/cities')) as {
    cities: { _id: string; location: string }[]
  }
  const pune = cities.find(({ location }) => location === 'pune')
  const away = await makeMaster(admin, 'mm', { parentId: pune?._id })
  await enter({ role: 'user management', location: 'indore' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(mark)}`)
  await expect(rowOf(page, near.email)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  for (const address of [`default/users/${far.id}`, 'mumbai/users']) {
    await page.goto(`/dashboard/${address}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
  await page.goto(`/dashboard/default/users/${boss.id}`)
  await expect(
    page.getByText('This user has more permissions than you, so you cannot change them.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save User' })).toHaveCount(0)

  await page.goto('/dashboard/default/users/create-user')
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['Choose', 'Indore'])
  await expect(page.getByLabel('Role').getByRole('option').filter({ hasText: 'Admin' })).toHaveCount(0)
  const places = page.getByRole('combobox', { name: 'Places the person can see' })
  await places.fill(away.name)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await places.fill('Indore')
  await expect(choices(page).first()).toContainText('Indore')
})
