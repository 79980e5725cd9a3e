import { type DashboardOverview, type DashboardTrends, dashboard } from '@ats/contract/dashboard.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pressOn } from '../../../test/keyboard.ts'
import { ago, idOf } from '../../../test/listed.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const counts = { assets: 123_456, mm: 4, properties: 9, deletedAssets: 44, users: 31 }
const nothing: DashboardOverview = {
  ...{ waiting: [], states: null, places: null, activity: [] },
  ...{ inventories: null, overdue: null, rentals: null, readers: null },
}
const all: DashboardOverview = {
  waiting: [
    { what: 'state-changes', count: 2 },
    { what: 'access-requests', count: 1 },
    { what: 'help-requests', count: 0 },
  ],
  states: [{ state: 'Working', assets: 120 }],
  places: { rows: [{ _id: idOf(31), kind: 'city', name: 'Indore', assets: 100 }], others: 3 },
  activity: [
    {
      ...{
        id: 5,
        at: ago(60),
        by: 'Asha Rao',
        byProgram: false,
        action: 'asset.registered',
        recordKind: 'asset',
      },
      ...{ recordId: idOf(41), readableId: 'A0000042', recordName: 'Office Chair' },
      ...{ userId: idOf(51), day: '2026-11-17', count: 1, countIsExact: true },
    },
    {
      ...{
        id: 4,
        at: ago(3600),
        by: null,
        byProgram: false,
        action: 'asset.rental-ending',
        recordKind: 'asset',
      },
      ...{ recordId: idOf(42), readableId: 'A0000043', recordName: 'Work Desk' },
      ...{ userId: null, day: '2026-11-16', count: 34, countIsExact: true },
    },
  ],
  inventories: { from: '2025-11-17', approved: 3, expected: 200, found: 190, covered: 50, assets: 400 },
  overdue: 1,
  rentals: { from: '2026-11-17', to: '2026-12-17', count: 1, isExact: true },
  readers: { active: 0, silent: 1, lost: 0, deadLetters: 100, deadLettersIsExact: false },
}
const monthly = Array.from({ length: 12 }, (_, at) => {
  const from = new Date(Date.UTC(2025, 11 + at, 1)).toISOString().slice(0, 10)
  const to = new Date(Date.UTC(2026, at, 0)).toISOString().slice(0, 10)
  return { from, to, at }
})
const trends: DashboardTrends = {
  assets: monthly.map(({ from, to, at }) => ({ from, to, assets: 90 + Math.round(at ** 1.3) })),
  inventories: monthly.map(({ from, to, at }) => ({
    ...{ from, to, approved: at === 3 ? 0 : 1 + (at % 3), expected: at === 3 ? 0 : 200 },
    ...{ found: at === 3 ? 0 : 176 + at * 2 - (at % 2), covered: Math.min(400, 40 + at * 31), assets: 400 },
  })),
  requests: {
    open: 12,
    months: monthly.map(({ from, to, at }) => ({
      ...{ from, to, opened: 4 + (at % 5), decided: at === 0 ? 0 : 3 + (at % 4) },
      medianHours: at === 0 ? null : 40 - at * 2,
    })),
  },
  reads: Array.from({ length: 24 }, (_, at) => ({
    hour: new Date(Date.UTC(2026, 10, 17, at)).toISOString(),
    reads: Math.round(60 + 50 * Math.sin(at / 4)),
    isExact: at !== 9,
  })),
}
const cities = ['Indore', 'Delhi'].map((name, at) => ({
  ...{ _id: idOf(at), name, location: name.toLowerCase() },
}))

function prepare(overview = all) {
  respond(places.cities, { cities })
  respond(dashboard.counts, counts)
  respond(dashboard.overview, overview)
  respond(dashboard.trends, trends)
}

const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name })
const leads = (name: string | RegExp, to: string) =>
  expect.element(link(name)).toHaveAttribute('href', expect.stringContaining(to))
const region = (name: string) => page.getByRole('region', { name })
const cityButton = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

test('each card and each line below shows its figure and links to its rows, in the city of the address', async () => {
  prepare()
  await openScreen('/dashboard/delhi')
  const cards = page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
  await expect.element(cards.nth(0)).toHaveTextContent('1,23,456Total Registered Assets')
  for (const [at, text, to] of [
    [0, '1,23,456Total Registered Assets', 'delhi/manage-asset/view-assets'],
    [1, '4Total Registered MM', 'delhi/masters/mm-master'],
    [2, '9Total Registered Property', 'delhi/masters/property-master'],
    [3, '44Total Deleted Assets', 'deleted-assets?location=delhi'],
    [4, '31Total Registered Users', 'delhi/users'],
  ] as const) {
    await expect.element(cards.nth(at)).toHaveTextContent(text)
    await expect.element(cards.nth(at).getByRole('link')).toHaveAttribute('href', `/dashboard/${to}`)
  }
  await leads('2 state change requests to decide', '/dashboard/manage-assets?location=delhi')
  await leads(/rental ends within 30 days/, 'reports/report-rentals?from=2026-11-17&to=2026-12-17')
  await leads('1 reader is silent', '/dashboard/delhi/readers?status=silent')
  await leads('0 readers are connected and reading', '/dashboard/delhi/readers?status=active')
  await leads(/More than 100 undelivered messages/i, '/dashboard/delhi/dead-letters')
  await leads('3 approved inventories', 'reports/report-inventory-accuracy?from=2025-11-17')
  await expect.element(region('Inventories of the last year').getByText('95 %')).toBeVisible()
  await expect.element(region('Inventories of the last year').getByText('12.5 %')).toBeVisible()
  await leads('Working', '/dashboard/delhi/manage-asset/view-assets?state=Working')
  await leads('Indore', `view-assets?placeId=${idOf(31)}`)
  await expect.element(region('Recent activity').getByText(/A0000042/)).toBeVisible()
  await leads('1 inventory is overdue', '/dashboard/physical-inventory?location=delhi&status=overdue')
  await expect.element(region('Needs your attention').getByRole('listitem')).toHaveLength(6)
  await leads('12 open', '/dashboard/asset-state-change?location=delhi&status=pending')
  await leads(/^Rental/, 'audit-log?action=asset.rental-ending&from=2026-11-16&to=2026-11-16')
  await expect.element(region('Recent activity').getByText('34 entries')).toBeVisible()
  for (const endpoint of [dashboard.counts, dashboard.overview, dashboard.trends])
    expect(sent.find((one) => one.endpoint === endpoint)?.address.searchParams.get('location')).toBe('delhi')
})

const toCount = 'inventories-to-count'

test('a named counter finds the link to the one inventory to count', async () => {
  prepare({ ...nothing, waiting: [{ what: toCount, count: 1, only: idOf(51) }] })
  await openScreen('/dashboard/default')
  await leads('1 inventory to count', `/count?inventory=${idOf(51)}`)
})

test('a counter of several inventories finds the link to their list', async () => {
  prepare({ ...nothing, waiting: [{ what: toCount, count: 2 }] })
  await openScreen('/dashboard/default')
  await expect.element(link('2 inventories to count')).toHaveAttribute('href', '/count')
})

test('what needs attention comes first, then trends, each as a chart and as a table with links', async () => {
  prepare()
  await openScreen('/dashboard/delhi')
  await expect.element(region('Reads per hour')).toBeVisible()
  const titles = page.getByRole('main').getByRole('heading', { level: 2 })
  expect(titles.elements().map(({ textContent }) => textContent)).toEqual([
    ...['Needs your attention', 'Assets over the last year', 'Inventories of the last year'],
    ...['State change requests', 'Reads per hour', 'Assets by state', 'Assets by place', 'Recent activity'],
    'Quick actions',
  ])
  await expect
    .poll(() => document.querySelectorAll('main svg.recharts-surface').length, { timeout: 15_000 })
    .toBe(4)
  for (const [name, month, texts, to] of [
    ['Assets over the last year', 'Nov 2026', '113', 'report-as-of?day=2026-11-30'],
    [
      ...['Inventories of the last year', 'Oct 2026', '98 %87.5 %2'],
      'report-inventory-accuracy?from=2026-10-01&to=2026-10-31',
    ],
    [
      'State change requests',
      'Nov 2026',
      '5618 hours',
      'audit-log?action=state-change.requested&from=2026-11-01',
    ],
  ] as [string, string, string, string][]) {
    await region(name).getByRole('button', { name: 'Show as table' }).click()
    const row = page.getByRole('table', { name }).getByRole('row', { name: month })
    await expect.element(row).toHaveTextContent(`${month}${texts}`)
    await expect.element(row.getByRole('link')).toHaveAttribute('href', expect.stringContaining(to))
  }
  await region('Reads per hour').getByRole('button', { name: 'Show as table' }).click()
  await expect.element(page.getByRole('cell', { name: 'More than' })).toBeVisible()
  await region('Reads per hour').getByRole('button', { name: 'Show as chart' }).click()
  await expect.element(page.getByRole('table', { name: 'Reads per hour' })).not.toBeInTheDocument()
})

test('if nothing needs attention, the dashboard says so', async () => {
  const calm = { active: 2, silent: 0, lost: 0, deadLetters: 0, deadLettersIsExact: true }
  prepare({
    ...all,
    waiting: [{ what: 'state-changes', count: 0 }],
    overdue: 0,
    rentals: null,
    readers: calm,
  })
  await openScreen('/dashboard/default')
  await expect
    .element(region('Needs your attention').getByText('Nothing needs your attention now.'))
    .toBeVisible()
})

test.each([
  [1280, ['user-management', 'master', 'manage-asset', 'reports'], 5],
  [1280, ['master', 'manage-asset', 'reports'], 4],
  [1920, ['master', 'manage-asset', 'reports'], 4],
  [390, ['master', 'manage-asset', 'reports'], 4],
] as const)('at %i wide the rows of cards and sections have no holes', async (width, permissions, count) => {
  prepare()
  await openScreen('/dashboard/default', { permissions: [...permissions] })
  await page.viewport(width, 1000)
  await expect.element(region('Recent activity')).toBeVisible()
  const cards = page.getByRole('list', { name: 'Counts' })
  await expect.element(cards.getByRole('listitem')).toHaveLength(count)
  const lists = [cards.element(), ...document.querySelectorAll('main section').values()]
  const rows = new Set([...lists].map(({ parentElement }) => parentElement))
  for (const row of [cards.element(), ...rows]) {
    if (row === null) continue
    const edge = row.getBoundingClientRect().right
    const parts = [...row.children].map((part) => part.getBoundingClientRect())
    const lowest = Math.max(...parts.map(({ top }) => top))
    const last = parts.filter(({ top }) => top === lowest)
    expect(Math.max(...last.map(({ right }) => right))).toBeCloseTo(edge, 0)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a person with only Reports sees cards and links for what they may open', async () => {
  prepare({ ...nothing, states: all.states, inventories: all.inventories })
  await openScreen('/dashboard/default', { permissions: ['reports'] })
  await leads('Total Registered Assets', '/dashboard/asset-wise')
  await expect.element(link('Total Registered Users')).not.toBeInTheDocument()
  await expect.element(region('Assets by state').getByText('Working')).toBeVisible()
  await expect.element(link('Working')).not.toBeInTheDocument()
  await expect.element(region('Inventories of the last year')).toBeVisible()
  for (const absent of ['Needs your attention', 'Reads per hour', 'State change requests', 'Assets by place'])
    await expect.element(region(absent)).not.toBeInTheDocument()
})

test('a city is chosen by keyboard, stays on other screens, and is cleared again', async () => {
  prepare(nothing)
  const router = await openScreen('/dashboard')
  await expect.element(page.getByRole('list', { name: 'Counts' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard/default')
  await pressOn(cityButton('All locations'))
  await pressOn(cityButton('Delhi'))
  await expect.element(cityButton('Delhi')).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard/delhi')
  await router.navigate({ to: '/dashboard/$location/exports', params: { location: 'delhi' } })
  await cityButton('Delhi').click()
  await cityButton('All locations').click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default/exports')
})

test('an unknown city is not found, and capitals are corrected', async () => {
  prepare(nothing)
  const router = await openScreen('/dashboard/atlantis')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect.element(page.getByRole('list', { name: 'Counts' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard/default')
  router.history.push('/dashboard/Indore')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/indore')
})

test('counts that cannot be loaded show an error with a retry', async () => {
  prepare(nothing)
  reject(dashboard.counts, 'internal')
  await openScreen('/dashboard/default')
  await expect.element(page.getByRole('alert').getByText('Error loading dashboard data')).toBeVisible()
  respond(dashboard.counts, counts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(link('Total Registered MM')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('assets that wait for their tags are named, with the list of them', async () => {
  prepare({ ...nothing, waiting: [{ what: 'expected-tags', count: 10_000, more: true }] })
  await openScreen('/dashboard/default')
  const link = page.getByRole('link', { name: 'More than 10,000 assets wait for their tags' })
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('view-assets?tagState=expected'))
})
