import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Asset, makeAsset, makeAssets, panelOf, placeAt } from '../support/assets.ts'
import { expect, test } from '../support/story.ts'

const screen = '/dashboard/asset-wise'
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Asset Wise Report' }).locator('tbody').getByRole('row')
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

test('the form asks when it is submitted, and the address keeps what it asked', async ({
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
  await submit(page)
  await expect(page.getByText('1 asset', { exact: true })).toBeVisible()
  for (const text of [asset.rfidTag ?? '', 'MM North', 'Indore Head Office', 'Godrej', 'SN-31'])
    await expect(rows(page)).toContainText(text)
  await page.reload()
  await expect(page.getByLabel('Asset Tag Id')).toHaveValue(asset.assetTagId)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link', { name: asset.assetName }).click()
  await expect(panelOf(page, asset)).toBeVisible()
})

test('MM follows the city, the property follows the MM', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(screen)
  await page.getByLabel('City', { exact: true }).selectOption('indore')
  await page.getByRole('combobox', { name: 'MM' }).fill('MM North')
  await page.getByRole('option', { name: 'MM North Indore' }).click()
  await page.getByRole('combobox', { name: 'Property' }).click()
  await page.getByRole('option', { name: /Indore Head Office/ }).click()
  await submit(page)
  await expect(page).toHaveURL(/propertyId=/)
  await page.getByLabel('City', { exact: true }).selectOption('mumbai')
  await expect(page.getByRole('combobox', { name: 'MM' })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Property' })).toHaveValue('')
})

test('a city that is chosen last keeps the MM and the property that lie in it', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto(screen)
  await page.getByRole('combobox', { name: 'MM' }).fill('MM North')
  await page.getByRole('option', { name: 'MM North Indore' }).click()
  await page.getByRole('combobox', { name: 'Property' }).click()
  await page.getByRole('option', { name: /Indore Head Office/ }).click()
  await page.getByLabel('City', { exact: true }).selectOption('indore')
  await submit(page)
  await expect(page).toHaveURL(/mmId=.*propertyId=|propertyId=.*mmId=/)
})

test('it is sorted, paged, exported with the chosen columns and printed with all', async ({
  page,
  enter,
  admin,
}) => {
  const assets = (await makeAssets(admin, 11, { serialNo: 'SN-7' })) as [Asset, ...Asset[]]
  const from = new Intl.DateTimeFormat('en-CA').format(new Date())
  await enter({ role: 'admin' })
  await page.goto(`${screen}?from=${from}&sort=assetTagId&direction=asc&assetTagId=${assets[0].assetTagId}`)
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('Rows per page:')).toBeVisible()
  await expect(page.getByText('1-1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\n')[0]).toContain('Id,RFID Tag Id,City,MM,Property,AoU,Room,Asset Name,Asset State')
  expect(text).toContain(assets[0].assetTagId)
  await page.getByRole('link', { name: 'Print' }).click()
  const sheet = page.getByRole('table', { name: 'Asset Wise Report' })
  await expect(sheet.getByRole('columnheader')).toHaveCount(18)
  await expect(page.getByText(`Asset Tag Id: ${assets[0].assetTagId}`)).toBeVisible()
})

test('who lacks Reports is sent away', async ({ page, enter }) => {
  await enter({ role: 'user management' })
  await page.goto(screen)
  await expect(page).toHaveURL('/unauthorized')
})
