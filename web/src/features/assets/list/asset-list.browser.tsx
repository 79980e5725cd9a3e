import { assets } from '@ats/contract/assets/assets.ts'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toast } from '#ui/toast/toast.ts'
import { assetNumbered, inPune, inWarehouse, respondToAssets, titleOf } from '../../../../test/assets.ts'
import { tabTo } from '../../../../test/keyboard.ts'
import { afterInput, watchLayoutShift } from '../../../../test/layout-shift.ts'
import { hold, reject, respond, sentTo } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { tagSeriesNumbered } from '../../../../test/tag-series.ts'

const list = '/dashboard/default/manage-asset/view-assets'
const rows = page.getByRole('table', { name: 'View Assets' }).getByRole('row')
/** Skips the heading, which is row 0. */
const row = (at: number) => rows.nth(at + 1)
const column = (name: string) => page.getByRole('columnheader', { name })
const panelTag = (tag: string) => page.getByRole('dialog').getByRole('button', { name: tag })
const footer = (text: string) => expect.element(page.getByText(text)).toBeVisible()
const queries = () => sentTo(assets.list).map(({ address }) => address.searchParams)

test('each column shows its value or that it is missing, and more columns can be shown', async () => {
  const bare = assetNumbered(1, { rfidTag: null })
  const full = assetNumbered(2, {
    ...inWarehouse,
    ...{ assignedUser: { name: 'Meera Iyer', _id: null }, assetState: 'Not-Working' },
    ...{ serialNo: 'SN-77', rentalStartDate: '2026-04-02', createdBy: 'Ravi' },
  })
  respondToAssets([full, bare])
  await openScreen(list)
  const cells = row(0).getByRole('cell')
  for (const [at, text] of [
    [2, 'A1002'],
    [3, full.rfidTag ?? ''],
    [4, 'Chair 2'],
    [5, 'Meera Iyer'],
    [6, 'Pune Warehouse'],
    [7, 'Not-Working'],
  ] as const)
    await expect.element(cells.nth(at).getByText(text).first()).toBeVisible()
  for (const text of ['No Image', 'N/A', 'No tag'])
    await expect.element(row(1).getByText(text, { exact: true })).toBeVisible()
  await expect.element(column('Serial No.')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Serial No.', 'Registered At', 'Created By'])
    await page.getByRole('checkbox', { name }).click()
  await userEvent.keyboard('{Escape}')
  for (const text of ['SN-77', '1 Apr 2026', 'Ravi'])
    await expect.element(row(0).getByText(text)).toBeVisible()
})

test('twelve rows of 44 pixels and the paging fit into 1280 x 800, and a toast leaves the paging free', async () => {
  const room = { mm: 'MM Central', property: 'Reading Hall and Library', aou: 'West wing', room: 'Room 12' }
  respondToAssets(
    Array.from({ length: 30 }, (_, at) =>
      assetNumbered(at, { ...room, rentalStartDate: '2020-01-01', rentalPeriod: at === 0 ? '12' : '999' }),
    ),
  )
  await openScreen(`${list}?size=25`)
  await footer('Showing 1 to 25 of 30 entries')
  const shown = [...document.querySelectorAll('tbody tr')].map((one) => one.getBoundingClientRect())
  const paging = document.querySelector('[data-paging]')?.getBoundingClientRect()
  expect(new Set(shown.map(({ height }) => height))).toEqual(new Set([44]))
  expect(shown.filter(({ bottom }) => bottom <= (paging?.top ?? 0) + 1).length).toBeGreaterThanOrEqual(12)
  expect(paging?.bottom).toBeLessThanOrEqual(800)
  const place = row(0).getByTitle('Indore > MM Central > Reading Hall and Library > West wing > Room 12')
  expect(place.element().textContent).toBe(place.element().getAttribute('title'))
  await expect.element(row(0).getByText('Rental ended')).toBeVisible()
  await expect.element(row(1).getByText('Rental ended')).not.toBeInTheDocument()
  expect(row(0).element().textContent).not.toContain(assetNumbered(0)._id.slice(-8))

  toast.success('Asset updated successfully!')
  const message = page.getByRole('status').filter({ hasText: 'Asset updated' })
  await expect.element(message).toBeVisible()
  await expect
    .poll(() => message.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(paging?.top ?? 0)

  // The changed row has the focus: a toast stays above it.
  const last = row(11).element() as HTMLElement
  last.focus()
  toast.success('Asset moved')
  const next = page.getByRole('status').filter({ hasText: 'Asset moved' })
  await expect.element(next).toBeVisible()
  await expect
    .poll(() => next.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(last.getBoundingClientRect().top)
})

test('the first rows and another filter shift nothing that is on the screen', async () => {
  const set = Array.from({ length: 10 }, (_, at) =>
    assetNumbered(at, { ...(at % 3 === 0 && inWarehouse), assetState: at % 2 === 0 ? 'Working' : 'UP' }),
  )
  const pageOf = (rows: typeof set) => ({
    ...{ assets: rows, total: rows.length, totalIsExact: true, from: 1 },
    ...{ previous: null, next: null, last: null },
  })
  respondToAssets(set)
  const showAll = hold(assets.list, pageOf(set))
  const firstShift = watchLayoutShift()
  await openScreen(list)
  await expect.element(page.getByText('Loading...')).toBeVisible()
  await afterInput()
  const head = page.getByRole('columnheader').first().element().getBoundingClientRect().top
  const height = page.getByRole('row').nth(1).element().getBoundingClientRect().height
  showAll()
  await footer('Showing 1 to 10 of 10 entries')
  await afterInput()
  expect(firstShift()).toBeLessThan(0.02)
  expect(page.getByRole('columnheader').first().element().getBoundingClientRect().top).toBe(head)
  expect(row(0).element().getBoundingClientRect().height).toBe(height)

  const unfiltered = row(0).element().getBoundingClientRect().top
  const showFew = hold(assets.list, pageOf(set.filter(({ assetState }) => assetState === 'UP')))
  const nextShift = watchLayoutShift()
  await tabTo(page.getByLabelText('State', { exact: true }))
  await userEvent.keyboard('U')
  await afterInput()
  showFew()
  await footer('Showing 1 to 5 of 5 entries')
  await afterInput()
  expect(nextShift()).toBeLessThan(0.02)
  // The shift of a chip would be explained by the key, so the rows are measured too.
  await expect.element(page.getByRole('list', { name: 'Filtered by' })).toHaveTextContent('State: UP')
  expect(row(0).element().getBoundingClientRect().top).toBe(unfiltered)

  const before = row(0).element().getBoundingClientRect().top
  await page.getByRole('checkbox', { name: 'Select Chair 1 A1001' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  expect(row(0).element().getBoundingClientRect().top).toBe(before)
})

test('expected tags are marked, and a filter shows only their assets, once there is a number series', async () => {
  respondToAssets([assetNumbered(1), assetNumbered(2, { tagExpected: true })])
  respond(tagNumbers.list, { series: [tagSeriesNumbered(1)] })
  await openScreen(list)
  await footer('Showing 1 to 2 of 2 entries')
  await expect.element(row(1).getByTitle('Expected, not tagged yet')).toBeVisible()
  await page.getByLabelText('Tag', { exact: true }).selectOptions('Expected tags')
  await footer('Showing 1 to 1 of 1 entries')
  await expect
    .element(page.getByRole('list', { name: 'Filtered by' }))
    .toHaveTextContent('Tag: Expected tags')
})

test('state and place filter the list, appear as chips, and are removed one at a time', async () => {
  respondToAssets([
    assetNumbered(1),
    assetNumbered(2, { assetState: 'Not-Working' }),
    assetNumbered(3, inWarehouse),
  ])
  const router = await openScreen(list)
  await footer('Showing 1 to 3 of 3 entries')
  await page.getByLabelText('State', { exact: true }).selectOptions('Working')
  await footer('Showing 1 to 2 of 2 entries')
  await page.getByLabelText('Place', { exact: true }).fill('Pune Warehouse')
  await page.getByRole('option', { name: 'Pune Warehouse Property · Pune > MM North' }).click()
  await footer('Showing 1 to 1 of 1 entries')
  const chips = page.getByRole('list', { name: 'Filtered by' }).getByRole('listitem')
  const [state, place] = ['State: Working', 'Place: Pune > MM North > Pune Warehouse']
  await expect.element(chips.nth(0).getByText(state)).toBeVisible()
  await expect.element(chips.nth(1).getByText(place)).toBeVisible()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect.element(page.getByText(`${state} · ${place} · Showing 1 to 1 of 1`)).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  const sheet = page.getByRole('table', { name: 'View Assets' })
  const heads = ['ID', 'RFID Tag', 'Asset Name', 'Assigned User', 'Location', 'State']
  await expect
    .poll(() =>
      sheet
        .getByRole('columnheader')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(heads)
  await page.getByRole('checkbox', { name: 'Images' }).click()
  await expect.element(sheet.getByRole('columnheader', { name: 'Image' })).toBeVisible()
  expect(document.title).toMatch(/^Print assets/)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'Remove State' }).click()
  await expect.element(page.getByText(state)).not.toBeInTheDocument()
  router.history.back()
  await expect.element(chips.nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(chips).not.toBeInTheDocument()
  expect(router.state.location.href).toBe(list)
  await footer('Showing 1 to 3 of 3 entries')
})

test('a search goes to the first page, and the address filters the list by city', async () => {
  respondToAssets([...Array.from({ length: 12 }, (_, at) => assetNumbered(at)), assetNumbered(20, inPune)])
  const router = await openScreen(`/dashboard/indore/manage-asset/view-assets`)
  await footer('Showing 1 to 10 of 12 entries')
  await page.getByRole('button', { name: 'Next' }).click()
  await footer('Showing 11 to 12 of 12 entries')
  await page.getByRole('searchbox', { name: 'Search' }).fill('A1003')
  await footer('Showing 1 to 1 of 1 entries')
  expect(router.state.location.search).toEqual({ search: 'A1003' })
  expect(queries().every((query) => query.get('location') === 'indore')).toBe(true)
})

test('a short text in a long list says that it finds whole tags only', async () => {
  respondToAssets([assetNumbered(1)])
  const router = await openScreen(`${list}?search=e2`)
  await footer('Showing 0 to 0 of 0 entries')
  const note = page.getByText('More than 10,000 assets are in view, so one or two characters find whole tags')
  await expect.element(note).not.toBeInTheDocument()
  const none = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }
  respond(assets.list, { assets: [], ...none, wholeTagsOnly: true })
  await router.navigate({ to: list, search: { search: 'e3' } } as never)
  await expect.element(note).toBeVisible()
})

test('a column sorts a list that is short enough, and explains why it cannot sort a longer one', async () => {
  respondToAssets(['B', 'A', 'C'].map((name, at) => assetNumbered(at, { assetName: name })))
  const router = await openScreen(list)
  const sort = column('Asset Name').getByRole('button')
  await sort.click()
  await expect.element(column('Asset Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(row(0).getByRole('link', { name: 'A' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(row(0).getByRole('link', { name: 'C' })).toBeVisible()
  expect(queries().at(-1)?.get('direction')).toBe('desc')

  reject(assets.list, 'list-too-long-to-sort', { most: 10_000 })
  await router.navigate({ to: list, search: { sort: 'assetName', state: 'UP' } } as never)
  await expect.poll(() => router.state.location.search).toEqual({ state: 'UP' })
  const long = { total: 10_001, totalIsExact: true, from: 1, previous: null, next: '1', last: null }
  respond(assets.list, { assets: [assetNumbered(1)], ...long })
  await router.navigate({ to: list, search: { state: 'Working' } } as never)
  await expect
    .element(sort)
    .toHaveAttribute('title', 'Filter the list to at most 10,000 rows to sort by Asset Name.')
  await expect.element(sort).toHaveAttribute('aria-disabled', 'true')
})

test('columns keep the width set by keyboard or mouse', async () => {
  respondToAssets([assetNumbered(1)])
  await openScreen(list)
  await expect.element(page.getByRole('link', { name: 'Chair 1' })).toBeVisible()
  const heading = column('Asset Name')
  const width = () => heading.element().getBoundingClientRect().width
  const before = width()
  await tabTo(heading.getByRole('button'))
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.poll(width).toBeGreaterThan(before + 10)
  const handle = heading.element().querySelector('[class*="widthHandle"]')
  if (handle === null) throw new Error('The heading has no border to drag')
  await userEvent.dragAndDrop(handle, column('Location'))
  await expect.poll(width).toBeGreaterThan(before + 60)
  const wide = width()
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect.poll(width).toBe(wide)
})

test('keys move between rows, the panel steps across pages, and a scan is still a scan', async () => {
  const set = Array.from({ length: 12 }, (_, at) => assetNumbered(at, { assetName: 'Chair' }))
  const scanned = assetNumbered(50, { rfidTag: 'XJKX1234KJX0', ...inPune })
  respondToAssets([...set, scanned])
  const router = await openScreen('/dashboard/indore/manage-asset/view-assets?search=chair')
  await footer('Showing 1 to 10 of 12 entries')
  await userEvent.keyboard('j')
  await expect.element(row(0)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row(1)).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(page.getByRole('checkbox', { name: 'Select Chair A1001' })).toBeChecked()

  await scan('xjkx1234kjx0')
  await expect.element(panelTag('A1050')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  expect(router.state.location.search).toEqual({ search: 'chair' })
  await expect.element(row(1)).toHaveFocus()

  await userEvent.keyboard('{Enter}')
  await expect.element(panelTag('A1001')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(panelTag('A1002')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('link', { name: 'Chair' }).nth(9).click()
  await expect.element(panelTag('A1009')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Next asset' }).click()
  await expect.element(panelTag('A1010')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Previous asset' }).click()
  await expect.element(panelTag('A1009')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await footer('Showing 1 to 10 of 12 entries')
}, 60_000)

test('next to the panel the list fits into its width, without the columns that the panel shows', async () => {
  const room = { mm: 'MM Central', property: 'Reading Hall and Library', aou: 'West wing', room: 'Room 12' }
  const rfidTag = 'E28011700000020A10000001'
  const assignedUser = { name: 'Meera Iyer', _id: null }
  respondToAssets([assetNumbered(1, { ...room, rfidTag, assignedUser })])
  await openScreen(list)
  await expect.element(column('RFID Tag')).toBeVisible()
  await page.getByRole('link', { name: 'Chair 1', exact: true }).click()
  await expect.element(panelTag('A1001')).toBeVisible()
  for (const name of ['ID', 'Asset Name', 'Location', 'State'])
    await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  for (const name of ['Image', 'RFID Tag', 'Assigned User', 'Action'])
    await expect.element(column(name)).not.toBeInTheDocument()
  const scrolled = document.querySelector('section:has(> table)')
  expect(scrolled?.scrollWidth).toBe(scrolled?.clientWidth)
  await userEvent.keyboard('{Escape}')
  await expect.element(column('RFID Tag')).toBeVisible()
})

test('a list that cannot be loaded shows an error with a retry', async () => {
  reject(assets.list, 'internal')
  await openScreen(list)
  await expect.element(page.getByRole('alert').getByText('Error fetching assets.')).toBeVisible()
  respondToAssets([assetNumbered(1)])
  await page.getByRole('button', { name: 'Try again' }).click()
  await footer('Showing 1 to 1 of 1 entries')
})

test('at 390 pixels the list is cards with the same actions', async () => {
  const asset = assetNumbered(1)
  respondToAssets([asset])
  const router = await openScreen(list)
  await page.viewport(390, 844)
  const card = page.getByRole('list', { name: 'View Assets' }).getByRole('listitem')
  for (const text of ['Chair 1', 'A1001', 'Indore', 'Working', 'No Image'])
    await expect.element(card.getByText(text).first()).toBeVisible()
  expect(card.element().getBoundingClientRect().height).toBeLessThan(100)
  const tick = card.getByRole('checkbox').element()
  const { x, y, width, height } = tick.getBoundingClientRect()
  for (const [dx, dy] of [
    [-9, -9],
    [width + 9, height + 9],
  ] as const)
    expect(document.elementFromPoint(x + dx, y + dy)).toBe(tick)
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  const toolbar = ['Filters', 'Export', 'Columns'].map((name) => page.getByRole('button', { name }))
  const tops = [page.getByRole('searchbox'), sort, ...toolbar].map(
    (part) => part.element().getBoundingClientRect().y,
  )
  expect(new Set(tops).size).toBe(1)
  await sort.selectOptions('Asset Name ↑ sorted ascending')
  await expect.poll(() => router.state.location.search).toMatchObject({ sort: 'assetName' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabelText('State', { exact: true }).selectOptions('Not-Working')
  await expect.element(page.getByText('There are no records to display')).toBeVisible()
  router.history.back()
  await card.getByRole('button', { name: /^Show all \d+ fields$/ }).click()
  await expect.element(card.getByText(asset.rfidTag ?? '')).toBeVisible()
  await card.getByRole('button', { name: `Edit ${titleOf(asset)}` }).click()
  await expect.element(page.getByRole('dialog', { name: `Edit ${titleOf(asset)}` })).toBeVisible()
})
