import type { Page } from '@playwright/test'
import { makeAsset } from '../support/assets.ts'
import { pressOn } from '../support/keyboard.ts'
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

/** Opens the page and sees that every card shows what the server counted. */
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

test('five cards show the counts, and a city narrows them', { tag: '@narrow' }, async ({ page, enter }) => {
  await enter({ role: 'admin' })
  const all = await countsShownAt(page, '/dashboard')
  await expect(page).toHaveURL('/dashboard/default')
  const indore = await countsShownAt(page, '/dashboard/indore')
  expect(indore.mm).toBeGreaterThan(0)
  expect(indore.mm).toBeLessThan(all.mm)
  expect(indore.properties).toBeLessThan(all.properties)
  expect(indore.users).toBeLessThan(all.users)
})

const cityButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true })

test('choosing a city keeps the screen, and choosing all locations leads back', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await cityButton(page, 'All locations').click()
  await cityButton(page, 'Mumbai').click()
  await expect(page).toHaveURL('/dashboard/mumbai')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Masters' }).click()
  await page.getByRole('link', { name: 'City Master' }).click()
  await expect(page).toHaveURL('/dashboard/mumbai/masters/city-master')
  await cityButton(page, 'Mumbai').click()
  await cityButton(page, 'All locations').click()
  await expect(page).toHaveURL('/dashboard/default/masters/city-master')
})

test('choosing a city with the keyboard alone', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await pressOn(page, cityButton(page, 'All locations'))
  await pressOn(page, cityButton(page, 'Delhi'))
  await expect(page).toHaveURL('/dashboard/delhi')
})

test('a person of one city sees that city and no other', async ({ page, enter }) => {
  await enter({ role: 'user', location: 'pune' })
  const own = cards.filter(([, count]) => count !== 'users')
  const mine = await countsShownAt(page, '/dashboard/default', own)
  const pune = await countsShownAt(page, '/dashboard/pune', own)
  expect(mine.mm).toBe(pune.mm)
  await expect(cityButton(page, 'All locations')).toHaveCount(0)
  await page.goto('/dashboard/indore')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('a city that does not exist is not found, and capitals are put right', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/atlantis')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/default')
  await page.goto('/dashboard/Indore')
  await expect(page).toHaveURL('/dashboard/indore')
})

test('the five locations of the demo have a dashboard each', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  for (const city of ['indore', 'mumbai', 'bangalore', 'delhi', 'pune'])
    await countsShownAt(page, `/dashboard/${city}`)
})

test('a card leads to what it counts', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.goto('/dashboard/delhi')
  await page.getByRole('link', { name: 'Total Registered Users' }).click()
  await expect(page).toHaveURL('/dashboard/delhi/users')
})

test('when the counts cannot be loaded the page says so and tries again', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await page.route('/dashboard/counts*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/dashboard/default')
  await expect(page.getByRole('alert')).toContainText('Error loading dashboard data')
  await page.unroute('/dashboard/counts*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Counts' }).getByRole('listitem')).toHaveCount(cards.length)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('below the cards stands what waits, how assets are spread and what happened, each leading to its rows', async ({
  page,
  enter,
  admin,
}) => {
  await makeAsset(admin)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  const section = (name: string) => page.getByRole('region', { name })
  await expect(section('Waiting for you')).toBeVisible()
  await expect(section('Assets by place').getByRole('row').first()).toBeVisible()
  await expect(section('Recent activity').getByRole('listitem').first()).toContainText('Asset')
  await section('Assets by state').getByRole('link', { name: 'Working', exact: true }).click()
  await expect(page).toHaveURL(/view-assets\?.*state=Working/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('someone with Reports alone sees the cards of what they may open', async ({ page, enter, admin }) => {
  const role = newName('Readers')
  await admin.call('post', '/api/v1/roles', { roleName: role, permissions: ['reports'] })
  await enter({ role: role.toLowerCase() })
  const own = cards.filter(([, count]) => count !== 'users')
  await countsShownAt(page, '/dashboard/default', own)
  await expect(page.getByRole('region', { name: 'Assets by state' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0)
})

const dayFromNow = (days: number) =>
  new Intl.DateTimeFormat('en-CA').format(new Date(Date.now() + days * 24 * 60 * 60 * 1000))

test('rentals that end soon lead to their report, and inventories to theirs', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  const rental = { rentalStartDate: dayFromNow(-355), rentalPeriod: '12', location: 'indore' }
  await admin.call('put', `/api/assets/${asset._id}`, rental)
  await enter({ role: 'admin' })
  await page.goto('/dashboard/default')
  await page.getByRole('link', { name: /rentals? ends? within 30 days/ }).click()
  await expect(page).toHaveURL(/reports\/report-rentals\?from=[\d-]+&to=[\d-]+$/)
  await expect(page.getByRole('table', { name: 'Rentals Ending' })).toContainText(asset.assetTagId)
  await page.goto('/dashboard/default')
  const inventories = page.getByRole('region', { name: 'Inventories of the last year' })
  await expect(inventories).toBeVisible()
})

test('readers are counted where there are some, each number leading to its rows', async ({
  page,
  enter,
  admin,
}) => {
  const { property, nextDoor } = await makeEstate(admin)
  await admin.call('post', '/api/v1/readers', {
    ...{ name: newName('Gate'), adapter: 'impinj', placeId: property.id },
  })
  await enter({ role: 'user', places: [property.id] })
  await page.goto('/dashboard/default')
  const readers = page.getByRole('region', { name: 'Readers' })
  await readers.getByRole('link', { name: '0 readers are connected and reading' }).click()
  await expect(page).toHaveURL('/dashboard/default/readers?status=active')
  await enter({ role: 'user', places: [nextDoor.property.id] })
  await page.goto('/dashboard/default')
  await expect(page.getByRole('region', { name: 'Assets by place' })).toBeVisible()
  await expect(readers).toHaveCount(0)
})
