import type { Browser, Page } from '@playwright/test'
import {
  type CountedHall,
  countAddress,
  newTags,
  openRoom,
  readFile,
  startInventory,
  tagsByDevice,
  unsentBar,
} from '../support/counting.ts'
import { enterAs, type Hand, type Person } from '../support/people.ts'
import { scan, scanSlowly } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

// Each story visits many screens or waits for the end of an outage.
test.describe.configure({ timeout: 120_000 })

test.setTimeout(180_000)

/** A tag scanned into a search box replaces its text, and Esc leaves the box. */
async function scanIntoSearch(page: Page, [one, two]: [string, string]) {
  await page.goto('/dashboard/default/manage-asset/view-assets')
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await scan(page, one)
  await scanSlowly(page, two, 60)
  await expect(search).toHaveValue(two)
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(search).not.toBeFocused()
}

test('a slow or stuttering reader yields complete tags only, and a search box keeps the last one', async ({
  page,
  admin,
}) => {
  const counted = await openRoom({ page, admin })
  const shown = page.locator('[data-class]').first()
  const [one = '', two = '', three = ''] = newTags(3)
  await scanSlowly(page, one, 118)
  await expect(shown).toContainText(one)
  await scanSlowly(page, two, 25, { hitch: 700, after: 0 })
  await expect(shown).toContainText(two)
  await scanSlowly(page, three, 25, { hitch: 1_500, after: 11 })
  await expect(shown).toContainText(three)
  await scan(page, (newTags(1)[0] ?? '').slice(1))
  const asked = page.getByRole('dialog', { name: 'Is this tag complete?' })
  await expect(asked).toContainText('23 characters')
  await asked.getByRole('button', { name: 'Scan again' }).click()
  await expect(unsentBar(page)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([3])
  await scanIntoSearch(page, [one, two])

  await page.goto(`/count?inventory=${counted.inventory._id}`)
  const find = page.getByLabel('Find a room')
  await find.fill('one')
  await scan(page, one)
  await expect(find).toHaveValue('one')
  await expect(page.getByText(`${one} was not counted. Choose a room first.`)).toBeVisible()
})

/** Somebody else counts its second room on another device. */
async function countSecondRoom(browser: Browser, admin: Hand, counted: CountedHall & { person: Person }) {
  const second = await browser.newContext()
  const phone = await second.newPage()
  await enterAs(phone, counted.person)
  await phone.goto(countAddress(counted, 1))
  await readFile(phone, [counted.tags[1]])
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([1, 4])
  await second.close()
}

test('a proxy limit or a busy inventory delays no other reads, and the room list follows every device', async ({
  page,
  context,
  browser,
  admin,
}) => {
  const [free, busy] = [await startInventory(admin), await openRoom({ page, admin })]
  await context.setOffline(true)
  await readFile(page, newTags(4))
  await expect(unsentBar(page)).toContainText('4 reads to send')
  const rooms = page.getByRole('region', { name: 'Rooms', exact: true })
  await page.getByRole('button', { name: 'All rooms' }).click()
  await expect(rooms.getByRole('button', { name: 'Room one' })).toContainText('4 tags')
  await expect(rooms.getByRole('button', { name: 'Room two' })).toContainText('Not counted yet')
  const isBusy = { code: 'inventory-busy', message: 'It is being started.', error: '' }
  await page.route(`**/${busy.inventory._id}/reads`, (route) => route.fulfill({ status: 409, json: isBusy }))
  // A proxy with a small size limit.
  await page.route(`**/${free.inventory._id}/reads`, async (route) => {
    const isLarge = route.request().postDataJSON().reads.length > 5
    await (isLarge ? route.fulfill({ status: 413, body: '<h1>Too large</h1>' }) : route.continue())
  })
  await context.setOffline(false)
  await page.goto(countAddress(free))
  await expect(page.getByText('Ready to scan')).toBeVisible()
  await readFile(page, newTags(12))
  await expect.poll(() => tagsByDevice(admin, free.inventory._id), { timeout: 45_000 }).toEqual([12])
  await expect(unsentBar(page)).toContainText('4 reads to send')
  await page.unroute(`**/${busy.inventory._id}/reads`)
  await expect(unsentBar(page)).toContainText('Everything is sent', { timeout: 60_000 })
  await expect.poll(() => tagsByDevice(admin, busy.inventory._id)).toEqual([4])

  await page.goto(`/count?inventory=${busy.inventory._id}`)
  await expect(rooms.getByRole('button', { name: 'Room one' })).toContainText('1 left')
  await countSecondRoom(browser, admin, busy)
  await expect(rooms.getByRole('button', { name: 'Room two' })).toContainText('All found', {
    timeout: 45_000,
  })
})
