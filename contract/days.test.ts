import { expect, test } from 'vitest'
import { addDays, addMonths, dayOf, weekdayOf } from './days.ts'

test.each([
  [2026, 11, 17, '2026-11-17'],
  [2024, 2, 29, '2024-02-29'],
  [2026, 2, 29, undefined],
  [1900, 2, 29, undefined],
  [2000, 2, 29, '2000-02-29'],
  [2026, 4, 31, undefined],
  [2026, 13, 1, undefined],
  [2026, 0, 1, undefined],
  [2026, 1, 0, undefined],
  [12, 1, 2, '0012-01-02'],
])('year %d, month %d, date %d is the day %s', (year, month, date, day) =>
  expect(dayOf(year, month, date)).toBe(day),
)

test('days are added across months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(addDays('2026-11-17', 90)).toBe('2027-02-15')
})

test('a month that is too short ends the day at its last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-02-29', -12)).toBe('2023-02-28')
  expect(addMonths('2026-11-17', -11)).toBe('2025-12-17')
  expect(addMonths('2026-11-17', 2)).toBe('2027-01-17')
})

test('a Tuesday is the third day of the week', () => expect(weekdayOf('2026-11-17')).toBe(2))
