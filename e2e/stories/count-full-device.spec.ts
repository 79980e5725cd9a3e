import type { Page } from '@playwright/test'
import { newTags, openRoom, readFile, tagsByDevice, unsentBar } from '../support/counting.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

test.setTimeout(180_000)

const fillDisk = (page: Page) =>
  page.evaluate(`IDBObjectStore.prototype.put = () => {
    throw new DOMException('', 'QuotaExceededError')
  }`)

test('reads that a full device cannot store still count, are sent from memory, and block leaving until then', async ({
  page,
  context,
  admin,
}) => {
  const counted = await openRoom({ page, admin })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  await fillDisk(page)
  await context.setOffline(true)
  await scan(page, counted.tags[0])
  await readFile(page, newTags(24))
  await expect(page.getByRole('alert')).toContainText('its storage is full')
  await expect(page.getByLabel('Read on this device in this room')).toContainText('24')
  await expect(unsentBar(page)).toContainText('25 reads to send')
  await expect(unsentBar(page)).toContainText('25 reads are stored in this page only')
  const asked = page.waitForEvent('dialog')
  void page.reload({ timeout: 5_000 }).catch(() => undefined)
  await (await asked).dismiss()

  await context.setOffline(false)
  await expect(unsentBar(page)).toContainText('Everything is sent', { timeout: 45_000 })
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([25])
  await expect(page.getByRole('alert')).toHaveCount(0)
})
