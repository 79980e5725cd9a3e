import { holdCalls } from '../support/network.ts'
import { go } from '../support/within.ts'
import type { Scene } from './scene.ts'

const assetWise = '/dashboard/asset-wise'

export const reportScenes: Scene[] = [
  {
    screen: 'Asset Wise Report',
    moments: [
      {
        when: 'it takes long',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await holdCalls(page, '/api/v1/reports/assets?*')
          await go(page, assetWise)
        },
        rows: [[8, 'Loading...']],
      },
      {
        when: 'nothing is found',
        steps: async ({ page }) => {
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await go(page, `${assetWise}?to=2020-01-31`)
        },
        rows: [[8, 'There are no records to display']],
      },
    ],
  },
]
