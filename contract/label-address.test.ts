import { expect, test } from 'vitest'
import { placeAddress, placeOfLabel } from './place-address.ts'

const id = '0192f0c1-7c3a-7000-8000-00000000abcd'

test('the address of a label leads back to its place, in capitals and with spaces around it too', () => {
  const address = placeAddress('https://assets.example.org', id)
  expect(address).toBe(`https://assets.example.org/place/${id}`)
  for (const typed of [address, ` ${address}\n`, address.toUpperCase()]) expect(placeOfLabel(typed)).toBe(id)
})

test.each([
  'E2801160600002084D2A1C3F',
  id,
  `https://assets.example.org/place/${id}/papers`,
  `https://assets.example.org/places/${id}`,
  `ftp://assets.example.org/place/${id}`,
  'https://assets.example.org/place/',
  '',
])('%s is not the label of a place', (code) => {
  expect(placeOfLabel(code)).toBeNull()
})
