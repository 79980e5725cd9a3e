import type { Page } from '@playwright/test'
import { type Asset, binAssets, listOf, makeAssets, newTag, titleOf } from '../support/assets.ts'
import { picture } from '../support/pictures.ts'
import { scan } from '../support/reader.ts'
import { askFor, requestRows, requestsFor } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

const nameOf = ([first]: Asset[]) => first?.assetName ?? ''
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Request state change' })
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all rows of this page' })
const bar = (page: Page) => page.getByRole('region', { name: /selected$/ })

async function sendRequest(page: Page, state = 'Not-Working') {
  const dialog = dialogOf(page)
  await dialog.getByLabel('New State').selectOption(state)
  await dialog.getByLabel('Reason').fill('The left armrest is broken')
  await dialog.getByRole('button', { name: 'Send request' }).click()
}

test('a request for scanned assets lists each once and names an unknown tag', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const [first, second] = (await makeAssets(admin, 2)) as [Asset, Asset]
  const unknown = newTag()
  const me = await enter()
  await page.goto(requestsFor(first.assetName))
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Assets', { exact: true })).toBeFocused()
  await scan(page, first.rfidTag ?? '')
  await scan(page, unknown)
  await scan(page, second.assetTagId)
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByText('2 assets')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: unknown })).toContainText(
    'No asset has this tag or number.',
  )
  await scan(page, first.assetTagId)
  await expect(dialog.getByText(`${titleOf(first)} is already in the list.`)).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByLabel('Photo').setInputFiles(picture)
  await sendRequest(page)
  await expect(page.getByText('State change requested for 2 assets')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New request' })).toBeFocused()
  await expect(page.getByText(`${me.name} (you)`).filter({ visible: true })).toHaveCount(2)
  await expect(page.getByRole('main').getByText('Pending').filter({ visible: true })).not.toHaveCount(0)
})

test('assets with a pending request are skipped, and people can cancel only their own requests', async ({
  page,
  enter,
  admin,
}) => {
  const [first, second] = (await makeAssets(admin, 2)) as [Asset, Asset]
  await askFor(admin, [first])
  await enter()
  await page.goto(listOf(first.assetName))
  await selectAll(page).check()
  await bar(page).getByRole('button', { name: 'Request state change' }).click()
  const note = dialogOf(page).getByRole('note')
  await expect(note).toContainText('1 asset is left out: it already has a pending request.')
  await expect(note.getByRole('listitem')).toContainText(
    new RegExp(`${titleOf(first)} .* requested Not-Working`),
  )
  await expect(dialogOf(page).getByText('1 asset', { exact: true })).toBeVisible()
  await sendRequest(page)
  await expect(page.getByText(`State change requested for ${second.assetTagId}`)).toBeVisible()
  await page.goto(requestsFor(second.assetName))
  for (const { assetTagId } of [second, first])
    await page.getByRole('checkbox', { name: new RegExp(`^Select .* ${assetTagId}$`) }).check()
  await bar(page).getByRole('button', { name: 'Cancel 2 requests' }).click()
  const sure = page.getByRole('dialog', { name: 'Cancel 2 requests' })
  await sure.getByRole('button', { name: 'Cancel 2 requests' }).click()
  const told = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect(told.getByRole('listitem')).toHaveText([
    `${first.assetTagId}Only the person who made the request can cancel it.`,
  ])
  await told.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Cancelled', { exact: true }).filter({ visible: true })).toBeVisible()
})

test('the list shows each request and its outcome', async ({ page, enter, admin }) => {
  const set = (await makeAssets(admin, 3)) as [Asset, Asset, Asset]
  const [, denied] = await askFor(admin, set)
  const judge = await enter()
  await page.goto(requestsFor(nameOf(set)))
  await expect(requestRows(page)).toHaveCount(3)
  await page.getByRole('button', { name: /^Id/ }).click()
  await expect(requestRows(page).first()).toContainText(set[0].assetTagId)
  await page.request.post('/api/v1/state-changes/decide', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` },
    data: { ids: [denied], decision: 'deny', note: 'It is fine' },
  })
  await binAssets(admin, [set[2]])
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Denied' })
  await expect(requestRows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const column of ['Note', 'Decided By']) await page.getByRole('checkbox', { name: column }).check()
  await page.keyboard.press('Escape')
  await expect(requestRows(page)).toContainText(['It is fine'])
  await expect(requestRows(page)).toContainText([judge.name])
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Outdated' })
  await expect(requestRows(page)).toContainText([set[2].assetTagId])
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Any status' })
  await page.getByLabel('Only mine').check()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
})
