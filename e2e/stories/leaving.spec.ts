import type { Page } from '@playwright/test'
import { makePicturedAsset, newTag, panelOf, titleOf } from '../support/assets.ts'
import { holdCalls } from '../support/network.ts'
import { expect, test } from '../support/story.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay' }).click()
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' }).click()
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

test('leaving asks for confirmation with an image to remove, a typed tag, or a selection in a dialog', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makePicturedAsset(admin)
  const title = titleOf(asset)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  const toAssets = page.getByRole('main').getByRole('link', { name: /^View Asset/ })
  const openList = async () => {
    await toAssets.click()
    await page.getByRole('searchbox', { name: 'Search' }).fill(asset.assetTagId)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  }
  await openList()
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const editing = page.getByRole('dialog', { name: `Edit ${title}` })
  await editing.getByRole('button', { name: 'Remove image' }).click()
  await page.goBack()
  await stay(page)
  await expect(editing.getByText('The image will be removed when you save.')).toBeVisible()
  await page.goBack()
  await leave(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await openList()
  await page.getByRole('link', { name: asset.assetName, exact: true }).first().click()
  const panel = panelOf(page, asset)
  await panel.getByRole('button', { name: 'Replace tag' }).click()
  const field = panel.getByLabel('New RFID tag')
  const tag = newTag()
  await field.fill(tag)
  await panel.getByRole('button', { name: 'Close' }).click()
  await stay(page)
  await expect(field).toHaveValue(tag)
  await panel.getByRole('button', { name: 'Close' }).click()
  await leave(page)
  await expect(panel).toHaveCount(0)

  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page
    .getByRole('region', { name: /selected$/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delete 1 asset' })
  await dialog.getByLabel('Reason (optional)').fill('Sold')
  await page.goBack()
  await stay(page)
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Sold')
  await page.goBack()
  await leave(page)
  await expect(dialog).toHaveCount(0)
})

test('a half-filled form outlives a session that ended in another tab', async ({ page, enter }) => {
  const person = await enter({ role: 'admin' })
  await page.goto('/dashboard/default/masters/brand-master')
  const field = page.getByLabel('Brand Name', { exact: true })
  await field.fill('Half a na')
  const other = await page.context().newPage()
  await other.goto('/dashboard/default')
  await other.getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Login now' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(field).toHaveValue('Half a na')
})

test('leaving during an upload asks for confirmation, and the next screen keeps its address', async ({
  page,
  enter,
}) => {
  const release = await holdCalls(page, '**/api/v1/imports?*')
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/manage-asset/bulk-asset-registration')
  const file = { name: 'chairs.csv', mimeType: 'text/csv', buffer: Buffer.from('Asset Name\nChair\n') }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload' }).click()
  await menu(page).getByRole('link', { name: 'View Asset' }).click()
  await stay(page)
  await expect(page).toHaveURL(/bulk-asset-registration/)
  await menu(page).getByRole('link', { name: 'View Asset' }).click()
  await leave(page)
  await expect(page).toHaveURL(/view-assets/)
  release()
  await page.waitForTimeout(300)
  await expect(page).not.toHaveURL(/import=/)
})
