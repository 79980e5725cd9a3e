import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset, panelOf, titleOf, viewAssets } from '../support/assets.ts'
import { breakCalls } from '../support/network.ts'
import { expect, type Stage, test } from '../support/story.ts'

const notLoaded = 'This part of the screen could not be loaded.'
const failure = (page: Page) => page.getByRole('alertdialog')
const files = '**/assets/**'
const menuFile = '**/assets/menu-drawer-*'

/** No further file of the app can be had but the bar over selected rows; answers with what ends that. */
async function cutOff(page: Page) {
  await page.route(files, (route) =>
    /\/bulk-bar-/.test(route.request().url()) ? route.continue() : route.abort(),
  )
  return () => page.unroute(files)
}

/** The list with one asset selected, and the app cut off before the dialogs for it are there. */
async function selected({ page, enter, admin }: Stage) {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await expect(
    assetRows(page).or(page.getByRole('listitem').filter({ hasText: asset.assetTagId })),
  ).not.toHaveCount(0)
  const mend = await cutOff(page)
  await page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` }).check()
  const move = page.getByRole('region', { name: /selected$/ }).getByRole('button', { name: 'Move' })
  return { asset, mend, move }
}

test('a dialog that cannot be loaded leaves the list as it is, and opens at the next try', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const { asset, mend, move } = await selected({ page, enter, admin })
  await move.click()
  await expect(failure(page)).toContainText(notLoaded)
  await expect(failure(page)).toBeFocused()
  await expect(page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(failure(page)).toHaveCount(0)
  await expect(move).toBeFocused()
  await move.click()
  await mend()
  await failure(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Move 1 asset' })).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
})

test('where a new version has taken the place of the old one, that is said', async ({
  page,
  enter,
  admin,
}) => {
  const { mend, move } = await selected({ page, enter, admin })
  await page.route(/:\d+\/$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/newer.js"></script>',
    }),
  )
  await move.click()
  await expect(failure(page)).toContainText('A new version of this application is available.')
  await expect(failure(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await mend()
  await failure(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'View Assets' })).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
})

test('a screen that cannot be loaded leaves the menu, and comes at the next try', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Masters' }).click()
  const mend = await cutOff(page)
  await menu.getByRole('link', { name: 'Brand Master' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('This screen could not be loaded.')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Vendor Master' })).toBeVisible()
  await mend()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brand Master' })).toBeVisible()
})

test('the menu of a phone that cannot be loaded takes nothing else with it', { tag: '@narrow' }, async ({
  page,
  enter,
}) => {
  test.skip((page.viewportSize()?.width ?? 0) > 959, 'wide screens have no such menu')
  await enter({ role: 'admin' })
  await page.route(menuFile, (route) => route.abort())
  await page.goto('/dashboard/default')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(failure(page)).toContainText(notLoaded)
  await page.unroute(menuFile)
  await failure(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

test('locations that cannot be loaded do not take the screen of one with them', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await breakCalls(page, '**/api/v1/places/cities')
  await page.goto('/dashboard/indore')
  await expect(page.getByRole('alert')).toContainText('The locations could not be loaded.')
  await expect(page.getByRole('link', { name: /Total Registered Assets/ })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Indore' })).toBeVisible()
})

test('a history that cannot be loaded leaves the rest of the panel', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await breakCalls(page, '**/api/v1/assets/*/history*')
  await page.goto(`${viewAssets}?asset=${asset._id}`)
  const panel = panelOf(page, asset)
  await expect(panel.getByRole('alert')).toContainText('The history could not be loaded.')
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Registered', { exact: true })).toBeVisible()
})

test('choices that cannot be loaded are said at their field, and loaded at the next try', async ({
  page,
  enter,
}) => {
  await enter({ role: 'admin' })
  await breakCalls(page, '**/api/v1/masters/asset-state*')
  await page.goto('/dashboard/asset-state-change')
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('The choices could not be loaded.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(
    dialog.getByLabel('New State').getByRole('option', { name: 'Not-Working', exact: true }),
  ).toBeAttached()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})
