import { listOf, makeAsset, viewAssets } from '../support/assets.ts'
import { makeMaster, makeSite } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

export const labelScenes: Scene[] = [
  {
    name: 'place-labels',
    heading: 'Labels of places',
    steps: async ({ page, be, admin }) => {
      const { aou } = await makeSite(admin, { aou: 'Reading Hall' })
      for (const name of ['Room 101', 'Room 102', 'Uninterruptible Power Supply Room of the East Wing'])
        await makeMaster(admin, 'room', { name, parentId: aou })
      await be(asha)
      await go(page, `/dashboard/default/places/labels?within=${aou}&start=2`)
      await page.getByText('3 labels').waitFor()
    },
  },
  {
    name: 'asset-labels',
    heading: 'Labels of assets',
    steps: async ({ page, be, admin }) => {
      const serialNo = newName('SN')
      for (const assetName of ['Office chair', 'कुर्सी', 'Height-Adjustable Four-Drawer Filing Cabinet'])
        await makeAsset(admin, { assetName, serialNo })
      await be(asha)
      await go(page, listOf(serialNo).replace(viewAssets, '/dashboard/default/manage-asset/asset-labels'))
      await page.getByLabel('Text on each label').fill('Property of the city')
      await page.getByText('3 labels').waitFor()
    },
  },
]
