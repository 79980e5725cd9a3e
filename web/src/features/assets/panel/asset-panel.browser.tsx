import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { assetHistory } from '@ats/contract/assets/history.ts'
import { assetTags } from '@ats/contract/assets/tags.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, inWarehouse, respondToAssets, resultOf } from '../../../../test/assets.ts'
import { pressOn } from '../../../../test/keyboard.ts'
import { afterInput } from '../../../../test/layout-shift.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const list = '/dashboard/default/manage-asset/view-assets'
const asset = assetNumbered(1)
const link = page.getByRole('link', { name: asset.assetName, exact: true })
const panel = page.getByRole('dialog', { name: asset.assetName, exact: true })
const anyPanel = page.getByRole('dialog')

const factOf = (name: string) => {
  const terms = [...panel.element().querySelectorAll('dt')]
  return terms.find((term) => term.textContent === name)?.nextElementSibling?.textContent
}

test('the panel has its own address, and Esc and Close return the focus to its row', async () => {
  respondToAssets([asset])
  const router = await openScreen(`${list}?search=A1001`)
  await pressOn(link)
  await expect.element(panel).toBeVisible()
  expect(router.state.location.search).toEqual({ search: 'A1001', asset: asset._id })
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  expect(router.state.location.search).toEqual({ search: 'A1001' })
  await expect.element(link).toHaveFocus()
  await link.click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('A1001')
})

test('on a wide window the panel is next to the list, and keys walk through both', async () => {
  const set = Array.from({ length: 4 }, (_, at) => assetNumbered(at + 1))
  respondToAssets(set)
  await openScreen(list)
  const rows = page.getByRole('table', { name: 'View Assets' }).getByRole('row')
  const tagOf = (name: string) => anyPanel.getByRole('button', { name })
  await link.click()
  await expect.element(tagOf('A1001')).toBeVisible()
  const [left, right] = [rows.nth(1), anyPanel].map((part) =>
    part.element().closest('section, [role=dialog]'),
  )
  expect(left?.getBoundingClientRect().right).toBeLessThanOrEqual(right?.getBoundingClientRect().left ?? 0)
  await expect.element(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await userEvent.keyboard('j')
  await expect.element(tagOf('A1002')).toBeVisible()
  await userEvent.keyboard('jk')
  await expect.element(rows.nth(2)).toHaveAttribute('aria-current', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(anyPanel).not.toBeInTheDocument()
  await expect.element(rows.nth(2).getByRole('link', { name: 'Chair 2' })).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(tagOf('A1002')).toBeVisible()
  ;(rows.nth(2).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(rows.nth(3)).toHaveFocus()
  await expect.element(tagOf('A1003')).toBeVisible()
  localStorage.setItem('letter-keys', 'off')
  await userEvent.keyboard('j')
  await afterInput()
  await expect.element(rows.nth(3)).toHaveAttribute('aria-current', 'true')
  await page.viewport(1279, 800)
  await expect.element(anyPanel).toHaveAttribute('aria-modal', 'true')
})

test('an asset is moved and assigned from its panel, and an ended rental is marked', async () => {
  respondToAssets([{ ...asset, rentalStartDate: '2020-04-01', rentalPeriod: '12' }])
  respond(assetBulk.change, { ...resultOf({ of: asset, code: 'done' }), move: 'move-1' })
  await openScreen(`${list}?asset=${asset._id}`)
  await expect.element(panel.getByText('Rental ended')).toBeVisible()
  await panel.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 1 asset' })
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill('Meera Iyer')
  await dialog.getByRole('button', { name: 'Assign 1 asset' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Move' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Move 1 asset' })).toBeVisible()
  expect(sentTo(assetBulk.change).map(({ body }) => body)).toEqual([
    { action: 'assign', ids: [asset._id], assignedUser: 'Meera Iyer' },
  ])
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).toBeVisible()
})

test('the panel shows each fact, the tag and the history, at 390 pixels too', async () => {
  const details = { brand: 'Godrej', model: 'Interio', serialNo: 'S-1', vendor: 'Office Mart' }
  respondToAssets([
    { ...asset, ...inWarehouse, ...details, rentalStartDate: '2026-04-01', rentalPeriod: '12' },
  ])
  const event = {
    id: 1,
    at: '2026-04-01T05:30:00Z',
    by: 'Asha Verma',
    before: null,
    after: null,
    request: null,
  }
  const changed = { before: { assetState: 'Working' }, after: { assetState: 'UP' }, action: 'asset.changed' }
  respond(assetHistory.list, {
    events: [
      { ...event, ...changed, id: 2, by: 'Ravi Shah' },
      { ...event, action: 'asset.registered' },
    ],
    ...{ more: false, tags: [], ownTexts: {} },
  })
  await openScreen(`${list}?asset=${asset._id}`)
  await page.viewport(390, 844)
  await expect.element(panel.getByRole('button', { name: 'A1001' })).toBeVisible()
  for (const [name, text] of [
    ['Location', 'Pune > MM North > Pune Warehouse'],
    ['Assigned User', 'N/A'],
    ...[
      ['Brand', 'Godrej'],
      ['Model', 'Interio'],
      ['Vendor', 'Office Mart'],
      ['Rental Start Date', '1 Apr 2026'],
    ],
    ['EPC', 'Not a GS1 code'],
  ] as [string, string][])
    expect(factOf(name)).toBe(text)
  expect(factOf('Serial No.')).toContain('S-1')
  expect(factOf('Rental Period (in Months)')).toContain('12')
  expect(factOf('RFID Tag')).toContain(asset.rfidTag)
  const lines = panel.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect.element(lines.first().getByText('Ravi Shah')).toBeVisible()
  await expect.element(lines.first().getByRole('deletion')).toHaveTextContent('Working')
  await expect.element(lines.first().getByRole('insertion')).toHaveTextContent('UP')
  await expect.element(panel.getByText('Registered', { exact: true })).toBeVisible()
})

test('the id of the record is copied in full', async () => {
  respondToAssets([asset])
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openScreen(`${list}?asset=${asset._id}`)
  await panel.getByRole('button', { name: 'Copy record ID' }).click()
  await expect.element(panel.getByRole('button', { name: 'Copied' })).toHaveTextContent('Copied')
  expect(copied).toHaveBeenCalledWith(asset._id)
})

test('a tag is attached by keyboard, but not an empty one or one of another asset', async () => {
  respondToAssets([asset])
  reject(assetTags.replace, 'tag-on-asset', { assetTagId: 'A1002', assetName: 'Desk' }, 'rfidTag')
  await openScreen(`${list}?asset=${asset._id}`)
  const replace = panel.getByRole('button', { name: 'Replace tag' })
  await pressOn(replace)
  const box = panel.getByLabelText('New RFID tag')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('alert')).toHaveTextContent('Please scan or type a tag.')
  await box.fill('E2009')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('alert')).toHaveTextContent('This tag is already on A1002 (Desk).')
  await panel.getByRole('button', { name: 'Cancel' }).click()

  await panel.getByRole('button', { name: 'Mark as lost' }).click()
  const question = page.getByRole('dialog', { name: 'Mark the tag as lost' })
  await expect.element(question.getByText(`Is tag ${asset.rfidTag} lost?`)).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  expect(sentTo(assetTags.lose)).toEqual([])
})

test('an expected tag is marked, and confirmed by the tag that is read', async () => {
  const expected = assetNumbered(9, { tagExpected: true })
  const asset = { ...expected, tagExpected: false, version: 2 }
  respondToAssets([expected])
  reject(assetTags.confirm, 'tag-not-the-expected', { expected: expected.rfidTag ?? '' })
  await openScreen(`${list}?asset=${expected._id}`)
  const panel = page.getByRole('dialog', { name: expected.assetName, exact: true })
  await expect.element(panel.getByText('Expected, not tagged yet').first()).toBeVisible()
  await pressOn(panel.getByRole('button', { name: 'Confirm by scan' }))
  const box = panel.getByLabelText('RFID tag that was read')
  await expect.element(box).toHaveFocus()
  await expect.element(panel.getByText(`It has to be ${expected.rfidTag}.`)).toBeVisible()
  await box.fill('E2009')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('Another tag was read.')).toBeVisible()

  respond(assetTags.confirm, { asset, message: 'Tag confirmed.' })
  respondToAssets([asset])
  await box.fill(asset.rfidTag ?? '')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Tag confirmed.')).toBeVisible()
  await expect.element(panel.getByText('Expected, not tagged yet')).not.toBeInTheDocument()
  await expect.element(panel.getByRole('button', { name: 'Confirm by scan' })).not.toBeInTheDocument()
})

test('the panel of a deleted asset says so and restores it', async () => {
  const rows = [] as (typeof asset)[]
  respondToAssets(rows, [asset])
  reject(assets.get, 'asset-not-found')
  await openScreen(`${list}?asset=${asset._id}`)
  await expect.element(panel.getByText('This asset was deleted.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
  respond(assets.get, asset)
  respond(assetBin.restore, resultOf({ of: asset, code: 'restored' }))
  await panel.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Asset restored.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Edit' })).toBeVisible()
})

test('an asset that does not exist, and one that cannot be loaded', async () => {
  respondToAssets([])
  reject(assets.get, 'asset-not-found')
  const router = await openScreen(`${list}?asset=${assetNumbered(9)._id}`)
  const alert = anyPanel.getByRole('alert')
  await expect
    .element(alert.getByText('This asset does not exist, or it is in a place you cannot see.'))
    .toBeVisible()
  reject(assets.get, 'internal')
  await router.navigate({ to: list, search: { asset: asset._id } } as never)
  await expect.element(alert.getByText('This asset could not be loaded.')).toBeVisible()
  respond(assets.get, asset)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect.element(panel).toBeVisible()
})
