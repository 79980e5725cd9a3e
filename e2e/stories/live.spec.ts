import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset, viewAssets } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, type Stage, test } from '../support/story.ts'

const newData = (page: Page) => page.getByRole('button', { name: 'New data: show' })
const isStream = (address: string) => address.includes('/api/v1/live')

/** The page hears of changes once its stream is open. */
const listening = (page: Page) => page.waitForResponse((answer) => isStream(answer.url()) && answer.ok())

/** Somebody looks at a list with one asset in it, and hears of changes. */
async function looking({ page, enter, admin }: Pick<Stage, 'page' | 'enter' | 'admin'>) {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName })
  await enter({ role: 'admin' })
  const open = listening(page)
  await page.goto(listOf(assetName))
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await open
  return { assetName, asset }
}

test('what somebody else registers is said, and shown when it is asked for', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  const { assetName } = await looking({ page, enter, admin })
  await makeAsset(admin, { assetName })
  await expect(newData(page)).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await newData(page).click()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(newData(page)).toHaveCount(0)
})

test('a row that somebody else changes is shown as it is now, at its place', async ({
  page,
  enter,
  admin,
}) => {
  const { asset } = await looking({ page, enter, admin })
  const holder = newName('Holder')
  await admin.call('put', `/api/assets/${asset._id}`, { assignedUser: holder })
  await expect(assetRows(page)).toContainText(holder)
  await expect(newData(page)).toHaveCount(0)
})

test('the cards of the dashboard follow what others do', async ({ page, enter, admin }) => {
  await enter({ role: 'admin' })
  const open = listening(page)
  await page.goto('/dashboard/default')
  await open
  const assets = page.getByRole('link', { name: /Total Registered Assets/ })
  const before = await assets.textContent()
  await makeAsset(admin, { assetName: newName('Lamp') })
  await expect(assets).not.toHaveText(before ?? '')
})

test('all tabs share one stream, and the next one goes on when the first is closed', async ({
  page,
  enter,
  admin,
}) => {
  const assetName = newName('Lamp')
  await makeAsset(admin, { assetName })
  await enter({ role: 'admin' })
  const streams: string[] = []
  page.context().on('request', (request) => isStream(request.url()) && streams.push(request.url()))
  const open = listening(page)
  await page.goto(viewAssets)
  await open
  const second = await page.context().newPage()
  await second.goto(listOf(assetName))
  await expect(assetRows(second)).toHaveCount(1)
  await makeAsset(admin, { assetName })
  await expect(newData(second)).toBeVisible()
  expect(streams).toHaveLength(1)
  const taken = listening(second)
  await page.close()
  await taken
  await newData(second).click()
  await expect(assetRows(second)).toHaveCount(2)
  await makeAsset(admin, { assetName })
  await expect(newData(second)).toBeVisible()
})

test('what happened while the browser was cut off is caught up with', async ({ page, enter, admin }) => {
  let answered = 0
  await page.route('**/api/v1/live*', async (route) => {
    answered += 1
    // The first stream ends at once, as one does whose server goes away.
    await (answered === 1 ? route.continue({ url: `${route.request().url()}?seconds=0` }) : route.continue())
  })
  const { assetName } = await looking({ page, enter, admin })
  await makeAsset(admin, { assetName })
  await expect(newData(page)).toBeVisible()
  expect(answered).toBeGreaterThan(1)
})
