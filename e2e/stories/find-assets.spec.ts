import type { Page } from '@playwright/test'
import { type Asset, binAssets, makeAsset, makeAssets, newTag, panelOf, titleOf } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const codes: [what: string, of: (asset: Asset) => string][] = [
  ['tag', ({ rfidTag }) => rfidTag ?? ''],
  [
    'tag with colons in small letters',
    ({ rfidTag }) => (rfidTag ?? '').toLowerCase().replace(/..(?=.)/g, '$&:'),
  ],
  ['asset tag id', ({ assetTagId }) => assetTagId.toLowerCase()],
  ['serial number', ({ serialNo }) => serialNo ?? ''],
  ['id', ({ _id }) => _id],
]

async function openPalette(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Search screens, assets and people' })).toBeFocused()
}

for (const [what, of] of [...codes, ['name', ({ assetName }: Asset) => assetName] as const])
  test(`Ctrl-K finds an asset by its ${what}`, async ({ page, enter, admin }) => {
    const asset = await makeAsset(admin, { serialNo: newName('Serial') })
    await enter({ role: 'admin' })
    await page.goto('/dashboard/pune')
    await openPalette(page)
    await page.keyboard.type(of(asset))
    await expect(page.getByRole('option').filter({ hasText: asset.assetTagId })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(panelOf(page, asset)).toBeVisible()
  })

test('Enter right after the last key waits for what belongs to the text', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await openPalette(page)
  await page.keyboard.type(asset.rfidTag ?? '')
  await page.keyboard.press('Enter')
  await expect(panelOf(page, asset)).toBeVisible()
})

test('Ctrl-K finds a deleted asset by its code and opens the bin', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset])
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await openPalette(page)
  await page.keyboard.type(asset.assetTagId)
  await expect(page.getByRole('option').filter({ hasText: asset.assetName })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Restore ${titleOf(asset)}` })).toBeVisible()
})

test('Ctrl-K finds places, people and what to do, says what matched, and leads to all', async ({
  page,
  enter,
  admin,
}) => {
  const set = await makeAssets(admin, 7)
  const name = set[0]?.assetName ?? ''
  const serial = newName('Serial')
  await makeAsset(admin, { serialNo: serial })
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await openPalette(page)
  const box = page.getByRole('combobox', { name: 'Search screens, assets and people' })
  const option = (text: string | RegExp) => page.getByRole('option', { name: text })
  await box.fill(serial)
  await expect(option(`Serial No. ${serial}`)).toBeVisible()
  await box.fill('indore head office')
  await expect(page.getByRole('group', { name: 'Places' }).getByRole('option').first()).toContainText(
    'Property',
  )
  await box.fill('add us')
  await expect(option('Add user')).toContainText('Add New User')
  await box.fill('import')
  await expect(option('Import assets from a file')).toBeVisible()
  await box.fill(name)
  await expect(page.getByRole('group', { name: 'Assets' }).getByRole('option')).toHaveCount(6)
  await option('See all: Assets').click()
  await expect(page.getByText('Showing 1 to 7 of 7 entries')).toBeVisible()
  await openPalette(page)
  await box.fill('indore head office')
  await page.getByRole('group', { name: 'Places' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/view-assets\?.*placeId=/)
})

const scanBox = (page: Page) => page.getByRole('dialog', { name: 'Scan a tag' })

async function openScanBox(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('s')
  await expect(scanBox(page).getByRole('textbox')).toBeFocused()
}

for (const [what, of] of codes)
  test(`the scan box finds an asset by its ${what}`, async ({ page, enter, admin }) => {
    const asset = await makeAsset(admin, { serialNo: newName('Serial') })
    await enter({ role: 'admin' })
    await page.goto('/dashboard/default')
    await openScanBox(page)
    await page.keyboard.type(of(asset))
    await page.keyboard.press('Enter')
    await expect(panelOf(page, asset)).toBeVisible()
    await expect(scanBox(page)).toHaveCount(0)
  })

test('the scan box lists several assets of one serial number', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const serialNo = newName('Serial')
  const [first, second] = (await makeAssets(admin, 2, { serialNo })) as [Asset, Asset]
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await page.getByRole('button', { name: 'Scan a tag' }).click()
  await scanBox(page).getByRole('textbox').fill(serialNo)
  await scanBox(page).getByRole('button', { name: 'Find' }).click()
  await expect(scanBox(page).getByText(`Several assets match ${serialNo}`)).toBeVisible()
  const found = scanBox(page).getByRole('listitem')
  await expect(found).toHaveCount(2)
  await expect(found.filter({ hasText: second.assetTagId })).toBeVisible()
  await found.filter({ hasText: first.assetTagId }).getByRole('link').click()
  await expect(panelOf(page, first)).toBeVisible()
})

test('the scan box says when only the bin knows the tag, when it is empty, and when it fails', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await binAssets(admin, [asset])
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await openScanBox(page)
  await page.keyboard.press('Enter')
  await expect(scanBox(page).getByText('Please scan or type a tag.')).toBeVisible()
  await scanBox(page)
    .getByRole('textbox')
    .fill(asset.rfidTag ?? '')
  await page.keyboard.press('Enter')
  await expect(scanBox(page).getByText(`Only a deleted asset matches ${asset.rfidTag}`)).toBeVisible()
  await page.route('/api/v1/assets/find?*', (route) => route.fulfill({ status: 500, body: '' }))
  await scanBox(page).getByRole('textbox').fill(newTag())
  await page.keyboard.press('Enter')
  await expect(scanBox(page).getByText('The tag could not be looked up. Please try again.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(scanBox(page)).toHaveCount(0)
})

test('someone without Manage Asset has no scan box', async ({ page, enter }) => {
  await enter({ role: 'user management' })
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scan a tag' })).toHaveCount(0)
})
