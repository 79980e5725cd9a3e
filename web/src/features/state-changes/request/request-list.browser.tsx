import { type StateChange, stateChanges } from '@ats/contract/state-changes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  assetNumbered,
  requestFor,
  respondToAssets,
  respondToRequests,
  resultOf,
} from '../../../../test/assets.ts'
import { pressOn } from '../../../../test/keyboard.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'

const list = '/dashboard/asset-state-change'
const [chair, desk] = [assetNumbered(1), assetNumbered(2, { assetName: 'Desk' })]
const rows = page.getByRole('table', { name: 'Asset State Change Request' }).getByRole('row')
const opener = page.getByRole('button', { name: 'New request' })
const dialog = page.getByRole('dialog', { name: 'Request state change' })
const send = dialog.getByRole('button', { name: 'Send request' })
const bar = page.getByRole('region', { name: /selected$/ })

async function open(requests: StateChange[] = [], address = list) {
  respondToAssets([chair, desk])
  respondToRequests(requests)
  return openScreen(address)
}

test('scanned assets are listed once each, an unknown tag is named, and missing values are reported', async () => {
  await open()
  await pressOn(opener)
  await expect.element(dialog.getByLabelText('Assets', { exact: true })).toHaveFocus()
  await send.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please add at least one asset.')
  await expect.element(dialog.getByText('Please choose the new state.')).toBeVisible()
  await expect.element(dialog.getByText('Please give a reason.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Assets', { exact: true })).toHaveFocus()

  const items = dialog.getByRole('listitem')
  for (const [at, code] of [chair.rfidTag ?? '', 'E2000000UNKNOWN1', desk.assetTagId].entries()) {
    await scan(code)
    await expect.element(items.nth(at)).toBeVisible()
  }
  await expect.element(dialog.getByText('2 assets')).toBeVisible()
  await expect.element(items.nth(1).getByText('No asset has this tag or number.')).toBeVisible()
  await scan(chair.assetTagId)
  await expect.element(dialog.getByText('Chair 1 A1001 is already in the list.')).toBeVisible()
  await expect.element(items.nth(3)).not.toBeInTheDocument()
  respond(stateChanges.create, resultOf({ of: chair, code: 'requested' }, { of: desk, code: 'requested' }))
  await dialog.getByLabelText('New State').selectOptions('UP')
  await dialog.getByLabelText('Reason').fill('Mended')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('State change requested for 2 assets')).toBeVisible()
  await expect.element(opener).toHaveFocus()
  expect(sentTo(stateChanges.create)[0]?.body).toMatchObject({ newState: 'UP', reason: 'Mended' })
})

test('each status is shown with its note and can be filtered, and paging works as in reports', async () => {
  const denied = { status: 'denied' as const, decidedBy: 'Ravi Shah', note: 'It is fine' }
  const many = Array.from({ length: 11 }, (_, at) => requestFor(desk, at + 10))
  await open([requestFor(chair, 1, denied), requestFor(desk, 2, { isMine: true }), ...many])
  await expect.element(page.getByText('1-10 of 13')).toBeVisible()
  await expect.element(rows.nth(2).getByText('Meera Iyer (you)')).toBeVisible()
  const sizes = page.getByLabelText('Rows per page:').element().querySelectorAll('option')
  expect([...sizes].map(({ value }) => value)).toEqual(['10', '15', '20', '25', '30'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('11-13 of 13')).toBeVisible()

  await page.getByLabelText('Status', { exact: true }).selectOptions('Denied')
  await expect.element(page.getByText('1-1 of 1')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Note', 'Decided By']) await page.getByRole('checkbox', { name }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(rows.nth(1).getByText('It is fine')).toBeVisible()
  await expect.element(rows.nth(1).getByText('Ravi Shah')).toBeVisible()
  await page.getByLabelText('Only mine').click()
  await expect.element(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.element(page.getByText('1-10 of 13')).toBeVisible()
})

test('people cancel their own requests after a confirmation, and requests of others are named', async () => {
  const requests = [requestFor(chair, 1, { isMine: true }), requestFor(desk, 2)]
  await open(requests)
  respond(
    stateChanges.cancel,
    resultOf({ of: chair, code: 'cancelled' }, { of: desk, code: 'request-of-someone-else', ok: false }),
  )
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await bar.getByRole('button', { name: 'Cancel 2 requests' }).click()
  const sure = page.getByRole('dialog', { name: 'Cancel 2 requests' })
  await sure.getByRole('button', { name: 'Cancel 2 requests' }).click()
  const result = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect
    .element(result.getByRole('listitem'))
    .toHaveTextContent('A1002Only the person who made the request can cancel it.')
  expect(sentTo(stateChanges.cancel)[0]?.body).toEqual({ ids: requests.map(({ _id }) => _id) })
})

test('the panel of an asset requests one of the other states, and the toast is next to the panel', async () => {
  await open([], `/dashboard/default/manage-asset/view-assets?asset=${chair._id}`)
  const panel = page.getByRole('dialog', { name: 'Chair 1', exact: true })
  await panel.getByRole('button', { name: 'Request state change' }).click()
  await expect.element(dialog.getByText('Chair 1 A1001 · Working')).toBeVisible()
  const state = dialog.getByLabelText('New State')
  await expect.element(state.getByRole('option', { name: 'UP' })).toBeInTheDocument()
  await expect.element(state.getByRole('option', { name: 'Working', exact: true })).not.toBeInTheDocument()
  respond(stateChanges.create, resultOf({ of: chair, code: 'requested' }))
  await state.selectOptions('UP')
  await dialog.getByLabelText('Reason').fill('Mended')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const toast = page.getByRole('status').filter({ hasText: 'State change requested for Chair 1 A1001' })
  await expect.element(toast).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  const [said, shown] = [toast, panel].map((part) => part.element().getBoundingClientRect())
  expect(said?.right).toBeLessThan(shown?.left ?? 0)
})

test('a pending request is shown on its asset, cannot be repeated, and has its own address', async () => {
  const request = requestFor(chair, 1)
  respondToAssets([chair, desk])
  respond(stateChanges.pending, { stateChanges: [request] })
  respond(stateChanges.get, request)
  const router = await openScreen('/dashboard/default/manage-asset/view-assets')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await bar.getByRole('button', { name: 'Request state change' }).click()
  const note = dialog.getByRole('note')
  await expect.element(note.getByText('1 asset is left out: it already has a pending request.')).toBeVisible()
  await expect
    .element(note.getByRole('listitem').getByText(/Meera Iyer .*requested Not-Working/))
    .toBeVisible()
  await expect.element(dialog.getByText('1 asset', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('link', { name: 'Pending: Not-Working' }).click()
  const panel = page.getByRole('dialog', { name: 'Request 101' })
  await expect.element(panel.getByText('The left armrest is broken')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ request: request._id })
  await panel.getByRole('link', { name: 'Chair 1 A1001' }).click()
  const asset = page.getByRole('dialog', { name: 'Chair 1', exact: true })
  await expect
    .element(asset.getByRole('note').getByText('A change to Not-Working is waiting for a decision'))
    .toBeVisible()
  await asset.getByRole('button', { name: 'Request state change' }).click()
  await expect.element(dialog.getByRole('note').getByText('The left armrest is broken')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
})

test('a request out of scope does not exist', async () => {
  reject(stateChanges.get, 'request-not-found')
  await open([], `${list}?request=${requestFor(chair, 1)._id}`)
  await expect.element(page.getByRole('dialog').getByText('This request does not exist')).toBeVisible()
})
