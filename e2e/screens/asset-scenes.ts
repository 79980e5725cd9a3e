import type { Page } from '@playwright/test'
import {
  type Asset,
  binAssets,
  listOf,
  makeAsset,
  makePicturedAsset,
  newTag,
  placeAt,
  titleOf,
} from '../support/assets.ts'
import { hearStream } from '../support/network.ts'
import type { Hand } from '../support/people.ts'
import { newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const form = '/dashboard/default/manage-asset/asset-registration'

const furniture: [name: string, location: string, place: string | undefined][] = [
  ['Office chair', 'indore', 'Indore > MM North > Indore Head Office'],
  ['Height-adjustable desk', 'mumbai', undefined],
  ['Four-drawer filing cabinet', 'pune', 'Pune > MM North > Pune Warehouse'],
  ['Projector', 'delhi', undefined],
  ['Office chair', 'indore', 'Indore > MM South > Indore Warehouse'],
]

type Set = { mark: string; assets: Asset[] }

/** Some realistic office assets, found by the mark in their serial numbers. */
async function furnish(admin: Hand): Promise<Set> {
  const mark = newName('SN').replace(' ', '-')
  const assets: Asset[] = []
  for (const [index, [assetName, location, path]] of furniture.entries()) {
    const place = path === undefined ? {} : { placeId: (await placeAt(admin, path))._id }
    const person = index % 2 === 0 ? { assignedUser: 'Meera Iyer' } : {}
    const wish = {
      assetName,
      location,
      serialNo: `${mark}-${index + 1}`,
      brand: 'Godrej',
      ...place,
      ...person,
    }
    assets.push(await (index % 2 === 0 ? makePicturedAsset(admin, wish) : makeAsset(admin, wish)))
  }
  const [first, second, third] = assets
  if (third) await admin.call('put', `/api/assets/${third._id}`, { assetState: 'Not-Working' })
  if (second) await admin.call('post', `/api/v1/assets/${second._id}/tag/lost`)
  if (first) await admin.call('post', `/api/v1/assets/${first._id}/tag`, { rfidTag: newTag() })
  return { mark, assets }
}

const first = ({ assets }: Set): Asset => {
  const [asset] = assets
  if (asset === undefined) throw new Error('The office is empty')
  return asset
}

const furnished = once(furnish)

const inList = (
  name: string,
  then: (page: Page, set: Set, admin: Hand) => Promise<unknown>,
  { changes = false, ...more }: Partial<Scene> & { changes?: boolean } = {},
): Scene => ({
  name,
  heading: 'View Assets',
  ...more,
  steps: async ({ page, be, admin }) => {
    const set = await (changes ? furnish : furnished)(admin)
    await be(asha)
    await go(page, listOf(set.mark))
    await page.getByRole('link', { name: 'Projector' }).waitFor()
    await then(page, set, admin)
  },
})

const openPanel = async (page: Page, set: Set) => {
  await go(page, `${listOf(set.mark)}&asset=${first(set)._id}`)
  await page.getByRole('dialog').getByText('Tag history').waitFor()
}

async function editStale(page: Page, set: Set, admin: Hand) {
  const asset = first(set)
  await page.getByRole('button', { name: `Edit ${titleOf(asset)}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('State').selectOption('Not-Working')
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill('Rohan Kulkarni')
  await admin.call('put', `/api/assets/${asset._id}`, { brand: 'Nilkamal', assignedUser: 'Vikram Shah' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('dialog', { name: 'Someone else changed this record while you were editing it' })
    .waitFor()
}

async function bulk(page: Page, action: string) {
  for (const row of await page.getByRole('checkbox', { name: /^Select .* A\d+/ }).all()) await row.check()
  await page
    .getByRole('region', { name: /selected$/ })
    .getByRole('button', { name: action })
    .click()
  await page.getByRole('dialog').waitFor()
}

async function bulkFailed(page: Page, set: Set, admin: Hand) {
  await bulk(page, 'Assign')
  await binAssets(admin, set.assets.slice(0, 2))
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 5 assets' }).click()
  await page.getByText('Done: 3. Failed: 2.').waitFor()
}

/** Somebody else registers an asset that matches the list, and the stream announces it. */
async function newData(page: Page, { mark }: Set, admin: Hand) {
  const { _id: record } = await makeAsset(admin, { assetName: 'Projector', serialNo: `${mark}-9` })
  const events = [{ id: 1, action: 'asset.registered', kind: 'asset', record, mine: false }]
  const body = `data: ${JSON.stringify({ type: 'events', events })}\n\n`
  await page.route('**/api/v1/live*', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await hearStream(page)
  await page.getByRole('button', { name: 'Show new rows' }).waitFor()
}

const listScreens: Scene[] = [
  inList('assets', () => Promise.resolve()),
  inList('assets-new-data', newData, { changes: true, alone: true }),
  inList('assets-none', (page) => go(page, listOf('no asset is called so'))),
  inList('assets-place', async (page) => {
    const filters = page.getByRole('button', { name: 'Filters' })
    if (await filters.isVisible()) await filters.click()
    await page.getByLabel('Place', { exact: true }).fill('Indore')
    await page
      .getByRole('option', { name: /^Indore Warehouse/ })
      .first()
      .waitFor()
  }),
  inList('asset-edit', async (page, set) => {
    await page.getByRole('button', { name: `Edit ${titleOf(first(set))}` }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'Preview of the chosen image' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'More details' }).click()
  }),
  inList('asset-edit-stale', editStale, { changes: true, refused: true, isSending: true }),
  inList('asset-delete', async (page, set) => {
    await page.getByRole('button', { name: `Delete ${titleOf(first(set))}` }).click()
    await page.getByRole('dialog').waitFor()
  }),
  inList('asset-zoom', async (page, set) => {
    await page.getByRole('button', { name: `Enlarge the image of ${titleOf(first(set))}` }).click()
    await page.getByRole('img', { name: `Image of ${titleOf(first(set))}` }).waitFor()
  }),
  inList('assets-selected', async (page) => {
    for (const row of await page.getByRole('checkbox', { name: /^Select .* A\d+/ }).all()) await row.check()
  }),
  inList('assets-move', async (page) => {
    await bulk(page, 'Move')
    await page.getByLabel('New place').fill('Pune')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  }),
  inList('assets-delete', (page) => bulk(page, 'Delete')),
  inList('assets-failed', bulkFailed, { changes: true }),
  inList('asset-panel', openPanel),
  inList('asset-panel-tag', async (page, set) => {
    await openPanel(page, set)
    await page.getByRole('button', { name: 'Replace tag' }).click()
    await page.getByRole('button', { name: 'Replace tag' }).click()
    await page.getByRole('alert').waitFor()
  }),
  inList(
    'asset-panel-missing',
    async (page) => {
      await go(page, `${listOf('SN')}&asset=01900000-0000-7000-8000-00000000dead`)
      await page
        .getByRole('dialog')
        .getByText('This asset does not exist, or it is in a place you cannot see.')
        .waitFor()
    },
    { refused: true },
  ),
]

async function registerByHand(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'RFID Tag' }).fill(newTag())
  await page.getByRole('combobox', { name: 'Asset Name' }).fill(name)
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await page.getByRole('button', { name: 'Register Asset' }).click()
  await page.getByRole('link', { name: new RegExp(`^A\\d+ ${name}`, 'i') }).waitFor()
}

const registrationScreens: Scene[] = [
  {
    name: 'asset-registration',
    heading: 'Asset Registration',
    steps: async ({ page, be, admin }) => {
      const holder = await makeAsset(admin, { assetName: 'Office chair' })
      await be(asha)
      await go(page, form)
      await page.getByRole('textbox', { name: 'RFID Tag' }).fill(holder.rfidTag ?? '')
      await page.getByText('This tag is already on').waitFor()
      await page.getByRole('button', { name: 'More details' }).click()
    },
  },
  {
    name: 'asset-registration-second-tag',
    heading: 'Asset Registration',
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, form)
      await registerByHand(page, 'Height-adjustable desk')
      for (const tag of [newTag(), newTag()]) {
        await page.getByRole('heading', { level: 1 }).focus()
        await scan(page, tag)
      }
      await page.getByRole('dialog', { name: 'A second tag was scanned' }).waitFor()
    },
  },
  {
    name: 'asset-registration-waiting',
    heading: 'Asset Registration',
    widths: [1920, 390],
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, form)
      for (const name of ['Projector', 'Office chair']) await registerByHand(page, name)
      await page.getByRole('heading', { level: 1 }).focus()
      for (const tag of [newTag(), newTag(), newTag()]) await scan(page, tag)
      await page.getByRole('button', { name: 'Keep it waiting' }).click()
      await page.getByText('Waiting tags: 2').waitFor()
      await page.getByRole('button', { name: /^Undo registering .* Projector/ }).click()
      await page.getByText('Undone. The asset is now').waitFor()
    },
  },
  {
    name: 'asset-registration-errors',
    heading: 'Asset Registration',
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, form)
      await page.getByRole('textbox', { name: 'RFID Tag' }).fill('3414257BF40000000000162E')
      await page.getByRole('button', { name: 'Register Asset' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
]

const fillBin = async ({ page, be, admin }: SceneStage) => {
  const set = await furnish(admin)
  await binAssets(admin, set.assets, 'Sold to a dealer after the office in the old mill was given up')
  await be(asha)
  await go(page, `/dashboard/deleted-assets?search=${set.mark}`)
  await page.getByText('Projector').waitFor()
  return set
}

const otherScreens: Scene[] = [
  { name: 'deleted-assets', heading: 'Deleted Assets', steps: fillBin },
  {
    name: 'deleted-assets-restored',
    heading: 'Deleted Assets',
    steps: async (stage) => {
      const { assets } = await fillBin(stage)
      await makeAsset(stage.admin, { rfidTag: assets[2]?.rfidTag ?? '' })
      const { page } = stage
      for (const row of await page.getByRole('checkbox', { name: /^Select .* A\d+/ }).all()) await row.check()
      await page
        .getByRole('region', { name: /selected$/ })
        .getByRole('button', { name: 'Restore' })
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'scan-unknown',
    heading: 'Dashboard',
    steps: async ({ page, be }) => {
      await be(asha)
      await go(page, '/dashboard/default')
      await page.getByRole('button', { name: 'Scan a tag' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill(newTag())
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Register this tag' }).waitFor()
    },
  },
  {
    name: 'palette-assets',
    heading: 'Dashboard',
    steps: async ({ page, be, admin }) => {
      const { mark } = await furnished(admin)
      await be(asha)
      await go(page, '/dashboard/default')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill(mark)
      await page.getByRole('option').filter({ hasText: 'Projector' }).waitFor()
    },
  },
]

export const assetScreens: Scene[] = [...registrationScreens, ...listScreens, ...otherScreens]
