import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin, type DeletedAsset } from '@ats/contract/assets/bin.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets, resultOf, titleOf } from '../../../../test/assets.ts'
import { pressOn } from '../../../../test/keyboard.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const bin = '/dashboard/deleted-assets'
const deleted = (at: number): DeletedAsset => ({
  ...assetNumbered(at),
  ...{ deletedAt: '2026-05-02T05:30:00Z', deletedBy: 'Ravi Shah', reason: 'Eaten by termites' },
})
const [first, second] = [deleted(1), deleted(2)]
const heir = assetNumbered(3)
const nothing = page.getByText('There are no records to display')
const restore = (asset: DeletedAsset) => page.getByRole('button', { name: `Restore ${titleOf(asset)}` })
const result = page.getByRole('dialog', { name: 'Result of restoring' })

async function open(rows: DeletedAsset[], address = bin) {
  respondToAssets([], rows)
  respond(assetBin.list, ({ address: { searchParams } }) => {
    const shown = rows.filter(({ location }) => (searchParams.get('location') ?? location) === location)
    const page = { total: shown.length, totalIsExact: true, from: 1, previous: null, next: null, last: null }
    return { assets: shown, ...page }
  })
  return openScreen(address)
}

test('Deleted Assets shows what was deleted, by whom, when and why, and is filtered by city', async () => {
  await open([first])
  const row = page.getByRole('row').nth(1)
  for (const text of ['A1001', first.rfidTag?.slice(-12) ?? '', 'Indore', 'Ravi Shah', '2 May 2026'])
    await expect.element(row.getByText(text).first()).toBeVisible()
  await expect.element(row.getByText('Eaten by termites')).toBeVisible()
  reject(assets.get, 'asset-not-found')
  await page.getByRole('link', { name: 'Chair 1' }).click()
  await expect.element(page.getByRole('dialog').getByText('This asset was deleted.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText('City').selectOptions('pune')
  await expect.element(nothing).toBeVisible()
})

test('one asset is restored by keyboard, and the focus moves to the heading', async () => {
  const rows = [first]
  await open(rows)
  respond(assetBin.restore, () => {
    rows.length = 0
    return resultOf({ of: first, code: 'restored' })
  })
  await pressOn(restore(first))
  await expect.element(page.getByText(`${titleOf(first)} restored.`)).toBeVisible()
  await expect.element(nothing).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('the result lists assets restored without their tag, and assets not restored', async () => {
  await open([first, second])
  const params = { rfidTag: first.rfidTag ?? '', assetTagId: heir.assetTagId }
  respond(
    assetBin.restore,
    resultOf(
      { of: first, code: 'restored-tag-on-asset', params },
      { of: second, code: 'asset-not-found', ok: false },
    ),
  )
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Restore' }).click()
  expect(sentTo(assetBin.restore)[0]?.body).toEqual({ ids: [first._id, second._id] })
  await expect.element(result.getByRole('status')).toHaveTextContent('Restored: 1Not restored: 1')
  const lines = result.getByRole('listitem')
  await expect.element(lines.nth(0)).toHaveTextContent(`${second.assetTagId}Asset not found.`)
  await expect
    .element(lines.nth(1))
    .toHaveTextContent(
      `${first.assetTagId}Restored without its tag ${first.rfidTag}, which is now on ${heir.assetTagId}.`,
    )
  await expect.element(result.getByRole('link', { name: `Open ${first.assetTagId}` })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(result).not.toBeInTheDocument()
})

test('a failed restore shows the reason, and a list that cannot be loaded shows an error', async () => {
  await open([first])
  reject(assetBin.restore, 'internal')
  await restore(first).click()
  await expect.element(page.getByText('Failed to restore.')).toBeVisible()
  await expect.element(restore(first)).toBeVisible()
  reject(assetBin.list, 'internal')
  await page.getByLabelText('City').selectOptions('indore')
  await expect
    .element(page.getByRole('alert').getByText('The deleted assets could not be loaded.'))
    .toBeVisible()
})
