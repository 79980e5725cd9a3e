import { type Role, roles } from '@ats/contract/identity/roles.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const roleCalled = (name: string, index: number): Role => ({
  id: `01900000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
  ...{ number: index + 1, name, permissions: ['reports'], everywhere: false, builtIn: index < 3 },
  ...{ users: 0, version: 1, mayGrant: true, secondFactorRequired: false },
})
const names = ['Admin', 'User', 'Super Admin', ...Array.from({ length: 10 }, (_, at) => `Keeper ${at}`)]
const all = names.map(roleCalled)

const list = '/dashboard/default/view-roles'
const table = page.getByRole('table', { name: 'View Roles' })
const nameBox = page.getByRole('textbox', { name: 'Role Name' })
const save = page.getByRole('button', { name: 'Save Role' })

test('roles are listed, searched and not found', async () => {
  respond(roles.list, { roles: all })
  await openScreen(`${list}?size=30`)
  await expect.element(table.getByRole('link', { name: 'Super Admin' }).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('super')
  await expect.element(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('no role is called so')
  await expect.element(page.getByText('There are no records to display')).toBeVisible()
})

test('a long list scrolls, and the page does not', async () => {
  respond(roles.list, { roles: all })
  await openScreen(`${list}?size=30`)
  await expect.element(page.getByText('Showing 1 to 13 of 13 entries')).toBeInViewport()
  const { scrollHeight, clientHeight } = document.documentElement
  expect(scrollHeight - clientHeight).toBe(0)
})

test('a role needs a name, and one that is not taken', async () => {
  reject(roles.create, 'role-name-taken')
  await openScreen('/dashboard/default/add-role')
  await nameBox.fill('  ')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please enter a role name.')
  await expect.element(nameBox).toHaveFocus()
  expect(sent.filter(({ endpoint }) => endpoint === roles.create)).toEqual([])
  await nameBox.fill('USER')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('There is already a role with this name.')
})

test('a role is added with the keyboard alone', async () => {
  const [role] = all
  if (role === undefined) throw new Error('There is no role')
  respond(roles.create, { role, message: 'Role added successfully!' })
  respond(roles.list, { roles: all })
  await openScreen('/dashboard/default/add-role')
  await expect.element(nameBox).toBeVisible()
  nameBox.element().focus()
  await userEvent.keyboard('Night Watch')
  while (document.activeElement?.getAttribute('type') !== 'checkbox') await userEvent.tab()
  await userEvent.keyboard(' ')
  while (document.activeElement !== save.element()) await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Role added successfully!')).toBeVisible()
  expect(sent.find(({ endpoint }) => endpoint === roles.create)?.body).toMatchObject({
    roleName: 'Night Watch',
    permissions: [expect.any(String)],
  })
})

test('a role in use is not deleted, and the reason is shown', async () => {
  respond(roles.list, { roles: all })
  reject(roles.remove, 'role-held-by-one')
  await openScreen(`${list}?search=Keeper+4`)
  await page.getByRole('button', { name: 'Delete Keeper 4' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('1 user has this role. Give them another one first.')).toBeVisible()
  await expect.element(table.getByRole('link', { name: 'Keeper 4' }).first()).toBeVisible()
})

test('a person of one city can read the roles but not change them', async () => {
  respond(roles.list, { roles: all })
  const person = { everywhere: false, permissions: ['user-management' as const] }
  const router = await openScreen(list, person)
  await expect.element(page.getByRole('link', { name: 'View Keeper 4' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Edit / })).not.toBeInTheDocument()
  await router.navigate({ to: '/dashboard/$location/add-role', params: { location: 'default' } })
  await expect.element(page.getByText('Roles apply in every place')).toBeVisible()
  await expect.element(save).not.toBeInTheDocument()
})
