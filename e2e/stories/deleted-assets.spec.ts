import type { Page } from '@playwright/test'
import {
  type Asset,
  assetRows,
  binAssets,
  makeAsset,
  makeAssets,
  panelOf,
  titleOf,
} from '../support/assets.ts'
import { pressOn } from '../support/keyboard.ts'
import { expect, test } from '../support/story.ts'

const bin = (text: string) => `/dashboard/deleted-assets?search=${encodeURIComponent(text)}`
const rows = (page: Page) => assetRows(page, 'Deleted Assets')

test('the bin shows what was deleted, by whom and why', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset], 'Eaten by termites')
  await enter({ role: 'admin' })
  await page.goto(bin(asset.assetName))
  await expect(rows(page)).toHaveCount(1)
  for (const text of [
    asset.assetTagId,
    asset.rfidTag?.slice(-12) ?? '',
    'Indore',
    'Asha',
    'Eaten by termites',
  ])
    await expect(rows(page)).toContainText(text)
  await page.getByLabel('City').selectOption('mumbai')
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.goto(bin(asset.assetName))
  await page.getByRole('link', { name: asset.assetName }).click()
  await expect(panelOf(page, asset)).toContainText('This asset was deleted.')
})

test('one asset is restored and is back in the list', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset])
  await enter({ role: 'admin' })
  await page.goto(bin(asset.assetName))
  await pressOn(page, page.getByRole('button', { name: `Restore ${titleOf(asset)}` }))
  await expect(page.getByText(`${titleOf(asset)} restored.`)).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto(`/dashboard/default/manage-asset/view-assets?asset=${asset._id}`)
  await expect(panelOf(page, asset)).toContainText(asset.rfidTag ?? '')
})

test('many are restored at once, and a tag that is used meanwhile is explained', async ({
  page,
  enter,
  admin,
}) => {
  const [first, second] = (await makeAssets(admin, 2)) as [Asset, Asset]
  await binAssets(admin, [first, second])
  const heir = await makeAsset(admin, { rfidTag: first.rfidTag ?? '' })
  await enter({ role: 'admin' })
  await page.goto(bin(first.assetName))
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Restore' }).click()
  const result = page.getByRole('dialog', { name: 'Result of restoring' })
  await expect(result.getByRole('status')).toHaveText('Restored: 2')
  await expect(result.getByRole('listitem')).toHaveText([
    `${first.assetTagId}Restored without its tag ${first.rfidTag}, which is now on ${heir.assetTagId}.`,
    `${second.assetTagId}Restored.`,
  ])
  await result.getByRole('link', { name: `Open ${first.assetTagId}` }).click()
  await expect(panelOf(page, first)).toContainText('No tag')
})

test('one whose tag is used meanwhile comes back without it, and says so', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset])
  await makeAsset(admin, { rfidTag: asset.rfidTag ?? '' })
  await enter({ role: 'admin' })
  await page.goto(bin(asset.assetName))
  await page.getByRole('button', { name: `Restore ${titleOf(asset)}` }).click()
  const result = page.getByRole('dialog', { name: 'Result of restoring' })
  await expect(result).toContainText(`Restored without its tag ${asset.rfidTag}`)
  await page.keyboard.press('Escape')
  await expect(result).toHaveCount(0)
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('what somebody else restored first is told', async ({ page, enter, admin }) => {
  const set = (await makeAssets(admin, 2)) as [Asset, Asset]
  await binAssets(admin, set)
  await enter({ role: 'admin' })
  await page.goto(bin(set[0].assetName))
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await admin.call('post', '/api/v1/deleted-assets/restore', { ids: [set[0]._id] })
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Restore' }).click()
  const result = page.getByRole('dialog', { name: 'Result of restoring' })
  await expect(result.getByRole('status')).toContainText('Restored: 1')
  await expect(result.getByRole('status')).toContainText('Not restored: 1')
  await expect(result.getByRole('listitem').first()).toContainText('Asset not found')
})

test('restoring fails with a reason, and the bin says when it cannot be loaded', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset])
  await enter({ role: 'admin' })
  await page.route('/api/v1/deleted-assets?*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await page.route('/api/v1/deleted-assets/restore', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(bin(asset.assetName))
  await expect(page.getByRole('alert')).toContainText('Error fetching deleted assets.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: `Restore ${titleOf(asset)}` }).click()
  await expect(page.getByText('Failed to restore.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})
