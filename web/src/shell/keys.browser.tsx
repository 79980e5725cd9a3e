import { assets } from '@ats/contract/assets/assets.ts'
import { stateChanges } from '@ats/contract/state-changes.ts'
import { views } from '@ats/contract/views.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { recentRecords } from '#kernel/device/recent.ts'
import { endSession } from '#kernel/session/session.ts'
import { assetNumbered, requestFor, respondToAssets, respondToRequests, resultOf } from '../../test/assets.ts'
import { respondToPeople } from '../../test/people.ts'
import { respond, sentTo } from '../../test/responses.ts'
import { scan } from '../../test/scanner.ts'
import { openScreen } from '../../test/screen.tsx'

const list = '/dashboard/default/manage-asset/view-assets'
const queue = '/dashboard/manage-assets'
const [chair, desk] = [assetNumbered(1), assetNumbered(2, { assetName: 'Desk' })]
const rows = page.getByRole('row')
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const toast = (text: string) => page.getByRole('status').filter({ hasText: text })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function openAssets(address = list) {
  respondToPeople()
  respondToAssets([chair, desk])
  respond(views.list, { views: [], mailIsSet: true })
  const router = await openScreen(address)
  await expect.element(page.getByRole('link', { name: 'Chair 1' })).toBeVisible()
  return router
}

async function openQueue() {
  const requests = [requestFor(chair, 1), requestFor(desk, 2)]
  respondToAssets([chair, desk])
  respondToRequests(requests)
  respond(stateChanges.decide, () =>
    resultOf({ of: requests.splice(0, 1)[0] ?? requestFor(chair, 1), code: 'done' }),
  )
  await openScreen(queue)
  await expect.element(rows.nth(2)).toBeVisible()
}

test('? lists all keys on any screen, and closing returns the focus', async () => {
  await openScreen('/dashboard/default/change-password')
  const first = page.getByLabelText('Old password')
  await expect.element(first).toHaveFocus()
  await expect.poll(() => document.querySelector('[data-waiting]')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(first).not.toHaveFocus()
  await userEvent.keyboard('?')
  await expect.element(dialog('Keyboard').getByRole('region', { name: 'Go to a screen' })).toBeVisible()
  await expect.element(dialog('Keyboard').getByText('Edit the focused or open asset')).toBeVisible()
  await expect
    .element(dialog('Keyboard').getByText('Accept the selected, focused or open request'))
    .toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Keyboard')).not.toBeInTheDocument()
})

test('g and a letter open a screen, but not from a text field', async () => {
  respondToRequests([])
  const router = await openAssets()
  await page.getByRole('searchbox').click()
  await userEvent.keyboard('gq')
  await pause(400)
  expect(router.state.location.pathname).toBe(list)
  await userEvent.keyboard('{Escape}{Escape}gq')
  await expect.element(heading('Manage Assets')).toBeVisible()
  expect(router.state.location.pathname).toBe(queue)
})

test('a and d decide the focused request, and a scan decides nothing', async () => {
  await openQueue()
  await userEvent.keyboard('j')
  await expect.element(rows.nth(1)).toHaveFocus()
  respond(assets.find, { assets: [] })
  await scan('adadadadad01')
  await pause(500)
  expect(sentTo(stateChanges.decide)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  rows.nth(1).element().focus()
  await pause(300)
  await userEvent.keyboard('a')
  await expect.element(toast('Request for Chair 1 A1001 accepted')).toBeVisible()
  await userEvent.keyboard('j')
  await pause(300)
  await userEvent.keyboard('d')
  await expect.element(dialog('Deny 1 request')).toBeVisible()
})

test('a key decides the selected requests', async () => {
  await openQueue()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await userEvent.keyboard('d')
  await expect.element(dialog('Deny 2 requests')).toBeVisible()
})

test('e edits and m moves the focused asset, the selected assets and the open asset', async () => {
  await openAssets()
  await userEvent.keyboard('j')
  await expect.element(rows.nth(1)).toHaveFocus()
  await pause(300)
  await userEvent.keyboard('e')
  await expect.element(dialog(/^Edit/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(rows.nth(1)).toHaveFocus()
  await userEvent.keyboard('m')
  await expect.element(dialog('Move 1 asset')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await userEvent.keyboard('m')
  await expect.element(dialog('Move 2 assets')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('2 selected')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Chair 1' }).click()
  await expect.element(dialog('Chair 1').getByRole('button', { name: 'Move' })).toBeVisible()
  await pause(300)
  await userEvent.keyboard('m')
  await expect.element(dialog('Move 1 asset')).toBeVisible()
})

test('single keys can be switched off, and the palette still lists them', async () => {
  const router = await openAssets()
  await router.navigate({ href: '/dashboard/default/profile' })
  const box = page.getByRole('checkbox', { name: 'Single-key shortcuts' })
  await box.click()
  await expect.element(box).not.toBeChecked()
  expect(localStorage.getItem('letter-keys')).toBe('off')
  await router.navigate({ href: list })
  await expect.element(page.getByRole('link', { name: 'Chair 1' })).toBeVisible()
  await userEvent.keyboard('?')
  await pause(300)
  await userEvent.keyboard('gq')
  await pause(400)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe(list)
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: /^Search screens/ }).fill('keyboard')
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).click()
  await expect.element(dialog('Keyboard').getByText(/^Single keys are switched off/)).toBeVisible()
})

test('the palette opens with actions for the selection, recent records and screens used often', async () => {
  const router = await openAssets()
  await page.getByRole('link', { name: 'Chair 1' }).click()
  await expect.element(dialog('Chair 1')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await router.navigate({ href: '/dashboard/default/profile' })
  await expect.element(heading('Your Profile')).toBeVisible()
  await router.navigate({ href: list })
  await page.getByRole('checkbox', { name: 'Select Chair 1 A1001' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  const group = (name: string) => page.getByRole('group', { name })
  await expect.element(group('Recently opened').getByRole('option', { name: 'Chair 1 A1001' })).toBeVisible()
  await expect.element(group('Used often').getByRole('option', { name: /^View Asset/ })).toBeVisible()
  await group('1 selected').getByRole('option', { name: 'Move' }).click()
  await expect.element(dialog('Move 1 asset')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Control>}k{/Control}')
  await group('Recently opened').getByRole('option', { name: 'Chair 1 A1001' }).click()
  await expect.element(dialog('Chair 1')).toBeVisible()
  expect(recentRecords()).toHaveLength(1)
  endSession('logout')
  expect(localStorage.getItem('recent-records')).toBeNull()
})

test('what the search matched is marked, and Esc clears the selection', async () => {
  await openAssets(`${list}?search=chair+a10`)
  const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  await expect.poll(marks).toEqual(['A10', 'Chair'])
  await page.getByRole('checkbox', { name: 'Select Chair 1 A1001' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument()
  const search = page.getByRole('searchbox')
  search.element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(search).toHaveValue('')
})
