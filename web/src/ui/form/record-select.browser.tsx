import { type Place, places } from '@ats/contract/places.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PlaceSelect } from '#features/places/places.ts'
import { hold, reject, respond, sent } from '../../../test/responses.ts'
import { show } from '../../../test/show.tsx'

const ids = ['01900000-0000-7000-8000-0000000000b1', '01900000-0000-7000-8000-0000000000b2']

const room = (_id = '', name = ''): Place => {
  const names = ['Indore', 'Tower', name]
  const facts = { kind: 'room' as const, name, names, path: names.join(' > ') }
  return { _id, ...facts, ids: [ids[1] ?? '', ids[1] ?? '', _id] }
}
const store = room(ids[0], 'Store')
const stair = room(ids[1], 'Stair')

function Field({ first = '' }: { first?: string }) {
  const [id, setId] = useState(first)
  return (
    <div id="content">
      <PlaceSelect label="Place" value={id} scope={{}} onChange={setId} />
      <output>{id || 'none'}</output>
    </div>
  )
}

const field = page.getByRole('combobox', { name: 'Place' })
const option = (name: string) => page.getByRole('option', { name })
const chosen = (text: string) => expect.element(page.getByRole('status')).toHaveTextContent(text)
const searches = () => sent.map(({ address }) => address.searchParams.get('search'))

test('nothing is requested before the list opens; one request follows the last key, and Enter selects', async () => {
  respond(places.search, { places: [store, stair] })
  await show(<Field />)
  expect(sent).toEqual([])
  await field.fill('st')
  await expect.element(option('Store')).toBeVisible()
  await expect.poll(searches).toEqual(['', 'st'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await chosen(store._id)
  await expect.element(field).toHaveValue('Store · Indore > Tower')
})

test('the place of an id is shown by its name, and its button clears it', async () => {
  respond(places.search, { places: [store] })
  await show(<Field first={store._id} />)
  await expect.element(field).toHaveValue('Store · Indore > Tower')
  await page.getByRole('button', { name: 'Clear' }).click()
  await chosen('none')
  await expect.element(field).toHaveValue('')
})

test('an id without a record leaves the field empty', async () => {
  respond(places.search, { places: [] })
  await show(<Field first={store._id} />)
  await expect.poll(() => sent.length).toBe(1)
  await expect.element(field).toHaveValue('')
})

test('the list shows that it is loading, and that it is empty', async () => {
  const release = hold(places.search, { places: [] })
  await show(<Field />)
  await field.fill('cellar')
  await expect.element(option('Loading')).toBeVisible()
  release()
  await expect.element(option('Nothing found')).toBeVisible()
})

test('a list that failed shows an error, and is requested again when it is reopened', async () => {
  reject(places.search, 'state-unknown')
  await show(<Field />)
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('could not be loaded')).toBeVisible()
  respond(places.search, { places: [stair] })
  await userEvent.keyboard('{Escape}{ArrowDown}')
  await expect.element(option('Stair')).toBeVisible()
})
