import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset, viewAssets } from '../support/assets.ts'
import { makeMaster } from '../support/masters.ts'
import { breakOnce } from '../support/network.ts'
import { handOf, newName } from '../support/people.ts'
import { expect, type Stage, test } from '../support/story.ts'

const newData = (page: Page) => page.getByRole('button', { name: 'New data: show' })
const isStream = (address: string) => address.includes('/api/v1/live')
/** With no seconds it ends as soon as it has said what a tab missed. */
const isOpenStream = (address: string) => isStream(address) && !address.includes('seconds=0')

/** The page hears of changes once its stream is open. */
const listening = (page: Page) => page.waitForResponse((answer) => isStream(answer.url()) && answer.ok())

type Who = { role: string; location?: string }

/** Somebody looks at a list with one asset in it, and hears of changes. */
async function looking(
  { page, enter, admin }: Pick<Stage, 'page' | 'enter' | 'admin'>,
  who: Who = { role: 'admin' },
) {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName, location: who.location ?? 'indore' })
  await enter(who)
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
  page.context().on('request', (request) => isOpenStream(request.url()) && streams.push(request.url()))
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
  let asked = 0
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>()
  await page.route('**/api/v1/live*', async (route) => {
    asked += 1
    // The first stream ends at once, as one does whose server goes away.
    if (asked === 1) return route.continue({ url: `${route.request().url()}?seconds=0` })
    await isBack
    return route.continue()
  })
  const { assetName } = await looking({ page, enter, admin })
  await expect.poll(() => asked).toBeGreaterThan(1)
  await makeAsset(admin, { assetName })
  await expect(newData(page)).toHaveCount(0)
  comeBack()
  await expect(newData(page)).toBeVisible()
})

test('what the same person does on another device shows', async ({ page, enter, admin, playwright }) => {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName })
  const me = await enter({ role: 'admin' })
  const open = listening(page)
  await page.goto(listOf(assetName))
  await expect(assetRows(page)).toHaveCount(1)
  await open
  const request = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const phone = await handOf(request, me)
  const holder = newName('Holder')
  await phone.call('put', `/api/assets/${asset._id}`, { assignedUser: holder })
  await expect(assetRows(page)).toContainText(holder)
  await makeAsset(phone, { assetName })
  await expect(newData(page)).toBeVisible()
  await newData(page).click()
  await expect(assetRows(page)).toHaveCount(2)
  await request.dispose()
})

test('what the same person does in one tab is news to the other alone', async ({ page, enter, admin }) => {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName })
  await enter({ role: 'admin' })
  const open = listening(page)
  await page.goto(listOf(assetName))
  await expect(assetRows(page)).toHaveCount(1)
  await open
  const second = await page.context().newPage()
  await second.goto(listOf(assetName))
  await second.getByRole('button', { name: `Delete ${assetName} ${asset.assetTagId}` }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(second.getByText('There are no records to display')).toBeVisible()
  await expect(newData(page)).toBeVisible()
  await expect(newData(second)).toHaveCount(0)
  await newData(page).click()
  await expect(page.getByText('There are no records to display')).toBeVisible()
})

test('a list that is not on the screen is fresh when it is opened again', async ({ page, enter, admin }) => {
  // In a city of their own, so that the count is theirs alone.
  const { name } = await makeMaster(admin, 'city', { name: newName('City') })
  const location = name.toLowerCase()
  const { assetName } = await looking({ page, enter, admin }, { role: 'user', location })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const counted = page.getByRole('link', { name: /Total Registered Assets/ })
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(counted).toContainText('1')
  await makeAsset(admin, { assetName, location })
  // By then the page has heard of it.
  await expect(counted).toContainText('2')
  await page.goBack()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(newData(page)).toHaveCount(0)
})

test('a list that cannot be renewed at once is renewed later', async ({ page, enter, admin }) => {
  const { assetName } = await looking({ page, enter, admin })
  const { failed } = await breakOnce(page, '**/api/assets?*')
  await makeAsset(admin, { assetName })
  await failed
  await expect(newData(page)).toBeVisible()
})
