import { expect, test } from 'vitest'
import { dayAfterKey, weeksOf, within } from './calendar-weeks.ts'

test('a month starts with the Sunday on or before its first day, and ends with a Saturday', () => {
  const weeks = weeksOf('2026-11-17')
  expect(weeks).toHaveLength(5)
  expect(weeks[0]?.[0]).toBe('2026-11-01')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-05')
  expect(weeksOf('2026-08-31')).toHaveLength(6)
  expect(weeksOf('2026-02-10')).toHaveLength(4)
  expect(weeksOf('2024-02-29').flat()).toContain('2024-02-29')
})

test.each([
  ['ArrowLeft', false, '2026-11-16'],
  ['ArrowRight', false, '2026-11-18'],
  ['ArrowUp', false, '2026-11-10'],
  ['ArrowDown', false, '2026-11-24'],
  ['Home', false, '2026-11-15'],
  ['End', false, '2026-11-21'],
  ['PageUp', false, '2026-10-17'],
  ['PageDown', false, '2026-12-17'],
  ['PageUp', true, '2025-11-17'],
  ['PageDown', true, '2027-11-17'],
  ['Enter', false, undefined],
])('%s (with shift: %s) moves from 17 November 2026 to %s', (key, shift, day) =>
  expect(dayAfterKey('2026-11-17', key, shift)).toBe(day),
)

test('a day outside the limits becomes the nearest one within them', () => {
  expect(within('1999-12-31', '2000-01-01', '2999-12-31')).toBe('2000-01-01')
  expect(within('3000-01-01', '2000-01-01', '2999-12-31')).toBe('2999-12-31')
  expect(within('2026-11-17', '2000-01-01', '2999-12-31')).toBe('2026-11-17')
})
