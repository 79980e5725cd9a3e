import type { BrowserContext, Page } from '@playwright/test'
import {
  countAddress,
  newTags,
  openRoom,
  readFile,
  tagsByDevice,
  unsentBar,
  waitForWorker,
} from '../support/counting.ts'
import { enterAs, handOf, type Person } from '../support/people.ts'
import { scan } from '../support/reader.ts'
import { expect, test } from '../support/story.ts'

test.setTimeout(180_000)

/** Ends every session of the person except the one used for it. */
async function expireSessions(page: Page, person: Person) {
  const hand = await handOf(page.request, person)
  await hand.call('delete', '/api/v1/sessions')
}

async function signIn(page: Page, { email, password }: Person) {
  // The demo fills in its own credentials; wait for that first.
  await page.getByText('The login is already filled in.').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login now' }).click()
}

test('500 tags read offline, across a reload and an expired session, are stored once @narrow', async ({
  page,
  context,
  admin,
}) => {
  const counted = await openRoom({ page, admin })
  const own = newTags(499)
  await waitForWorker(page)

  await context.setOffline(true)
  await scan(page, counted.tags[0])
  await expect(page.locator('[data-class]').first()).toContainText('Office Chair')
  await readFile(page, own.slice(0, 299))
  await expect(unsentBar(page)).toContainText('300 reads to send')
  await expect(unsentBar(page)).toContainText(/No network|The server is not responding/)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  await expect(unsentBar(page)).toContainText('300 reads to send')
  await readFile(page, [...own.slice(290, 499), counted.tags[0]])
  await expect(unsentBar(page)).toContainText('500 reads to send')

  await expireSessions(page, counted.person)
  await context.setOffline(false)
  await expect(unsentBar(page)).toContainText('Log in to send 500 reads', { timeout: 45_000 })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  expect(await tagsByDevice(admin, counted.inventory._id)).not.toContain(500)
  await unsentBar(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, counted.person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  await expect(unsentBar(page)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([500])
})

test('reads of a second device are merged, and two tabs of one device send nothing twice', async ({
  page,
  context,
  browser,
  admin,
}) => {
  const counted = await openRoom({ page, admin })
  const tags = newTags(120)
  await waitForWorker(page)
  const other = await context.newPage()
  await other.goto(countAddress(counted))
  await context.setOffline(true)
  await readFile(page, tags.slice(0, 80))
  await readFile(other, tags.slice(40, 120))
  await expect(unsentBar(page)).toContainText('120 reads to send')
  await expect(unsentBar(other)).toContainText('120 reads to send')
  const sent: unknown[] = []
  for (const tab of [page, other])
    tab.on('request', (request) => {
      if (request.url().endsWith('/reads')) sent.push(request.postDataJSON().sweepId)
    })
  await context.setOffline(false)
  for (const tab of [page, other])
    await expect(unsentBar(tab)).toContainText('Everything is sent', { timeout: 45_000 })
  expect(new Set(sent).size).toBe(sent.length)
  await other.close()

  const second = await browser.newContext()
  const phone = await second.newPage()
  await enterAs(phone, counted.person)
  await phone.goto(countAddress(counted))
  await readFile(phone, [...tags.slice(100), ...newTags(5)])
  await expect(phone.getByText('25 tags read')).toBeVisible()
  await expect(unsentBar(phone)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toEqual([25, 120])
  await second.close()
  const { rooms } = (await admin.call('get', `/api/v1/counting/${counted.inventory._id}/rooms`)) as {
    rooms: { _id: string; tags: number }[]
  }
  expect(rooms.find(({ _id }) => _id === counted.rooms[0]?.id)?.tags).toBe(125)
})

/** The number of responses that the device stores for counting. */
const shownOnDevice = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('counting')
    opening.onerror = reject
    opening.onsuccess = () => {
      const count = opening.result.transaction('kept').objectStore('kept').count()
      count.onerror = reject
      count.onsuccess = () => {
        opening.result.close()
        resolve(count.result)
      }
    }
  })`)

/** Reads four tags that cannot be sent, and logs out anyway: the device then shows nothing that it stored. */
async function logOutWithUnsent({ page, context }: { page: Page; context: BrowserContext }) {
  await context.setOffline(true)
  await readFile(page, newTags(4))
  await expect(unsentBar(page)).toContainText('4 reads to send')
  await page.route('**/reads', (route) => route.abort())
  await context.setOffline(false)
  await page.goto('/dashboard/default')
  const question = page.getByRole('dialog', { name: 'Log out with unsent reads?' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(question).toContainText('4 of your reads are not sent yet. They stay on this device')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/dashboard/)
  expect(await shownOnDevice(page)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await shownOnDevice(page)).toBe(0)
}

test('unsent reads wait for their person, are never sent as somebody else, and survive a logout', async ({
  page,
  context,
  admin,
}) => {
  const counted = await openRoom({ page, admin }, { name: 'Asha Rao' })
  const asha = counted.person
  await waitForWorker(page)
  await context.setOffline(true)
  await readFile(page, newTags(6))
  await expect(unsentBar(page)).toContainText('6 reads to send')
  await expireSessions(page, asha)
  const vikram = await admin.person({ role: 'admin', name: 'Vikram Shah' })
  await context.setOffline(false)
  await unsentBar(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, vikram)
  await expect(unsentBar(page)).toContainText('6 reads by Asha Rao are not sent yet')
  await expect(unsentBar(page)).not.toContainText('Everything is sent')
  expect(await tagsByDevice(admin, counted.inventory._id)).not.toContain(6)

  await expireSessions(page, vikram)
  await page.reload()
  await unsentBar(page).getByRole('link', { name: 'Log in' }).click()
  await signIn(page, asha)
  await expect(unsentBar(page)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toContain(6)

  await logOutWithUnsent({ page, context })
  await page.goto(countAddress(counted))
  await expect(page).toHaveURL(/login/)
  await page.unroute('**/reads')
  await signIn(page, asha)
  await expect(unsentBar(page)).toContainText('Everything is sent')
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id)).toContain(10)
})

/** What a browser checks before it offers to install the app. */
async function canBeInstalled(page: Page) {
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/count', display: 'standalone' })
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
  const scopes = await page.evaluate(
    'navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => new URL(scope).pathname).sort())',
  )
  expect(scopes).toEqual(['/count', '/scan'])
}

test('the counting app can be installed, and an update keeps unsent reads', async ({
  page,
  context,
  admin,
}) => {
  const counted = await openRoom({ page, admin })
  await waitForWorker(page)
  await canBeInstalled(page)
  await context.setOffline(true)
  await readFile(page, newTags(8))
  await expect(unsentBar(page)).toContainText('8 reads to send')
  // Like a newer version in another tab, which needs the older one to close its connection.
  await page.evaluate(`new Promise((resolve, reject) => {
    const newer = indexedDB.open('counting', 99)
    newer.onupgradeneeded = () => newer.result.createObjectStore('of a newer version')
    newer.onerror = reject
    newer.onsuccess = () => resolve(newer.result.close())
  })`)
  await readFile(page, newTags(5))
  await expect(unsentBar(page)).toContainText('13 reads to send')
  await page.reload()
  await expect(unsentBar(page)).toContainText('13 reads to send')
  await context.setOffline(false)
  await expect.poll(() => tagsByDevice(admin, counted.inventory._id), { timeout: 45_000 }).toEqual([13])
})
