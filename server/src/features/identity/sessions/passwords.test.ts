import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { refuseWeakPassword } from './passwords.ts'

const person = { name: 'Meera', email: 'meera@example.com' }

test('at least 3,000 common passwords are refused that are long enough, each written in small letters', () => {
  const long = [...commonPasswords].filter((word) => [...word].length >= 8)
  expect(long.length).toBeGreaterThanOrEqual(3000)
  expect(long.filter((word) => word !== word.toLowerCase())).toEqual([])
})

test.each(['password', 'Football', 'TRUSTNO1', 'india@123', 'mustang1', 'scoobydoo'])(
  '%s is refused',
  (word) => {
    expect(() => refuseWeakPassword(word, person)).toThrow('This password is too common.')
  },
)

test('an uncommon one is not', () => {
  expect(() => refuseWeakPassword('Copper-Kettle-91', person)).not.toThrow()
})
