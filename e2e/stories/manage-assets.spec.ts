import type { Page } from '@playwright/test'
import { type Asset, listOf, makeAsset, makeAssets, panelOf, titleOf } from '../support/assets.ts'
import { askFor, queueFor, queueRows, requestRows, requestsFor } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

const button = (page: Page, what: string, { assetTagId }: Asset) =>
  page.getByRole('button', { name: new RegExp(`^${what} .* ${assetTagId}$`) })
const allDecided = (page: Page) =>
  page.getByText('There are no records to display').or(page.getByText('All requests have been decided.'))
const bar = (page: Page) => page.getByRole('region', { name: /selected$/ })

test('an accepted request changes the asset, and is undone from the toast', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { assignedUser: 'Meera Iyer' })
  await askFor(admin, [asset])
  await enter()
  await page.goto(queueFor(asset.assetName))
  for (const text of ['The left armrest is broken', 'Indore', 'Meera Iyer'])
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
  await button(page, 'Accept', asset).click()
  await expect(page.getByText(`Request for ${titleOf(asset)} accepted`)).toBeVisible()
  await expect(allDecided(page)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Decision on ${titleOf(asset)} undone`)).toBeVisible()
  await button(page, 'Accept', asset).click()
  await expect(page.getByText(`Request for ${titleOf(asset)} accepted`)).toBeVisible()
  await page.goto(`${listOf(asset.assetName)}&asset=${asset._id}`)
  await expect(panelOf(page, asset).getByText('Not-Working').first()).toBeVisible()
  await expect(
    panelOf(page, asset).getByRole('listitem').filter({ hasText: 'Not-Working' }).first(),
  ).toBeVisible()
})

test('nobody decides their own request', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter()
  await page.goto(`${listOf(asset.assetName)}&asset=${asset._id}`)
  await panelOf(page, asset).getByRole('button', { name: 'Request state change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request state change' })
  await dialog.getByLabel('New State').selectOption('UP')
  await dialog.getByLabel('Reason').fill('Mended')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Requested for ')).toBeVisible()
  await page.goto(queueFor(asset.assetName))
  await expect(
    page.getByText('Your own request: somebody else has to decide it.').filter({ visible: true }),
  ).toBeVisible()
  await expect(button(page, 'Accept', asset)).toHaveCount(0)
  await page.getByRole('checkbox', { name: new RegExp(`^Select .* ${asset.assetTagId}$`) }).check()
  await bar(page).getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Somebody else has to decide your own request.')).toBeVisible()
})

test('many requests are decided together, conflicts are reported, and a decision is undone from its row', async ({
  page,
  enter,
  admin,
}) => {
  const set = (await makeAssets(admin, 3)) as [Asset, Asset, Asset]
  await askFor(admin, set)
  await enter()
  await page.goto(queueFor(set[0].assetName))
  await expect(queueRows(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await admin.call('put', `/api/assets/${set[2]._id}`, { assetState: 'UP' })
  await bar(page).getByRole('button', { name: 'Deny' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deny 3 requests' })
  await dialog.getByLabel('Note').fill('Not now')
  await dialog.getByRole('button', { name: 'Deny' }).click()
  const told = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect(told.getByRole('status')).toHaveText('Done: 2. Failed: 1.')
  await expect(told.getByRole('listitem')).toHaveText([
    `${set[2].assetTagId}The asset was changed in the meantime, so the request is outdated.`,
  ])
  await told.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar(page)).toHaveCount(0)
  await expect(allDecided(page)).toBeVisible()
  await page.getByText('Recently decided by me', { exact: true }).click()
  await expect(queueRows(page)).toHaveCount(2)
  await button(page, 'Undo', set[0]).click()
  await expect(page.getByText(`Decision on ${titleOf(set[0])} undone`)).toBeVisible()
  await expect(queueRows(page)).toHaveCount(1)
  await page.getByText('To decide', { exact: true }).click()
  await expect(queueRows(page)).toContainText([set[0].assetTagId])
  await page.goto(requestsFor(set[1].assetTagId))
  await expect(requestRows(page)).toContainText(['Denied'])
})
