import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../test/listed.ts'
import { placeAt } from '../../../test/people.ts'
import { respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const property = placeAt('Indore > MM North > Mill', 1, 'property')
const rooms = Array.from({ length: 30 }, (_, at) =>
  placeAt(`Indore > MM North > Mill > Hall > Room ${at + 1}`, 10 + at, 'room'),
)
const labels = page.getByRole('listitem')
const sheets = () =>
  page
    .getByRole('list')
    .elements()
    .filter((list) => list.querySelector('svg'))

const open = (search = '') => {
  respond(places.search, ({ address: { searchParams: asked } }) => ({
    places: asked.get('id') === null ? rooms : [property],
  }))
  return openScreen(`/dashboard/default/places/labels${search}`)
}

test('each room has a label with its address, on sheets that begin where others were used', async () => {
  await open(`?within=${idOf(1)}`)
  await expect.element(page.getByText('30 labels')).toBeVisible()
  expect(sentTo(places.search).map(({ address }) => address.searchParams.get('kind'))).toContain('room')
  await expect
    .element(labels.filter({ hasText: 'Room 30' }))
    .toHaveTextContent('Room 30Hall · Mill · MM North · IndoreRoom')
  expect(sheets()).toHaveLength(2)
  await page.getByLabelText('Labels on a sheet').selectOptions('65: 38.1 × 21.2 mm')
  await expect.poll(() => sheets().length).toBe(1)
  await page.getByLabelText('First free label').selectOptions('40')
  await expect.poll(() => sheets().length).toBe(2)
})

test('a place without such places says so', async () => {
  respond(places.search, { places: [] })
  await openScreen('/dashboard/default/places/labels?kind=aou')
  await expect.element(page.getByText('There are no such places here.')).toBeVisible()
  expect(sheets()).toEqual([])
})

test('a label is as large as its sheet says', async () => {
  await open()
  await page.getByLabelText('Labels on a sheet').selectOptions('8: 99.1 × 67.7 mm')
  const pixels = 96 / 25.4
  const size = () => labels.filter({ hasText: 'Room 2' }).first().element().getBoundingClientRect()
  await expect.poll(() => size().width / pixels).toBeCloseTo(99.1, 0)
  expect(size().height / pixels).toBeCloseTo(67.7, 0)
  expect(size().left).toBeGreaterThan(0)
})
