import type { Page } from '@playwright/test'
import { breakCalls, forbidCalls, holdCalls } from '../support/network.ts'
import { newEmail, newName, password } from '../support/people.ts'
import type { Stage } from '../support/story.ts'
import type { Row, Scene } from './scene.ts'

const listCalls = '/api/v1/admin/users?*'
const form = '/dashboard/default/users/create-user'

const asAdmin =
  (address: string, before?: (page: Page) => Promise<unknown>) =>
  async ({ page, enter }: Stage) => {
    await enter({ role: 'admin' })
    await before?.(page)
    await page.goto(address)
  }

async function askToDelete({ page, enter, admin }: Stage) {
  const leaver = await admin.person({ name: newName('Leaver') })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/default/users?search=${encodeURIComponent(leaver.name)}`)
  await page.getByRole('button', { name: `Delete ${leaver.name}` }).click()
}

async function deleteOne(stage: Stage) {
  await askToDelete(stage)
  await stage.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

type Fields = {
  name?: string
  email?: string
  password?: string
  again?: string
  role?: string
  location?: string
}

async function saveUser(page: Page, fields: Fields) {
  await page.goto(form)
  await page.getByLabel('Name').fill(fields.name ?? '')
  await page.getByLabel('Email').fill(fields.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(fields.password ?? '')
  await page.getByLabel('Confirm password').fill(fields.again ?? '')
  if (fields.role !== undefined) await page.getByLabel('Role').selectOption({ label: fields.role })
  if (fields.location !== undefined)
    await page.getByLabel('Location').selectOption({ label: fields.location })
  await page.getByRole('button', { name: 'Save User' }).click()
}

const allButOne = (missing: keyof Fields | undefined): Fields => {
  const whole: Fields = {
    name: 'Someone New',
    email: newEmail(),
    password,
    again: password,
    role: 'User',
    location: 'Indore',
  }
  if (missing !== undefined) delete whole[missing]
  return whole
}

const without = (missing: keyof Fields, text: string): Scene => ({
  screen: 'Add New User',
  when: `saved without ${missing}`,
  steps: async ({ page, enter }) => {
    await enter({ role: 'admin' })
    await saveUser(page, allButOne(missing))
  },
  rows: [[5, text]],
})

const cities: Row[] = ['Indore', 'Mumbai', 'Bangalore', 'Delhi', 'Pune'].map((city) => [9, city, 'option'])
const pageSizes: Row[] = ['10', '15', '20', '25', '30'].map((size) => [9, size, 'option'])

export const userScenes: Scene[] = [
  {
    screen: 'User List',
    when: 'opened',
    steps: asAdmin('/dashboard/default/users'),
    rows: [
      [2, 'User List'],
      [2, 'ID'],
      [2, 'User Name'],
      [2, 'Email ID'],
      [2, 'Role'],
      [2, 'Options'],
      [2, 'Edit'],
      [2, 'Delete'],
      [2, 'Export'],
      [2, 'Add User'],
      [2, 'Dashboard > Admin Role Listing > User List', 'crumbs'],
      [2, 'Previous'],
      [2, 'Next'],
      [9, /^Showing 1 to 10 of \d+ entries$/],
      [9, 'Rows per page:'],
      ...pageSizes,
    ],
  },
  {
    screen: 'User List',
    when: 'the users take long',
    steps: asAdmin('/dashboard/default/users', (page) => holdCalls(page, listCalls)),
    rows: [
      [2, 'Loading...'],
      [8, 'Loading...'],
    ],
  },
  {
    screen: 'User List',
    when: 'the server says 403',
    steps: asAdmin('/dashboard/default/users', (page) => forbidCalls(page, listCalls)),
    rows: [[8, 'You are not authorized to access this resource.']],
  },
  {
    screen: 'User List',
    when: 'the server fails',
    steps: asAdmin('/dashboard/default/users', (page) => breakCalls(page, listCalls)),
    rows: [[8, 'Error fetching users.']],
  },
  {
    screen: 'User List',
    when: 'nothing matches',
    steps: asAdmin('/dashboard/default/users?search=nobody-has-this-name'),
    rows: [[8, 'There are no records to display']],
  },
  {
    screen: 'User List',
    when: 'a user is about to be deleted',
    steps: askToDelete,
    rows: [[8, 'Are you sure you want to delete this user?']],
  },
  {
    screen: 'User List',
    when: 'a user was deleted',
    steps: deleteOne,
    rows: [[8, 'User deleted successfully!']],
  },
  {
    screen: 'User List',
    when: 'a user cannot be deleted',
    steps: async (stage) => {
      await breakCalls(stage.page, '/api/v1/admin/user/*', 'DELETE')
      await deleteOne(stage)
    },
    rows: [[8, 'Failed to delete user.']],
  },
  {
    screen: 'Add New User',
    when: 'opened',
    steps: asAdmin(form),
    rows: [
      [2, 'Add New User'],
      [2, 'Name'],
      [2, 'Email'],
      [2, 'Password'],
      [2, 'Confirm password'],
      [2, 'Role'],
      [2, 'Location'],
      [2, 'Save User'],
      [5, 'Admin', 'option'],
      [5, 'User', 'option'],
      ...cities,
    ],
  },
  without('name', 'Name is required!'),
  without('email', 'Email is required!'),
  without('password', 'Password is required!'),
  without('again', 'Password is required!'),
  without('role', 'Role is required!'),
  without('location', 'Location is required!'),
  {
    screen: 'Add New User',
    when: 'the passwords differ',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await saveUser(page, { ...allButOne(undefined), again: 'Another-One-12' })
    },
    rows: [[5, 'Passwords do not match!']],
  },
  {
    screen: 'Add New User',
    when: 'saved',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await saveUser(page, allButOne(undefined))
    },
    rows: [[8, 'User "Someone New" created successfully!']],
  },
  {
    screen: 'Add New User',
    when: 'the server fails without a message',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await breakCalls(page, '/api/v1/register')
      await saveUser(page, allButOne(undefined))
    },
    rows: [[8, 'Failed to create user.']],
  },
  {
    screen: 'Edit user',
    when: 'opened',
    steps: async ({ page, enter, admin }) => {
      const other = await admin.person()
      await enter({ role: 'admin' })
      await page.goto(`/dashboard/default/users/${other.id}`)
    },
    rows: [
      [2, 'Edit user'],
      [2, 'Name'],
      [2, 'Lastname'],
      [2, 'Email'],
      [2, 'Password'],
      [2, 'Confirm password'],
      [2, 'Role'],
      [2, 'User image'],
      [2, 'SVG, PNG, JPG or GIF (MAX. 800x400px)'],
    ],
  },
]
