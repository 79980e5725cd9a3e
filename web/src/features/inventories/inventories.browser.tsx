import { counting } from '@ats/contract/inventories/counting.ts'
import { inventories } from '@ats/contract/inventories/inventories.ts'
import { inventoryReview } from '@ats/contract/inventories/review.ts'
import { places } from '@ats/contract/places.ts'
import { system } from '@ats/contract/system.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { inventory, item, listedInventory, respondToInventory, reviewed } from '../../../test/inventories.ts'
import { idOf, onePage } from '../../../test/listed.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const report = '/dashboard/physical-inventory'
const address = `${report}/${idOf(1)}`
const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const bodies = (of: { path: string; method: string }) =>
  sent.filter(({ endpoint }) => endpoint === of).map(({ body }) => body)
const place = {
  ...{ _id: idOf(2), kind: 'mm' as const, name: 'MM North', path: 'Indore > MM North' },
  ...{ names: ['Indore', 'MM North'], ids: [idOf(9), idOf(2)] },
}

test('a plan is edited: missing values are reported, and the dialog returns the focus', async () => {
  respond(places.search, { places: [place] })
  respond(counting.people, { people: [{ _id: idOf(5), name: 'Meera Iyer', role: 'User' }] })
  respondToInventory(inventory({ dueOn: '2026-01-05' }))
  await openScreen(address)
  await expect.element(page.getByText(/^Overdue since/)).toBeVisible()
  await button('Edit plan').click()
  await expect.element(dialog.getByRole('combobox', { name: 'Place' })).toHaveFocus()
  await dialog.getByLabelText('Due Date').fill('2031-01-05')
  await dialog.getByRole('checkbox', { name: 'Count blind' }).click()
  await dialog.getByRole('checkbox', { name: 'Include reads from fixed readers' }).click()
  await dialog.getByRole('combobox', { name: 'Repeat' }).selectOptions('Every quarter')
  reject(inventories.change, 'inventory-blind-people')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('For a blind count, choose the counters.')
  await dialog.getByRole('combobox', { name: 'Counters' }).fill('Meera')
  await page.getByRole('option', { name: 'Meera Iyer' }).click()
  const saved = inventory({
    ...{ blind: true, fixedReaders: true, repeat: 'quarterly', dueOn: '2031-01-05', version: 2 },
    people: [{ _id: idOf(5), name: 'Meera Iyer' }],
  })
  respond(inventories.change, { inventory: saved })
  respond(inventories.get, saved)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Edit plan')).toHaveFocus()
  expect(bodies(inventories.change).at(-1)).toEqual({
    ...{ people: [idOf(5)], dueOn: '2031-01-05', blind: true, fixedReaders: true },
    ...{ repeat: 'quarterly', version: 1 },
  })
  for (const text of ['Counted blind', 'Includes fixed readers', 'Meera Iyer', 'Every quarter'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Overdue since/)).not.toBeInTheDocument()
})

test('an inventory is cancelled with a reason, on a small screen', async () => {
  respondToInventory(inventory())
  await openScreen(address)
  await page.viewport(390, 844)
  await button('Cancel inventory').click()
  await dialog.getByRole('button', { name: 'Cancel inventory' }).click()
  await expect.element(dialog.getByRole('alert').getByText('Please give a reason.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
  expect(bodies(inventories.cancel)).toEqual([])
  await dialog.getByLabelText('Reason').fill('The property is being rebuilt')
  respond(inventories.cancel, { inventory: inventory({ status: 'cancelled' }) })
  respond(inventories.get, inventory({ status: 'cancelled' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('It was cancelled before counting started.')).toBeVisible()
  expect(bodies(inventories.cancel)).toMatchObject([{ reason: 'The property is being rebuilt' }])
  await expect.element(button(/^(Edit plan|Start counting)$/)).not.toBeInTheDocument()
})

test('figures, items and their places are shown; a person who counted cannot approve', async () => {
  const items = [item(1), item(2, { class: 'unknown', assetId: null, assetName: null, assetTagId: null })]
  respondToInventory(reviewed({ approvalRefused: 'inventory-counted-yourself' }), items)
  await openScreen(address)
  await expect.element(page.getByText('You counted in it, so somebody else has to approve it.')).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  const about = page.getByRole('region', { name: 'About this inventory' })
  await expect.element(about.getByText('Total4Found3Not Found1Access3')).toBeVisible()
  await expect.element(about.getByText('Access – Read here but not expected')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Projector' })
  await expect.element(row.getByText('Misplaced')).toBeVisible()
  await expect.element(row.getByText('Read once')).toBeVisible()
  await expect.element(row.getByRole('cell').nth(3)).toHaveTextContent('Indore > Front office')
  await expect.element(row.getByRole('cell').nth(4)).toHaveTextContent('Indore > Store room')
  respond(inventoryReview.resolve, { done: 1, failed: 0, results: [] })
  await row.getByRole('button', { name: /^Move / }).click()
  await expect
    .poll(() => bodies(inventoryReview.resolve))
    .toEqual([{ items: [idOf(101)], resolution: { action: 'move-here' } }])
})

test('a blind counter sees a notice instead of figures, and the expected assets are not requested', async () => {
  const blind = { status: 'counting', blind: true, lateReads: null, manages: false } as const
  respond(inventories.get, inventory({ ...blind, people: [{ _id: idOf(5), name: 'Meera Iyer' }] }))
  await openScreen(address)
  await expect.element(page.getByText(/^You are counting this place without a list/)).toBeVisible()
  await expect.element(page.getByText('Not Found')).not.toBeInTheDocument()
  const count = page.getByRole('link', { name: 'Count', exact: true })
  await expect.element(count).toHaveAttribute('href', '/count')
  await expect.element(button(/^(End counting|Edit plan|Cancel inventory)$/)).not.toBeInTheDocument()
  const asked = sent.map(({ endpoint }) => endpoint.path).filter((path) => path.includes('/inventories/'))
  expect(new Set(asked)).toEqual(new Set([inventories.get.path]))
})

test('a person with only Reports can read an inventory but not change it', async () => {
  respondToInventory(reviewed({ manages: false, counts: false }), [item(1)])
  respond(inventories.list, { inventories: [listedInventory({ status: 'review' })], ...onePage(1) })
  const router = await openScreen(report, { permissions: ['reports'] })
  await expect.element(page.getByRole('link', { name: 'INV-2026-0001' }).first()).toBeVisible()
  await expect.element(button('New inventory')).not.toBeInTheDocument()
  await router.navigate({ to: '/dashboard/physical-inventory/$id', params: { id: idOf(1) } })
  await expect.element(page.getByRole('row').filter({ hasText: 'Projector' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^Select / })).not.toBeInTheDocument()
  await expect.element(button(/^(Propose|Move|Approve|Recount)/)).not.toBeInTheDocument()
})

test('the report is filtered by the start of counting, on submit, and shows its figures', async () => {
  const approved = listedInventory({
    ...{ status: 'approved', inventoryDate: '2026-11-10T20:00:00Z', mm: 'MM North', property: 'Mill' },
    ...{ total: 1204, found: 1200, notFound: 4, access: 7 },
  })
  respond(inventories.list, ({ address: { searchParams } }) => {
    const rows = searchParams.get('toDate') === '2020-01-01' ? [] : [approved]
    const shown = searchParams.get('status') === 'open' ? [] : rows
    return { inventories: shown, ...onePage(shown.length) }
  })
  const router = await openScreen(report)
  const cells = page.getByRole('row').filter({ hasText: 'INV-2026-0001' }).getByRole('cell')
  const texts = ['1', 'INV-2026-0001', '11 Nov 2026', 'MM North', 'Mill', '1,204', '1,200', '4', '7']
  for (const [at, text] of texts.entries()) await expect.element(cells.nth(at)).toHaveTextContent(text)
  await page.getByLabelText('To Date').fill('2020-01-01')
  expect(router.state.location.searchStr).toBe('')
  await button('Submit').click()
  await expect.element(page.getByText('There are no records to display')).toBeVisible()
  expect(router.state.location.searchStr).toContain('toDate=2020-01-01')
  router.history.back()
  await expect.element(cells.nth(1)).toBeVisible()
})

test('the report shows only overdue inventories, and says so', async () => {
  respond(inventories.list, ({ address: { searchParams } }) => {
    const isLate = searchParams.get('status') === 'overdue'
    const listed = isLate ? [listedInventory({ dueOn: '2026-01-05' })] : []
    return { inventories: listed, ...onePage(listed.length) }
  })
  const router = await openScreen(`${report}?status=overdue`)
  await expect.element(page.getByRole('list', { name: 'Filtered by' })).toHaveTextContent('Status: Overdue')
  await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveValue('overdue')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Approved')
  await expect.poll(() => router.state.location.search).toMatchObject({ status: 'approved' })
})

test('an archived inventory names the file that has its items, and others show theirs', async () => {
  const part = { of: 'inventory_items' as const, file: 'inventory_items_2026_01.csv.zst' }
  const [before, during, after] = ['2025-12-01', '2026-01-10', '2026-02-01'].map((day) => `${day}T00:00:00Z`)
  const idAt = (moment = '') => {
    const hex = Date.parse(moment).toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`
  }
  respond(system.archived, { archived: [{ ...part, after: during ?? '', before: after ?? '' }] })
  respondToInventory(reviewed({ _id: idAt(during), status: 'approved', unresolved: 0 }), [item(1)])
  await openScreen(`${report}/${idAt(during)}`)
  await expect.element(page.getByRole('status').getByText(part.file)).toBeVisible()
  respondToInventory(reviewed({ _id: idAt(before), status: 'approved', unresolved: 0 }), [item(1)])
  await openScreen(`${report}/${idAt(before)}`)
  await expect.element(page.getByText('A0000001')).toBeVisible()
})
