import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { type Asset, makeAsset, viewAssets } from '../support/assets.ts'
import { bulkScreen, csvFile, newTag } from '../support/imports.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

/** The first two assets have the order; another order has the third. */
type Walk = { page: Page; asset: Asset; order: string; click: (target: Locator) => Promise<void> }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const listOf = ({ assetName }: Asset) => `${viewAssets}?search=${encodeURIComponent(assetName)}`

async function addSet({ page, click }: Walk) {
  await page.goto('/dashboard/default/masters/fields')
  await click(button(page, 'Ready-made sets'))
  const add = button(page, 'Add the set Purchase')
  await expect(add).toBeVisible()
  // A second attempt finds the fields of the first one.
  if (await add.isEnabled()) {
    await click(add)
    await expect(page.getByText('Purchase: 5 fields added')).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(page.getByText('PO Number').first()).toBeVisible()
}

async function fillIn({ page, asset, order, click }: Walk) {
  const dialog = page.getByRole('dialog')
  await page.goto(listOf(asset))
  await click(page.getByRole('button', { name: new RegExp(`^Edit ${asset.assetName}`) }))
  await click(dialog.getByRole('button', { name: 'Purchase', exact: true }))
  await dialog.getByLabel(/^Purchase Cost/).fill('1,25,000.50')
  await dialog.getByLabel('PO Number').fill(`${order}-1`)
  await click(dialog.getByRole('button', { name: 'Save', exact: true }))
  await expect(dialog).toBeHidden()
}

async function importTwo({ page, asset, order, click }: Walk) {
  await page.goto(bulkScreen)
  const cells = (po: string, cost: string) => [newTag(), asset.assetName, 'Indore', 'Working', po, cost]
  const header = ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Our order', 'Paid']
  const file = csvFile([header, cells(`${order}-2`, '900.50'), cells('PO-8001', '450')], 'purchases.csv')
  await page.getByLabel('Choose file').setInputFiles(file)
  await click(button(page, 'Upload'))
  await click(button(page, 'Show columns'))
  await page.getByLabel('Our order').selectOption({ label: 'PO Number' })
  await page.getByLabel('Paid').selectOption({ label: 'Purchase Cost' })
  const again = button(page, 'Check again with these answers').or(button(page, 'Check again'))
  await click(again.first())
  await click(button(page, 'Register 2 assets'))
  await expect(page.getByText('2 assets registered.')).toBeVisible()
}

async function filterByOrder({ page, order, click }: Walk) {
  await click(button(page, 'Field filter'))
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'PO Number' })
  await page.getByLabel('Contains').fill(order)
  await click(button(page, 'Apply filter'))
}

async function showColumns({ page, click }: Walk) {
  await click(button(page, 'Columns'))
  await click(page.getByRole('checkbox', { name: 'Purchase Cost' }))
  await click(page.getByRole('checkbox', { name: 'PO Number' }))
  await page.keyboard.press('Escape')
}

async function findAmong(walk: Walk) {
  const { page, asset, click } = walk
  await page.goto(listOf(asset))
  await showColumns(walk)
  await filterByOrder(walk)
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await click(page.getByRole('columnheader', { name: 'Purchase Cost' }).getByRole('button').first())
  await expect(page).toHaveURL(/sort=field%3ApurchaseCost/)
  await expect(page.getByText('₹1,25,000.50')).toBeVisible()
}

async function saveView({ page, click }: Walk) {
  const [dialog, view] = [page.getByRole('dialog'), newName('Orders')]
  await click(button(page, 'Views'))
  await click(button(page, 'Save this view'))
  await dialog.getByLabel('Name').fill(view)
  await click(dialog.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText(`${view} was saved.`)).toBeVisible()
}

async function exportList({ page, asset, order, click }: Walk) {
  const download = page.waitForEvent('download')
  await click(button(page, 'Export'))
  await click(button(page, 'CSV'))
  const text = await readFile(await (await download).path(), 'utf8')
  for (const part of [`${order}-1`, `${order}-2`, asset.assetTagId]) expect(text).toContain(part)
  expect(text).not.toContain('PO-8001')
}

async function report(walk: Walk) {
  const { page, order, click } = walk
  await page.goto('/dashboard/asset-wise')
  await filterByOrder(walk)
  await click(button(page, 'Submit'))
  await expect(page.getByText('2 assets', { exact: true })).toBeVisible()
  await showColumns(walk)
  await expect(page.getByRole('cell', { name: `${order}-2` })).toBeVisible()
  await click(page.getByRole('link', { name: 'Print', exact: true }))
  await expect(page.getByText(`PO Number: ${order}`)).toBeVisible()
  await expect(page.getByRole('cell', { name: '₹1,25,000.50' })).toBeVisible()
}

test('the purchase set is added with one click, filled in, imported, filtered, saved, exported and reported', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { assetName: newName('Printer') })
  const order = newName('PO').replace(' ', '-')
  await enter({ role: 'admin' })
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  for (const step of [addSet, fillIn, importTwo, findAmong, saveView, exportList, report]) {
    const [before, began] = [clicks, Date.now()]
    await test.step(step.name, () => step({ page, asset, order, click }))
    console.log(`${step.name}: ${clicks - before} clicks, ${((Date.now() - began) / 1000).toFixed(1)} s`)
  }
})
