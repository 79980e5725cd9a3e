import type { Page } from '@playwright/test'
import { makeAsset, makePicturedAsset, newTag, panelOf, titleOf, viewAssets } from '../support/assets.ts'
import { addressOf, makeMaster } from '../support/masters.ts'
import { holdCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { askFor, queueFor } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay' }).click()
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' }).click()
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

test('a picture that is to be removed is not left without asking', async ({ page, enter, admin }) => {
  const asset = await makePicturedAsset(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View Asset/ })
    .click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(asset.assetTagId)
  await page.getByRole('button', { name: `Edit ${titleOf(asset)}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
  await dialog.getByRole('button', { name: 'Remove image' }).click()
  await page.goBack()
  await stay(page)
  await expect(dialog.getByText('The image will be removed when you save.')).toBeVisible()
  await page.goBack()
  await leave(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a name that is being changed in its row is not left without asking', async ({ page, enter, admin }) => {
  const brand = await makeMaster(admin, 'brand')
  await enter({ role: 'admin' })
  await page.goto(addressOf('brand', brand.name))
  await page.getByRole('button', { name: `Edit ${brand.name}` }).click()
  await menu(page).getByRole('link', { name: 'Vendor Master' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vendor Master' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: `Edit ${brand.name}` }).click()
  const field = page.getByRole('textbox', { name: `Brand Name of ${brand.name}` })
  await field.fill('Half a na')
  await menu(page).getByRole('link', { name: 'Vendor Master' }).click()
  await stay(page)
  await expect(field).toHaveValue('Half a na')
  await menu(page).getByRole('link', { name: 'Vendor Master' }).click()
  await leave(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Vendor Master' })).toBeVisible()
})

test('what is typed for an AoU is not left for its rooms without asking', async ({ page, enter, admin }) => {
  const aou = await makeMaster(admin, 'aou')
  await enter({ role: 'admin' })
  await page.goto(addressOf('aou', aou.name))
  await page.getByLabel('AoU Name', { exact: true }).fill('Half a na')
  await page.getByRole('link', { name: `Rooms of ${aou.name}` }).click()
  await stay(page)
  await expect(page.getByLabel('AoU Name', { exact: true })).toHaveValue('Half a na')
  await page.getByRole('link', { name: `Rooms of ${aou.name}` }).click()
  await leave(page)
  await expect(page.getByRole('heading', { level: 1, name: `Rooms of ${aou.name}` })).toBeVisible()
})

test('a tag that is typed in the panel is not left without asking', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(`${viewAssets}?asset=${asset._id}`)
  await panelOf(page, asset).getByRole('button', { name: 'Replace tag' }).click()
  const field = panelOf(page, asset).getByLabel('New RFID tag')
  const tag = newTag()
  await field.fill(tag)
  await panelOf(page, asset).getByRole('button', { name: 'Close' }).click()
  await stay(page)
  await expect(field).toHaveValue(tag)
  await panelOf(page, asset).getByRole('button', { name: 'Close' }).click()
  await leave(page)
  await expect(panelOf(page, asset)).toHaveCount(0)
})

test('a note is not lost by a key: Esc asks, and Esc in the question closes the question alone', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await askFor(admin, [asset])
  await enter()
  await page.goto(queueFor(asset.assetName))
  const deny = page.getByRole('button', { name: new RegExp(`^Deny .* ${asset.assetTagId}$`) })
  await deny.click()
  const dialog = page.getByRole('dialog', { name: 'Deny 1 request' })
  await dialog.getByLabel('Note').fill('It was mended this morning')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(dialog.getByLabel('Note')).toHaveValue('It was mended this morning')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await leave(page)
  await expect(dialog).toHaveCount(0)
  await expect(deny).toBeFocused()
})

test('logging out with something typed asks first', { tag: '@narrow' }, async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/add-role')
  await page.getByLabel('Role Name').fill(newName('Keeper'))
  const logOut = page.getByRole('button', { name: 'Logout' })
  const open = async () => {
    const burger = page.getByRole('button', { name: 'Open menu' })
    if ((await logOut.count()) === 0) await burger.click()
  }
  await open()
  await logOut.click()
  await stay(page)
  await expect(page.getByLabel('Role Name')).not.toHaveValue('')
  await open()
  await logOut.click()
  await leave(page)
  await expect(page).toHaveURL(/\/login/)
})

test('a selection and its dialog are not left by Back without asking', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View Asset/ })
    .click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(asset.assetTagId)
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
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
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
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

test('leaving during an upload asks, and the next screen keeps its address', async ({ page, enter }) => {
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
