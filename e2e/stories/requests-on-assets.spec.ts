import type { Page } from '@playwright/test'
import { type Asset, listOf, makeAsset, panelOf, titleOf } from '../support/assets.ts'
import { bulkScreen, chairs, chooseAndUpload } from '../support/imports.ts'
import { notificationsScreen, untilTold } from '../support/notifications.ts'
import { handOf } from '../support/people.ts'
import { askFor, askWithPhoto } from '../support/state-changes.ts'
import { expect, test } from '../support/story.ts'

const requestPanel = (page: Page) => page.getByRole('dialog', { name: /^Request [\d,]+$/ })
const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a pending request is shown on the asset, cannot be repeated, and its history has person, reason and note', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await askWithPhoto(admin, [asset])
  await enter()
  await page.goto(listOf(asset.assetTagId))
  await page.getByRole('link', { name: 'Pending: Not-Working' }).click()
  await expect(page).toHaveURL(/[?&]request=/)
  await expect(requestPanel(page)).toContainText('The left armrest is broken')
  await expect(requestPanel(page).getByRole('button', { name: /^Enlarge/ })).toBeVisible()
  await page.reload()
  await requestPanel(page)
    .getByRole('link', { name: titleOf(asset) })
    .click()

  const panel = panelOf(page, asset)
  await expect(panel.getByRole('note')).toContainText('A change to Not-Working is waiting for a decision')
  await panel.getByRole('button', { name: 'Request state change' }).click()
  const form = page.getByRole('dialog', { name: 'Request state change' })
  await expect(form.getByRole('note')).toContainText('The left armrest is broken')
  await expect(form.getByRole('textbox')).toHaveCount(0)
  await form.getByRole('link', { name: /^Open request/ }).click()
  await expect(form).toHaveCount(0)

  await requestPanel(page).getByRole('button', { name: 'Deny' }).click()
  await page
    .getByRole('dialog', { name: 'Deny 1 request' })
    .getByLabel('Note')
    .fill('It was mended this morning')
  await page.keyboard.press('Control+Enter')
  const toast = toastOf(page, `Request for ${titleOf(asset)} denied`)
  await expect(toast).toBeVisible()
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(requestPanel(page)).toContainText('It was mended this morning')
  await expect(requestPanel(page).getByText('Denied', { exact: true })).toBeVisible()
  await requestPanel(page)
    .getByRole('link', { name: titleOf(asset) })
    .click()
  await expect(panel.getByRole('note')).toHaveCount(0)
  const line = (text: string) => panel.getByRole('listitem').filter({ hasText: text })
  await expect(line('State change denied')).toContainText('It was mended this morning')
  await expect(line('State change requested')).toContainText('The left armrest is broken')
  await expect(line('State change requested').getByRole('button', { name: /^Enlarge/ })).toBeVisible()
})

test('the notification of a decision has its icon, links to the request, and disappears when it is undone', async ({
  page,
  enter,
  admin,
  playwright,
}) => {
  const [denied, accepted] = [await makeAsset(admin), await makeAsset(admin)]
  const me = await enter()
  const context = await playwright.request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  const mine = await handOf(context, me)
  const ids = [...(await askFor(mine, [denied])), ...(await askFor(mine, [accepted]))]
  const decide = (id: string | undefined, decision: string) =>
    admin.call('post', '/api/v1/state-changes/decide', { ids: [id], decision, note: 'Please look again' })
  await decide(ids[0], 'deny')
  await decide(ids[1], 'accept')
  await untilTold(me, 2)
  await page.goto(notificationsScreen)
  const item = (asset: Asset) => page.getByRole('listitem').filter({ hasText: titleOf(asset) })
  await expect(item(denied)).toContainText('denied your request')
  await expect(item(accepted)).toContainText('accepted your request')
  const sign = (asset: Asset) => item(asset).locator('svg[data-tone]').getAttribute('data-tone')
  expect([await sign(denied), await sign(accepted)]).toEqual(['bad', 'good'])
  await item(denied).getByRole('link').click()
  await expect(requestPanel(page)).toContainText('Please look again')
  await expect(page).toHaveURL(new RegExp(`${notificationsScreen}\\?request=${ids[0]}`))
  await page.keyboard.press('Escape')

  await admin.call('post', '/api/v1/state-changes/undo', { ids })
  await expect(item(denied)).toHaveCount(0)
  await expect(item(accepted)).toHaveCount(0)
  await context.dispose()
})

test('a job that ends while its owner watches sends no notification', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const said = page.waitForResponse('**/api/v1/notifications/shown')
  await chooseAndUpload(page, chairs(1))
  await expect(page.getByRole('button', { name: 'Register 1 asset' })).toBeVisible()
  await said
  await page.goto(notificationsScreen)
  // Parallel stories may create requests meanwhile.
  const news = page.getByRole('main').getByRole('listitem')
  const nothing = page.getByText(/^Nothing yet\./)
  await expect(nothing.or(news).first()).toBeVisible()
  await expect(news.filter({ hasText: 'was checked and is waiting for you' })).toHaveCount(0)
})
