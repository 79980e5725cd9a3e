import type { Page } from '@playwright/test'
import { type Asset, assetRows, listOf, makeAsset, makeAssets, titleOf } from '../support/assets.ts'
import { pressOn, tabTo } from '../support/keyboard.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const nameOf = ([first]: Asset[]) => first?.assetName ?? ''
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' })
const bar = (page: Page) => page.getByRole('region', { name: /selected$/ })
const choose = (page: Page, action: string) => bar(page).getByRole('button', { name: action }).click()

async function select(page: Page, assets: Asset[]) {
  for (const asset of assets) await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
  await expect(bar(page)).toContainText(`${assets.length} selected`)
}

test('selected assets are moved to a place that is named, and back again', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const set = await makeAssets(admin, 3)
  await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await select(page, set.slice(0, 2))
  await choose(page, 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move 2 assets' })
  await dialog.getByRole('button', { name: 'Move 2 assets' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a place.')
  await dialog.getByLabel('New place').fill('Delhi Warehouse')
  await dialog
    .getByRole('option', { name: /^Delhi Warehouse/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Move 2 assets' }).click()
  await expect(page.getByText(/^2 assets moved to Delhi > .*Delhi Warehouse$/)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Delhi').filter({ visible: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Assets moved back: 2')).toBeVisible()
  await expect(page.getByRole('main').getByText('Delhi').filter({ visible: true })).toHaveCount(0)
})

test('all that match are assigned to someone, and to nobody again', async ({ page, enter, admin }) => {
  const set = await makeAssets(admin, 12)
  const me = await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await selectAll(page).check()
  await expect(bar(page)).toContainText('10 selected')
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await expect(bar(page)).toContainText('All 12 matching are selected')
  await choose(page, 'Assign')
  const dialog = page.getByRole('dialog', { name: 'Assign 12 assets' })
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill(me.email)
  await dialog.getByRole('option', { name: me.name }).click()
  await dialog.getByRole('button', { name: 'Assign 12 assets' }).click()
  await expect(page.getByText('12 assets assigned')).toBeVisible()
  await expect(assetRows(page).filter({ hasText: me.name })).toHaveCount(10)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 12 of 12 entries')).toBeVisible()
  await expect(assetRows(page).filter({ hasText: me.name })).toHaveCount(2)
  await selectAll(page).check()
  await choose(page, 'Assign')
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 2 assets' }).click()
  await expect(assetRows(page).filter({ hasText: 'N/A' })).toHaveCount(2)
})

test('all that match are deleted with a reason, and can be taken back', async ({ page, enter, admin }) => {
  const set = await makeAssets(admin, 11)
  await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await selectAll(page).check()
  await page.getByRole('button', { name: 'Select all 11 matching' }).click()
  await choose(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete 11 assets' })
  await expect(dialog).toContainText('Are you sure you want to delete 11 assets?')
  await expect(dialog).toContainText('can be restored under Deleted Assets')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByLabel('Reason (optional)').fill('Sold')
  await dialog.getByRole('button', { name: 'Delete 11 assets' }).click()
  await expect(page.getByText('11 assets deleted')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('11 assets restored')).toBeVisible()
  await expect(page.getByText('Showing 1 to 10 of 11 entries')).toBeVisible()
})

test('what could not be done is told asset by asset', async ({ page, enter, admin }) => {
  const set = await makeAssets(admin, 3)
  const [gone] = set
  if (gone === undefined) throw new Error('Nothing was made')
  await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await select(page, set)
  await admin.call('delete', `/api/assets/${gone._id}`)
  await choose(page, 'Assign')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Assigned User' }).fill(newName('Somebody'))
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 3 assets' }).click()
  const result = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect(result.getByRole('status')).toHaveText('Done: 2. Failed: 1.')
  await expect(result.getByRole('listitem')).toHaveText([`${titleOf(gone)}Asset not found`])
  await result.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar(page)).toHaveCount(0)
  await expect(assetRows(page)).toHaveCount(2)
})

test('a wrong choice is refused as a whole', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.route('/api/v1/assets/bulk', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(listOf(asset.assetTagId))
  await select(page, [asset])
  await choose(page, 'Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Are you sure you want to delete this asset?')
  await dialog.getByRole('button', { name: 'Delete 1 asset' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This could not be done.')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toContainText('1 selected')
})

test('another filter forgets the selection', async ({ page, enter, admin }) => {
  const set = await makeAssets(admin, 2)
  await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await select(page, set)
  await page.getByLabel('State', { exact: true }).selectOption('Working')
  await expect(bar(page)).toHaveCount(0)
  await select(page, set)
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('moving with the keyboard alone', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await tabTo(page, page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }))
  await page.keyboard.press('Space')
  await tabTo(page, bar(page).getByRole('button', { name: 'Move' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('New place')).toBeFocused()
  await page.keyboard.type('Mumbai Warehouse')
  await expect(dialog.getByRole('option').first()).toContainText('Mumbai Warehouse')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await pressOn(page, dialog.getByRole('button', { name: 'Move 1 asset' }))
  await expect(page.getByText(/^1 asset moved to /)).toBeVisible()
  await expect(assetRows(page)).toContainText('Mumbai Warehouse')
})
