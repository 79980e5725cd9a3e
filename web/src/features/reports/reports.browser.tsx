import { addDays } from '@ats/contract/days.ts'
import { exports } from '@ats/contract/exports.ts'
import { type Master, masters } from '@ats/contract/masters.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { places } from '@ats/contract/places.ts'
import { reports } from '@ats/contract/reports.ts'
import { views } from '@ats/contract/views.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dayHere, formatDate } from '#kernel/words/format.ts'
import { exported } from '../../../test/exports.ts'
import { pressOn, typeInto } from '../../../test/keyboard.ts'
import { idOf, onePage } from '../../../test/listed.ts'
import { respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const master = (number: number, name: string, above: string[] = []): Master => ({
  ...{ id: idOf(number), number, name, parentId: null, path: above.join(' > '), above, createdBy: null },
  ...{ createdAt: '2026-01-05T10:00:00Z', version: 1, uses: 0, work: null },
})
const place = (number: number, kind: 'mm' | 'property', names: string[], ids: string[]) => ({
  ...{ _id: idOf(number), kind, name: names.at(-1) ?? '', path: names.join(' > '), names, ids },
})
const office = ['Indore', 'MM North', 'Head Office']
const known = [
  place(21, 'mm', office.slice(0, 2), [idOf(11), idOf(21)]),
  place(31, 'property', office, [idOf(11), idOf(21), idOf(31)]),
]
const row = {
  ...{ id: idOf(50), rfidTagId: 'E2801160', city: 'Indore', mm: 'MM North', property: 'Head Office' },
  ...{ aou: 'Hall', room: null, assetName: 'Office Chair', assetState: 'Working', assetTagId: 'A0000042' },
  ...{ brand: 'Godrej', model: 'Motion', serialNo: 'SN-31', vendor: 'Acme', rentalPeriod: '12' },
  ...{ rentalStartDate: '2026-02-03', createdBy: 'Asha Rao', createdAt: '2026-03-04T10:00:00Z' },
}

beforeEach(() => {
  const named = ['Indore', 'Mumbai'].map((name, at) => ({ _id: idOf(11 + at), name }))
  respond(places.cities, { cities: named.map((one) => ({ ...one, location: one.name.toLowerCase() })) })
  respond(places.search, ({ address: { searchParams } }) => ({
    places: known.filter(({ _id }) => _id === (searchParams.get('id') ?? _id)),
  }))
  respond(masters.list, ({ address: { pathname } }) => {
    const records = pathname.endsWith('/mm')
      ? [master(21, 'MM North', ['Indore'])]
      : pathname.endsWith('/property')
        ? [master(31, 'Head Office', office.slice(0, 2))]
        : [master(1, 'Not-Working'), master(2, 'Working')]
    return { records, ...onePage(records.length) }
  })
  respond(views.list, { views: [], mailIsSet: true })
  respond(ownFields.list, { fields: [] })
  respond(reports.assets, { rows: [row], ...onePage(1) })
})

const field = (name: string) => page.getByLabelText(name, { exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name })
const submit = page.getByRole('button', { name: 'Submit' })
const asked = (of: { path: string }) =>
  Object.fromEntries(sent.findLast(({ endpoint }) => endpoint === of)?.address.searchParams ?? [])

async function choosePlaces() {
  await combobox('MM').fill('MM North')
  await page.getByRole('option', { name: 'MM North Indore' }).click()
  await combobox('Property').click()
  await page.getByRole('option', { name: /Head Office/ }).click()
}

test('the form sends a request when it is submitted, and a row shows all columns of an asset', async () => {
  const router = await openScreen('/dashboard/asset-wise')
  const cells = page.getByRole('table', { name: 'Asset Wise Report' }).getByRole('cell')
  await expect.element(cells.nth(1)).toBeVisible()
  const heads = page.getByRole('columnheader')
  for (const [at, head, text] of [
    [1, 'RFID Tag Id', 'E2801160'],
    [2, 'City', 'Indore'],
    [3, 'MM', 'MM North'],
    [4, 'Property', 'Head Office'],
    [5, 'AoU', 'Hall'],
    [7, 'Asset Name', 'Office Chair'],
    [8, 'Asset State', 'Working'],
    [9, 'Asset Tag Id', 'A0000042'],
    [10, 'Brand', 'Godrej'],
    [11, 'Model', 'Motion'],
    [12, 'Serial No.', 'SN-31'],
    [13, 'Vendor', 'Acme'],
    [14, 'Rental Start Date', /3 Feb 2026/],
    [15, 'Rental Period (in Months)', '12'],
    [16, 'Created By', 'Asha Rao'],
    [17, 'Created At', /4 Mar 2026/],
  ] as const) {
    await expect.element(heads.nth(at).getByText(head, { exact: true })).toBeInTheDocument()
    await expect.element(cells.nth(at).getByText(text)).toBeInTheDocument()
  }
  await typeInto(field('Asset Tag Id'), 'A0000042')
  await field('Asset State').selectOptions('Working')
  expect(router.state.location.searchStr).toBe('')
  await pressOn(submit)
  await expect.poll(() => router.state.location.searchStr).toContain('assetTagId=A0000042')
  await expect.element(page.getByText('1 asset', { exact: true })).toBeVisible()
  await expect.element(field('Asset Tag Id')).toHaveValue('A0000042')
  expect(asked(reports.assets)).toMatchObject({ assetTagId: 'A0000042', assetState: 'Working' })
  const print = page.getByRole('link', { name: 'Print', exact: true })
  await expect
    .element(print)
    .toHaveAttribute('href', expect.stringMatching(/print-report\/report-assets\?.*assetTagId=A0000042/))
  respond(exports.create, { export: exported({ format: 'csv', status: 'ready' }) })
  respond(exports.ticket, { address: 'data:text/plain,file' })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect
    .poll(() => sent.find(({ endpoint }) => endpoint === exports.create)?.body)
    .toMatchObject({ list: 'report-assets', filter: { assetTagId: 'A0000042', assetState: 'Working' } })
})

test('the MM depends on the city, and the property on the MM: a city keeps matching values and clears others', async () => {
  const router = await openScreen('/dashboard/asset-wise')
  await choosePlaces()
  const properties = sent.findLast(({ address }) => address.pathname.endsWith('/masters/property'))
  expect(properties?.address.searchParams.get('parentId')).toBe(idOf(21))
  await field('City').selectOptions('Indore')
  await expect.element(combobox('MM')).toHaveValue('MM North')
  await submit.click()
  await expect
    .poll(() => asked(reports.assets))
    .toMatchObject({ location: 'indore', mmId: idOf(21), propertyId: idOf(31) })
  expect(router.state.location.searchStr).toContain(`propertyId=${idOf(31)}`)
  await field('City').selectOptions('Mumbai')
  await expect.element(combobox('MM')).toHaveValue('')
  await expect.element(combobox('Property')).toHaveValue('')
})

test('a property that is chosen first fills its MM and its city, and another city empties both', async () => {
  await openScreen('/dashboard/asset-wise')
  await combobox('Property').click()
  await page.getByRole('option', { name: /Head Office/ }).click()
  await expect.element(combobox('MM')).toHaveValue('MM North')
  await expect.element(field('City')).toHaveValue('indore')
  await field('City').selectOptions('Mumbai')
  await expect.element(combobox('MM')).toHaveValue('')
  await expect.element(combobox('Property')).toHaveValue('')
  await submit.click()
  await expect.poll(() => asked(reports.assets)).toMatchObject({ location: 'mumbai' })
  expect(asked(reports.assets)).not.toHaveProperty('propertyId')
})

test('the states are offered in the order of the specification', async () => {
  await openScreen('/dashboard/asset-wise')
  await expect.element(field('Asset State').getByRole('option').nth(2)).toBeInTheDocument()
  const names = field('Asset State').getByRole('option').elements()
  expect(names.map(({ textContent }) => textContent).slice(1)).toEqual(['Working', 'Not-Working'])
})

test('a person without Reports is redirected', async () => {
  const router = await openScreen('/dashboard/asset-wise', { permissions: ['user-management'] })
  expect(router.state.location.pathname).toBe('/unauthorized')
})

test('every report is in one list with its question, and opens from it', async () => {
  respond(reports.stateByPlace, { rows: [], ...onePage(0) })
  const router = await openScreen('/dashboard/default/reports')
  for (const title of [
    ...['Asset Wise Report', 'Assets as of a Day', 'Changes between Days', 'Movements', 'Rentals Ending'],
    ...['State by Place', 'Assets without Tag or Image', 'Assets Not Seen', 'Inventory Accuracy'],
  ])
    await expect.element(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'State by Place' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'State by Place' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard/default/reports/report-state-by-place')
})

test('a report shows the days that it reads without a choice, and one of them can be cleared', async () => {
  respond(reports.changes, { rows: [], ...onePage(0) })
  const router = await openScreen('/dashboard/default/reports/report-changes')
  const today = dayHere()
  const usual = { from: addDays(today, -30), to: today }
  await expect.element(field('From Date')).toHaveValue(formatDate(usual.from))
  await expect.element(field('To Date')).toHaveValue(formatDate(usual.to))
  await expect.poll(() => asked(reports.changes)).toMatchObject(usual)
  await submit.click()
  expect(router.state.location.searchStr).toBe('')
  await field('From Date').fill('')
  await submit.click()
  await expect.poll(() => router.state.location.searchStr).toBe(`?to=${today}`)
  expect(asked(reports.changes)).not.toHaveProperty('from')
  await expect.element(field('From Date')).toHaveValue('')
  await field('To Date').fill('')
  await submit.click()
  await expect.element(field('From Date')).toHaveValue(formatDate(usual.from))
})

test('the number of days is limited, and the address keeps the choice', async () => {
  const never = { lastSeenAt: null, lastSeenPlace: null, lastSeenBy: 'never' as const }
  const seen = { ...row, rfidTagId: 'E2801160', place: 'Indore > Hall', ...never }
  respond(reports.notSeen, { rows: [seen], ...onePage(1) })
  const router = await openScreen('/dashboard/default/reports/report-not-seen')
  const days = page.getByLabelText('Not seen for (in days)')
  await expect.element(days).toHaveValue('90')
  await days.fill('9999')
  await expect.element(days).toHaveValue('3650')
  await days.fill('30')
  await submit.click()
  await expect.poll(() => router.state.location.searchStr).toContain('days=30')
  expect(asked(reports.notSeen)).toMatchObject({ days: '30' })
  await expect.element(page.getByRole('cell', { name: 'Never seen' })).toBeVisible()
})

test('on a small screen the form is collapsed, and the rows are cards', async () => {
  respond(reports.incomplete, { rows: [], ...onePage(0) })
  const router = await openScreen('/dashboard/default/reports/report-incomplete')
  await page.viewport(390, 844)
  await page.getByRole('button', { name: /^Filters/ }).click()
  await field('Without').selectOptions('Image')
  await submit.click()
  await expect.poll(() => router.state.location.searchStr).toContain('lacks=picture')
  expect(asked(reports.incomplete)).toMatchObject({ lacks: 'picture' })
})
