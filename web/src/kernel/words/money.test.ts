import { expect, test } from 'vitest'
import { moneyTyped, readMoney } from './money.ts'

test.each([
  ['1,25,000.50', 2, 12_500_050],
  ['12 500', 2, 1_250_000],
  ['0.29', 2, 29],
  ['.5', 2, 50],
  ['12.', 2, 1200],
  ['-3', 2, -300],
  ['+3', 2, 300],
  ['-0', 2, 0],
  ['1250', 0, 1250],
  ['1.005', 3, 1005],
])('%s with %i decimal places is %i', (text, digits, value) => expect(readMoney(text, digits)).toBe(value))

test.each([
  ['1.005', 2],
  ['12.5', 0],
  ['1e9', 2],
  ['ten', 2],
  ['', 2],
  ['.', 2],
  ['-', 2],
  ['1.2.3', 2],
])('%s with %i decimal places is no amount', (text, digits) =>
  expect(readMoney(text, digits)).toBeUndefined(),
)

test.each([
  [12_500_050, 2, '125000.5'],
  [-300, 2, '-3'],
  [1250, 0, '1250'],
])('%i with %i decimal places is typed as %s', (value, digits, text) => {
  expect(moneyTyped(value, digits)).toBe(text)
  expect(readMoney(text, digits)).toBe(value)
})
