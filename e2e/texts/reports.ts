import { holdCalls } from '../support/network.ts'
import type { Scene } from './scene.ts'

const assetWise = '/dashboard/asset-wise'

export const reportScenes: Scene[] = [
  {
    screen: 'Asset Wise Report',
    moments: [
      {
        when: 'it takes long',
        steps: async ({ page, enter }) => {
          await enter({ role: 'admin' })
          await holdCalls(page, '/api/v1/reports/assets?*')
          await page.goto(assetWise)
        },
        rows: [[8, 'Loading...']],
      },
      {
        when: 'nothing is found',
        steps: async ({ page }) => {
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          await page.goto(`${assetWise}?to=2020-01-31`)
        },
        rows: [[8, 'There are no records to display']],
      },
    ],
  },
]
