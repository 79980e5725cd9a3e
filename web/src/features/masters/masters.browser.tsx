import { masters } from '@ats/contract/masters.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressOn, typeInto } from '../../../test/keyboard.ts'
import { masterCalled, parents, placeCalled, respondToMasters } from '../../../test/masters.ts'
import { cities } from '../../../test/people.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const addressOf = (kind: string, search = '', city = 'default') =>
  `/dashboard/${city}/masters/${kind}-master${search && `?search=${encodeURIComponent(search)}`}`
const table = (name: string) => page.getByRole('table', { name })
const row = (name: string, at: number) => table(name).getByRole('row').nth(at)
const submit = page.getByRole('button', { name: 'Submit' })
const alert = page.getByRole('alert')
const parentBox = page.getByRole('combobox', { name: /^Belongs To/ })
const bodies = (endpoint: (typeof masters)[keyof typeof masters]) =>
  sent.filter((one) => one.endpoint === endpoint).map(({ body }) => body)
const headings = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent)
const asked = () => sent.findLast(({ endpoint }) => endpoint === masters.list)?.address

const kinds = [
  ['asset-name', 'Asset Name', undefined],
  ['city', 'City Name', undefined],
  ['asset-state', 'State Name', undefined],
  ['vendor', 'Vendor Name', undefined],
  ['brand', 'Brand Name', undefined],
  ['mm', 'MM Name', 'Indore'],
  ['property', 'Property Name', 'MM North'],
  ['aou', 'AoU Name', 'Mill'],
] as const

test.each(kinds)(
  '%s: a name is required, a name in use is shown at the field, and a record is added',
  async (kind, label, parent) => {
    respondToMasters()
    reject(masters.create, 'master-name-taken', {}, 'name')
    await openScreen(addressOf(kind))
    const field = page.getByRole('textbox', { name: new RegExp(`^${label}(?! of)`) })
    await field.fill('   ')
    await submit.click()
    await expect.element(page.getByText('Please enter a name.').first()).toBeVisible()
    await expect.element(field).toHaveFocus()
    await field.fill('  Fresh ')
    if (parent !== undefined) {
      await submit.click()
      await expect.element(alert).toHaveTextContent('Please choose what it belongs to.')
      await expect.element(parentBox).toHaveFocus()
      await parentBox.fill(parent)
      await expect.element(page.getByRole('option', { name: parent })).toBeVisible()
      await userEvent.keyboard('{ArrowDown}{Enter}')
    }
    await submit.click()
    await expect.element(alert).toHaveTextContent('There is already a record with this name.')
    await expect.element(field).toHaveAccessibleDescription('There is already a record with this name.')
    const fresh = masterCalled('Fresh', 1)
    respondToMasters([fresh])
    respond(masters.create, fresh)
    await submit.click()
    await expect.element(page.getByText('"Fresh" added successfully!')).toBeVisible()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
    if (parent !== undefined)
      expect((parentBox.element() as HTMLInputElement).value.startsWith(parent)).toBe(true)
    await expect.element(page.getByText('Fresh is number 1 in the list.')).toBeInTheDocument()
    const parentId = parents.find(({ name }) => name === parent)?._id
    const body = { name: 'Fresh', ...(parentId !== undefined && { parentId }) }
    expect(bodies(masters.create)).toEqual([body, body])
    expect(asked()?.pathname).toBe(`/api/v1/masters/${kind}`)
  },
)

const brands = [
  ...Array.from({ length: 12 }, (_, at) => masterCalled(`Brand ${at + 10}`, at + 1)),
  masterCalled('Acme', 90, { uses: 7, createdBy: 'Meera Iyer' }),
]

test('records are listed, numbered across pages, sorted and searched', async () => {
  respondToMasters(brands)
  const router = await openScreen(addressOf('brand'))
  const cell = (at: number) => row('Brand Master', 1).getByRole('cell').nth(at)
  for (const [at, text] of ['1', '90', 'Acme', 'Meera Iyer', '7', '5 Jan 2026'].entries())
    await expect.element(cell(at).getByText(text)).toBeVisible()
  expect(headings()).toEqual(['Sl No', 'ID', 'Brand Name', 'Created By', 'Used By', 'Created At', 'Action'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(cell(0).getByText('11', { exact: true })).toBeVisible()
  const name = page.getByRole('columnheader', { name: 'Brand Name' })
  await name.getByRole('button').click()
  await expect.element(name).toHaveAttribute('aria-sort', 'descending')
  await expect.element(cell(2).getByText('Brand 21')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Created At' }).getByRole('button').click()
  await expect.poll(() => asked()?.searchParams.get('sort')).toBe('createdAt')
  router.history.back()
  await expect.element(name).toHaveAttribute('aria-sort', 'descending')
  await userEvent.keyboard('/ACME')
  await expect.element(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('Nowhere')
  await expect.element(page.getByText('There are no records to display')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(() => router.state.location.searchStr).not.toContain('search')
})

test('a record is renamed and deleted with the keyboard alone, and the focus returns', async () => {
  respondToMasters(brands)
  respond(masters.update, () => {
    respondToMasters([masterCalled('Acme Two', 90)])
    return masterCalled('Acme Two', 90)
  })
  respond(masters.remove, { message: 'Deleted' })
  await openScreen(addressOf('brand', 'Acm'))
  const edit = page.getByRole('button', { name: 'Edit Acme', exact: true })
  const input = page.getByRole('textbox', { name: 'Brand Name of Acme' })
  await pressOn(edit)
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('Nobody{Escape}')
  await expect.element(edit).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('Acme')
  await input.fill('Acme Two')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('"Acme Two" updated successfully!')).toBeVisible()
  expect(bodies(masters.update)).toEqual([{ name: 'Acme Two', version: 1 }])
  await expect.element(page.getByRole('button', { name: 'Edit Acme Two' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Delete Acme Two' })
  await expect.element(dialog.getByText('Are you sure you want to delete this record?')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  respondToMasters([])
  await pressOn(dialog.getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByText('"Acme Two" deleted successfully!')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a row keeps a name that is empty, in use or could not be saved', async () => {
  respondToMasters([masterCalled('Old', 1), masterCalled('Taken', 2)])
  reject(masters.update, 'master-name-taken', {}, 'name')
  reject(masters.remove, 'internal')
  reject(masters.create, 'internal')
  await openScreen(addressOf('asset-name'))
  await page.getByRole('button', { name: 'Edit Old' }).click()
  const input = page.getByRole('textbox', { name: 'Asset Name of Old' })
  await input.fill(' ')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveAccessibleDescription('Please enter a name.')
  await input.fill('taken')
  await page.getByRole('button', { name: 'Save Old' }).click()
  await expect.element(input).toHaveAccessibleDescription('There is already a record with this name.')
  await expect.element(input).toHaveValue('taken')
  reject(masters.update, 'internal')
  await page.getByRole('button', { name: 'Save Old' }).click()
  await expect.element(input).toHaveAccessibleDescription('Something went wrong on the server.')
  await expect.element(input).toHaveValue('taken')
  await page.getByRole('button', { name: 'Cancel editing Old' }).click()
  await page.getByRole('button', { name: 'Delete Old' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Failed to delete the record.')).toBeVisible()
  const field = page.getByRole('textbox', { name: /^Asset Name(?! of)/ })
  await field.fill('Kept')
  await submit.click()
  await expect
    .element(alert)
    .toHaveTextContent('Failed to add the record. Something went wrong on the server.')
  await expect.element(field).toHaveValue('Kept')
})

test('leaving a row with an unsaved name asks for confirmation', async () => {
  respondToMasters([masterCalled('Acme', 1)])
  const router = await openScreen(addressOf('brand'))
  const vendors = page.getByRole('link', { name: 'Vendor Master' })
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await page.getByRole('button', { name: 'Edit Acme' }).click()
  await vendors.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vendor Master' })).toBeVisible()
  router.history.back()
  await page.getByRole('button', { name: 'Edit Acme' }).click()
  const field = page.getByRole('textbox', { name: 'Brand Name of Acme' })
  await field.fill('Half a na')
  await vendors.click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(field).toHaveValue('Half a na')
  await vendors.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Vendor Master' })).toBeVisible()
})

test('on a small screen records are cards that are edited in place', async () => {
  respondToMasters([placeCalled('North', 1)])
  respond(masters.update, { ...placeCalled('North Two', 1) })
  await openScreen(addressOf('mm'))
  await page.viewport(390, 844)
  const card = page.getByRole('list', { name: 'MM Master' }).getByRole('listitem')
  await expect.element(card.getByText('Indore')).toBeVisible()
  await card.getByRole('button', { name: 'Edit North' }).click()
  await card.getByRole('textbox', { name: 'MM Name of North' }).fill('North Two')
  await card.getByRole('button', { name: 'Save North' }).click()
  await expect.element(page.getByText('"North Two" updated successfully!')).toBeVisible()
})

test('a list that cannot be loaded shows an error with a retry', async () => {
  respondToMasters([masterCalled('Acme', 1)])
  reject(masters.list, 'internal')
  await openScreen(addressOf('vendor'))
  await expect.element(alert.getByText('The records could not be loaded.')).toBeVisible()
  respondToMasters([masterCalled('Acme', 1)])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row('Vendor Master', 1)).toBeVisible()
})

test('people who may not change a list see who may', async () => {
  respondToMasters([masterCalled('Acme', 1)])
  const notices = async (kind: string, text: string) => {
    await router.navigate({ href: addressOf(kind) })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Edit Acme' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Delete Acme' })).not.toBeInTheDocument()
  }
  const router = await openScreen(addressOf('vendor'), { permissions: [] })
  await notices('brand', 'To change it you need the Master permission')
  await expect.element(page.getByRole('columnheader', { name: 'Action' })).not.toBeInTheDocument()
  await expect.element(submit).not.toBeInTheDocument()
})

test('a person of one city can add to shared lists, but only read states and cities', async () => {
  respondToMasters([masterCalled('Acme', 1)])
  const router = await openScreen(addressOf('brand'), { everywhere: false })
  await expect.element(page.getByText('only people who see every place can change or delete')).toBeVisible()
  await expect.element(submit).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Acme' })).not.toBeInTheDocument()
  for (const [kind, text] of [
    ['asset-state', 'States apply in every place'],
    ['city', 'Cities affect every place.'],
  ] as const) {
    await router.navigate({ href: addressOf(kind) })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(submit).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Edit Acme' })).not.toBeInTheDocument()
  }
})

test('a person with only rooms has no form for AoUs', async () => {
  respondToMasters()
  respond(places.search, { places: [] })
  await openScreen(addressOf('aou'), { everywhere: false })
  await expect.element(page.getByText('New records belong to a place above your own places')).toBeVisible()
  await expect.element(submit).not.toBeInTheDocument()
})

test('the parent of a record is reachable by keyboard', async () => {
  respondToMasters()
  respond(masters.create, placeCalled('Hall', 3))
  await openScreen(addressOf('aou'))
  await typeInto(page.getByRole('textbox', { name: /^AoU Name(?! of)/ }), 'Hall')
  await typeInto(parentBox, 'Mill')
  await expect.element(page.getByRole('option', { name: 'Mill' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(parentBox).toHaveValue('Mill · Indore > MM North')
  await pressOn(submit)
  await expect.element(page.getByText('"Hall" added successfully!')).toBeVisible()
})

test('the screen of one city requests that city, and new records belong to it', async () => {
  respondToMasters()
  respond(places.cities, { cities })
  respond(masters.create, placeCalled('There', 3))
  await openScreen(addressOf('mm', '', 'pune'))
  await expect.element(parentBox).toHaveValue('Pune')
  expect(asked()?.searchParams.get('location')).toBe('pune')
  await page.getByRole('textbox', { name: /^MM Name(?! of)/ }).fill('There')
  await submit.click()
  await expect.element(page.getByText('"There" added successfully!')).toBeVisible()
  expect(bodies(masters.create)).toEqual([{ name: 'There', parentId: cities[2]?._id }])
})

test('the address follows its city when that is renamed or deleted', async () => {
  const city = masterCalled('Pune', 1)
  respondToMasters([city])
  respond(masters.update, masterCalled('Puna', 1))
  respond(masters.remove, { message: 'Deleted' })
  respond(places.cities, { cities: [...cities, { _id: city.id, name: 'Puna', location: 'puna' }] })
  const router = await openScreen(addressOf('city', '', 'pune'))
  await page.getByRole('button', { name: 'Edit Pune' }).click()
  const input = page.getByRole('textbox', { name: 'City Name of Pune' })
  await input.fill('Puna')
  respondToMasters([masterCalled('Puna', 1)])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe(addressOf('city', '', 'puna'))
  await page.getByRole('button', { name: 'Delete Puna' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(addressOf('city'))
})
