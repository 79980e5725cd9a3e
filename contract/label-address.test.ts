import { expect, test } from 'vitest'
import { assetAddress, assetOfLabel, isLabel, placeAddress, placeOfLabel } from './label-address.ts'

const id = '0192f0c1-7c3a-7000-8000-00000000abcd'
const origin = 'https://assets.example.org'

test.each([
  ['place', placeAddress(origin, id), placeOfLabel, assetOfLabel],
  ['asset', assetAddress(origin, id), assetOfLabel, placeOfLabel],
])(
  'the address on the label of a %s leads back to it, in capitals and with spaces too',
  (kind, address, read, other) => {
    expect(address).toBe(`${origin}/${kind}/${id}`)
    for (const typed of [address, ` ${address}\n`, address.toUpperCase()]) {
      expect([read(typed), other(typed), isLabel(typed)]).toEqual([id, null, true])
    }
  },
)

test.each([
  'E2801160600002084D2A1C3F',
  id,
  `${origin}/place/${id}/papers`,
  `${origin}/places/${id}`,
  `ftp://assets.example.org/place/${id}`,
  `${origin}/asset/`,
  '',
])('%s is not on a label', (code) => {
  expect([placeOfLabel(code), assetOfLabel(code), isLabel(code)]).toEqual([null, null, false])
})
