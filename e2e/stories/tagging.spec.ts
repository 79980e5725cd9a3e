import type { Page } from '@playwright/test'
import { newTag, panelOf, titleOf, viewAssets } from '../support/assets.ts'
import { unsentBar, waitForWorker } from '../support/counting.ts'
import { enterAs, newName } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'
import { startDrive, tagNow } from '../support/tagging.ts'

test.setTimeout(180_000)

const band = (page: Page, text: string) =>
  expect(page.locator('[data-class]').first().getByText(text, { exact: true })).toBeVisible()

/** What one association takes: scans, taps, typed keys, and seconds from the first to the result. */
type Effort = { scans: number; taps: number; keys: number; seconds: number }

test('assets are tagged offline and online, a mix-up is said at once, and the label at the door opens the room @narrow', async ({
  page,
  context,
  admin,
}) => {
  const drive = await startDrive(admin, 3)
  const [first, second, third] = drive.assets
  if (first === undefined || second === undefined || third === undefined) throw new Error('no assets')
  const tags = [newTag(), newTag(), newTag()] as const
  await enterAs(page, await admin.person({ name: newName('Tagger'), role: 'admin' }))
  await page.goto('/count')
  await page.getByRole('button', { name: drive.name }).click()
  await expect(page.getByRole('button', { name: /Room one/ })).toContainText('3 left')
  await waitForWorker(page)

  await context.setOffline(true)
  await scan(page, `${new URL(page.url()).origin}/place/${drive.room.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  await scan(page, tags[0])
  await band(page, 'Choose the asset')
  await page.getByRole('button', { name: titleOf(first) }).click()
  await band(page, 'Read it on the asset')
  await page.waitForTimeout(800)
  await scan(page, tags[1])
  await band(page, 'Another tag')
  await page.waitForTimeout(800)
  await scan(page, tags[0])
  await band(page, 'Saved')
  await expect(unsentBar(page)).toContainText('1 read to send')

  await page.reload()
  await band(page, 'Ready')
  await expect(page.getByText('2 left')).toBeVisible()
  await scan(page, tags[0])
  await band(page, 'Already on another asset')
  expect(await tagNow(admin, first)).toBeNull()

  await context.setOffline(false)
  await expect(unsentBar(page)).toContainText('Everything is sent', { timeout: 45_000 })
  expect(await tagNow(admin, first)).toBe(tags[0])

  // Somebody else has used this label in the meantime.
  await admin.call('post', `/api/v1/assets/${third._id}/tag`, { rfidTag: tags[2] })
  await page.waitForTimeout(800)
  await scan(page, tags[2])
  await page.getByRole('button', { name: titleOf(second) }).click()
  await scan(page, tags[2])
  const late = page.getByRole('alert').filter({ hasText: '1 asset was not accepted' })
  await expect(late).toContainText(`This tag is already on ${third.assetTagId}`)
  await late.getByRole('button', { name: 'Remove from list' }).click()
  await scan(page, tags[1])
  await page.getByRole('button', { name: titleOf(second) }).click()
  await scan(page, tags[1])
  await band(page, 'Saved')
  await expect.poll(() => tagNow(admin, second)).toBe(tags[1])
})

test('one association takes two scans and a tap, and less than the panel of an asset', async ({
  page,
  admin,
}) => {
  const drive = await startDrive(admin, 2)
  const [one, other] = drive.assets
  if (one === undefined || other === undefined) throw new Error('no assets')
  await enterAs(page, await admin.person({ name: newName('Tagger'), role: 'admin' }))

  await page.goto(`/count?drive=${drive.id}&room=${drive.room.id}`)
  await band(page, 'Ready')
  const [tag, byHand] = [newTag(), newTag()]
  let begun = Date.now()
  await scan(page, tag)
  await page.getByRole('button', { name: titleOf(one) }).click()
  await scan(page, tag)
  await band(page, 'Saved')
  const inLoop: Effort = { scans: 2, taps: 1, keys: 0, seconds: (Date.now() - begun) / 1000 }

  await page.goto(viewAssets)
  const search = page.getByRole('searchbox').first()
  await search.waitFor()
  begun = Date.now()
  await search.click()
  await search.pressSequentially(other.assetTagId)
  await page.getByRole('link', { name: other.assetName }).first().click()
  const panel = panelOf(page, other)
  await panel.getByRole('button', { name: 'Attach tag' }).click()
  await panel.getByLabel('New RFID tag').click()
  await scan(page, byHand)
  await expect(panel.getByText(byHand).first()).toBeVisible()
  const inPanel: Effort = { scans: 1, taps: 4, keys: 8, seconds: (Date.now() - begun) / 1000 }
  test.info().annotations.push({ type: 'effort', description: JSON.stringify({ inLoop, inPanel }) })
  process.stdout.write(`one association: ${JSON.stringify({ inLoop, inPanel })}\n`)
  expect(inLoop.taps + inLoop.keys).toBeLessThan(inPanel.taps + inPanel.keys)
})
