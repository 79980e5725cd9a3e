import { expect, test } from 'vitest'
import { accuracyDays, changeDays, rentalDays } from './report-days.ts'

const today = '2026-11-17'

test('changes are those of the last thirty days, unless one day is given', () => {
  expect(changeDays({}, today)).toEqual({ from: '2026-10-18', to: today })
  expect(changeDays({ to: '2026-01-31' }, today)).toEqual({ from: undefined, to: '2026-01-31' })
  expect(changeDays({ from: '2026-01-31' }, today)).toEqual({ from: '2026-01-31', to: undefined })
})

test('rentals end in the ninety days from the first one', () => {
  expect(rentalDays({}, today)).toEqual({ from: today, to: '2027-02-15' })
  expect(rentalDays({ from: '2026-01-01' }, today)).toEqual({ from: '2026-01-01', to: '2026-04-01' })
  expect(rentalDays({ to: '2026-12-31' }, today)).toEqual({ from: today, to: '2026-12-31' })
})

test('inventories are those of a year', () => {
  expect(accuracyDays({}, today)).toEqual({ from: '2025-11-17', to: undefined })
  expect(accuracyDays({}, '2024-02-29')).toEqual({ from: '2023-02-28', to: undefined })
  expect(accuracyDays({ from: '2020-01-01', to: today }, today)).toEqual({ from: '2020-01-01', to: today })
})
