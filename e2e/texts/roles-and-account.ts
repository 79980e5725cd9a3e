import type { Page } from '@playwright/test'
import { newName } from '../support/people.ts'
import type { Stage } from '../support/story.ts'
import type { Scene } from './scene.ts'

const asAdmin =
  (address: string) =>
  async ({ page, enter }: Stage) => {
    await enter({ role: 'admin' })
    await page.goto(address)
  }

async function addRole(page: Page, name: string) {
  await page.getByLabel('Role Name').fill(name)
  await page.getByRole('button', { name: 'Save Role' }).click()
}

async function changePassword(
  { page, enter }: Stage,
  fill: (me: { password: string }) => [string, string, string],
) {
  const me = await enter()
  await page.goto('/dashboard/default/change-password')
  const [old, fresh, again] = fill(me)
  await page.getByLabel('Old password').fill(old)
  await page.getByLabel('New password').fill(fresh)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Update password' }).click()
}

export const roleAndAccountScenes: Scene[] = [
  {
    screen: 'View Roles',
    when: 'opened',
    steps: asAdmin('/dashboard/default/view-roles?size=30'),
    rows: [
      [2, 'View Roles'],
      [2, 'ID'],
      [2, 'Role Name'],
      [2, 'Edit'],
      [2, 'Admin'],
      [2, 'User'],
      [2, 'Sub User'],
      [2, 'User Management'],
      [2, 'Super Admin'],
      [2, 'Previous'],
      [2, 'Next'],
      [2, /^Showing 1 to (\d+) of \1 entries$/],
    ],
  },
  {
    screen: 'Add Role',
    when: 'opened',
    steps: asAdmin('/dashboard/default/add-role'),
    rows: [
      [2, 'Add Role'],
      [2, 'Role Name'],
      [2, 'User Management'],
      [2, 'Master'],
      [2, 'Manage Asset'],
      [2, 'Reports'],
    ],
  },
  {
    screen: 'Add Role',
    when: 'saved without a name',
    steps: async (stage) => {
      await asAdmin('/dashboard/default/add-role')(stage)
      await addRole(stage.page, '')
    },
    rows: [[5, 'Please enter a role name.']],
  },
  {
    screen: 'Add Role',
    when: 'saved',
    steps: async (stage) => {
      await asAdmin('/dashboard/default/add-role')(stage)
      await addRole(stage.page, newName('Role'))
    },
    rows: [[8, 'Role added successfully!']],
  },
  {
    screen: 'Change Password',
    when: 'opened',
    steps: asAdmin('/dashboard/default/change-password'),
    rows: [
      [2, 'Change Password'],
      [2, /^Old\b/],
      [2, /^New\b/],
      [2, /^Confirm\b/],
    ],
  },
  {
    screen: 'Change Password',
    when: 'sent empty',
    steps: (stage) => changePassword(stage, () => ['', '', '']),
    rows: [[5, 'Please fill in all fields.']],
  },
  {
    screen: 'Change Password',
    when: 'the new ones differ',
    steps: (stage) => changePassword(stage, (me) => [me.password, 'Marble-Bridge-26', 'Marble-Bridge-27']),
    rows: [[5, 'New password and confirm password do not match.']],
  },
  {
    screen: 'Change Password',
    when: 'changed',
    steps: (stage) => changePassword(stage, (me) => [me.password, 'Marble-Bridge-26', 'Marble-Bridge-26']),
    rows: [[8, 'Password updated successfully!']],
  },
  {
    screen: 'Your Profile',
    when: 'opened',
    steps: async ({ page, enter }) => {
      await enter({ name: 'Someone Known' })
      await page.goto('/dashboard/default/profile')
    },
    rows: [
      [2, 'Your Profile'],
      [2, 'Someone Known'],
      [2, 'Job title'],
      [2, 'Change profile picture'],
      [2, 'Username'],
      [2, 'Email'],
      [2, 'New password'],
      [2, 'Confirm new password'],
      [2, 'Update profile'],
      [2, 'SVG, PNG, JPG or GIF (MAX. 800x400px)'],
    ],
  },
]
