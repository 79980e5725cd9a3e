import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assetNumbered, inPune, requestFor, respondToAssets, respondToRequests } from '../../test/assets.ts'
import { hold, respond } from '../../test/responses.ts'
import { openScreen } from '../../test/screen.tsx'

const near = Array.from({ length: 11 }, (_, at) => assetNumbered(at))
const far = Array.from({ length: 11 }, (_, at) => assetNumbered(at + 20, inPune))
const selectAll = page.getByRole('checkbox', { name: 'Select all rows of this page' })
const bar = page.getByRole('region', { name: /selected$/ })
const anyPage = { total: 11, totalIsExact: true, from: 1, previous: null, next: '10', last: '10' }

async function toPune() {
  await page.getByRole('banner').getByRole('button', { name: 'Indore' }).click()
  await page
    .getByRole('list', { name: 'Choose what location to show' })
    .getByRole('button', { name: 'Pune' })
    .click()
}

function prepare() {
  respondToAssets([...near, ...far])
  respondToRequests([...near, ...far].map((asset, at) => requestFor(asset, at)))
  const deletion = { deletedAt: '2026-05-02T05:30:00Z', deletedBy: null, reason: null }
  respond(assetBin.list, ({ address: { searchParams } }) => {
    const rows = searchParams.get('location') === 'pune' ? far : near
    return { assets: rows.slice(0, 10).map((asset) => ({ ...asset, ...deletion })), ...anyPage }
  })
}

for (const address of [
  '/dashboard/indore/manage-asset/view-assets',
  ...['manage-assets', 'asset-state-change', 'deleted-assets'].map(
    (path) => `/dashboard/${path}?location=indore`,
  ),
])
  test(`a selection in ${address} is not kept for another city, nor on the way back`, async () => {
    prepare()
    const router = await openScreen(address)
    await selectAll.click()
    const all = page.getByRole('button', { name: 'Select all 11 matching' })
    if (address.endsWith('view-assets')) await all.click()
    await expect.element(bar).toBeVisible()
    await toPune()
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(selectAll).toBeEnabled()
    await expect.element(selectAll).not.toBeChecked()
    router.history.back()
    await expect.element(page.getByText(near[0]?.assetTagId ?? '').first()).toBeVisible()
    await expect.element(bar).not.toBeInTheDocument()
  })

test('rows of the previous city can be read but not selected while the others load', async () => {
  prepare()
  await openScreen('/dashboard/indore/manage-asset/view-assets')
  await expect.element(selectAll).toBeEnabled()
  const letGo = hold(assets.list, { assets: far.slice(0, 10), ...anyPage })
  await toPune()
  await expect.element(page.getByRole('main').getByText('Loading...')).toBeVisible()
  await expect.element(page.getByText('A1000')).toBeVisible()
  await expect.element(selectAll).toBeDisabled()
  await expect.element(page.getByRole('checkbox', { name: 'Select Chair 0 A1000' })).toBeDisabled()
  letGo()
  await expect.element(selectAll).toBeEnabled()
})
