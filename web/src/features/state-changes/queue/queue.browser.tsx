import { assets } from '@ats/contract/assets/assets.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
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
import { openScreen } from '../../../../test/screen.tsx'

const queue = '/dashboard/manage-assets'
const list = '/dashboard/asset-state-change'
const [chair, desk] = [assetNumbered(1), assetNumbered(2, { assetName: 'Desk' })]
const rows = page.getByRole('table', { name: 'Manage Assets' }).getByRole('row')
const heading = page.getByRole('heading', { level: 1 })
const toast = (text: string) => page.getByRole('status').filter({ hasText: text })
const bar = page.getByRole('region', { name: /selected$/ })

async function open(requests = [requestFor(chair, 1), requestFor(desk, 2)]) {
  respondToAssets([chair, desk])
  respondToRequests(requests)
  return openScreen(queue)
}

test('a row shows who requested what and why, and an enlarged photo returns the focus', async () => {
  const photo = '/api/v1/state-changes/01900000-0000-7000-8000-d00000000001/image'
  respond(stateChanges.image, new Blob() as never)
  await open([requestFor(chair, 1, { image: photo, thumbnail: photo, assignedUser: 'Dev Rao' })])
  for (const text of ['Meera Iyer', 'The left armrest is broken', 'Indore', 'Dev Rao', 'Not-Working'])
    await expect.element(rows.nth(1).getByText(text).first()).toBeVisible()
  const enlarge = page.getByRole('button', { name: /^Enlarge the image of .* A1001$/ })
  await enlarge.click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(enlarge).toHaveFocus()
  await page.getByRole('link', { name: 'Chair 1' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Chair 1' })).toBeVisible()
})

test('requests are decided by keyboard, one toast at a time, and the focus moves to the heading', async () => {
  const requests = [requestFor(chair, 1), requestFor(desk, 2)]
  await open(requests)
  respond(stateChanges.decide, () => {
    const [decided] = requests.splice(0, 1)
    return resultOf({ of: decided ?? requestFor(chair, 1), code: 'done' })
  })
  await expect.element(rows.nth(2)).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(rows.nth(1)).toHaveFocus()
  await pressOn(page.getByRole('button', { name: /^Accept .* A1001$/ }))
  await expect.element(toast('Request for Chair 1 A1001 accepted')).toBeVisible()
  await expect.element(heading).toHaveFocus()

  await pressOn(page.getByRole('button', { name: /^Deny .* A1002$/ }))
  const dialog = page.getByRole('dialog', { name: 'Deny 1 request' })
  const note = dialog.getByLabelText('Note')
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Please give a reason for denying the request.')
  await note.fill('It was mended this morning')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(toast('Request for Desk A1002 denied')).toBeVisible()
  await expect.element(toast('Request for Chair 1')).not.toBeInTheDocument()
  await expect.element(page.getByText('All requests have been decided.')).toBeVisible()
  await expect.element(heading).toHaveFocus()
  expect(sentTo(stateChanges.decide).map(({ body }) => body)).toMatchObject([
    { decision: 'accept' },
    { decision: 'deny', note: 'It was mended this morning' },
  ])
  const { right, bottom } = toast('Request for Desk').element().getBoundingClientRect()
  expect(right).toBeGreaterThan(innerWidth - 40)
  expect(bottom).toBeGreaterThan(innerHeight - 40)
})

test('a and d decide the request in the panel, but not the own one', async () => {
  const request = requestFor(chair, 1)
  respondToAssets([chair, desk])
  respondToRequests([request])
  respond(stateChanges.get, request)
  respond(stateChanges.decide, resultOf({ of: request, code: 'done' }))
  const router = await openScreen(`${list}?request=${request._id}`)
  const panel = page.getByRole('dialog', { name: 'Request 101' })
  await expect.element(panel.getByRole('button', { name: 'Deny' })).toBeVisible()
  await userEvent.keyboard('d')
  await expect.element(page.getByRole('dialog', { name: 'Deny 1 request' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('a')
  await expect.element(toast('Request for Chair 1 A1001 accepted')).toBeVisible()
  expect(sentTo(stateChanges.decide).map(({ body }) => body)).toMatchObject([{ decision: 'accept' }])
  const own = requestFor(desk, 2, { isMine: true })
  respond(stateChanges.get, own)
  await router.navigate({ to: list, search: { request: own._id } })
  await expect.element(page.getByText('Your own request: somebody else has to decide it.')).toBeVisible()
  await userEvent.keyboard('a')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(sentTo(stateChanges.decide)).toHaveLength(1)
})

test('people cannot decide their own requests, and failures are listed request by request', async () => {
  const requests = [requestFor(chair, 1, { isMine: true }), requestFor(desk, 2)]
  await open(requests)
  await expect
    .element(page.getByText('Your own request: somebody else has to decide it.').first())
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Accept .* A1001$/ })).not.toBeInTheDocument()
  respond(
    stateChanges.decide,
    resultOf(
      { of: { ...chair, _id: requests[0]?._id ?? '' }, code: 'request-own', ok: false },
      { of: { ...desk, _id: requests[1]?._id ?? '' }, code: 'done' },
    ),
  )
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await bar.getByRole('button', { name: 'Accept' }).click()
  const result = page.getByRole('dialog', { name: 'Not everything could be done' })
  await expect.element(result.getByRole('status')).toHaveTextContent('Done: 1. Failed: 1.')
  await expect
    .element(result.getByRole('listitem'))
    .toHaveTextContent('A1001Somebody else has to decide your own request.')
  await result.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(bar).not.toBeInTheDocument()
})

test('recent decisions are listed separately and undone there', async () => {
  const decided = { status: 'denied' as const, undoableUntil: '2099-01-01T00:00:00Z' }
  const requests = [requestFor(chair, 1, decided)]
  await open(requests)
  await expect.element(page.getByText('All requests have been decided.')).toBeVisible()
  await page.getByText('Recently decided by me', { exact: true }).click()
  respond(stateChanges.undo, () => {
    requests.length = 0
    return resultOf({ of: chair, code: 'undone' })
  })
  await page.getByRole('button', { name: /^Undo .* A1001$/ }).click()
  await expect.element(toast('Decision on Chair 1 A1001 undone')).toBeVisible()
})

test('a queue that cannot be loaded shows an error with a retry', async () => {
  reject(stateChanges.list, 'internal')
  reject(assets.list, 'internal')
  await openScreen(queue)
  await expect.element(page.getByRole('alert').getByText('The requests could not be loaded.')).toBeVisible()
  respondToRequests([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
