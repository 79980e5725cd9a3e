import {
  assetRows,
  listOf,
  makeAsset,
  makeAssets,
  placeAt,
  titleOf,
  unfoldCard,
  viewAssets,
} from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('the server searches by name, tag or id, sorts, and filters by state, place and city', async ({
  page,
  enter,
  admin,
}) => {
  const warehouse = await placeAt(admin, 'Pune > MM North > Pune Warehouse')
  const assetName = newName('Set')
  const set = await makeAssets(admin, 10, { assetName })
  const [wanted, broken] = set
  if (wanted === undefined || broken === undefined) throw new Error('Nothing was made')
  await admin.call('put', `/api/assets/${broken._id}`, { assetState: 'Not-Working' })
  await makeAsset(admin, { assetName, location: 'pune' })
  const inside = await makeAsset(admin, {
    assetName,
    location: 'pune',
    placeId: warehouse._id,
    rfidTag: `${assetName} A`,
  })
  await enter({ role: 'admin' })
  await page.goto(listOf(assetName))
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()
  const tags = page.getByRole('columnheader', { name: 'RFID Tag' })
  await tags.getByRole('button').click()
  await expect(tags).toHaveAttribute('aria-sort', 'ascending')
  await tags.getByRole('button').click()
  await expect(assetRows(page).first()).toContainText(inside.assetTagId)
  await page.getByLabel('State', { exact: true }).selectOption('Not-Working')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(assetRows(page)).toContainText([broken.assetTagId])
  await page.goBack()
  await page.getByLabel('Place', { exact: true }).fill('Pune MM North Warehouse')
  await page.getByRole('option', { name: 'Pune Warehouse Property · Pune > MM North' }).click()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.reload()
  await expect(assetRows(page)).toContainText([inside.assetTagId])
  await page.getByRole('button', { name: 'Clear Place' }).click()
  await expect(page.getByText('Showing 1 to 10 of 12 entries')).toBeVisible()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 12 of 12 entries')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search' })
  for (const text of [wanted.assetTagId.toLowerCase(), wanted._id, wanted.rfidTag?.toLowerCase() ?? '']) {
    await search.fill(text)
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search') === text)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    await expect(assetRows(page)).toContainText([wanted.assetTagId])
  }
  await page.goto(`${viewAssets.replace('default', 'pune')}?search=${encodeURIComponent(assetName)}`)
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
})

test('deleting takes a reason, can be undone, and both are in Deleted Assets', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  const me = await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  const button = page.getByRole('button', { name: `Delete ${titleOf(asset)}` })
  const dialog = page.getByRole('dialog', { name: `Delete ${titleOf(asset)}` })
  for (const reason of ['Broken beyond repair', 'Lost in the move']) {
    await unfoldCard(page)
    await button.click()
    await dialog.getByLabel('Reason (optional)').fill(reason)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Asset deleted successfully!')).toBeVisible()
    await expect(page.getByText('There are no records to display')).toBeVisible()
    if (reason === 'Lost in the move') break
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Asset restored.')).toBeVisible()
  }
  await page.goto(`/dashboard/deleted-assets?search=${asset.assetTagId}`)
  const bin = page.getByRole('main')
  for (const text of ['Lost in the move', me.name])
    await expect(bin.getByText(text).filter({ visible: true }).first()).toBeVisible()
})
