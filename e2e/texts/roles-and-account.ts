import type { Page } from '@playwright/test'
import { holdCalls } from '../support/network.ts'
import { newName, password } from '../support/people.ts'
import { go } from '../support/within.ts'
import type { Scene } from './scene.ts'

async function addRole(page: Page, name: string) {
  await page.getByLabel('Role Name').fill(name)
  await page.getByRole('button', { name: 'Save Role' }).click()
}

async function changePassword(page: Page, old: string, fresh: string, again: string) {
  await page.getByLabel('Old password').fill(old)
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Update password' }).click()
}

export const roleAndAccountScenes: Scene[] = [
  {
    screen: 'View Roles',
    moments: [
      {
        when: 'nothing is found',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await go(page, '/dashboard/default/view-roles?search=nothing-is-called-so')
        },
        rows: [[8, 'There are no records to display']],
      },
      {
        when: 'the roles take long',
        steps: async ({ page }) => {
          await holdCalls(page, '/api/v1/roles?*')
          await go(page, '/dashboard/default/view-roles')
        },
        rows: [[8, 'Loading...']],
      },
    ],
  },
  {
    screen: 'Add Role',
    moments: [
      {
        when: 'saved without a name',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await go(page, '/dashboard/default/add-role')
          await addRole(page, '')
        },
        rows: [[5, 'Please enter a role name.']],
      },
      {
        when: 'saved',
        steps: ({ page }) => addRole(page, newName('Role')),
        rows: [[8, 'Role added successfully!']],
      },
    ],
  },
  {
    screen: 'Change Password',
    moments: [
      {
        when: 'the new ones differ',
        steps: async ({ page, enter }) => {
          await enter()
          await go(page, '/dashboard/default/change-password')
          await changePassword(page, password, 'Marble-Bridge-26', 'Marble-Bridge-27')
        },
        rows: [[5, 'New password and confirm password do not match.']],
      },
      {
        when: 'changed',
        steps: ({ page }) => changePassword(page, password, 'Marble-Bridge-26', 'Marble-Bridge-26'),
        rows: [[8, 'Password updated successfully!']],
      },
    ],
  },
]
