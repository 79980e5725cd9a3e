import { places } from '@ats/contract/places.ts'
import { type Delivery, type Webhook, webhooks } from '@ats/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ago, idOf, onePage } from '../../../test/listed.ts'
import { reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const dialog = page.getByRole('dialog')

const webhook = (number: number, given: Partial<Webhook> = {}): Webhook => ({
  ...{ id: idOf(number), name: `Warehouse ${number}`, url: 'https://example.com/events', places: null },
  ...{ topics: ['asset', 'place.created'], state: 'active', mine: true, by: 'Asha Rao', version: 3 },
  ...{ secretMadeAt: ago(9000), formerSecretUntil: null, heldUntil: null, pending: 2, replaying: false },
  ...{ lastDeliveredAt: ago(60), lastFailedAt: null, createdAt: ago(90_000) },
  ...given,
})

const delivery = (eventId: number, given: Partial<Delivery> = {}): Delivery => ({
  ...{ eventId, action: 'asset.changed', at: ago(eventId), status: 'delivered', tries: 1, triedAt: ago(30) },
  ...{ nextAt: null, code: 200, failure: null, durationMs: 35 },
  ...given,
})

const address = (id: string) => `/dashboard/default/webhooks/${id}`
const bodies = (of: Parameters<typeof sentTo>[0]) => sentTo(of).map(({ body }) => body)

test('a first webhook is added by keyboard, and its secret is shown once', async () => {
  respond(webhooks.list, { webhooks: [] })
  respond(places.search, { places: [] })
  respond(webhooks.create, { webhook: webhook(1), secret: 'whsec_c2VjcmV0' })
  await openScreen('/dashboard/default/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(dialog.getByText('Name is required!')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Warehouse')
  await dialog.getByLabelText('URL').fill('https://example.com/events')
  await dialog.getByRole('combobox', { name: 'Entries' }).fill('asset: all')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect.element(page.getByText('whsec_c2VjcmV0')).toBeVisible()
  await expect.element(dialog.getByText(/It is not shown again/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText('whsec_c2VjcmV0')).not.toBeInTheDocument()
  expect(bodies(webhooks.create)).toEqual([
    { name: 'Warehouse', url: 'https://example.com/events', topics: ['asset'], placeIds: null },
  ])
})

test('an address that the server refuses is named at its field', async () => {
  respond(webhooks.list, { webhooks: [webhook(1), webhook(2, { state: 'failing', mine: false })] })
  respond(webhooks.get, webhook(1))
  respond(webhooks.deliveries, { deliveries: [], ...onePage(0) })
  reject(webhooks.change, 'webhook-address-not-allowed', {}, 'url')
  await openScreen('/dashboard/default/webhooks')
  await expect.element(page.getByText('Asha Rao · https://example.com/events')).toBeVisible()
  await expect.element(page.getByText('Failing')).toBeVisible()
  await page.getByRole('link', { name: 'Open Warehouse 1' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabelText('URL').fill('https://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/does not send webhooks to this address/)).toBeVisible()
  expect(bodies(webhooks.change)).toEqual([{ url: 'https://10.0.0.1/', version: 3 }])
})

test('deliveries show their outcome, and one is sent again', async () => {
  const deliveries = [
    delivery(9, { status: 'pending', failure: 'timeout', code: null, tries: 2, nextAt: ago(-60) }),
    delivery(8),
    delivery(7, { status: 'failed', failure: 'redirect', code: 302, tries: 14 }),
  ]
  respond(webhooks.get, webhook(1))
  respond(webhooks.deliveries, { deliveries, ...onePage(3) })
  respond(webhooks.repeat, { message: 'x' })
  await openScreen(address(idOf(1)))
  const main = page.getByRole('main')
  await expect.element(main.getByText('No response in time')).toBeVisible()
  await expect.element(main.getByText('Status 302: redirects are not followed')).toBeVisible()
  await expect.element(main.getByText('Asset: all entries, Place created')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Send again: entry 9' })).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Send again: entry 7' }).click()
  await expect.element(page.getByText('The entry is sent again')).toBeVisible()
  expect(sentTo(webhooks.repeat)[0]?.address.pathname).toContain('/deliveries/7/repeat')
})

test('a test says what came back; a replay needs a start; deleting asks first', async () => {
  respond(webhooks.get, webhook(1))
  respond(webhooks.deliveries, { deliveries: [], ...onePage(0) })
  respond(webhooks.test, { delivered: false, code: null, failure: 'certificate', durationMs: 12 })
  respond(webhooks.replay, webhook(1, { replaying: true }))
  respond(webhooks.rotate, { webhook: webhook(1, { formerSecretUntil: ago(-86_000) }), secret: 'whsec_bmV3' })
  await openScreen(address(idOf(1)))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.element(page.getByText('The certificate is not valid')).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(dialog.getByText('Choose either a time or a number.')).toBeVisible()
  await dialog.getByLabelText('From entry number').fill('41')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText('Warehouse 1 sends these entries again')).toBeVisible()
  expect(bodies(webhooks.replay)).toEqual([{ fromEvent: 41 }])
  await more.click()
  await page.getByRole('menuitem', { name: 'Replace secret' }).click()
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  await expect.element(page.getByText('whsec_bmV3')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await userEvent.keyboard('{Escape}')
  expect(bodies(webhooks.remove)).toEqual([])
})
