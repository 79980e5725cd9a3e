import { type Hand, newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const makeRole = async (admin: Hand, permissions: string[] = []) => {
  const name = newName('Role')
  await admin.call('post', '/api/v1/roles', { roleName: name, permissions })
  return name
}

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
