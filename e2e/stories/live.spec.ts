import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset } from '../support/assets.ts'
import { makeMaster } from '../support/masters.ts'
import { breakOnce } from '../support/network.ts'
import { handOf, newName } from '../support/people.ts'
import { expect, type Stage, test } from '../support/story.ts'

const newData = (page: Page) => page.getByRole('button', { name: 'Show new rows' })
const isStream = (address: string) => address.includes('/api/v1/live')
/** With `seconds=0` the stream ends once it has sent what a tab missed. */
const isOpenStream = (address: string) => isStream(address) && !address.includes('seconds=0')

/** The page receives changes once its stream is open. */
const listening = (page: Page) => page.waitForResponse((answer) => isStream(answer.url()) && answer.ok())

type Who = { role: string; location?: string }

/** Somebody looks at a list with one asset and receives changes. */
async function looking(
  { page, enter, admin }: Pick<Stage, 'page' | 'enter' | 'admin'>,
  who: Who = { role: 'admin' },
) {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName, location: who.location ?? 'indore' })
  const me = await enter(who)
  const open = listening(page)
  await page.goto(listOf(assetName))
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await open
  return { assetName, asset, me }
}

test('changes from elsewhere appear: new rows on demand, changed rows in place', async ({
  page,
  enter,
  admin,
  playwright,
}) => {
  const { assetName, asset, me } = await looking({ page, enter, admin })
  await makeAsset(admin, { assetName })
  await expect(newData(page)).toBeVisible()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await newData(page).click()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(newData(page)).toHaveCount(0)

  const [holder, other] = [newName('Holder'), newName('Other')]
  await admin.call('put', `/api/assets/${asset._id}`, { assignedUser: holder })
  await expect(assetRows(page).filter({ hasText: holder })).toHaveCount(1)
  await expect(newData(page)).toHaveCount(0)

  const request = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const phone = await handOf(request, me)
  await phone.call('put', `/api/assets/${asset._id}`, { assignedUser: other })
  await expect(assetRows(page).filter({ hasText: other })).toHaveCount(1)
  // A list whose refetch fails is refetched later.
  const { failed } = await breakOnce(page, '**/api/assets?*')
  await makeAsset(phone, { assetName })
  await failed
  await expect(newData(page)).toBeVisible()
  await request.dispose()
})

test('all tabs share one stream, a change in one reaches the others, and another tab takes over when the first closes', async ({
  page,
  enter,
  admin,
}) => {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName })
  await enter({ role: 'admin' })
  const streams: string[] = []
  page.context().on('request', (request) => isOpenStream(request.url()) && streams.push(request.url()))
  const open = listening(page)
  await page.goto(listOf(assetName))
  await open
  const second = await page.context().newPage()
  await second.goto(listOf(assetName))
  await expect(assetRows(second)).toHaveCount(1)
  await makeAsset(admin, { assetName })
  await expect(newData(second)).toBeVisible()
  expect(streams).toHaveLength(1)
  await newData(second).click()
  await newData(page).click()
  for (const tab of [page, second]) await expect(assetRows(tab)).toHaveCount(2)

  await second.getByRole('button', { name: `Delete ${assetName} ${asset.assetTagId}` }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(assetRows(second)).toHaveCount(1)
  await expect(newData(page)).toBeVisible()
  await expect(newData(second)).toHaveCount(0)
  const taken = listening(second)
  await page.close()
  await taken
  await makeAsset(admin, { assetName })
  await expect(newData(second)).toBeVisible()
})

test('changes during a lost connection are caught up', { tag: '@narrow' }, async ({ page, enter, admin }) => {
  let asked = 0
  const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>()
  await page.route('**/api/v1/live*', async (route) => {
    asked += 1
    // The first stream ends immediately, as if its server had shut down.
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

test('dashboard cards are live, and an inactive list is fresh when it is opened again', async ({
  page,
  enter,
  admin,
}) => {
  // In a new city, so that no other story changes the count.
  const { name } = await makeMaster(admin, 'city', { name: newName('City') })
  const location = name.toLowerCase()
  const { assetName } = await looking({ page, enter, admin }, { role: 'user', location })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const counted = page.getByRole('link', { name: /Total Registered Assets/ })
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(counted).toContainText('1')
  await makeAsset(admin, { assetName, location })
  // By then the page has received the change.
  await expect(counted).toContainText('2')
  await page.goBack()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(newData(page)).toHaveCount(0)
})
