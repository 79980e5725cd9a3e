import type { Page } from '@playwright/test'
import { assetRows, listOf, makeAsset, titleOf } from '../support/assets.ts'
import { silenceStream } from '../support/network.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

/** The API requests of a page, without the stream. */
function requestsOf(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (
      request.resourceType() === 'fetch' &&
      /^\/(api|dashboard)\//.test(pathname) &&
      !/\/live$/.test(pathname)
    )
      sent.push(`${request.method()} ${pathname}`)
  })
  /** The requests since the last call, sorted, including those that follow from the first ones. */
  return async () => {
    await page.waitForTimeout(2_000)
    return sent.splice(0).toSorted()
  }
}

const notifications = 'GET /api/v1/notifications'

const ofList = [
  'GET /api/assets',
  'GET /api/v1/bulk-jobs',
  'GET /api/v1/exports',
  'GET /api/v1/masters/asset-state',
  'GET /api/v1/own-fields',
  'GET /api/v1/me',
  notifications,
  'GET /api/v1/places/cities',
  'GET /api/v1/state-changes/pending',
  'GET /api/v1/tag-series',
]

test('a list, a second tab and an edit send each request once', async ({ page, enter, admin }) => {
  const assetName = newName('Lamp')
  const asset = await makeAsset(admin, { assetName })
  await enter({ role: 'admin' })
  await silenceStream(page)
  const ofPage = requestsOf(page)
  await page.goto(listOf(assetName))
  await expect(assetRows(page)).toHaveCount(1)
  // A stream does not repeat earlier notifications, so they are fetched once more.
  const opened = [...ofList, notifications].toSorted()
  expect(await ofPage()).toEqual(opened)

  const tab = await page.context().newPage()
  await silenceStream(tab)
  const ofTab = requestsOf(tab)
  await tab.goto(listOf(assetName))
  await expect(assetRows(tab)).toHaveCount(1)
  expect(await ofTab()).toEqual(opened)
  expect(await ofPage()).toEqual([])
  await tab.close()

  await page.getByRole('button', { name: `Edit ${titleOf(asset)}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })
  const holder = newName('Holder')
  await dialog.getByRole('combobox', { name: 'Assigned User' }).fill(holder)
  await ofPage()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(assetRows(page)).toContainText([holder])
  expect(await ofPage()).toEqual([
    'GET /api/assets',
    'GET /api/v1/masters/asset-name',
    'GET /api/v1/state-changes/pending',
    `PUT /api/assets/${asset._id}`,
  ])
})
