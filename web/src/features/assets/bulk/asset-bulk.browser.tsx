import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets, resultOf, titleOf, warehouse } from '../../../../test/assets.ts'
import { pressOn, tabTo } from '../../../../test/keyboard.ts'
import { breakOff, hold, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const set = Array.from({ length: 12 }, (_, at) => assetNumbered(at))
const [first = assetNumbered(0), second = assetNumbered(1)] = set
const bar = page.getByRole('region', { name: /selected$/ })
const dialog = page.getByRole('dialog')
const select = (asset: typeof first) => page.getByRole('checkbox', { name: `Select ${titleOf(asset)}` })
const bodies = () => sentTo(assetBulk.change).map(({ body }) => body)

async function open() {
  respondToAssets(set)
  const router = await openScreen('/dashboard/default/manage-asset/view-assets')
  await expect.element(select(first)).toBeVisible()
  return router
}

test('an asset is moved with the keyboard alone, and the place is required', async () => {
  respond(assetBulk.change, { ...resultOf({ of: first, code: 'done' }), move: 'move-1' })
  await open()
  await tabTo(select(first))
  await userEvent.keyboard(' ')
  await tabTo(bar.getByRole('button', { name: 'Move' }), { shift: true })
  await userEvent.keyboard('{Enter}')
  const place = dialog.getByLabelText('New place')
  await expect.element(place).toHaveFocus()
  await pressOn(dialog.getByRole('button', { name: 'Move 1 asset' }))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please choose a place.')
  await place.fill('Pune')
  await expect.element(dialog.getByRole('option').getByText('Pune Warehouse')).toBeVisible()
  const letGo = hold(places.search, { places: [warehouse] })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await pressOn(dialog.getByRole('button', { name: 'Move 1 asset' }))
  await expect.poll(bodies).toHaveLength(1)
  letGo()
  await expect.element(page.getByText('1 asset moved to Pune > MM North > Pune Warehouse')).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  expect(bodies()).toEqual([{ action: 'move', ids: [first._id], placeId: warehouse._id }])
})

test('failures are listed asset by asset, and the selection is cleared', async () => {
  respond(
    assetBulk.change,
    resultOf({ of: first, code: 'asset-not-found', ok: false }, { of: second, code: 'done' }),
  )
  await open()
  await select(first).click()
  await select(second).click()
  await bar.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill('Somebody')
  await dialog.getByRole('button', { name: 'Assign 2 assets' }).click()
  const result = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect.element(result.getByRole('status')).toHaveTextContent('Done: 1. Failed: 1.')
  await expect.element(result.getByRole('listitem')).toHaveTextContent(`${titleOf(first)}Asset not found.`)
  await result.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('if the request fails, the dialog shows the error and the selection stays', async () => {
  breakOff(assetBulk.change)
  await open()
  await select(first).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByText('Are you sure you want to delete this asset?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete 1 asset' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This could not be done.')
  await userEvent.keyboard('{Escape}')
  await expect.element(bar.getByText('1 selected')).toBeVisible()
})

test('all matching assets except one are deleted by filter, and another filter clears the selection', async () => {
  respond(assetBulk.change, resultOf({ of: first, code: 'done' }))
  const router = await open()
  await select(first).click()
  await router.navigate({ to: '.', search: { state: 'Working' } as never })
  await expect.element(bar).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await page.getByRole('button', { name: 'Select all 12 matching' }).click()
  await select(second).click()
  await expect.element(bar.getByText('11 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByText('Are you sure you want to delete 11 assets?')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByLabelText('Reason (optional)').fill('Sold')
  await dialog.getByRole('button', { name: 'Delete 11 assets' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  expect(bodies()).toMatchObject([
    { action: 'delete', reason: 'Sold', except: [second._id], filter: { state: 'Working' } },
  ])
  await select(first).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect.element(bar).not.toBeInTheDocument()
})
