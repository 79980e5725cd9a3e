import type { Page } from '@playwright/test'
import { makeAsset, panelOf, placeAt } from '../support/assets.ts'
import { makeEstate } from '../support/limited.ts'
import { expect, test } from '../support/story.ts'

const all = '/dashboard/default/reports'
const rows = (page: Page, title: string) =>
  page.getByRole('table', { name: title }).locator('tbody').getByRole('row')
const today = () => new Intl.DateTimeFormat('en-CA').format(new Date())

test('a movement shows both places and links to the asset, which no reader has seen', async ({
  page,
  enter,
  admin,
}) => {
  const [north, south] = [
    await placeAt(admin, 'Indore > MM North > Indore Head Office'),
    await placeAt(admin, 'Indore > MM South > Indore Warehouse'),
  ]
  const asset = await makeAsset(admin, { placeId: north._id })
  await admin.call('put', `/api/assets/${asset._id}`, { placeId: south._id, location: 'indore' })
  await enter({ role: 'admin' })
  await page.goto(`${all}/report-movements?from=${today()}&placeId=${south._id}&size=30`)
  const row = rows(page, 'Movements').filter({ hasText: asset.assetTagId })
  await expect(row).toContainText('Indore > MM North > Indore Head Office')
  await expect(row).toContainText('Indore > MM South > Indore Warehouse')
  await expect(row).not.toContainText('Never seen')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Last Seen At' }).check()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Never seen')
  await row.getByRole('link', { name: asset.assetName }).click()
  await expect(panelOf(page, asset)).toBeVisible()

  const { rooms, assets } = await makeEstate(admin)
  await page.goto(`${all}/report-not-seen?placeId=${rooms[0].id}`)
  await page.getByLabel('Not seen for (in days)').fill('30')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/days=30/)
  const unseen = rows(page, 'Assets Not Seen').filter({ hasText: assets[0].assetTagId })
  await expect(unseen).toContainText('Never seen')
})
