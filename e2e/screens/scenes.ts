import type { Page } from '@playwright/test'
import { answerCalls } from '../support/network.ts'
import { png } from '../support/pictures.ts'
import { go } from '../support/within.ts'
import { assetScreens } from './asset-scenes.ts'
import { auditScreens } from './audit-scenes.ts'
import { bulkJobScreens } from './bulk-job-scenes.ts'
import { certificateScreens } from './certificate-scenes.ts'
import { countScreens } from './count-scenes.ts'
import { failureScreens } from './failure-scenes.ts'
import { findScreens } from './find-scenes.ts'
import { floorScenes } from './floor-scenes.ts'
import { helpScreens } from './help-scenes.ts'
import { importScreens } from './import-scenes.ts'
import { integrationScenes } from './integration-scenes.ts'
import { inventoryScreens } from './inventory-scenes.ts'
import { labelScenes } from './label-scenes.ts'
import { masterScreenScenes } from './masters.ts'
import { notificationScreens } from './notification-scenes.ts'
import { printingScenes } from './printing-scenes.ts'
import { readerScenes } from './reader-scenes.ts'
import { recordScenes } from './record-scenes.ts'
import { reportScreens } from './report-scenes.ts'
import { asha, type Scene } from './scene.ts'
import { shopScreens } from './shop-scenes.ts'
import { signInScenes } from './sign-in-scenes.ts'
import { stateChangeScreens } from './state-change-scenes.ts'
import { tagNumberScenes } from './tag-number-scenes.ts'
import { taggingScenes } from './tagging-scenes.ts'
import { viewScreens } from './view-scenes.ts'

const meera = { role: 'user management', name: 'Meera Iyer' }
const rohan = { role: 'user', name: 'Rohan Kulkarni' }

const plain = (name: string, heading: string, address: string): Scene => ({
  name,
  heading,
  steps: ({ page }) => go(page, address),
})

const asAdmin = (
  name: string,
  heading: string,
  path: string,
  then?: (page: Page) => Promise<unknown>,
): Scene => ({
  name,
  heading,
  steps: async ({ page, be }) => {
    await be(asha)
    await go(page, `/dashboard/default${path}`)
    await then?.(page)
  },
})

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const menuScene = (button: string, width: number): Scene => ({
  ...asAdmin('menu', 'Dashboard', '', async (page) => {
    await press(button)(page)
    await press('Masters')(page)
  }),
  widths: [width],
  hasOwnFrame: true,
})

const signInScreens: Scene[] = [
  plain('login', 'Welcome back!', '/login'),
  {
    name: 'login-refused',
    // A page fetches the settings only once.
    alone: true,
    heading: 'Welcome back!',
    steps: async ({ page }) => {
      await answerCalls(page, '/api/v1/settings', { json: { mail: true, demo: null, directories: [] } })
      await go(page, '/login')
      await press('Login now')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  plain('register', 'Request an account', '/register'),
  {
    name: 'register-errors',
    heading: 'Request an account',
    steps: async ({ page }) => {
      await go(page, '/register')
      await press('Register now')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  plain('forgot-password', 'Forgot your password?', '/forgot-password'),
  plain('reset-password', 'Set a new password', '/reset-password#a-token'),
  // Between two scenes the app stays on this screen, but without the token.
  { ...plain('confirm-email', 'Confirm your email', '/confirm-email#a-token'), alone: true },
]

const aFullMorning = {
  waiting: [
    { what: 'state-changes', count: 12 },
    { what: 'access-requests', count: 2 },
    { what: 'help-requests', count: 1 },
  ],
  states: [
    { state: 'Working', assets: 2210 },
    { state: 'Not-Working', assets: 243 },
    { state: 'UP', assets: 47 },
  ],
  inventories: { from: '2025-11-16', approved: 3, expected: 1204, found: 1168, covered: 1650, assets: 2500 },
  rentals: { from: '2026-11-16', to: '2026-12-16', count: 37, isExact: true },
}

const shellScreens: Scene[] = [
  asAdmin('dashboard', 'Dashboard', ''),
  {
    name: 'dashboard-full',
    heading: 'Dashboard',
    // People see this every morning, also on large screens.
    widths: [1280, 1920, 390],
    steps: async ({ page, be }) => {
      await be(asha)
      await page.route('**/api/v1/dashboard*', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), ...aFullMorning } })
      })
      await go(page, '/dashboard/default')
      await page.getByText('3 approved inventories').waitFor()
    },
  },
  {
    name: 'dashboard-failed',
    heading: 'Dashboard',
    refused: true,
    steps: async ({ page, be }) => {
      await be()
      await answerCalls(page, '/dashboard/counts*', { status: 500, body: '' })
      await go(page, '/dashboard/default')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    ...asAdmin('dashboard-hindi', 'डैशबोर्ड', '', async (page) => {
      await page.getByRole('button', { name: 'HI' }).click()
      await page.reload()
    }),
    alone: true,
  },
  asAdmin('palette', 'Dashboard', '', async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').waitFor()
  }),
  menuScene('Collapse menu', 1280),
  menuScene('Open menu', 390),
  asAdmin('not-found', 'Page not found', '/no-such-page'),
  {
    name: 'unauthorized',
    heading: 'Not authorized',
    steps: async ({ page, be }) => {
      await be(rohan)
      await go(page, '/dashboard/default/users')
    },
  },
]

const userScreens: Scene[] = [
  asAdmin('users', 'User List', '/users'),
  asAdmin('users-none', 'User List', '/users?search=nobody-has-this-name'),
  asAdmin('users-columns', 'User List', '/users', press('Columns')),
  {
    name: 'users-delete',
    heading: 'User List',
    steps: async ({ page, be, admin }) => {
      const { name } = await admin.person(rohan)
      await be(asha)
      await go(page, `/dashboard/default/users?search=${encodeURIComponent(name)}`)
      await page
        .getByRole('button', { name: `Delete ${name}` })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  asAdmin('users-approve', 'User List', '/users', async (page) => {
    await page.getByRole('button', { name: 'Approve Ishaan Bose' }).click()
    await page.getByRole('dialog').getByLabel('Role').waitFor()
  }),
  asAdmin('users-hand-over', 'User List', '/users', async (page) => {
    const address = `https://assets.example.com/reset-password#${'Kx7mQ2'.repeat(7)}a`
    await answerCalls(page, '/api/v1/access-requests/*/approve', {
      json: { user: {}, passwordLink: { address, worksUntil: '2031-05-20T10:30:00Z' } },
    })
    await page.getByRole('button', { name: 'Approve Ishaan Bose' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption({ label: 'User' })
    await dialog.getByLabel('Location').selectOption({ label: 'Pune' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
  }),
  asAdmin('add-user', 'Add New User', '/users/create-user'),
  asAdmin('add-user-errors', 'Add New User', '/users/create-user', press('Save User')),
  {
    name: 'edit-user',
    heading: 'Edit user',
    steps: async ({ page, be, admin }) => {
      const { id } = await admin.person(rohan)
      await be(asha)
      await go(page, `/dashboard/default/users/${id}`)
      const picture = { name: 'me.png', mimeType: 'image/png', buffer: png }
      await page.getByLabel('User image').setInputFiles(picture)
    },
  },
  {
    name: 'edit-user-own',
    heading: 'Edit user',
    steps: async ({ page, be }) => {
      const { id } = await be(asha)
      await go(page, `/dashboard/default/users/${id}`)
    },
  },
  {
    name: 'user-details',
    heading: 'User details',
    steps: async ({ page, be, admin }) => {
      const { id } = await admin.person({ role: 'admin', name: 'Vikram Shah' })
      await be(meera)
      await go(page, `/dashboard/default/users/${id}`)
    },
  },
]

const otherScreens: Scene[] = [
  asAdmin('view-roles', 'View Roles', '/view-roles?size=30'),
  asAdmin('add-role', 'Add Role', '/add-role'),
  asAdmin('programs', 'Programs', '/programs'),
  asAdmin('edit-role', 'Edit role', '/view-roles?search=sub', (page) =>
    page.getByRole('link', { name: 'Edit Sub User' }).click(),
  ),
  {
    name: 'role-details',
    heading: 'Role details',
    steps: async ({ page, be }) => {
      await be(meera)
      await go(page, '/dashboard/default/view-roles')
      await page.getByRole('link', { name: 'View Sub User' }).click()
    },
  },
  asAdmin('change-password', 'Change Password', '/change-password'),
  asAdmin('change-password-errors', 'Change Password', '/change-password', press('Update password')),
  asAdmin('profile', 'Your Profile', '/profile'),
]

const halfWritten = {
  ...{ id: '00000000-0000-4000-8000-000000000000', list: 'assets', format: 'xlsx', status: 'writing' },
  ...{ rows: 120_000, total: 400_000, message: null, code: null, by: 'Asha Rao', mine: true },
  ...{ createdAt: '2026-01-05T09:00:00Z', finishedAt: null },
  filters: [{ name: 'location', value: 'Indore' }],
}

const someExports = [
  halfWritten,
  { ...halfWritten, status: 'waiting', rows: 0, list: 'audit', by: 'Meera Iyer', mine: false },
  { ...halfWritten, status: 'ready', format: 'csv', rows: 1_204_331 },
  { ...halfWritten, status: 'ready', rows: 4210, list: 'state-changes', by: 'Rohan Kulkarni', mine: false },
  {
    ...{ ...halfWritten, status: 'failed', rows: 0, list: 'users' },
    ...{ message: 'The file could not be prepared.', code: 'export-not-written' },
  },
  { ...halfWritten, status: 'cancelled', rows: 80_000 },
  { ...halfWritten, status: 'expired', rows: 310, list: 'brand' },
].map((one, at) => ({ ...one, id: halfWritten.id.replace(/.$/, `${at}`) }))

const exportScreens: Scene[] = [
  {
    name: 'exports',
    heading: 'Exports',
    steps: async ({ page, be }) => {
      await be(asha)
      await answerCalls(page, '**/api/v1/exports?*', { json: { exports: someExports } })
      await go(page, '/dashboard/default/exports?everyone=true')
      await page.getByText('The file could not be prepared.').waitFor()
    },
  },
  {
    name: 'exports-none',
    heading: 'Exports',
    steps: async ({ page, be }) => {
      await be(asha)
      await answerCalls(page, '**/api/v1/exports?*', { json: { exports: [] } })
      await go(page, '/dashboard/default/exports')
      await page.getByText('No exports yet.').waitFor()
    },
  },
  asAdmin('export-menu', 'View Assets', '/manage-asset/view-assets', press('Export')),
  {
    name: 'export-running',
    heading: 'View Assets',
    steps: async ({ page, enter }) => {
      await enter(asha)
      await answerCalls(page, '**/api/v1/exports/*', { json: halfWritten }, 'GET')
      await go(page, '/dashboard/default/manage-asset/view-assets')
      await press('Export')(page)
      await press('Excel')(page)
      await page
        .getByText('120,000 of 400,000 rows')
        .or(page.getByText('1,20,000 of 4,00,000 rows'))
        .waitFor()
    },
  },
]

/** Every screen, and everything that can open on top of it. */
export const scenes: Scene[] = [
  ...signInScreens,
  ...signInScenes,
  ...shellScreens,
  ...userScreens,
  ...otherScreens,
  ...masterScreenScenes,
  ...printingScenes,
  ...tagNumberScenes,
  ...taggingScenes,
  ...labelScenes,
  ...readerScenes,
  ...floorScenes,
  ...importScreens,
  ...bulkJobScreens,
  ...notificationScreens,
  ...helpScreens,
  ...auditScreens,
  ...assetScreens,
  ...exportScreens,
  ...stateChangeScreens,
  ...recordScenes,
  ...reportScreens,
  ...viewScreens,
  ...inventoryScreens,
  ...certificateScreens,
  ...countScreens,
  ...findScreens,
  ...failureScreens,
  ...shopScreens,
  ...integrationScenes,
]
