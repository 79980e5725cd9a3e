import {
  type Asset,
  assetRows,
  binAssets,
  makeAsset,
  makeAssets,
  panelOf,
  titleOf,
} from '../support/assets.ts'
import { expect, test } from '../support/story.ts'

test('one or many deleted assets are restored; a tag in use is not moved, and restores by others are reported', async ({
  page,
  enter,
  admin,
}) => {
  const [first, second, third, fourth] = (await makeAssets(admin, 4)) as [Asset, Asset, Asset, Asset]
  await binAssets(admin, [first, second, third, fourth], 'Eaten by termites')
  const heir = await makeAsset(admin, { rfidTag: first.rfidTag ?? '' })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/deleted-assets?search=${encodeURIComponent(first.assetName)}`)
  const rows = assetRows(page, 'Deleted Assets')
  await expect(rows).toHaveCount(4)
  for (const text of ['Indore', 'Asha', 'Eaten by termites']) await expect(rows.first()).toContainText(text)
  await page.getByRole('button', { name: `Restore ${titleOf(fourth)}` }).click()
  await expect(page.getByText(`${titleOf(fourth)} restored.`)).toBeVisible()
  await expect(rows).toHaveCount(3)

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await admin.call('post', '/api/v1/deleted-assets/restore', { ids: [third._id] })
  await page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Restore' }).click()
  const result = page.getByRole('dialog', { name: 'Result of restoring' })
  await expect(result.getByRole('status')).toHaveText('Restored: 2Not restored: 1')
  await expect(result.getByRole('listitem')).toHaveText([
    /Asset not found\.$/,
    `${first.assetTagId}Restored without its tag ${first.rfidTag}, which is now on ${heir.assetTagId}.`,
    `${second.assetTagId}Restored.`,
  ])
  await result.getByRole('link', { name: `Open ${first.assetTagId}` }).click()
  await expect(panelOf(page, first)).toContainText('No tag')
  await page.goto(`/dashboard/default/manage-asset/view-assets?asset=${fourth._id}`)
  await expect(panelOf(page, fourth)).toContainText(fourth.rfidTag ?? '')
})
