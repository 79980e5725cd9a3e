import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { makeAsset, newTag } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { scan, scanSlowly } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

const form = '/dashboard/default/manage-asset/asset-registration'
const tagBox = (page: Page) => page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = (page: Page) => page.getByRole('combobox', { name: 'Asset Name' })
const recent = (page: Page) => page.getByRole('region', { name: 'Registered just now' }).getByRole('listitem')
const question = (page: Page) => page.getByRole('dialog', { name: 'A second tag was scanned' })
const waiting = (page: Page) => page.getByRole('region', { name: /^Tags that wait/ }).getByRole('listitem')

/** What a busy machine does to a page. */
const stayBusy = (page: Page) =>
  page.evaluate(() => {
    const end = performance.now() + 500
    while (performance.now() < end);
  })

test('five scans register five assets, whatever the reader and however busy the page', async ({
  page,
  enter,
  admin,
}) => {
  const known = await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto(form)
  await nameBox(page).fill(newName('Monitor'))
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await page.getByRole('checkbox', { name: 'Keep these for the next asset' }).check()
  await page.getByRole('checkbox', { name: 'Register as soon as a tag is scanned' }).check()

  await scanSlowly(page, newTag(), 2)
  await expect(recent(page)).toHaveCount(1)
  await page.getByRole('heading', { level: 1 }).focus()
  const slow = scanSlowly(page, newTag(), 120)
  await setTimeout(1000)
  await stayBusy(page)
  await slow
  await expect(recent(page)).toHaveCount(2)
  // One after the other, while the first is still being registered.
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
  await expect(recent(page).first()).toContainText('Taken back')
  await page.getByRole('button', { name: /^Restore A/ }).click()
  await expect(page.getByRole('button', { name: /^Undo registering/ })).toHaveCount(5)
})

test('no tag of a slow or stuttering reader is saved cut, whenever the form is emptied meanwhile', async ({
  page,
  enter,
  admin,
}) => {
  test.slow()
  await enter({ role: 'admin' })
  const name = newName('Monitor')
  await page.goto(form)
  await nameBox(page).fill(name)
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await page.getByRole('checkbox', { name: 'Keep these for the next asset' }).check()
  // Each is saved while the next is being typed.
  await page.route('**/api/assets/register', async (route) => {
    await setTimeout(900)
    await route.continue()
  })
  await tagBox(page).focus()
  const tags: string[] = []
  for (const after of [1, 6, 13, 20]) {
    for (const [gap, stutter] of [[60], [118], [25, { hitch: 140, after }]] as const) {
      const tag = newTag()
      tags.push(tag)
      await scanSlowly(page, tag, gap, stutter)
      await tagBox(page).focus()
    }
  }
  await page.getByRole('button', { name: 'Register Asset' }).click()
  await expect(recent(page)).toHaveCount(tags.length)
  const { assets } = (await admin.call('get', `/api/assets?search=${name}&size=50`)) as {
    assets: { rfidTag: string }[]
  }
  expect(assets.map(({ rfidTag }) => rfidTag).sort()).toEqual(tags.toSorted())
})

test('a tag that may be cut is asked about before it is saved, and scanning it again is the answer', async ({
  page,
  enter,
}) => {
  await enter({ role: 'admin' })
  const tag = newTag()
  const asked = page.getByRole('dialog', { name: 'Is this tag complete?' })
  await page.goto(form)
  await nameBox(page).waitFor()
  await scan(page, tag.slice(0, 23))
  await expect(asked).toContainText('23 characters were read, an odd number')
  await expect(tagBox(page)).toHaveValue('')
  await scan(page, tag)
  await expect(asked).toHaveCount(0)
  await expect(tagBox(page)).toHaveValue(tag)
})

test('a scan over an unsaved one is asked about once, and then waits its turn', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const [first, second, third] = [newTag(), newTag(), newTag()]
  await page.goto(form)
  await tagBox(page).focus()
  await scanSlowly(page, first, 120)
  await expect(nameBox(page)).toBeFocused()
  await scan(page, second)
  await expect(question(page)).toContainText(second)
  await expect(question(page).getByRole('button', { name: 'Register and go on' })).toHaveCount(0)
  await scan(page, third)
  await question(page).getByRole('button', { name: 'Let it wait' }).click()
  await expect(waiting(page)).toHaveText([second, third])
  await expect(tagBox(page)).toHaveValue(first)
  await expect(nameBox(page)).toHaveValue('')

  await nameBox(page).fill(newName('Desk'))
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await page.getByRole('button', { name: 'Register Asset' }).click()
  await expect(recent(page)).toHaveCount(1)
  await expect(tagBox(page)).toHaveValue(second)
  await expect(waiting(page)).toHaveText([third])
  await page.getByRole('button', { name: `Remove ${third} from those that wait` }).click()

  // In the tag box itself, and this time the new one is meant.
  await tagBox(page).focus()
  await scan(page, third)
  await question(page).getByRole('button', { name: 'Use the new tag instead' }).click()
  await expect(tagBox(page)).toHaveValue(third)
  await expect(waiting(page)).toHaveCount(0)
})

test('on a wide screen the toast leaves the list beside the form in view', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.setViewportSize({ width: 1920, height: 700 })
  await page.goto(form)
  await nameBox(page).fill(newName('Monitor'))
  await page.getByLabel('Location').selectOption({ label: 'Indore' })
  await page.getByRole('checkbox', { name: 'Keep these for the next asset' }).check()
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await tagBox(page).fill(newTag())
    await page.getByRole('button', { name: 'Register Asset' }).click()
    await expect(recent(page)).toHaveCount(count)
  }
  // The one before may still be leaving; a pointer on the latest keeps it there.
  const latest = page.getByText('Asset Registered Successfully!').last()
  await latest.hover()
  const toast = await latest.boundingBox()
  const list = await page.getByRole('region', { name: 'Registered just now' }).locator('..').boundingBox()
  expect(toast?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0))
})
