import type { Page } from '@playwright/test'
import { makeAsset, placeAt } from '../support/assets.ts'
import { answerCalls } from '../support/network.ts'
import type { Hand } from '../support/people.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const assetWise = '/dashboard/asset-wise'

const stock = once(async (admin: Hand) => {
  const place = await placeAt(admin, 'Indore > MM North > Indore Head Office')
  const wish = { assetName: 'Office chair', brand: 'Godrej', model: 'Interio', vendor: 'Rentals Ltd' }
  return makeAsset(admin, { ...wish, serialNo: 'SN-4711', placeId: place._id })
})

const filtered = (
  name: string,
  address: (tag: string) => string,
  then: (page: Page) => Promise<unknown>,
) => ({
  name,
  heading: 'Asset Wise Report',
  steps: async (stage: SceneStage) => {
    const { rfidTag } = await stock(stage.admin)
    await stage.be(asha)
    await go(stage.page, address(rfidTag ?? ''))
    await then(stage.page)
  },
})

async function showFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('From Date').waitFor()
}

const plain = (name: string, heading: string, path: string): Scene => ({
  name,
  heading,
  steps: async (stage) => {
    await stock(stage.admin)
    await stage.be(asha)
    await go(stage.page, `/dashboard/default/reports${path}`)
    await stage.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  },
})

export const reportScreens: Scene[] = [
  plain('reports', 'All Reports', ''),
  plain('report-as-of', 'Assets as of a Day', '/report-as-of'),
  plain('report-changes', 'Changes between Days', '/report-changes'),
  plain('report-movements', 'Movements', '/report-movements'),
  plain('report-rentals', 'Rentals Ending', '/report-rentals'),
  plain('report-state-by-place', 'State by Place', '/report-state-by-place'),
  plain('report-incomplete', 'Assets without Tag or Image', '/report-incomplete?lacks=picture'),
  plain('report-not-seen', 'Assets Not Seen', '/report-not-seen?days=30'),
  plain('report-inventory-accuracy', 'Inventory Accuracy', '/report-inventory-accuracy'),
  filtered(
    'asset-wise',
    (tag) => `${assetWise}?rfidTagId=${tag}&location=indore&from=2026-01-01`,
    (page) => page.getByText('1 asset', { exact: true }).waitFor(),
  ),
  {
    ...filtered('asset-wise-filters', () => `${assetWise}?location=indore`, showFilters),
    // On wide screens the form is already expanded.
    widths: [390],
  },
  filtered(
    'asset-wise-none',
    () => `${assetWise}?to=2020-01-31`,
    (page) => page.getByText('There are no records').waitFor(),
  ),
  filtered(
    'asset-wise-print',
    (tag) => `/dashboard/default/print-report/report-assets?rfidTagId=${tag}`,
    (page) => page.getByRole('table').waitFor(),
  ),
  {
    name: 'asset-wise-failed',
    heading: 'Asset Wise Report',
    refused: true,
    steps: async ({ page, be }) => {
      await be(asha)
      await answerCalls(page, '**/api/v1/reports/assets?*', { status: 500, body: '' })
      await go(page, assetWise)
      await page.getByRole('alert').waitFor()
    },
  },
]
