import { listOf, makeAsset, newTag, titleOf, viewAssets } from '../support/assets.ts'
import { breakCalls, forbidCalls, holdCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { type Scene, serverSays } from './scene.ts'

const form = '/dashboard/default/manage-asset/asset-registration'

type Fields = { rfidTag: string; assetName: string; location: string }

async function register({ page }: SceneStage, change: Partial<Fields> = {}) {
  const fields = { rfidTag: newTag(), assetName: newName('Desk'), location: 'Indore', ...change }
  await go(page, form)
  await page.getByRole('textbox', { name: 'RFID Tag' }).fill(fields.rfidTag)
  await page.getByRole('combobox', { name: 'Asset Name' }).fill(fields.assetName)
  await page.getByLabel('Location').selectOption({ label: fields.location })
  await page.getByRole('button', { name: 'Register Asset' }).click()
}

const without = (field: keyof Fields): Scene['moments'][0] => ({
  when: `${field} is blank`,
  steps: (stage) => register(stage, { [field]: field === 'location' ? 'Choose' : '  ' }),
  rows: [[5, 'All required fields must be filled, including location.']],
})

const registrationScenes: Scene[] = [
  {
    screen: 'Asset Registration',
    moments: [
      {
        when: 'the server fails without a text',
        steps: async (stage) => {
          await stage.be({ role: 'admin' })
          await breakCalls(stage.page, '/api/assets/register')
          await register(stage)
        },
        rows: [[8, 'Failed to register asset.']],
      },
      {
        when: 'the server says why',
        steps: async ({ page }) => {
          await forbidCalls(page, '/api/assets/register')
          await page.getByRole('button', { name: 'Register Asset' }).click()
        },
        rows: [serverSays],
      },
      {
        when: 'registered',
        steps: async ({ page }) => {
          await page.unroute('/api/assets/register')
          await page.getByRole('button', { name: 'Register Asset' }).click()
        },
        rows: [[8, 'Asset Registered Successfully!']],
      },
      without('rfidTag'),
      without('assetName'),
      without('location'),
    ],
  },
]

const listScenes: Scene[] = [
  {
    screen: 'View Assets',
    moments: [
      {
        when: 'the list takes long',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await holdCalls(page, '/api/assets?*')
          await go(page, viewAssets)
        },
        rows: [[8, 'Loading...']],
      },
      {
        when: 'the list fails',
        steps: async ({ page }) => {
          await breakCalls(page, '/api/assets?*')
          await go(page, viewAssets)
        },
        rows: [[8, 'Error fetching assets.']],
      },
    ],
  },
  {
    screen: 'Deleted Assets',
    moments: [
      {
        when: 'nothing is found',
        steps: async ({ page, be }) => {
          await be({ role: 'admin' })
          await go(page, '/dashboard/deleted-assets?search=nothing-is-called-so')
        },
        rows: [[8, 'There are no records to display']],
      },
      {
        when: 'the list takes long',
        steps: async ({ page }) => {
          await holdCalls(page, '/api/v1/deleted-assets?*')
          await go(page, '/dashboard/deleted-assets')
        },
        rows: [[8, 'Loading...']],
      },
    ],
  },
]

/** The first request fails, the second succeeds. */
const changeScenes: Scene[] = [
  {
    screen: 'View Assets',
    moments: [
      {
        when: 'an asset cannot be saved',
        steps: async ({ page, be, admin }) => {
          const asset = await makeAsset(admin)
          await be({ role: 'admin' })
          await breakCalls(page, '/api/assets/*', 'PUT')
          await go(page, listOf(asset.assetTagId))
          await page.getByRole('button', { name: `Edit ${titleOf(asset)}` }).click()
          await page.getByRole('dialog').getByLabel('RFID Tag').fill(newTag())
          await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        },
        rows: [[8, 'Failed to update asset.']],
      },
      {
        when: 'it is saved',
        steps: async ({ page }) => {
          await page.unroute('/api/assets/*')
          await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
        },
        rows: [[8, 'Asset updated successfully!']],
      },
      {
        when: 'it is deleted',
        steps: async ({ page }) => {
          await page.getByRole('button', { name: /^Delete .* A\d+/ }).click()
          await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        },
        rows: [[8, 'Asset deleted successfully!']],
      },
    ],
  },
]

export const assetScenes: Scene[] = [...registrationScenes, ...listScenes, ...changeScenes]
