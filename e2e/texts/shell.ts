import type { Page } from '@playwright/test'
import { breakCalls, holdCalls } from '../support/network.ts'
import { go } from '../support/within.ts'
import type { Row, Scene } from './scene.ts'

const groupButton = (page: Page, group: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: group, exact: true })

const groupOpens = (group: string, rows: Row[]): Scene['moments'][0] => ({
  when: `${group} is open`,
  steps: ({ page }) => groupButton(page, group).click(),
  rows: [[2, group], ...rows],
})

const headerScene: Scene = {
  screen: 'Header',
  moments: [
    {
      when: 'the person is being asked for',
      steps: async ({ page, be }) => {
        await be()
        await holdCalls(page, '/api/v1/me')
        await go(page, '/dashboard/default')
      },
      rows: [[2, 'Loading...']],
    },
    {
      when: 'the person has neither name nor role',
      steps: async ({ page }) => {
        await page.route('/api/v1/me', async (route) => {
          const answer = await route.fetch()
          await route.fulfill({
            json: { ...(await answer.json()), name: '', lastname: '', role: '', roleName: '' },
          })
        })
        await go(page, '/dashboard/default')
      },
      rows: [
        [2, 'Guest'],
        [2, 'N/A'],
      ],
    },
    {
      when: 'the person cannot be had',
      steps: async ({ page }) => {
        await breakCalls(page, '/api/v1/me')
        await go(page, '/dashboard/default')
      },
      rows: [
        [2, 'Error'],
        [8, 'Error'],
      ],
    },
  ],
}

const sidebarScene: Scene = {
  screen: 'Sidebar',
  moments: [
    {
      when: 'it starts',
      steps: async ({ page, be }) => {
        await be({ role: 'admin' })
        await go(page, '/dashboard/default')
      },
      rows: [
        [2, 'Asset Tracking'],
        [2, 'Dashboard'],
      ],
    },
    groupOpens('Admin & Role Listing', [
      [2, 'View User'],
      [2, 'User Registration'],
      [2, 'View Role'],
      [2, 'Add Role'],
      [2, 'Change My Password'],
    ]),
    groupOpens('Masters', [
      [2, 'MM Master'],
      [2, 'Property Master'],
      [2, 'AoU Master'],
      [2, 'Asset Name Master'],
      [2, 'City Master'],
      [2, 'Asset State Master'],
      [2, 'Vendor Master'],
      [2, 'Brand Master'],
    ]),
    groupOpens('Manage Asset', [
      [2, 'Asset Registration'],
      [2, 'Bulk Asset Registration'],
      [2, 'View Asset'],
      [2, 'Manage Asset', 'link'],
      [2, 'Asset State Change'],
    ]),
    groupOpens('Report', [
      [2, 'Asset Wise'],
      [2, 'Physical Inventory'],
      [2, 'Deleted Assets'],
    ]),
  ],
}

export const shellScenes: Scene[] = [
  headerScene,
  sidebarScene,
  {
    screen: 'Dashboard',
    moments: [
      {
        when: 'the counts take long',
        steps: async ({ page, be }) => {
          await be()
          await holdCalls(page, '/dashboard/counts*')
          await go(page, '/dashboard/default')
        },
        rows: [[2, 'Loading dashboard data...']],
      },
    ],
  },
]
