import { expect, test } from 'vitest'
import { isOver, rentalEnd } from './rental-end.ts'

test.each([
  ['2026-04-02', '12', '2027-04-02'],
  ['2025-01-31', '1', '2025-02-28'],
  ['2024-08-31', '6', '2025-02-28'],
  ['2026-04-02', null, undefined],
  [null, '12', undefined],
])('a rental from %s for %s months ends on %s', (rentalStartDate, rentalPeriod, end) => {
  expect(rentalEnd({ rentalStartDate, rentalPeriod })).toBe(end)
})

test('a rental is over after its last day', () => {
  expect(isOver('2026-04-02', new Date('2026-04-02T20:00:00'))).toBe(false)
  expect(isOver('2026-04-02', new Date('2026-04-03T00:00:00'))).toBe(true)
})
