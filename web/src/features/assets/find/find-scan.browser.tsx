import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { placeTree } from '@ats/contract/place-tree.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets, respondToRequests, titleOf } from '../../../../test/assets.ts'
import { idOf } from '../../../../test/listed.ts'
import { respondToMasters } from '../../../../test/masters.ts'
import { breakOff, hold, respond } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'

const anyScreen = '/dashboard/asset-state-change'
const asset = assetNumbered(1)
const twins = [assetNumbered(2, { serialNo: 'SN-2' }), assetNumbered(3, { serialNo: 'SN-2' })]
const binned = assetNumbered(4)
const person = { permissions: ['manage-asset' as const, 'reports' as const] }
const box = page.getByRole('dialog', { name: 'Scan a tag' })
const input = box.getByRole('textbox')
const panelOf = ({ assetName }: typeof asset) => page.getByRole('dialog', { name: assetName, exact: true })

const none = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }

async function open(address = anyScreen) {
  respondToAssets([asset, ...twins], [binned])
  respondToRequests([])
  respond(assetBin.list, { assets: [], ...none })
  const router = await openScreen(address, person)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return router
}

test('a scan on any screen opens the asset, and the scan box shows every other outcome', async () => {
  const router = await open()
  await scan(asset.rfidTag?.toLowerCase() ?? '')
  await expect.element(panelOf(asset)).toBeVisible()
  expect(router.state.location.pathname).toBe(anyScreen)
  await userEvent.keyboard('{Escape}')
  await expect.element(panelOf(asset)).not.toBeInTheDocument()

  await userEvent.keyboard('s')
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(box.getByText('Please scan or type a tag.')).toBeVisible()
  await input.fill('E200UNKNOWN')
  await userEvent.keyboard('{Enter}')
  await expect.element(box.getByText('No asset has E200UNKNOWN.')).toBeVisible()
  await expect
    .element(box.getByRole('link', { name: 'Register this tag' }))
    .toHaveAttribute('href', '/dashboard/default/manage-asset/asset-registration?tag=E200UNKNOWN')
  await input.fill(binned.assetTagId)
  await userEvent.keyboard('{Enter}')
  await expect.element(box.getByText(`Only a deleted asset matches ${binned.assetTagId}`)).toBeVisible()
  breakOff(assets.find)
  await input.fill('E2001')
  await userEvent.keyboard('{Enter}')
  await expect.element(box.getByText('The tag could not be looked up. Please try again.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
})

test('assets with the same serial number are listed, and one is opened', async () => {
  await open()
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Scan a tag' }).click()
  await input.fill('SN-2')
  await box.getByRole('button', { name: 'Find' }).click()
  await expect.element(box.getByText('Several assets match SN-2')).toBeVisible()
  await expect.element(box.getByRole('listitem').getByText('A1002')).toBeVisible()
  await box.getByRole('link', { name: 'Chair 3' }).click()
  await expect.element(panelOf(twins[1] ?? asset)).toBeVisible()
  await expect.element(box).not.toBeInTheDocument()
})

test('someone without Manage Asset has no scan box', async () => {
  await respondToAssets([])
  respond(assetBin.list, {
    assets: [],
    ...{ total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null },
  })
  await openScreen('/dashboard/deleted-assets', { permissions: ['reports'] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Scan a tag' })).not.toBeInTheDocument()
})

const palette = page.getByRole('dialog', { name: 'Search', exact: true })
const search = palette.getByRole('combobox', { name: 'Search screens, assets and people' })

test('Enter right after the last key waits for the assets that belong to the text', async () => {
  const router = await open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(search).toHaveFocus()
  const letGo = hold(assets.find, { assets: [{ ...asset, deleted: false }] })
  await userEvent.keyboard(`${asset.assetTagId}{Enter}`)
  letGo()
  await expect.element(panelOf(asset)).toBeVisible()
  expect(router.state.location.pathname).toBe(anyScreen)
  await panelOf(asset).getByRole('button', { name: 'Close' }).click()
  await expect.element(panelOf(asset)).not.toBeInTheDocument()
})

test('the palette shows what matched, links to all results, and opens a deleted asset in its list', async () => {
  const router = await open()
  respondToAssets(
    Array.from({ length: 8 }, (_, at) => assetNumbered(at + 10, { serialNo: `SN-${at}` })),
    [binned],
  )
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('chair')
  const options = palette.getByRole('group', { name: 'Assets' }).getByRole('option')
  await expect.element(options.nth(5).getByText('See all: Assets')).toBeVisible()
  await search.fill('SN-3')
  await expect.element(options.first().getByText('A1013 · Serial No. SN-3 · Indore')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill(binned.assetTagId)
  await expect.element(palette.getByRole('option', { name: titleOf(binned) })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/deleted-assets')
  expect(router.state.location.search).toMatchObject({ search: binned._id })
})

test('the label of a place opens the place, also when it is scanned into a text field or typed', async () => {
  const address = `http://localhost/place/${idOf(63)}`
  respond(placeTree.branch, { places: [], ...none })
  respondToMasters()
  const router = await open()
  const opened = () => `${router.state.location.pathname}${router.state.location.searchStr}`
  const place = `/dashboard/default/places?place=${idOf(63)}`
  await scan(address)
  await expect.poll(opened).toBe(place)

  await router.navigate({ to: anyScreen })
  await page.getByRole('searchbox').first().click()
  await scan(address.toUpperCase())
  await expect.poll(opened).toBe(place)

  await router.navigate({ to: anyScreen })
  await expect.element(page.getByRole('heading', { name: 'Asset State Change' })).toBeVisible()
  await userEvent.keyboard('s')
  await input.fill(address)
  await userEvent.keyboard('{Enter}')
  await expect.poll(opened).toBe(place)
  await expect.element(box).not.toBeInTheDocument()
})

test('the label of an asset opens it', async () => {
  await open()
  await scan(`https://assets.example.org/asset/${asset._id}`)
  await expect.element(panelOf(asset)).toBeVisible()
})
