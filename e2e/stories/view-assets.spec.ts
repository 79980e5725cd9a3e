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
import { pressOn, tabTo } from '../support/keyboard.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('a search by name, tag or id narrows the list, goes to page 1, and can be cleared', async ({
  page,
  enter,
  admin,
}) => {
  const set = await makeAssets(admin, 12)
  const [wanted] = set
  if (wanted === undefined) throw new Error('Nothing was made')
  await enter({ role: 'admin' })
  await page.goto(listOf(wanted.assetName))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 12 of 12 entries')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search' })
  for (const text of [wanted.assetTagId.toLowerCase(), wanted._id, wanted.rfidTag?.toLowerCase() ?? '']) {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill(text)
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search') === text)
    await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
    await expect(assetRows(page)).toContainText(wanted.assetTagId)
    await page.getByRole('heading', { level: 1 }).focus()
  }
  await page.reload()
  await expect(assetRows(page)).toHaveCount(1)
  await search.fill('no asset is called so')
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(assetRows(page)).toHaveCount(10)
  await expect(page).toHaveURL(viewAssets)
})

test('the list has ten assets a page, is paged, and takes other sizes', async ({ page, enter, admin }) => {
  const [first] = await makeAssets(admin, 23)
  await enter({ role: 'admin' })
  await page.goto(listOf(first?.assetName ?? ''))
  await expect(page.getByText('Showing 1 to 10 of 23 entries')).toBeVisible()
  await expect(assetRows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 20 of 23 entries')).toBeVisible()
  await page.getByRole('button', { name: 'Last' }).click()
  await expect(page.getByText('Showing 21 to 23 of 23 entries')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Showing 11 to 20 of 23 entries')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 21 to 23 of 23 entries')).toBeVisible()
  await page.getByLabel('Rows per page:').selectOption('25')
  await expect(page.getByText('Showing 1 to 23 of 23 entries')).toBeVisible()
})

test('a column sorts up and down and tells so', async ({ page, enter, admin }) => {
  const assetName = newName('Sorted')
  await makeAsset(admin, { assetName, rfidTag: `${assetName} B` })
  await makeAsset(admin, { assetName, rfidTag: `${assetName} A` })
  await enter({ role: 'admin' })
  await page.goto(listOf(assetName))
  const column = page.getByRole('columnheader', { name: 'RFID Tag' })
  await pressOn(page, column.getByRole('button'))
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await expect(assetRows(page).first()).toContainText(`${assetName} A`)
  await pressOn(page, column.getByRole('button'))
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await expect(assetRows(page).first()).toContainText(`${assetName} B`)
})

test('state and place narrow the list, and Back widens it again', async ({ page, enter, admin }) => {
  const warehouse = await placeAt(admin, 'Pune > MM North > Pune Warehouse')
  const assetName = newName('Filtered')
  const inside = await makeAsset(admin, { assetName, location: 'pune', placeId: warehouse._id })
  const outside = await makeAsset(admin, { assetName, location: 'pune' })
  await admin.call('put', `/api/assets/${outside._id}`, { assetState: 'Not-Working' })
  await enter({ role: 'admin' })
  await page.goto(listOf(assetName))
  await expect(assetRows(page)).toHaveCount(2)
  await page.getByLabel('State', { exact: true }).selectOption('Not-Working')
  await expect(assetRows(page)).toHaveCount(1)
  await expect(assetRows(page)).toContainText(outside.assetTagId)
  await page.goBack()
  await expect(assetRows(page)).toHaveCount(2)
  await page.getByLabel('Place', { exact: true }).fill('Pune MM North Warehouse')
  await page.getByRole('option', { name: 'Pune Warehouse Property · Pune > MM North' }).click()
  await expect(assetRows(page)).toHaveCount(1)
  await expect(assetRows(page)).toContainText(inside.assetTagId)
  await page.reload()
  await expect(assetRows(page)).toContainText(inside.assetTagId)
  await pressOn(page, page.getByRole('button', { name: 'Clear Place' }))
  await expect(assetRows(page)).toHaveCount(2)
})

test('a city in the address narrows the list', async ({ page, enter, admin }) => {
  const assetName = newName('Cities')
  const near = await makeAsset(admin, { assetName, location: 'delhi' })
  await makeAsset(admin, { assetName, location: 'pune' })
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/delhi/manage-asset/view-assets?search=${encodeURIComponent(assetName)}`)
  await expect(assetRows(page)).toHaveCount(1)
  await expect(assetRows(page)).toContainText(near.assetTagId)
})

test('what is not there reads No Image, N/A and No tag', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await admin.call('post', `/api/v1/assets/${asset._id}/tag/lost`)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  for (const text of ['No Image', 'N/A', 'No tag'])
    await expect(assetRows(page).getByText(text, { exact: true })).toBeVisible()
})

test('deleting asks, takes a reason and can be undone', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  const button = page.getByRole('button', { name: `Delete ${titleOf(asset)}` })
  const dialog = page.getByRole('dialog', { name: `Delete ${titleOf(asset)}` })
  await unfoldCard(page)
  await button.click()
  await expect(dialog).toContainText('Are you sure you want to delete this asset?')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.click()
  await dialog.getByLabel('Reason (optional)').fill('Broken beyond repair')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Asset deleted successfully!')).toBeVisible()
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Asset restored.')).toBeVisible()
  await unfoldCard(page)
  await expect(button).toBeVisible()
})

test('deleting with the keyboard alone leaves the reason in the bin', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  const me = await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await pressOn(page, page.getByRole('button', { name: `Delete ${titleOf(asset)}` }))
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByLabel('Reason (optional)'), 'Shift+Tab')
  await page.keyboard.type('Lost in the move')
  await pressOn(page, dialog.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Asset deleted successfully!')).toBeVisible()
  await page.goto(`/dashboard/deleted-assets?search=${asset.assetTagId}`)
  const row = page.getByRole('row').filter({ hasText: asset.assetName })
  await expect(row).toContainText('Lost in the move')
  await expect(row).toContainText(me.name)
})

test('deleting an asset that is gone already fails with a reason', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await page.getByRole('button', { name: `Delete ${titleOf(asset)}` }).click()
  await admin.call('delete', `/api/assets/${asset._id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/^Failed to delete asset\. ./)
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('columns can be shown and stay so', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin, { serialNo: newName('SN') })
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await expect(page.getByRole('columnheader', { name: 'Serial No.' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Serial No.' }).check()
  await page.keyboard.press('Escape')
  await expect(assetRows(page)).toContainText(asset.serialNo ?? '')
  await page.reload()
  await expect(assetRows(page)).toContainText(asset.serialNo ?? '')
})

test('a list that cannot be loaded says so and tries again', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.route('/api/assets?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.goto(listOf(asset.assetTagId))
  await expect(page.getByRole('alert')).toContainText('Error fetching assets.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(assetRows(page)).toHaveCount(1)
})

test('at 390 pixels the list is cards with the same actions', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(listOf(asset.assetTagId))
  const card = page.getByRole('list', { name: 'View Assets' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  for (const text of [asset.assetName, asset.assetTagId, 'Indore', 'Working'])
    await expect(card).toContainText(text)
  expect((await card.boundingBox())?.height).toBeLessThan(100)
  const toolbar = ['Filters', 'Export', 'Columns'].map((name) => page.getByRole('button', { name }))
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  const tops = [page.getByRole('searchbox'), sort, ...toolbar].map(
    async (part) => (await part.boundingBox())?.y,
  )
  expect(new Set(await Promise.all(tops)).size).toBe(1)
  await sort.selectOption({ label: 'Asset Name ↑ sorted ascending' })
  await expect(page).toHaveURL(/sort=assetName/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('State', { exact: true }).selectOption('Not-Working')
  await expect(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.goBack()
  await card.getByRole('button', { name: /^Show all \d+ fields$/ }).click()
  await expect(card).toContainText(asset.rfidTag ?? '')
  await pressOn(page, card.getByRole('button', { name: `Edit ${titleOf(asset)}` }))
  await expect(page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })).toBeVisible()
})
