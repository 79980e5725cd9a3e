import type { Page } from '@playwright/test'
import { makeAsset, placeAt } from '../support/assets.ts'
import { answerCalls } from '../support/network.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

const log = '/dashboard/default/audit-log'

const inLog = (name: string, search: string, then: (page: Page) => Promise<unknown>): Scene => ({
  name,
  heading: 'Audit Log',
  steps: async ({ page, be }) => {
    await be(asha)
    await go(page, log + search)
    await then(page)
  },
})

async function showFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('From Date', { exact: true }).waitFor()
}

export const auditScreens: Scene[] = [
  inLog('audit-log', '', (page) => page.getByText(/^Showing 1 to 10 of /).waitFor()),
  {
    ...inLog('audit-log-filters', '?recordKind=user&action=user.signed-in&from=2026-01-01', showFilters),
    // On wide screens the filters are already expanded.
    widths: [390],
  },
  inLog('audit-log-none', '?to=2020-01-31', (page) => page.getByText('There are no records').waitFor()),
  {
    name: 'audit-log-line',
    heading: 'Audit Log',
    steps: async ({ page, be, admin }) => {
      const place = await placeAt(admin, 'Indore > MM North > Indore Head Office')
      const wish = { assetName: 'Office chair', brand: 'Godrej', model: 'Interio', placeId: place._id }
      const asset = await makeAsset(admin, wish)
      const moved = await placeAt(admin, 'Indore > MM South > Indore Warehouse')
      const change = { model: 'Slimline', assignedUser: 'Meera Iyer', placeId: moved._id }
      await admin.call('put', `/api/assets/${asset._id}`, change)
      await be(asha)
      await go(page, `${log}?recordKind=asset&recordId=${asset._id}`)
      await page.getByRole('link', { name: 'Asset changed', exact: true }).click()
      await page.getByRole('dialog').getByText('Slimline').waitFor()
    },
  },
  {
    name: 'audit-log-failed',
    heading: 'Audit Log',
    refused: true,
    steps: async ({ page, be }) => {
      await be(asha)
      await answerCalls(page, '**/api/v1/audit?*', { status: 500, body: '' })
      await go(page, log)
      await page.getByRole('alert').waitFor()
    },
  },
]
