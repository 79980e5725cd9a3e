import type { Page } from '@playwright/test'
import { makeAsset, panelOf, placeAt } from '../support/assets.ts'
import { makeEstate } from '../support/limited.ts'
import { expect, test } from '../support/story.ts'

const all = '/dashboard/default/reports'
const rows = (page: Page, title: string) =>
  page.getByRole('table', { name: title }).locator('tbody').getByRole('row')
const today = () => new Intl.DateTimeFormat('en-CA').format(new Date())

test('every report is in one list and says what it answers', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  await page.getByRole('link', { name: 'All Reports' }).click()
  for (const title of [
    ...['Asset Wise Report', 'Assets As Of A Day', 'Changes Between Days', 'Movements', 'Rentals Ending'],
    ...['State By Place', 'Assets Without Tag Or Picture', 'Assets Not Seen', 'Inventory Accuracy'],
  ])
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('link', { name: 'State By Place' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('State By Place')
  await expect(page).toHaveURL(`${all}/report-state-by-place`)
})

test('a movement shows from where to where, and leads to the asset', async ({ page, enter, admin }) => {
  const [north, south] = [
    await placeAt(admin, 'Indore > MM North > Indore Head Office'),
    await placeAt(admin, 'Indore > MM South > Indore Warehouse'),
  ]
  const asset = await makeAsset(admin, { placeId: north._id })
  await admin.call('put', `/api/assets/${asset._id}`, { placeId: south._id, location: 'indore' })
  await enter({ role: 'admin' })
  await page.goto(`${all}/report-movements?from=${today()}&placeId=${south._id}&size=30`)
  const row = rows(page, 'Movements').filter({ hasText: asset.assetTagId })
  await expect(row).toContainText('Indore > MM North > Indore Head Office')
  await expect(row).toContainText('Indore > MM South > Indore Warehouse')
  await expect(row).not.toContainText('Never seen')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Last Seen At' }).check()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Never seen')
  await row.getByRole('link', { name: asset.assetName }).click()
  await expect(panelOf(page, asset)).toBeVisible()
})

test('the form of a report keeps its choice in the address', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(`${all}/report-incomplete`)
  const folded = page.getByRole('button', { name: /^Filters/ })
  const without = page.getByLabel('Without', { exact: true })
  await folded.or(without).first().waitFor()
  if (await folded.isVisible()) await folded.click()
  await without.selectOption('picture')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/lacks=picture/)
  await expect(page.getByText(/assets?$/).first()).toBeVisible()
})

test('what nobody has ever seen is listed as such, for as many days as one asks', async ({
  page,
  enter,
  admin,
}) => {
  const { rooms, assets } = await makeEstate(admin)
  await enter({ role: 'admin' })
  await page.goto(`${all}/report-not-seen?placeId=${rooms[0].id}`)
  const days = page.getByLabel('Not seen for (in days)')
  await expect(days).toHaveValue('90')
  await days.fill('9999')
  await expect(days).toHaveValue('3650')
  await days.fill('30')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/days=30/)
  const row = rows(page, 'Assets Not Seen').filter({ hasText: assets[0].assetTagId })
  await expect(row).toContainText('Never seen')
})
