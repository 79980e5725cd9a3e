import type { Page } from '@playwright/test'
import { makeAsset } from '../support/assets.ts'
import { makeEstate } from '../support/limited.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

type Counts = Record<'assets' | 'mm' | 'properties' | 'deletedAssets' | 'users', number>

const cards: [text: string, count: keyof Counts][] = [
  ['Total Registered Assets', 'assets'],
  ['Total Registered MM', 'mm'],
  ['Total Registered Property', 'properties'],
  ['Total Deleted Assets', 'deletedAssets'],
  ['Total Registered Users', 'users'],
]

/** Opens the page and checks that every card shows the server's count. */
async function countsShownAt(page: Page, address: string, expected = cards): Promise<Counts> {
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/dashboard/counts')
  await page.goto(address)
  const counts = (await (await answer).json()) as Counts
  const list = page.getByRole('list', { name: 'Counts' })
  await expect(list.getByRole('listitem')).toHaveCount(expected.length)
  for (const [text, count] of expected) {
    const card = list.getByRole('listitem').filter({ hasText: text })
    await expect(card).toHaveText(`${counts[count].toLocaleString('en-IN')}${text}`)
  }
  return counts
}

const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA').format(new Date(Date.now() + days * 24 * 60 * 60 * 1000))

test('the cards show the counts of the server, a city filters them, and the lines below link to their rows', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  const rental = { rentalStartDate: dayFromNow(-355), rentalPeriod: '12', location: 'indore' }
  await admin.call('put', `/api/assets/${asset._id}`, rental)
  await enter({ role: 'admin' })
  const indore = await countsShownAt(page, '/dashboard/indore')
  const all = await countsShownAt(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard/default')
  expect(indore.mm).toBeGreaterThan(0)
  expect(indore.mm).toBeLessThan(all.mm)
  expect(indore.properties).toBeLessThan(all.properties)
  expect(indore.users).toBeLessThan(all.users)
  const section = (name: string) => page.getByRole('region', { name })
  await expect(section('Needs your attention')).toBeVisible()
  await expect(section('Inventories of the last year')).toBeVisible()
  await section('Assets over the last year').getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('table', { name: 'Assets over the last year' }).getByRole('row')).toHaveCount(
    13,
  )
  await expect(section('Assets by place').getByRole('row').first()).toBeVisible()
  await page.getByRole('link', { name: /rentals? ends? within 30 days/ }).click()
  await expect(page).toHaveURL(/reports\/report-rentals\?from=[\d-]+&to=[\d-]+$/)
  await expect(page.getByRole('table', { name: 'Rentals Ending' })).toContainText(asset.assetTagId)
})

test('a person of one place sees only the counts and readers of that place', async ({
  page,
  enter,
  admin,
}) => {
  const { property, nextDoor } = await makeEstate(admin)
  await admin.call('post', '/api/v1/readers', {
    ...{ name: newName('Gate'), adapter: 'impinj', placeId: property.id },
  })
  await enter({ role: 'user', places: [property.id] })
  const own = cards.filter(([, count]) => count !== 'users')
  const mine = await countsShownAt(page, '/dashboard/default', own)
  expect([mine.assets, mine.properties]).toEqual([2, 1])
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await expect(activity.getByText('Asset registered')).toBeVisible()
  const readers = page.getByRole('region', { name: 'Reads per hour' })
  await expect(readers.getByRole('link', { name: '0 readers are connected and reading' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'All locations' })).toHaveCount(0)
  await page.goto('/dashboard/mumbai')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()

  await enter({ role: 'user', places: [nextDoor.property.id] })
  expect((await countsShownAt(page, '/dashboard/default', own)).assets).toBe(1)
  await expect(page.getByRole('region', { name: 'Assets by state' })).toBeVisible()
  await expect(readers).toHaveCount(0)
})
