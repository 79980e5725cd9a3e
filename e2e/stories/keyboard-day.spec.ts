import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset, makeAssets, newTag, panelOf, titleOf } from '../support/assets.ts'
import { pressOn, tabTo, typeInto } from '../support/keyboard.ts'
import { newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { askFor, queueFor, queueRows } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

async function openByPalette(page: Page, words: string, title: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('combobox', { name: /^Search screens/ })).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { selected: true })).toContainText(title)
  await page.keyboard.press('Enter')
}

test('two assets are registered by scans, starting from the palette, with the keyboard alone', async ({
  page,
  enter,
}) => {
  await enter({ role: 'admin' })
  const [first, second, name] = [newTag(), newTag(), newName('Kettle')]
  await page.goto('/dashboard/default')
  await openByPalette(page, 'asset registration', 'Asset Registration')
  await expect(page.getByRole('textbox', { name: 'RFID Tag' })).toBeVisible()
  await scan(page, first)
  await expect(page.getByRole('combobox', { name: 'Asset Name' })).toBeFocused()
  await page.keyboard.type(name)
  await tabTo(page, page.getByLabel('Location'))
  await page.keyboard.type('Indore')
  await tabTo(page, page.getByRole('checkbox', { name: 'Reuse these values for the next asset' }))
  await page.keyboard.press('Space')
  await pressOn(page, page.getByRole('button', { name: 'Register Asset' }))
  await expect(page.getByText('Asset Registered Successfully!')).toBeVisible()
  await scan(page, second)
  await expect(page.getByRole('button', { name: 'Register Asset' })).toBeFocused()
  await page.keyboard.press('Enter')
  const recent = page.getByRole('region', { name: 'Just registered' }).getByRole('listitem')
  await expect(recent).toHaveCount(2)
  await expect(recent.filter({ hasText: name })).toHaveCount(2)
})

test('a row is opened, a state change is requested in its panel, and another is denied, with the keyboard alone', async ({
  page,
  enter,
  admin,
}) => {
  const set = (await makeAssets(admin, 3)).reverse()
  const [, second] = set
  if (second === undefined) throw new Error('Too few were made')
  const asset = await makeAsset(admin)
  await askFor(admin, [asset])
  await enter({ role: 'admin' })
  await page.goto(listOf(second.assetName))
  await expect(assetRows(page)).toHaveCount(3)
  // One key at a time: several in quick succession would count as a scan.
  for (const [at, count] of [1, 2].entries()) {
    await page.keyboard.press('j')
    await expect(assetRows(page).nth(at)).toBeFocused()
    await page.keyboard.press('x')
    await expect(page.getByText(`${count} selected`)).toBeVisible()
  }
  await page.keyboard.press('Enter')
  const panel = panelOf(page, second)
  await expect(panel.getByRole('button', { name: second.assetTagId })).toBeVisible()
  await pressOn(page, panel.getByRole('button', { name: 'Request state change' }))
  const form = page.getByRole('dialog', { name: 'Request state change' })
  await tabTo(page, form.getByLabel('New State'))
  await page.keyboard.type('Not')
  await typeInto(page, form.getByLabel('Reason'), 'The lid is cracked')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('note')).toContainText('A change to Not-Working is waiting for a decision')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(assetRows(page).nth(1)).toBeFocused()

  await page.goto(queueFor(asset.assetName))
  await expect(queueRows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(queueRows(page).first()).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: new RegExp(`^Deny .* ${asset.assetTagId}$`) }))
  const note = page.getByRole('dialog', { name: 'Deny 1 request' }).getByLabel('Note')
  await expect(note).toBeFocused()
  await page.keyboard.type('It was mended this morning')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Request for ${titleOf(asset)} denied`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
