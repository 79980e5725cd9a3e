import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { makeAsset, newTag } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { scanSlowly } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

const form = '/dashboard/default/manage-asset/asset-registration'
const tagBox = (page: Page) => page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = (page: Page) => page.getByRole('combobox', { name: 'Asset Name' })
const recent = (page: Page) => page.getByRole('region', { name: 'Just registered' }).getByRole('listitem')

/** Keeps the page as busy as a machine under load. */
const stayBusy = (page: Page) =>
  page.evaluate(() => {
    const end = performance.now() + 500
    while (performance.now() < end);
  })

test('five scans register five assets, with any reader and on a busy page', async ({
  page,
  enter,
  admin,
}) => {
  const known = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(form)
  await nameBox(page).fill(newName('Monitor'))
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await page.getByRole('checkbox', { name: 'Reuse these values for the next asset' }).check()
  await page.getByRole('checkbox', { name: 'Register as soon as a tag is scanned' }).check()

  await scanSlowly(page, newTag(), 2)
  await expect(recent(page)).toHaveCount(1)
  await page.getByRole('heading', { level: 1 }).focus()
  const slow = scanSlowly(page, newTag(), 120)
  await setTimeout(1000)
  await stayBusy(page)
  await slow
  await expect(recent(page)).toHaveCount(2)
  // One after another, while the first is still being registered.
  for (const tag of [newTag(), known.rfidTag ?? '', newTag(), newTag()]) await scanSlowly(page, tag, 20)
  await expect(recent(page).filter({ hasText: 'Not registered' })).toContainText(known.assetTagId)
  await expect(recent(page)).toHaveCount(6)
  await expect(tagBox(page)).toHaveValue('')

  await page.reload()
  await expect(recent(page)).toHaveCount(6)
  await page
    .getByRole('button', { name: /^Undo registering/ })
    .first()
    .click()
  await expect(recent(page).first()).toContainText('Undone.')
  await page.getByRole('button', { name: /^Restore A/ }).click()
  await expect(page.getByRole('button', { name: /^Undo registering/ })).toHaveCount(5)
})
