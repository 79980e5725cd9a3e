import { answerCalls, breakCalls, holdCalls } from '../support/network.ts'
import type { Row, Scene } from './scene.ts'

const open = (group: string, rows: Row[]): Scene => ({
  screen: 'Sidebar',
  when: `${group} is open`,
  steps: async ({ page, enter }) => {
    await enter({ role: 'admin' })
    await page.goto('/dashboard/default')
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('button', { name: group, exact: true })
      .click()
  },
  rows: [[2, group], ...rows],
})

export const shellScenes: Scene[] = [
  {
    screen: 'Header',
    when: 'signed in',
    steps: async ({ page, enter }) => {
      await enter({ name: 'Someone Known', role: 'sub user' })
      await page.goto('/dashboard/default')
    },
    rows: [
      [2, 'Asset Tracking Solution'],
      [2, 'EN'],
      [2, 'Someone Known'],
      [2, 'Sub User'],
      [2, 'Logout'],
    ],
  },
  {
    screen: 'Header',
    when: 'the person has neither name nor role',
    steps: async ({ page, enter }) => {
      await enter()
      await page.route('/api/v1/me', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          json: { ...(await answer.json()), name: '', lastname: '', role: '', roleName: '' },
        })
      })
      await page.goto('/dashboard/default')
    },
    rows: [
      [2, 'Guest'],
      [2, 'N/A'],
    ],
  },
  {
    screen: 'Header',
    when: 'the person is being asked for',
    steps: async ({ page, enter }) => {
      await enter()
      await holdCalls(page, '/api/v1/me')
      await page.goto('/dashboard/default')
    },
    rows: [[2, 'Loading...']],
  },
  {
    screen: 'Header',
    when: 'the person cannot be had',
    steps: async ({ page, enter }) => {
      await enter()
      await breakCalls(page, '/api/v1/me')
      await page.goto('/dashboard/default')
    },
    rows: [[8, 'Error']],
  },
  {
    screen: 'Sidebar',
    when: 'it starts',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto('/dashboard/default')
    },
    rows: [
      [2, 'Asset Tracking'],
      [2, 'Dashboard'],
      [2, 'Admin & Role Listing'],
      [2, 'Masters'],
      [2, 'Manage Asset'],
      [2, 'Report'],
    ],
  },
  open('Admin & Role Listing', [
    [2, 'View User'],
    [2, 'User Registration'],
    [2, 'View Role'],
    [2, 'Add Role'],
    [2, 'Change My Password'],
  ]),
  open('Masters', [
    [2, 'MM Master'],
    [2, 'Property Master'],
    [2, 'AoU Master'],
    [2, 'Asset Name Master'],
    [2, 'City Master'],
    [2, 'Asset State Master'],
    [2, 'Vendor Master'],
    [2, 'Brand Master'],
  ]),
  open('Manage Asset', [
    [2, 'Asset Registration'],
    [2, 'Bulk Asset Registration'],
    [2, 'View Asset'],
    [2, 'Asset State Change'],
  ]),
  open('Report', [
    [2, 'Asset Wise'],
    [2, 'Physical Inventory'],
    [2, 'Deleted Assets'],
  ]),
  {
    screen: 'Dashboard',
    when: 'opened',
    steps: async ({ page, enter }) => {
      await enter()
      await page.goto('/dashboard/default')
    },
    rows: [
      [2, 'Total Registered Assets'],
      [2, 'Total Registered MM'],
      [2, 'Total Registered Property'],
      [2, 'Total Deleted Assets'],
      [2, 'Total Registered Users'],
    ],
  },
  {
    screen: 'Dashboard',
    when: 'the counts take long',
    steps: async ({ page, enter }) => {
      await enter()
      await holdCalls(page, '/dashboard/counts*')
      await page.goto('/dashboard/default')
    },
    rows: [[2, 'Loading dashboard data...']],
  },
  {
    screen: 'Dashboard',
    when: 'the counts fail',
    steps: async ({ page, enter }) => {
      await enter()
      await answerCalls(page, '/dashboard/counts*', { status: 500, body: '' })
      await page.goto('/dashboard/default')
    },
    rows: [[8, 'Error loading dashboard data']],
  },
  {
    screen: '/unauthorized',
    when: 'a role does not match',
    steps: async ({ page, enter }) => {
      await enter({ role: 'user' })
      await page.goto('/dashboard/default/users')
    },
    rows: [[8, 'You are not authorized to view this page.']],
  },
]
