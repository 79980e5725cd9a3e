import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeAsset, panelOf, placeAt } from '../support/assets.ts'
import { expect, test } from '../support/story.ts'

const screen = '/dashboard/asset-wise'
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Asset Wise Report' }).locator('tbody').getByRole('row')

test('the report is filtered, keeps its filter in the address, exports the chosen columns and prints them', async ({
  page,
  enter,
  admin,
}) => {
  const head = await placeAt(admin, 'Indore > MM North > Indore Head Office')
  const asset = await makeAsset(admin, { placeId: head._id, brand: 'Godrej', serialNo: 'SN-31' })
  await enter({ role: 'admin' })
  await page.goto(screen)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Dashboard>Reports')
  await page.getByLabel('Asset Tag Id').fill(asset.assetTagId)
  await page.getByLabel('City', { exact: true }).selectOption('indore')
  await page.getByLabel('Asset State').selectOption('Working')
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('1 asset', { exact: true })).toBeVisible()
  for (const text of [asset.rfidTag ?? '', 'MM North', 'Indore Head Office', 'Godrej', 'SN-31'])
    await expect(rows(page)).toContainText(text)
  await page.reload()
  await expect(page.getByLabel('Asset Tag Id')).toHaveValue(asset.assetTagId)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link', { name: asset.assetName }).click()
  await expect(panelOf(page, asset)).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(page.getByText('1-1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\n')[0]).toContain('Id,RFID Tag Id,City,MM,Property,AoU,Room,Asset Name,Asset State')
  expect(text).toContain(asset.assetTagId)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  const sheet = page.getByRole('table', { name: 'Asset Wise Report' })
  // All but the id that only programs read.
  await expect(sheet.getByRole('columnheader')).toHaveCount(17)
  await expect(page.getByText(`Asset Tag Id: ${asset.assetTagId}`)).toBeVisible()
})
