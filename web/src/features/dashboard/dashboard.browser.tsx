import { type DashboardOverview, dashboard } from '@ats/contract/dashboard.ts'
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
  ...{ inventories: null, rentals: null, readers: null },
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
      ...{ id: 5, at: ago(60), by: 'Asha Rao', action: 'asset.registered', recordKind: 'asset' },
      ...{ recordId: idOf(41), readableId: 'A0000042', recordName: 'Office Chair' },
    },
  ],
  inventories: { from: '2025-11-17', approved: 3, expected: 200, found: 190, covered: 50, assets: 400 },
  rentals: { from: '2026-11-17', to: '2026-12-17', count: 1, isExact: true },
  readers: { active: 0, silent: 1, lost: 0, deadLetters: 100, deadLettersIsExact: false },
}
const cities = ['Indore', 'Delhi'].map((name, at) => ({
  ...{ _id: idOf(at), name, location: name.toLowerCase() },
}))

function prepare(overview = all) {
  respond(places.cities, { cities })
  respond(dashboard.counts, counts)
  respond(dashboard.overview, overview)
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
  await expect.element(region('Waiting for you').getByRole('listitem').nth(2)).not.toBeInTheDocument()
  for (const endpoint of [dashboard.counts, dashboard.overview])
    expect(sent.find((one) => one.endpoint === endpoint)?.address.searchParams.get('location')).toBe('delhi')
})

test('a person with only Reports sees cards and links for what they may open', async () => {
  prepare({ ...nothing, states: all.states, inventories: all.inventories })
  await openScreen('/dashboard/default', { permissions: ['reports'] })
  await leads('Total Registered Assets', '/dashboard/asset-wise')
  await expect.element(link('Total Registered Users')).not.toBeInTheDocument()
  await expect.element(region('Assets by state').getByText('Working')).toBeVisible()
  await expect.element(link('Working')).not.toBeInTheDocument()
  for (const absent of ['Waiting for you', 'Readers', 'Assets by place'])
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
