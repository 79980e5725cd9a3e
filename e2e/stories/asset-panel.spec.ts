import type { Page } from '@playwright/test'
import {
  type Asset,
  binAssets,
  listOf,
  makeAsset,
  makePicturedAsset,
  newTag,
  panelOf,
  placeAt,
  titleOf,
  viewAssets,
} from '../support/assets.ts'
import { pressOn, typeInto } from '../support/keyboard.ts'
import { expect, test } from '../support/story.ts'

const addressOf = ({ _id }: Asset) => `${viewAssets}?asset=${_id}`
const factOf = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')
const history = (page: Page) => page.getByRole('region', { name: 'History' })

test('the panel has its own address, stays over a reload, and gives the focus back', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  const link = page.getByRole('link', { name: asset.assetName, exact: true })
  await pressOn(page, link)
  await expect(panelOf(page, asset)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`asset=${asset._id}`))
  await page.keyboard.press('Escape')
  await expect(panelOf(page, asset)).toHaveCount(0)
  await expect(page).not.toHaveURL(/asset=/)
  await expect(link).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(asset.assetTagId)

  await link.click()
  await page.reload()
  await expect(panelOf(page, asset)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(panelOf(page, asset)).toHaveCount(0)
  await expect(link).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'View Assets' })).toBeVisible()
})

test('it shows details, picture, place and history', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const room = await placeAt(admin, 'Indore > MM North > Indore Warehouse')
  const asset = await makePicturedAsset(admin, {
    placeId: room._id,
    brand: 'Godrej',
    model: 'Interio',
    serialNo: 'S-1',
    vendor: 'Office Mart',
  })
  await enter({ role: 'admin' })
  await page.goto(addressOf(asset))
  await expect(panelOf(page, asset)).toContainText(asset.assetTagId)
  await expect(factOf(page, 'Location')).toHaveText('Indore > MM North > Indore Warehouse')
  await expect(factOf(page, 'Assigned User')).toHaveText('N/A')
  await expect(factOf(page, 'Brand')).toHaveText('Godrej')
  await expect(factOf(page, 'Model')).toHaveText('Interio')
  await expect(factOf(page, 'Serial No.')).toContainText('S-1')
  await expect(factOf(page, 'Vendor')).toHaveText('Office Mart')
  await expect(factOf(page, 'RFID Tag')).toContainText(asset.rfidTag ?? '')
  await expect(factOf(page, 'EPC')).toHaveText('Not a GS1 code')
  await expect(history(page).getByRole('listitem').first()).toContainText('Registered')
  await panelOf(page, asset)
    .getByRole('button', { name: /^Enlarge the image of/ })
    .click()
  await expect(page.getByRole('img', { name: `Image of ${titleOf(asset)}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panelOf(page, asset)).toBeVisible()
})

test('an edit from the panel shows in it and in its history', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  const me = await enter({ role: 'admin' })
  await page.goto(addressOf(asset))
  await panelOf(page, asset).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
  await dialog.getByLabel('State').selectOption('Not-Working')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Asset updated successfully!')).toBeVisible()
  const latest = history(page).getByRole('listitem').first()
  await expect(latest).toContainText('Changed')
  await expect(latest).toContainText(me.name)
  await expect(latest.getByRole('deletion')).toHaveText('Working')
  await expect(latest.getByRole('insertion')).toHaveText('Not-Working')
})

test('a tag is replaced, marked as lost, and another attached', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(addressOf(asset))
  const panel = panelOf(page, asset)
  const [second, third] = [newTag(), newTag()]
  await pressOn(page, panel.getByRole('button', { name: 'Replace tag' }))
  await expect(panel.getByLabel('New RFID tag')).toBeFocused()
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag attached.').first()).toBeVisible()
  await expect(factOf(page, 'RFID Tag')).toContainText(second)

  await panel.getByRole('button', { name: 'Mark as lost' }).click()
  const question = page.getByRole('dialog', { name: 'Mark the tag as lost' })
  await expect(question).toContainText(`Is tag ${second} lost?`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await panel.getByRole('button', { name: 'Mark as lost' }).click()
  await question.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(page.getByText('Tag marked as lost.')).toBeVisible()
  await expect(factOf(page, 'RFID Tag')).toHaveText('No tag')

  await pressOn(page, panel.getByRole('button', { name: 'Attach tag' }))
  await typeInto(page, panel.getByLabel('New RFID tag'), third)
  await pressOn(page, panel.getByRole('button', { name: 'Attach tag' }))
  await expect(factOf(page, 'RFID Tag')).toContainText(third)
  const tags = page.getByRole('region', { name: 'Tag', exact: true }).getByRole('listitem')
  await expect(tags.filter({ hasText: third })).toContainText('On the asset')
  await expect(tags.filter({ hasText: second })).toContainText('Lost')
  await expect(tags.filter({ hasText: asset.rfidTag ?? '' })).toContainText('Replaced')
})

test('a tag that is on another asset, or none at all, is not attached', async ({ page, enter, admin }) => {
  const [asset, other] = [await makeAsset(admin), await makeAsset(admin)]
  await enter({ role: 'admin' })
  await page.goto(addressOf(asset))
  const panel = panelOf(page, asset)
  await panel.getByRole('button', { name: 'Replace tag' }).click()
  await panel.getByRole('button', { name: 'Replace tag' }).click()
  await expect(panel.getByRole('alert')).toHaveText('Please scan or type a tag.')
  await panel.getByLabel('New RFID tag').fill(other.rfidTag ?? '')
  await panel.getByRole('button', { name: 'Replace tag' }).click()
  await expect(panel.getByRole('alert')).toHaveText(
    `This tag is already on ${other.assetTagId} (${other.assetName}).`,
  )
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(factOf(page, 'RFID Tag')).toContainText(asset.rfidTag ?? '')
})

test('deleting from the panel closes it', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(listOf(asset.assetTagId))
  await page.getByRole('link', { name: asset.assetName, exact: true }).click()
  await panelOf(page, asset).getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${titleOf(asset)}` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Asset deleted successfully!')).toBeVisible()
  await expect(panelOf(page, asset)).toHaveCount(0)
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('the panel of a deleted asset says so and restores it', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset])
  await enter({ role: 'admin' })
  await page.goto(addressOf(asset))
  const panel = panelOf(page, asset)
  await expect(panel.getByText('This asset was deleted.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Asset restored.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
})

test('an asset that is none, and one that cannot be loaded', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(`${viewAssets}?asset=01900000-0000-7000-8000-00000000dead`)
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('There is no such asset, or it is out of your reach.')
  const address = `/api/assets/${asset._id}`
  await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(addressOf(asset))
  await expect(alert).toContainText('This asset could not be loaded.')
  await page.unroute(address)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(panelOf(page, asset)).toBeVisible()
})
