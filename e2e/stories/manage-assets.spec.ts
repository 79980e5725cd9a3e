import type { Page } from '@playwright/test'
import { type Asset, listOf, makeAsset, makeAssets, panelOf, titleOf } from '../support/assets.ts'
import { pressOn } from '../support/keyboard.ts'
import { answerCalls } from '../support/network.ts'
import {
  askFor,
  askWithPhoto,
  queueFor,
  queueRows,
  requestRows,
  requestsFor,
} from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

const button = (page: Page, what: string, { assetTagId }: Asset) =>
  page.getByRole('button', { name: new RegExp(`^${what} .* ${assetTagId}$`) })
const allDecided = (page: Page) =>
  page.getByText('There are no records to display').or(page.getByText('All is decided: no request waits.'))
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
  await pressOn(page, button(page, 'Accept', asset))
  await expect(page.getByText(`Request for ${titleOf(asset)} accepted`)).toBeVisible()
  await expect(allDecided(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
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

test('a denied request says why to whoever asked', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await askFor(admin, [asset])
  await enter()
  await page.goto(queueFor(asset.assetName))
  await button(page, 'Deny', asset).click()
  const dialog = page.getByRole('dialog', { name: 'Deny 1 request' })
  await dialog.getByRole('button', { name: 'Deny' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please say why the request is denied.')
  await dialog.getByLabel('Note').fill('It was mended this morning')
  await dialog.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText(`Request for ${titleOf(asset)} denied`)).toBeVisible()
  await expect(allDecided(page)).toBeVisible()
  await page.goto(requestsFor(asset.assetName))
  await expect(requestRows(page)).toContainText('Denied')
})

test('nobody decides their own request', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter()
  await page.goto(`${listOf(asset.assetName)}&asset=${asset._id}`)
  await panelOf(page, asset).getByRole('button', { name: 'Request state change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a state change' })
  await dialog.getByLabel('New State').selectOption('UP')
  await dialog.getByLabel('Reason').fill('Mended')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Requested for ')).toBeVisible()
  await page.goto(queueFor(asset.assetName))
  await expect(
    page.getByText('Your own request: someone else has to decide it.').filter({ visible: true }),
  ).toBeVisible()
  await expect(button(page, 'Accept', asset)).toHaveCount(0)
  await page.getByRole('checkbox', { name: new RegExp(`^Select .* ${asset.assetTagId}$`) }).check()
  await bar(page).getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Someone else has to decide your own request.')).toBeVisible()
})

test('many are decided at once, and what changed meanwhile is told', async ({ page, enter, admin }) => {
  const set = (await makeAssets(admin, 4)) as [Asset, Asset, Asset, Asset]
  await askFor(admin, set)
  await enter()
  await page.goto(queueFor(set[0].assetName))
  await expect(queueRows(page)).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await admin.call('put', `/api/assets/${set[2]._id}`, { assetState: 'UP' })
  await bar(page).getByRole('button', { name: 'Accept' }).click()
  const told = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect(told.getByRole('status')).toHaveText('Done: 3. Failed: 1.')
  await expect(told.getByRole('listitem')).toHaveText([
    `${set[2].assetTagId}The asset changed meanwhile, so the request is stale.`,
  ])
  await told.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar(page)).toHaveCount(0)
  await expect(allDecided(page)).toBeVisible()
})

test('a decision of the last minutes is undone from its row', async ({ page, enter, admin }) => {
  const set = (await makeAssets(admin, 2)) as [Asset, Asset]
  await askFor(admin, set)
  await enter()
  await page.goto(queueFor(set[0].assetName))
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await bar(page).getByRole('button', { name: 'Deny' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deny 2 requests' })
  await dialog.getByLabel('Note').fill('Not now')
  await dialog.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('2 requests denied')).toBeVisible()
  await page.getByText('Just decided by me', { exact: true }).click()
  await expect(queueRows(page)).toHaveCount(2)
  await button(page, 'Undo', set[0]).click()
  await expect(page.getByText(`Decision on ${titleOf(set[0])} undone`)).toBeVisible()
  await expect(queueRows(page)).toHaveCount(1)
  await page.getByText('To decide', { exact: true }).click()
  await expect(queueRows(page)).toContainText(set[0].assetTagId)
})

test('the photo is shown large, and the asset leads to its panel', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await askWithPhoto(admin, [asset])
  await enter()
  await page.goto(queueFor(asset.assetName))
  await button(page, 'Enlarge the image of', asset).click()
  await expect(page.getByRole('img', { name: `Image of ${titleOf(asset)}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Enlarge the image of', asset)).toBeFocused()
  await page.getByRole('link', { name: asset.assetName }).click()
  await expect(panelOf(page, asset)).toBeVisible()
})

test('an empty queue says that all is decided, and a failure can be tried again', async ({ page, enter }) => {
  await enter()
  const none = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }
  await answerCalls(page, '/api/v1/state-changes?*', { json: { stateChanges: [], ...none } })
  await page.goto('/dashboard/manage-assets')
  await expect(page.getByText('All is decided: no request waits.')).toBeVisible()
  await page.unrouteAll()
  await page.route('/api/v1/state-changes?*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Error fetching requests.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
