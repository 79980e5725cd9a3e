import type { Page } from '@playwright/test'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { type Hand, newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const table = (page: Page) => page.getByRole('table', { name: 'View Roles' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

const makeRole = async (admin: Hand, permissions: string[] = []) => {
  const name = newName('Role')
  await admin.call('post', '/api/v1/roles', { roleName: name, permissions })
  return name
}

test('the five seeded roles are listed and can be searched', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/view-roles?size=30')
  for (const name of ['Admin', 'User', 'Sub User', 'User Management', 'Super Admin'])
    await expect(table(page).getByText(name, { exact: true }).first()).toBeVisible()
  await search(page).fill('super')
  await expect(table(page).locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await search(page).fill('no role is called so')
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('a role is added, edited and deleted', { tag: '@narrow' }, async ({ page, enter }) => {
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

test('adding a role with the keyboard alone', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const name = newName('Keyboard')
  await page.goto('/dashboard/default/add-role')
  await typeInto(page, page.getByLabel('Role Name'), name)
  await tabTo(page, page.getByRole('checkbox', { name: 'Manage Asset' }))
  await page.keyboard.press('Space')
  await pressOn(page, page.getByRole('button', { name: 'Save Role' }))
  await expect(page.getByText('Role added successfully!')).toBeVisible()
})

test('a role needs a name, and one that is not taken', async ({ page, enter, admin }) => {
  const taken = await makeRole(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/add-role')
  await page.getByLabel('Role Name').fill('  ')
  await page.getByRole('button', { name: 'Save Role' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter a role name.')
  await expect(page.getByLabel('Role Name')).toBeFocused()
  await page.getByLabel('Role Name').fill(taken.toUpperCase())
  await page.getByRole('button', { name: 'Save Role' }).click()
  await expect(page.getByRole('alert')).toHaveText('There is already a role with this name.')
})

test('a role that somebody holds is not deleted', async ({ page, enter, admin }) => {
  const name = await makeRole(admin)
  await admin.person({ role: name.toLowerCase() })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/view-roles?search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 user holds this role. Give them another one first.')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, name)).toBeVisible()
})

test('what a role grants takes effect at once', async ({ page, enter, admin }) => {
  const name = await makeRole(admin, ['user-management'])
  await enter({ role: name.toLowerCase(), location: 'pune' })
  await page.goto('/dashboard/default')
  await expect(page.getByRole('button', { name: 'Admin & Role Listing' })).toBeVisible()
  const { roles } = (await admin.call('get', '/api/v1/roles')) as { roles: { id: string; name: string }[] }
  const id = roles.find((role) => role.name === name)?.id
  await admin.call('patch', `/api/v1/roles/${id}`, { permissions: [] })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Masters' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Admin & Role Listing' })).toHaveCount(0)
})

test('someone of one city reads the roles but changes none', async ({ page, enter }) => {
  await enter({ role: 'user management', location: 'pune' })
  await page.goto('/dashboard/default/view-roles')
  await expect(page.getByRole('link', { name: 'View Sub User' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit / })).toHaveCount(0)
  await page.goto('/dashboard/default/add-role')
  await expect(page.getByText('Roles hold in every place', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Role' })).toHaveCount(0)
})

test('a long list scrolls by itself and the page does not', async ({ page, enter, admin }) => {
  await Promise.all(Array.from({ length: 8 }, () => makeRole(admin)))
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/view-roles?size=30')
  await expect(table(page).locator('tbody').getByRole('row').nth(10)).toBeAttached()
  const spare = () =>
    page.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await spare()).toBe(0)
  await expect(page.getByText(/^Showing 1 to \d+ of \d+ entries$/)).toBeInViewport()
})
