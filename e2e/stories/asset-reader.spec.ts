import type { Page } from '@playwright/test'
import { makeAsset, newTag, panelOf, viewAssets } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

const form = '/dashboard/default/manage-asset/asset-registration'
const tagBox = (page: Page) => page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = (page: Page) => page.getByRole('combobox', { name: 'Asset Name' })

test('a reader fills the tag box and moves on, without sending the form', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const tag = newTag()
  await page.goto(form)
  await tagBox(page).focus()
  await scan(page, tag)
  await expect(tagBox(page)).toHaveValue(tag)
  await expect(nameBox(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await tagBox(page).focus()
  await scan(page, tag)
  await expect(tagBox(page)).toHaveValue(tag)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a scan anywhere on the form lands in the tag box', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const tag = newTag()
  await page.goto(form)
  await nameBox(page).fill(newName('Desk'))
  await page.getByLabel('Location').selectOption('indore')
  await page.getByRole('heading', { level: 1 }).focus()
  await scan(page, tag)
  await expect(tagBox(page)).toHaveValue(tag)
  await expect(page.getByRole('button', { name: 'Register Asset' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Asset Registered Successfully!')).toBeVisible()
})

test('a scan on any screen opens the asset that carries the tag', async ({ page, enter, admin }) => {
  const asset = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await scan(page, (asset.rfidTag ?? '').toLowerCase())
  await expect(panelOf(page, asset)).toBeVisible()
})

test('a scan over the list leaves its filter as it is', async ({ page, enter, admin }) => {
  const [listed, other] = [await makeAsset(admin), await makeAsset(admin)]
  await enter({ role: 'admin' })
  await page.goto(`${viewAssets}?search=${encodeURIComponent(listed.assetName)}`)
  await expect(page.getByRole('link', { name: listed.assetName, exact: true })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await scan(page, other.rfidTag ?? '')
  await expect(panelOf(page, other)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(listed.assetName)
})

test('a tag that nobody knows can be registered at once', { tag: '@narrow' }, async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const tag = newTag()
  await page.goto('/dashboard/pune')
  await page.getByRole('button', { name: 'Scan a tag' }).click()
  const box = page.getByRole('dialog', { name: 'Scan a tag' })
  await box.getByRole('textbox').fill(tag)
  await page.keyboard.press('Enter')
  await expect(box.getByText(`No asset has ${tag}.`)).toBeVisible()
  await box.getByRole('link', { name: 'Register this tag' }).click()
  await expect(page).toHaveURL(/^[^?]*\/dashboard\/pune\/manage-asset\/asset-registration/)
  await expect(tagBox(page)).toHaveValue(tag)
})
