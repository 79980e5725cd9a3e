import type { Page } from '@playwright/test'
import {
  type CountedHall,
  newTags,
  openRoom,
  readFile,
  startInventory,
  tagsByDevice,
  unsentBar,
  unsentByDevice,
} from '../support/counting.ts'
import { filmQrCode } from '../support/fake-camera.ts'
import { inventoryAddress, step } from '../support/inventories.ts'
import { picture } from '../support/pictures.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

/** Controls that are too small for a thumb. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('main :is(a, button, input:not([hidden]))').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return Math.min(width, height) < 44
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )

test('a counter chooses an inventory and a room, and sees where each tag belongs @narrow', async ({
  page,
  enter,
  admin,
}) => {
  const counted = await startInventory(admin)
  await enter({ role: 'admin' })
  await page.goto('/count')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What are you counting?')
  await page.getByRole('button', { name: counted.inventory.inventoryId }).click()
  await expect(page.getByRole('button', { name: 'Room one' })).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
  await page.getByLabel('Find a room').fill('one')
  await page.getByRole('button', { name: 'Room one' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  expect(await smallTargets(page)).toEqual([])
  const band = page.getByRole('status').filter({ hasText: 'Ready to scan' })
  await expect(band).toBeVisible()

  const shown = page.locator('[data-class]').first()
  await scan(page, counted.tags[0])
  await expect(shown).toContainText('Found')
  await expect(shown).toContainText('Office Chair')
  await scan(page, counted.tags[1])
  await expect(shown).toContainText('Belongs elsewhere')
  await expect(shown).toContainText('Room two')
  await scan(page, newTags(1)[0] ?? '')
  await expect(shown).toContainText('Unknown')
  await scan(page, counted.tags[0])
  await expect(shown).toContainText('Already read')
  await expect(unsentBar(page)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([3])

  await page.getByRole('button', { name: 'Next: Room two' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room two')
  await page.getByRole('button', { name: 'All rooms' }).click()
  await expect(page.getByRole('region', { name: 'Recent rooms' }).getByRole('button')).toHaveCount(2)
})

test('a blind count shows only counted, never requests the expected assets, and says why lists are shorter', async ({
  page,
  admin,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const counted = await openRoom({ page, admin }, { blind: true })
  for (const tag of [...counted.tags, ...newTags(1)]) {
    await scan(page, tag)
    await expect(page.locator('[data-class]').first()).toContainText('Counted')
  }
  await expect(unsentBar(page)).toContainText('Everything is sent')
  // Counting cannot end before the server knows it too.
  await expect.poll(() => unsentByDevice(admin, counted.inventory._id)).toEqual([0])
  await expect(page.locator('[data-class]').first()).toContainText('Counted')
  expect(asked.filter((url) => url.includes('/expected'))).toEqual([])
  await expect(page.getByText('Office Chair')).toHaveCount(0)

  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  await page.goto(inventoryAddress(counted.inventory._id))
  await expect(page.getByText('You are counting this place without a list')).toBeVisible()
  expect(refused).toEqual([])

  const notice = page.getByText(`Assets in ${counted.hall} are hidden while you count it blind.`)
  await page.goto(`/dashboard/default/manage-asset/view-assets?search=${counted.tags[0]}`)
  const row = page.getByRole('table').getByText('Office Chair')
  await expect(page.getByRole('main').getByRole('note')).toContainText('hidden while you count it blind')
  await expect(notice).toBeVisible()
  await expect(row).toHaveCount(0)
  await scan(page, counted.tags[0])
  await expect(page.getByRole('dialog').getByRole('note')).toBeVisible()
  await page.keyboard.press('Escape')
  await step(admin, counted.inventory, 'review')
  await expect(notice).toHaveCount(0)
  await expect(row).toBeVisible()
})

/** A rejected part: its reason, its reads as a file, and a retry. */
async function lookAtRefused(page: Page, { inventory }: CountedHall) {
  await expect(unsentBar(page)).toContainText('1 batch was rejected')
  await page.getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waiting to be sent from this device' })
  await expect(dialog.getByRole('alert')).toContainText('This inventory is not being counted now.')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${inventory.inventoryId} Room one.csv`)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This inventory is not being counted now.')
}

test('tags are typed, pasted, filmed or photographed, and rejected reads stay with the reason', async ({
  page,
  admin,
}) => {
  const [typed, filmed] = newTags(2)
  await filmQrCode(page, filmed ?? '')
  const counted = await openRoom({ page, admin })
  await page.getByRole('button', { name: 'Type or paste' }).click()
  await page.getByRole('textbox', { name: 'Tags, one per line' }).fill(`${typed}\n${counted.tags[0]}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.locator('[data-class]').first()
  await expect(shown).toContainText('Office Chair')
  await page.getByRole('button', { name: 'Camera' }).click()
  await expect(shown).toContainText(filmed ?? '')
  await readFile(page, newTags(7))
  await expect(shown).toContainText('7 tags read')

  await page.getByRole('button', { name: 'Seen without tag' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Please take or choose a photo.')
  await page.getByLabel('Photo', { exact: true }).setInputFiles(picture)
  await page.getByLabel('What is it?').fill('A lamp behind the door')
  const photoSent = page.waitForResponse((response) => response.url().endsWith('/sightings') && response.ok())
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await photoSent
  await expect(unsentBar(page)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([10])

  await admin.call('post', `/api/v1/inventories/${counted.inventory._id}/cancel`, { reason: 'A mistake' })
  await readFile(page, newTags(5))
  await lookAtRefused(page, counted)
})
