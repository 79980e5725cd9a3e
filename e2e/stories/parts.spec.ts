import type { Page } from '@playwright/test'
import { listOf, makeAsset, panelOf, titleOf, viewAssets } from '../support/assets.ts'
import { breakCalls } from '../support/network.ts'
import { expect, test } from '../support/story.ts'

const notLoaded = 'This part of the screen could not be loaded.'
const failure = (page: Page) => page.getByRole('alertdialog')
const files = '**/assets/**'

/** Blocks all further files of the app except the bulk bar; returns a function that unblocks them. */
async function cutOff(page: Page) {
  await page.route(files, (route) =>
    /\/bulk-bar-/.test(route.request().url()) ? route.continue() : route.abort(),
  )
  return () => page.unroute(files)
}

test('a dialog that cannot be loaded leaves the list unchanged, opens on a retry, and reports a newer version', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  const box = page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` })
  const move = page.getByRole('region', { name: /selected$/ }).getByRole('button', { name: 'Move' })
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await expect(box).toBeVisible()
  const restore = await cutOff(page)
  await box.check()
  await move.click()
  await expect(failure(page)).toContainText(notLoaded)
  await expect(failure(page)).toBeFocused()
  await expect(box).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(failure(page)).toHaveCount(0)
  await expect(move).toBeFocused()
  await move.click()
  await expect(failure(page)).toBeVisible()
  await restore()
  await failure(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Move 1 asset' })).toBeVisible()
  await expect(failure(page)).toHaveCount(0)

  await page.reload()
  await expect(box).toBeVisible()
  await cutOff(page)
  await page.route(/:\d+\/$/, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/newer.js"></script>',
    }),
  )
  await box.check()
  await move.click()
  await expect(failure(page)).toContainText('A new version of this application is available.')
  await expect(failure(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await restore()
  await failure(page).getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'View Assets' })).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
})

test('a screen or menu that cannot be loaded affects nothing else, and loads on a retry', async ({
  page,
  enter,
}) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Masters' }).click()
  const restore = await cutOff(page)
  await menu.getByRole('link', { name: 'Brand Master' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('This screen could not be loaded.')).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Vendor Master' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(failure(page)).toContainText(notLoaded)
  await restore()
  await failure(page).getByRole('button', { name: 'Try again' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brand Master' })).toBeVisible()
})

test('a history or choices that cannot be loaded affect nothing else, and load on a retry', async ({
  page,
  enter,
  admin,
}) => {
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
