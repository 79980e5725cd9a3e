import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets, resultOf, titleOf } from '../../../../test/assets.ts'
import { pressOn, tabTo } from '../../../../test/keyboard.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const list = '/dashboard/default/manage-asset/view-assets'
const asset = assetNumbered(1)
const name = `Delete ${titleOf(asset)}`
const button = page.getByRole('button', { name })
const dialog = page.getByRole('dialog', { name })
const nothing = page.getByText('There are no records to display')

async function open(address = list) {
  const rows = [asset]
  respondToAssets(rows)
  respond(assets.remove, () => {
    rows.length = 0
    return { message: 'Asset deleted successfully!' }
  })
  respond(assetBin.restore, () => {
    rows.push(asset)
    return resultOf({ of: asset, code: 'restored' })
  })
  await openScreen(address)
}

test('deleting asks for confirmation, takes a reason, returns the focus on Esc, and can be undone', async () => {
  await open()
  await pressOn(button)
  await expect.element(dialog.getByText('Are you sure you want to delete this asset?')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await tabTo(dialog.getByLabelText('Reason (optional)'), { shift: true })
  await userEvent.keyboard('Lost in the move')
  await pressOn(dialog.getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByText('Asset deleted successfully!')).toBeVisible()
  await expect.element(nothing).toBeVisible()
  expect(sentTo(assets.remove)[0]?.address.searchParams.get('reason')).toBe('Lost in the move')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Asset restored.')).toBeVisible()
  await expect.element(button).toBeVisible()
  expect(sentTo(assetBin.restore)[0]?.body).toEqual({ ids: [asset._id] })
})

test('an asset that was already deleted shows the reason, and the list is fetched again', async () => {
  await open()
  await button.click()
  reject(assets.remove, 'asset-not-found')
  respondToAssets([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Failed to delete asset. Asset not found.')
  await expect.element(nothing).toBeVisible()
})

test('deleting from the panel closes it', async () => {
  await open(`${list}?asset=${asset._id}`)
  const panel = page.getByRole('dialog', { name: asset.assetName, exact: true })
  await panel.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Asset deleted successfully!')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(nothing).toBeVisible()
})
