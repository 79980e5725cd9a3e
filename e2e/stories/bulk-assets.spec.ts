import type { Page } from '@playwright/test'
import { type Asset, assetRows, listOf, makeAssets, titleOf } from '../support/assets.ts'
import { expect, test } from '../support/story.ts'

const nameOf = ([first]: Asset[]) => first?.assetName ?? ''
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' })
const bar = (page: Page) => page.getByRole('region', { name: /selected$/ })
const choose = (page: Page, action: string) => bar(page).getByRole('button', { name: action }).click()

async function select(page: Page, assets: Asset[]) {
  for (const asset of assets) await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
  await expect(bar(page)).toContainText(`${assets.length} selected`)
}

test('selected assets are moved to a place and back', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const set = await makeAssets(admin, 3)
  await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await select(page, set.slice(0, 2))
  await choose(page, 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move 2 assets' })
  await dialog.getByLabel('New place').fill('Delhi Warehouse')
  await dialog
    .getByRole('option', { name: /^Delhi Warehouse/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Move 2 assets' }).click()
  await expect(page.getByText(/^2 assets moved to Delhi > .*Delhi Warehouse$/)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('main').locator('[data-row]').filter({ hasText: 'Delhi > ' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Assets moved back: 2')).toBeVisible()
  await expect(page.getByRole('main').locator('[data-row]').filter({ hasText: 'Delhi > ' })).toHaveCount(0)
})

test('all matching assets are assigned to a person and unassigned again', async ({ page, enter, admin }) => {
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

test('all matching assets except one are deleted with a reason, and the deletion is undone', async ({
  page,
  enter,
  admin,
}) => {
  const set = await makeAssets(admin, 12)
  await enter({ role: 'admin' })
  await page.goto(listOf(nameOf(set)))
  await selectAll(page).check()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await page
    .getByRole('checkbox', { name: /^Select Set/ })
    .first()
    .uncheck()
  await choose(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete 11 assets' })
  await expect(dialog).toContainText('You can undo this later in Deleted Assets.')
  await dialog.getByLabel('Reason (optional)').fill('Sold')
  await dialog.getByRole('button', { name: 'Delete 11 assets' }).click()
  await expect(page.getByText('11 assets deleted')).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('11 assets restored')).toBeVisible()
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
})
