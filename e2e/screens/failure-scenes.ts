import { listOf, makeAsset, titleOf } from '../support/assets.ts'
import { breakCalls } from '../support/network.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

async function oneAsset({ page, be, admin }: SceneStage) {
  const asset = await makeAsset(admin, { assetName: 'Office chair' })
  await be(asha)
  await go(page, listOf(asset.assetTagId))
  await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).waitFor()
  return asset
}

export const failureScreens: Scene[] = [
  {
    name: 'part-not-loaded',
    alone: true,
    heading: 'View Assets',
    refused: true,
    steps: async (stage) => {
      const { page } = stage
      const asset = await oneAsset(stage)
      await page.route('**/assets/**', (route) =>
        /\/bulk-bar-/.test(route.request().url()) ? route.continue() : route.abort(),
      )
      await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
      await page.getByRole('button', { name: 'Move' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'screen-not-loaded',
    alone: true,
    heading: 'Something went wrong',
    refused: true,
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, '/dashboard/default')
      const link = page.getByRole('main').getByRole('link', { name: /^View Asset/ })
      await link.waitFor()
      await page.route('**/assets/**', (route) => route.abort())
      await link.click()
      await page.getByText('This screen could not be loaded.').waitFor()
    },
  },
  {
    name: 'delete-failed',
    heading: 'View Assets',
    refused: true,
    steps: async (stage) => {
      const { page } = stage
      const asset = await oneAsset(stage)
      await breakCalls(page, '**/api/assets/*', 'DELETE')
      await page.getByRole('button', { name: `Delete ${titleOf(asset)}` }).click()
      await page.getByLabel('Reason (optional)').fill('Fell off the second shelf')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'locations-failed',
    heading: 'Dashboard',
    refused: true,
    steps: async ({ page, be }) => {
      await be(asha)
      await breakCalls(page, '**/api/v1/places/cities')
      await go(page, '/dashboard/indore')
      await page.getByRole('alert').waitFor()
    },
  },
]
