import type { Page } from '@playwright/test'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const groupsOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { expanded: false })

test('a role is added, edited and deleted', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const name = newName('Auditor')
  await page.goto('/dashboard/default/view-roles')
  await page.getByRole('link', { name: 'Add Role' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add Role' })).toBeVisible()
  await page.getByLabel('Role Name').fill(name)
  await page.getByRole('checkbox', { name: 'Reports' }).check()
  await page.getByRole('button', { name: 'Save Role' }).click()
  await expect(page.getByText('Role added successfully!')).toBeVisible()

  await page.goto(`/dashboard/default/view-roles?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('checkbox', { name: 'Reports' })).toBeChecked()
  await page.getByLabel('Role Name').fill(`${name} Lead`)
  await page.getByRole('checkbox', { name: 'Master' }).check()
  await page.getByRole('button', { name: 'Save Role' }).click()
  await expect(page.getByText('Role updated successfully!')).toBeVisible()

  await page.goto(`/dashboard/default/view-roles?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Delete ${name} Lead` }).click()
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to delete this role?')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Role deleted successfully!')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('a revoked permission removes the menu entry and closes the screen', async ({ page, enter, admin }) => {
  const name = newName('Keeper')
  const body = { roleName: name, permissions: ['manage-asset', 'reports', 'user-management'] }
  const { role } = (await admin.call('post', '/api/v1/roles', body)) as { role: { id: string } }
  await enter({ role: name.toLowerCase() })
  await page.goto('/dashboard/deleted-assets')
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted Assets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admin & Role Listing' })).toBeVisible()
  await admin.call('patch', `/api/v1/roles/${role.id}`, { permissions: ['manage-asset'] })
  await page.reload()
  await expect(page).toHaveURL('/unauthorized')
  await expect(groupsOf(page)).toHaveText(['Masters', 'Manage Asset'])
  await admin.call('patch', `/api/v1/roles/${role.id}`, { permissions: [] })
  await page.goto('/dashboard/default/manage-asset/view-assets')
  await expect(page).toHaveURL('/unauthorized')
  await expect(groupsOf(page)).toHaveText(['Masters'])
})
