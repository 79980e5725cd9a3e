import { makeAsset } from '../support/assets.ts'
import { makeCounting, tagsAddress } from '../support/inventories.ts'
import { choose } from '../support/masters.ts'
import { expect, test } from '../support/story.ts'

test('an unknown tag is registered, attached to an asset, or ignored with a reason', async ({
  page,
  enter,
  admin,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const { site, inventory } = await makeCounting(admin, request)
  const bare = await makeAsset(admin)
  await admin.call('post', `/api/v1/assets/${bare._id}/tag/lost`)
  await enter({ role: 'admin' })
  await page.goto(tagsAddress(site.unknown))
  const row = page.getByRole('row').filter({ has: page.getByText(site.unknown) })
  await expect(row.getByRole('link', { name: inventory.inventoryId })).toBeVisible()
  await expect(row).toContainText('Front office')

  await row.getByRole('link', { name: /^Register an asset/ }).click()
  await expect(page.getByLabel('RFID Tag', { exact: true })).toHaveValue(site.unknown)
  await page.goBack()

  const more = row.getByRole('button', { name: /^More actions/ })
  await more.click()
  await page.getByRole('menuitem', { name: /^Ignore/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Belongs to a visitor')
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await expect(page.getByText('Every tag that was read')).toHaveCount(0)
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByText('Ignored', { exact: true }).click()
  await expect(row).toContainText('Belongs to a visitor')
  await row.getByRole('button', { name: /^Stop ignoring/ }).click()
  await page.getByText('To do', { exact: true }).click()

  await more.click()
  await page.getByRole('menuitem', { name: /^Attach/ }).click()
  await dialog.getByRole('button', { name: 'Attach' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose an asset.')
  await choose(page, dialog.getByRole('combobox', { name: 'Asset' }), bare.assetTagId)
  await dialog.getByRole('button', { name: 'Attach' }).click()
  await expect(page.getByText(`${site.unknown} is now on ${bare.assetName} ${bare.assetTagId}`)).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
})
