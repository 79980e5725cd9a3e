import { binAssets, listOf, makeAsset, newTag, titleOf, viewAssets } from '../support/assets.ts'
import { breakCalls, holdCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import type { Stage } from '../support/story.ts'
import type { Row, Scene } from './scene.ts'

const form = '/dashboard/default/manage-asset/asset-registration'

const cities: Row[] = ['Indore', 'Mumbai', 'Bangalore', 'Delhi', 'Pune'].map((city) => [9, city, 'option'])

type Fields = { rfidTag: string; assetName: string; location: string }

async function register(
  { page, enter }: Stage,
  change: Partial<Fields> = {},
  before?: () => Promise<unknown>,
) {
  const fields = { rfidTag: newTag(), assetName: newName('Desk'), location: 'Indore', ...change }
  await enter({ role: 'admin' })
  await before?.()
  await page.goto(form)
  await page.getByRole('textbox', { name: 'RFID Tag' }).fill(fields.rfidTag)
  await page.getByRole('combobox', { name: 'Asset Name' }).fill(fields.assetName)
  await page.getByLabel('Location').selectOption({ label: fields.location })
  await page.getByRole('button', { name: 'Register Asset' }).click()
}

const without = (field: keyof Fields): Scene => ({
  screen: 'Asset Registration',
  when: `${field} is blank`,
  steps: (stage) => register(stage, { [field]: field === 'location' ? 'Choose' : '  ' }),
  rows: [[5, 'All required fields must be filled, including location.']],
})

async function openEdit({ page, enter, admin }: Stage, isBroken = false) {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  if (isBroken) await breakCalls(page, `/api/assets/${asset._id}`, 'PUT')
  await page.goto(listOf(asset.assetTagId))
  await page.getByRole('button', { name: `Edit ${titleOf(asset)}` }).click()
  await page.getByRole('dialog').getByLabel('RFID Tag').fill(newTag())
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

async function askToDelete({ page, enter, admin }: Stage, isBroken = false) {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  if (isBroken) await breakCalls(page, `/api/assets/${asset._id}*`, 'DELETE')
  await page.goto(listOf(asset.assetTagId))
  await page.getByRole('button', { name: `Delete ${titleOf(asset)}` }).click()
}

const sureToDelete = (stage: Stage) =>
  stage.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()

const registrationScenes: Scene[] = [
  {
    screen: 'Asset Registration',
    when: 'opened',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(form)
    },
    rows: [
      [2, 'Asset Registration'],
      [2, 'RFID Tag'],
      [2, 'Asset Name'],
      [2, 'Assigned User'],
      [2, 'Location'],
      [2, 'Image'],
      [2, 'SVG, PNG, JPG or GIF (MAX. 800x400px)'],
      ...cities,
    ],
  },
  without('rfidTag'),
  without('assetName'),
  without('location'),
  {
    screen: 'Asset Registration',
    when: 'registered',
    steps: (stage) => register(stage),
    rows: [[8, 'Asset Registered Successfully!']],
  },
  {
    screen: 'Asset Registration',
    when: 'the server fails without a text',
    steps: (stage) => register(stage, {}, () => breakCalls(stage.page, '/api/assets/register')),
    rows: [[8, 'Failed to register asset.']],
  },
]

const listScenes: Scene[] = [
  {
    screen: 'View Assets',
    when: 'opened',
    steps: async ({ page, enter, admin }) => {
      const { assetTagId } = await makeAsset(admin)
      await enter({ role: 'admin' })
      await page.goto(listOf(assetTagId))
    },
    rows: [
      [2, 'View Assets'],
      [2, 'No Image'],
      [2, 'N/A'],
      [9, 'Showing 1 to 1 of 1 entries'],
    ],
  },
  {
    screen: 'View Assets',
    when: 'nothing is found',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await page.goto(listOf('no asset is called so'))
    },
    rows: [[8, 'There are no records to display']],
  },
  {
    screen: 'View Assets',
    when: 'the list takes long',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await holdCalls(page, '/api/assets?*')
      await page.goto(viewAssets)
    },
    rows: [[8, 'Loading...']],
  },
  {
    screen: 'View Assets',
    when: 'the list fails',
    steps: async ({ page, enter }) => {
      await enter({ role: 'admin' })
      await breakCalls(page, '/api/assets?*')
      await page.goto(viewAssets)
    },
    rows: [[8, 'Error fetching assets.']],
  },
]

const changeScenes: Scene[] = [
  {
    screen: 'View Assets',
    when: 'an asset is saved',
    steps: (stage) => openEdit(stage),
    rows: [[8, 'Asset updated successfully!']],
  },
  {
    screen: 'View Assets',
    when: 'an asset cannot be saved',
    steps: (stage) => openEdit(stage, true),
    rows: [[8, 'Failed to update asset.']],
  },
  {
    screen: 'View Assets',
    when: 'an asset is to be deleted',
    steps: (stage) => askToDelete(stage),
    rows: [[8, 'Are you sure you want to delete this asset?']],
  },
  {
    screen: 'View Assets',
    when: 'an asset is deleted',
    steps: async (stage) => {
      await askToDelete(stage)
      await sureToDelete(stage)
    },
    rows: [[8, 'Asset deleted successfully!']],
  },
  {
    screen: 'View Assets',
    when: 'an asset cannot be deleted',
    steps: async (stage) => {
      await askToDelete(stage, true)
      await sureToDelete(stage)
    },
    rows: [[8, 'Failed to delete asset.']],
  },
  {
    screen: 'Deleted Assets',
    when: 'opened',
    steps: async ({ page, enter, admin }) => {
      const asset = await makeAsset(admin)
      await binAssets(admin, [asset])
      await enter({ role: 'admin' })
      await page.goto(`/dashboard/deleted-assets?search=${asset.assetTagId}`)
    },
    rows: [
      [2, 'Deleted Assets'],
      [9, 'Rows per page:'],
      [9, '1-1 of 1'],
    ],
  },
]

export const assetScenes: Scene[] = [...registrationScenes, ...listScenes, ...changeScenes]
