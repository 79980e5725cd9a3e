import { assetRows, binAssets, listOf, makeAsset, viewAssets } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { askFor } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

test('a person of Indore sees no asset and no request of Mumbai', async ({ page, enter, admin }) => {
  const assetName = newName('Scoped')
  const near = await makeAsset(admin, { assetName })
  const far = await makeAsset(admin, { assetName, location: 'mumbai' })
  const lost = await makeAsset(admin, { assetName, location: 'mumbai' })
  await binAssets(admin, [lost])
  const [request] = await askFor(admin, [far])
  await enter({ role: 'user', location: 'indore' })
  await page.goto(listOf(assetName))
  await expect(assetRows(page)).toHaveCount(1)
  await expect(assetRows(page)).toContainText([near.assetTagId])
  await page.goto(`/dashboard/mumbai/manage-asset/view-assets?search=${far.assetTagId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  for (const { _id } of [far, lost]) {
    await page.goto(`${viewAssets}?asset=${_id}`)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This asset does not exist')
  }
  await page.goto(`/dashboard/deleted-assets?search=${encodeURIComponent(assetName)}`)
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.goto('/dashboard/deleted-assets?location=mumbai')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.goto(`/dashboard/asset-state-change?request=${request}`)
  await expect(page.getByRole('dialog', { name: 'Request' })).toContainText('This request does not exist')
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await scan(page, far.rfidTag ?? '')
  const box = page.getByRole('dialog', { name: 'Scan a tag' })
  await expect(box.getByText(`No asset has ${far.rfidTag}.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  for (const text of [far.assetTagId, far._id]) {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill(text)
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox')).toHaveCount(0)
  }
})

test('a person of Indore cannot register in Mumbai, and dashboard cards open their lists', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { location: 'indore' })
  const far = await makeAsset(admin, { location: 'mumbai' })
  await enter({ role: 'user', location: 'indore' })
  await page.goto('/dashboard/indore')
  await page.getByRole('link', { name: 'Total Registered Assets' }).click()
  await expect(page).toHaveURL('/dashboard/indore/manage-asset/view-assets')
  await expect(page.getByRole('link', { name: asset.assetName, exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Total Deleted Assets' }).click()
  await expect(page).toHaveURL('/dashboard/deleted-assets?location=indore')
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted Assets' })).toBeVisible()
  await page.goto('/dashboard/default/manage-asset/asset-registration')
  await expect(page.getByLabel('Location').getByRole('option')).toHaveText(['Choose', 'Indore'])
  await page.getByRole('textbox', { name: 'RFID Tag' }).fill(far.rfidTag ?? '')
  await page.getByRole('combobox', { name: 'Asset Name' }).fill(asset.assetName)
  await page.getByLabel('Location').selectOption('indore')
  await page.getByRole('button', { name: 'Register Asset' }).click()
  await expect(page.getByRole('alert')).toHaveText('This tag is already in use.')
  await page.getByLabel('Place', { exact: true }).fill('Mumbai')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Nothing found'])
})
