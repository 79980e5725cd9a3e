import type { Page } from '@playwright/test'
import { type Asset, binAssets, makeAsset, makeAssets, newTag, panelOf, titleOf } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

const codesOf = ({ _id, rfidTag, assetTagId, serialNo }: Asset) => [
  rfidTag ?? '',
  (rfidTag ?? '').toLowerCase().replace(/..(?=.)/g, '$&:'),
  assetTagId.toLowerCase(),
  serialNo ?? '',
  _id,
]

async function openPalette(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Search screens, assets and people' })).toBeFocused()
}

test('Ctrl-K finds an asset by name and every code, also a deleted one', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin, { serialNo: newName('Serial') })
  const gone = await makeAsset(admin)
  await binAssets(admin, [gone])
  await enter({ role: 'admin' })
  await page.goto('/dashboard/pune')
  for (const text of [...codesOf(asset), asset.assetName]) {
    await openPalette(page)
    await page.keyboard.type(text)
    await expect(page.getByRole('option').filter({ hasText: asset.assetTagId })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(panelOf(page, asset)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panelOf(page, asset)).toHaveCount(0)
  }
  await openPalette(page)
  await page.keyboard.type(gone.assetTagId)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Restore ${titleOf(gone)}` })).toBeVisible()
})

test('Ctrl-K finds places, people and actions, shows what matched, and links to all results', async ({
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

test('the scan box and a scan on any screen find an asset by every code; an unknown tag is registered from there', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin, { serialNo: newName('Serial') })
  const unknown = newTag()
  await enter({ role: 'admin' })
  await page.goto('/dashboard/pune')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await scan(page, (asset.rfidTag ?? '').toLowerCase())
  await expect(panelOf(page, asset)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panelOf(page, asset)).toHaveCount(0)
  for (const text of codesOf(asset)) {
    await page.getByRole('button', { name: 'Scan a tag' }).click()
    await scanBox(page).getByRole('textbox').fill(text)
    await page.keyboard.press('Enter')
    await expect(panelOf(page, asset)).toBeVisible()
    await expect(scanBox(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panelOf(page, asset)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Scan a tag' }).click()
  await scanBox(page).getByRole('textbox').fill(unknown)
  await page.keyboard.press('Enter')
  await scanBox(page).getByRole('link', { name: 'Register this tag' }).click()
  await expect(page).toHaveURL(/^[^?]*\/dashboard\/pune\/manage-asset\/asset-registration/)
  await expect(page.getByRole('textbox', { name: 'RFID Tag' })).toHaveValue(unknown)
})
