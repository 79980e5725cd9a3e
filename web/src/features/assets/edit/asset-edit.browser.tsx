import { assets } from '@ats/contract/assets/assets.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets, titleOf } from '../../../../test/assets.ts'
import { pressOn, tabTo } from '../../../../test/keyboard.ts'
import { breakOff, reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const asset = assetNumbered(1)
const opener = page.getByRole('button', { name: `Edit ${titleOf(asset)}` })
const dialog = page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
const alert = dialog.getByRole('alert')
const save = dialog.getByRole('button', { name: 'Save' })
const tag = dialog.getByLabelText('RFID Tag')
const assetName = dialog.getByRole('combobox', { name: 'Asset Name' })

async function open(shown = asset) {
  respondToAssets([shown])
  await openScreen('/dashboard/default/manage-asset/view-assets')
  await expect.element(opener).toBeVisible()
}

test('an asset is edited with the keyboard alone, and the focus returns', async () => {
  respond(assets.update, { asset: { ...asset, model: 'K-1', version: 2 }, message: 'Saved.' })
  await open()
  await pressOn(opener)
  await expect.element(tag).toHaveFocus()
  await pressOn(dialog.getByRole('button', { name: 'More details' }))
  await tabTo(dialog.getByLabelText('Model'))
  await userEvent.keyboard('K-1{Enter}')
  await expect.element(page.getByText('Asset updated successfully!')).toBeVisible()
  await expect.element(opener).toHaveFocus()
  expect(sentTo(assets.update)[0]?.body).toEqual({ model: 'K-1', version: '1' })
})

test('required fields stay required, and a rejected request keeps the input and marks the field', async () => {
  await open()
  await opener.click()
  await assetName.fill(' ')
  await save.click()
  await expect.element(alert).toHaveTextContent('All required fields must be filled, including location.')
  expect(sentTo(assets.update)).toEqual([])
  reject(assets.update, 'tag-on-asset', { assetTagId: 'A1002', assetName: 'Desk' }, 'rfidTag')
  await assetName.fill('Renamed')
  await tag.fill('E200')
  await save.click()
  await expect.element(alert).toHaveTextContent('Failed to update asset.')
  await expect.element(tag).toHaveAccessibleDescription('This tag is already on A1002 (Desk).')
  await expect.element(tag).toHaveFocus()
  await expect.element(tag).toBeInvalid()
  breakOff(assets.update)
  await save.click()
  await expect.element(alert).toHaveTextContent('Failed to update asset.')
  await expect.element(assetName).toHaveValue('Renamed')
})

test('closing asks for confirmation only if there are changes', async () => {
  await open()
  await opener.click()
  await expect.element(tag).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await tag.fill('E200')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect.element(tag).toHaveValue('E200')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('an image is enlarged and Esc returns the focus, and a removed image shows a hint', async () => {
  const at = `/api/v1/assets/${asset._id}/image`
  respond(assets.image, new Blob() as never)
  await open({ ...asset, image: at, thumbnail: at })
  const thumbnail = page.getByRole('button', { name: `Enlarge the image of ${titleOf(asset)}` })
  await thumbnail.click()
  const zoom = page.getByRole('dialog', { name: titleOf(asset) })
  await expect.element(zoom).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(zoom).not.toBeInTheDocument()
  await expect.element(thumbnail).toHaveFocus()
  await opener.click()
  await dialog.getByRole('button', { name: 'Remove image' }).click()
  await expect.element(dialog.getByText('The image will be removed when you save.')).toBeVisible()
})
