import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { refuseWeakPassword } from './passwords.ts'

const person = { name: 'Meera', email: 'meera@example.com' }

/** Among them the first and the last of the sorted list, and words of the product's own. */
test.each([
  ...['password', 'Football', 'TRUSTNO1', 'india@123', 'mustang1', 'scoobydoo', 'inventory1'],
  ...['!!bwed96', '12345678', 'jaishreeram', '~sonyxperiaz2013~'],
])('%s is refused', (word) => {
  expect(() => refuseWeakPassword(word, person)).toThrow('This password is too common.')
})

test.each([
  ...['Copper-Kettle-91', 'password', 'trustno1'].map((word) => `${word}~${word}`),
  ...['', '!', '~~~~~~~~~~~~', 'zzzzzzzzzzzz~', 'é'.repeat(8), 'Copper-Kettle-91'],
])('%s is not a common one', (word) => {
  expect(isCommonPassword(word)).toBe(false)
})

test('the name and the email of the person are refused', () => {
  for (const word of ['Meera Nair', 'meeranair', 'meera@example.com'])
    expect(() => refuseWeakPassword(word, { ...person, name: 'Meera Nair' })).toThrow(
      'not your name or email',
    )
})
