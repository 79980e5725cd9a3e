import type { Page } from '@playwright/test'
import { makePicturedAsset, newTag, panelOf, placeAt, titleOf, viewAssets } from '../support/assets.ts'
import { expect, test } from '../support/story.ts'

const factOf = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')
const history = (page: Page) => page.getByRole('region', { name: 'History' })

test('the panel shows an asset as it was saved, an edit with its history, and each tag it had', async ({
  page,
  enter,
  admin,
}) => {
  const room = await placeAt(admin, 'Indore > MM North > Indore Warehouse')
  const asset = await makePicturedAsset(admin, { placeId: room._id, brand: 'Godrej', vendor: 'Office Mart' })
  const me = await enter({ role: 'admin' })
  await page.goto(`${viewAssets}?asset=${asset._id}`)
  const panel = panelOf(page, asset)
  await expect(factOf(page, 'Location')).toHaveText('Indore > MM North > Indore Warehouse')
  await expect(factOf(page, 'Brand')).toHaveText('Godrej')
  await expect(factOf(page, 'Vendor')).toHaveText('Office Mart')
  await panel.getByRole('button', { name: /^Enlarge the image of/ }).click()
  await expect(page.getByRole('img', { name: `Image of ${titleOf(asset)}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(history(page).getByRole('listitem').first()).toContainText('Registered')

  await panel.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
  await dialog.getByLabel('State').selectOption('Not-Working')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const latest = history(page).getByRole('listitem').first()
  await expect(latest).toContainText('Changed')
  await expect(latest).toContainText(me.name)
  await expect(latest.getByRole('deletion')).toHaveText('Working')
  await expect(latest.getByRole('insertion')).toHaveText('Not-Working')

  const [second, third] = [newTag(), newTag()]
  await panel.getByRole('button', { name: 'Replace tag' }).click()
  await panel.getByLabel('New RFID tag').fill(second)
  await page.keyboard.press('Enter')
  await expect(factOf(page, 'RFID Tag')).toContainText(second)
  await panel.getByRole('button', { name: 'Mark as lost' }).click()
  const question = page.getByRole('dialog', { name: 'Mark the tag as lost' })
  await question.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(factOf(page, 'RFID Tag')).toHaveText('No tag')
  await panel.getByRole('button', { name: 'Attach tag' }).click()
  await panel.getByLabel('New RFID tag').fill(third)
  await page.keyboard.press('Enter')
  await expect(factOf(page, 'RFID Tag')).toContainText(third)
  const tags = page.getByRole('region', { name: 'Tag', exact: true }).getByRole('listitem')
  await expect(tags.filter({ hasText: third })).toContainText('On the asset')
  await expect(tags.filter({ hasText: second })).toContainText('Lost')
  await expect(tags.filter({ hasText: asset.rfidTag ?? '' })).toContainText('Replaced')

  await panel.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${titleOf(asset)}` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(panel).toHaveCount(0)
  await page.goto(`${viewAssets}?asset=${asset._id}`)
  await expect(panel.getByText('This asset was deleted.')).toBeVisible()
  await panel.getByRole('button', { name: 'Restore' }).click()
  await expect(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
})
