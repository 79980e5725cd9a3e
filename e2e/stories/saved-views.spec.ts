import type { Page } from '@playwright/test'
import { makeAsset, placeAt } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const assets = '/dashboard/default/manage-asset/view-assets'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** On a phone the views are in the Export menu. */
const openViews = (page: Page) =>
  button(page, (page.viewportSize()?.width ?? 0) < 600 ? 'Export' : 'Views').click()

async function save(page: Page, name: string) {
  await openViews(page)
  await button(page, 'Save this view').click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${name} was saved.`)).toBeVisible()
}

test('a list is saved as a view, opened again, renamed, emailed and deleted', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  const [name, other] = [newName('My tag'), newName('Another name')]
  await enter({ role: 'admin' })
  await page.goto(`${assets}?search=${asset.rfidTag}`)
  await save(page, name)

  await page.goto(assets)
  await openViews(page)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`search=${asset.rfidTag}`))
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()

  await page.goto('/dashboard/default/views')
  await button(page, `Email ${name} on a schedule`).click()
  await dialog(page).getByLabel('On', { exact: true }).selectOption('Friday')
  await dialog(page).getByLabel('At', { exact: true }).selectOption('09:00')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  const entry = page.getByRole('listitem').filter({ hasText: name })
  await expect(entry).toContainText('Emailed every Friday at 09:00')

  await button(page, `Edit ${name}`).click()
  await dialog(page).getByLabel('Name').fill(other)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: other })).toBeVisible()
  await button(page, `Delete ${other}`).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`${other} was deleted.`)).toBeVisible()
  await expect(page.getByRole('link', { name: other })).toHaveCount(0)
})

test('a view of a report is shared in a place, and found by link and palette', async ({
  page,
  enter,
  admin,
}) => {
  const place = await placeAt(admin, 'Indore')
  const name = newName('Broken ones')
  const view = { name, list: 'report-assets', filter: { assetState: 'Not-Working' }, placeId: place._id }
  const { id } = (await admin.call('post', '/api/v1/views', view)) as { id: string }
  await enter({ role: 'user', location: 'indore' })
  await page.goto(`/dashboard/default/views?view=${id}`)
  await expect(page).toHaveURL(/\/dashboard\/asset-wise\?assetState=Not-Working/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asset Wise Report')

  await page.goto('/dashboard/default/views')
  const shared = page.getByRole('region', { name: 'Shared with you' })
  await expect(shared.getByRole('link', { name })).toBeVisible()
  await expect(button(page, `Edit ${name}`)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL(/\/dashboard\/asset-wise\?assetState=Not-Working/)
})
