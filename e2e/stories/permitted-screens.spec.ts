import type { Page } from '@playwright/test'
import { makeAsset } from '../support/assets.ts'
import { addressOf, makeMaster } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const groupsOf = (page: Page) => menu(page).getByRole('button', { expanded: false })

const forAssets = [
  '/dashboard/default/manage-asset/view-assets',
  '/dashboard/default/manage-asset/asset-registration',
  '/dashboard/default/manage-asset/bulk-asset-registration',
  '/dashboard/manage-assets',
  '/dashboard/asset-state-change',
  '/dashboard/default/unknown-tags',
  '/dashboard/default/readers',
  '/dashboard/default/readers/00000000-0000-4000-8000-000000000000',
  '/dashboard/default/live',
  '/dashboard/default/seen-elsewhere',
  '/dashboard/default/dead-letters',
]
const forReports = [
  '/dashboard/asset-wise',
  '/dashboard/physical-inventory',
  '/dashboard/physical-inventory/00000000-0000-4000-8000-000000000000',
  '/dashboard/deleted-assets',
]

test('someone with User Management alone sees no menu of assets and reports', async ({ page, enter }) => {
  await enter({ role: 'user management' })
  await page.goto('/dashboard/default')
  await expect(groupsOf(page)).toHaveText(['Admin & Role Listing', 'Masters'])
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('asset wise')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('combobox').fill('deleted')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('combobox').fill('audit')
  await expect(page.getByRole('option')).toHaveText(['Audit LogAdmin & Role Listing'])
})

test('a screen of assets or reports says that the person is not authorized, and asks the server nothing', {
  tag: '@narrow',
}, async ({ page, enter }) => {
  await enter({ role: 'user management' })
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  for (const address of [...forAssets, ...forReports]) {
    await page.goto(address)
    await expect(page, address).toHaveURL('/unauthorized')
    await expect(page.getByText('You are not authorized to view this page.')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  expect(refused).toEqual([])
})

test('a permission that is taken away closes the screen it opened', async ({ page, enter, admin }) => {
  const name = newName('Keeper')
  const body = { roleName: name, permissions: ['manage-asset', 'reports'] }
  const { role } = (await admin.call('post', '/api/v1/roles', body)) as { role: { id: string } }
  await enter({ role: name.toLowerCase() })
  await page.goto('/dashboard/deleted-assets')
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted Assets' })).toBeVisible()
  await admin.call('patch', `/api/v1/roles/${role.id}`, { permissions: ['manage-asset'] })
  await page.reload()
  await expect(page).toHaveURL('/unauthorized')
  await expect(groupsOf(page)).toHaveText(['Masters', 'Manage Asset'])
  await admin.call('patch', `/api/v1/roles/${role.id}`, { permissions: [] })
  await page.goto('/dashboard/default/manage-asset/view-assets')
  await expect(page).toHaveURL('/unauthorized')
  await expect(groupsOf(page)).toHaveText(['Masters'])
})

test('someone with Reports alone sees the bin change, and can do nothing with what is in it', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await admin.call('delete', `/api/assets/${asset._id}`)
  const name = newName('Auditor')
  await admin.call('post', '/api/v1/roles', { roleName: name, permissions: ['reports'] })
  await enter({ role: name.toLowerCase() })
  await page.goto('/dashboard/default')
  await page.getByRole('link', { name: 'Total Deleted Assets' }).click()
  await page.goto(`/dashboard/deleted-assets?search=${asset.assetTagId}`)
  await expect(page.getByRole('cell', { name: asset.assetTagId })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: asset.assetName })).toHaveCount(0)
  await admin.call('post', '/api/v1/deleted-assets/restore', { ids: [asset._id] })
  await page.getByRole('button', { name: 'New data: show' }).click()
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('someone who was given rooms alone finds no form for AoUs', async ({ page, enter, admin }) => {
  const room = await makeMaster(admin, 'room')
  await enter({ places: [room.id] })
  await page.goto(addressOf('aou'))
  await expect(page.getByText('What is added to it belongs to a place that you were not given')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await page.goto(addressOf('brand'))
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
})
