import type { Page } from '@playwright/test'
import {
  type Asset,
  assetRows,
  listOf,
  makeAsset,
  makePicturedAsset,
  newTag,
  titleOf,
  unfoldCard,
} from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { picture } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

const dialogOf = (page: Page, asset: Asset) => page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
const editButton = (page: Page, asset: Asset) => page.getByRole('button', { name: `Edit ${titleOf(asset)}` })

async function openEdit(page: Page, asset: Asset) {
  await page.goto(listOf(asset.assetTagId))
  await unfoldCard(page)
  await editButton(page, asset).click()
  return dialogOf(page, asset)
}

test('an asset is edited in a dialog', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  const me = await enter({ role: 'admin' })
  const dialog = await openEdit(page, asset)
  const [name, tag] = [newName('Renamed'), newTag()]
  await expect(dialog.getByLabel('RFID Tag')).toHaveValue(asset.rfidTag ?? '')
  await dialog.getByLabel('RFID Tag').fill(tag)
  await dialog.getByRole('combobox', { name: 'Asset Name' }).fill(name)
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill(me.email)
  await dialog.getByLabel('Location').selectOption('delhi')
  await dialog.getByLabel('State').selectOption('Not-Working')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Asset updated successfully!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const list = page.getByRole('main')
  for (const text of [name, tag, me.name, 'Delhi', 'Not-Working'])
    await expect(list.getByText(text).filter({ visible: true }).first()).toBeVisible()
})

/** Mine: another brand and model. Theirs, saved first: another brand, and an assigned user. */
async function editTogether(page: Page, asset: Asset, save: (theirs: object) => Promise<unknown>) {
  const dialog = await openEdit(page, asset)
  await dialog.getByRole('button', { name: 'More details' }).click()
  await dialog.getByRole('combobox', { name: 'Brand' }).fill('Mine')
  await dialog.getByLabel('Model').fill('Model of mine')
  await save({ brand: 'Theirs', vendor: 'Vendor of theirs' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const view = page.getByRole('dialog', {
    name: 'Someone else changed this record while you were editing it',
  })
  const brand = view.getByRole('radiogroup', { name: 'Brand' })
  await expect(brand.getByRole('radio', { name: 'Yours: Mine' })).toBeChecked()
  await expect(brand.getByRole('radio', { name: 'Theirs: Theirs' })).toBeVisible()
  await expect(view.getByText('Vendor of theirs')).toBeVisible()
  await expect(view.getByRole('radiogroup')).toHaveCount(1)
  return view
}

const factsOf = (page: Page, asset: Asset) =>
  page.getByRole('dialog', { name: asset.assetName, exact: true }).getByRole('definition')

test('when two people edit an asset, the second keeps their value without undoing other changes of the first', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  const path = `/api/assets/${asset._id}`
  const view = await editTogether(page, asset, (theirs) => admin.call('put', path, theirs))
  await view.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Asset updated successfully!')).toBeVisible()
  await page.getByRole('link', { name: asset.assetName, exact: true }).click()
  for (const text of ['Mine', 'Model of mine', 'Vendor of theirs'])
    await expect(factsOf(page, asset).getByText(text, { exact: true })).toBeVisible()
})

test('an image is replaced and removed, and the server rejects a file that is no image', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makePicturedAsset(admin)
  await enter({ role: 'admin' })
  const dialog = await openEdit(page, asset)
  const image = dialog.getByLabel('Image')
  await image.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to update asset.')
  await expect(dialog.getByText('This image cannot be read.', { exact: false })).toBeVisible()
  await expect(image).toHaveAttribute('aria-invalid', 'true')
  await image.setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Asset updated successfully!')).toBeVisible()
  await page.getByRole('button', { name: `Enlarge the image of ${titleOf(asset)}` }).click()
  const zoom = page.getByRole('dialog', { name: titleOf(asset) })
  await expect(zoom.getByRole('img', { name: `Image of ${titleOf(asset)}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await editButton(page, asset).click()
  await dialog.getByRole('button', { name: 'Remove image' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(assetRows(page).getByText('No Image')).toBeVisible()
})
