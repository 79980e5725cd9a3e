import type { Page } from '@playwright/test'
import { breakCalls, forbidCalls, holdCalls } from '../support/network.ts'
import { newEmail, newName, password } from '../support/people.ts'
import { go } from '../support/within.ts'
import { type Scene, serverSays } from './scene.ts'

const list = '/dashboard/default/users'
const listCalls = '/api/v1/admin/users?*'

const listScenes: Scene[] = [
  {
    screen: 'User List',
    moments: [
      {
        when: 'the users take long',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await holdCalls(page, listCalls)
          await go(page, list)
        },
        rows: [
          [2, 'Loading...'],
          [8, 'Loading...'],
        ],
      },
      {
        when: 'the server says 403',
        steps: async ({ page }) => {
          await forbidCalls(page, listCalls)
          await go(page, list)
        },
        rows: [
          [2, 'You are not authorized to access this resource.'],
          [8, 'You are not authorized to access this resource.'],
        ],
      },
      {
        when: 'the server fails',
        steps: async ({ page }) => {
          await breakCalls(page, listCalls)
          await go(page, list)
        },
        rows: [
          [2, 'Error fetching users.'],
          [8, 'Error fetching users.'],
        ],
      },
    ],
  },
  {
    screen: 'User List',
    moments: [
      {
        when: 'a user cannot be deleted',
        steps: async ({ page, be, admin }) => {
          const { name } = await admin.person({ name: newName('Leaver') })
          await be({ role: 'admin' })
          await breakCalls(page, '/api/v1/admin/user/*', 'DELETE')
          await go(page, `${list}?search=${encodeURIComponent(name)}`)
          await deleteOnlyOne(page)
        },
        rows: [[8, 'Failed to delete user.']],
      },
      {
        when: 'the user was deleted',
        steps: async ({ page }) => {
          await page.unroute('/api/v1/admin/user/*')
          await deleteOnlyOne(page)
        },
        rows: [[8, 'User deleted successfully!']],
      },
    ],
  },
]

async function deleteOnlyOne(page: Page) {
  await page.getByRole('button', { name: /^Delete Leaver/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save User' }).click()

const fields = {
  name: (page: Page, text = 'Someone New') => page.getByLabel('Name').fill(text),
  email: (page: Page, text = newEmail()) => page.getByLabel('Email').fill(text),
  password: (page: Page, text = password) => page.getByLabel('Password', { exact: true }).fill(text),
  again: (page: Page, text = password) => page.getByLabel('Confirm password').fill(text),
  role: (page: Page, label = 'User') => page.getByLabel('Role').selectOption(label && { label }),
  location: (page: Page, label = 'Indore') => page.getByLabel('Location').selectOption(label && { label }),
}

/**
 * Omits each field in turn; fields with the same message do not follow each other, so that each one appears
 * newly.
 */
const without = (field: keyof typeof fields, text: string): Scene['moments'][0] => ({
  when: `saved without ${field}`,
  steps: async ({ page }) => {
    for (const fill of Object.values(fields)) await fill(page)
    await fields[field](page, '')
    await save(page)
  },
  rows: [[5, text]],
})

const formScene: Scene = {
  screen: 'Add New User',
  moments: [
    {
      when: 'the passwords differ',
      steps: async ({ page, be }) => {
        await be({ role: 'admin' })
        await breakCalls(page, '/api/v1/register')
        await go(page, '/dashboard/default/users/create-user')
        for (const fill of Object.values(fields)) await fill(page)
        await fields.again(page, 'Another-One-12')
        await save(page)
      },
      rows: [[5, 'Passwords do not match!']],
    },
    without('name', 'Name is required!'),
    without('password', 'Password is required!'),
    without('email', 'Email is required!'),
    without('again', 'Password is required!'),
    without('role', 'Role is required!'),
    without('location', 'Location is required!'),
    {
      when: 'the server fails without a message',
      steps: async ({ page }) => {
        await fields.location(page)
        await save(page)
      },
      rows: [[8, 'Failed to create user.']],
    },
    {
      when: 'the server says why',
      steps: async ({ page }) => {
        await forbidCalls(page, '/api/v1/register')
        await save(page)
      },
      rows: [serverSays],
    },
    {
      when: 'saved',
      steps: async ({ page }) => {
        await page.unroute('/api/v1/register')
        await save(page)
      },
      rows: [[8, 'User "Someone New" created successfully!']],
    },
  ],
}

export const userScenes: Scene[] = [...listScenes, formScene]
