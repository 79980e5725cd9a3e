import { expect, test } from 'vitest'
import { nextDueOn } from './next-due.ts'

const due = (repeat: 'monthly' | 'quarterly', from: string, day: number, today: string) =>
  nextDueOn({ repeat, from, day, today })

test('the day of the month stays, also after shorter months', () => {
  const dates: string[] = []
  for (let from = '2027-01-31'; dates.length < 5; from = dates.at(-1) ?? '')
    dates.push(due('monthly', from, 31, '2027-01-01'))
  expect(dates).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'])
  expect(due('monthly', '2028-01-30', 30, '2028-01-01')).toBe('2028-02-29')
  expect(due('quarterly', '2026-11-30', 30, '2026-11-01')).toBe('2027-02-28')
  expect(due('quarterly', '2027-02-28', 30, '2026-11-01')).toBe('2027-05-30')
})

test('the next date lies in the future, however late the last one was approved', () => {
  expect(due('monthly', '2026-01-15', 15, '2026-11-17')).toBe('2026-12-15')
  expect(due('monthly', '2026-01-31', 31, '2026-11-30')).toBe('2026-12-31')
  expect(due('monthly', '2026-10-17', 17, '2026-11-17')).toBe('2026-12-17')
  expect(due('monthly', '2026-10-18', 18, '2026-11-17')).toBe('2026-11-18')
  expect(due('quarterly', '2024-02-29', 29, '2026-11-29')).toBe('2027-02-28')
  expect(due('quarterly', '2025-12-31', 31, '2026-01-01')).toBe('2026-03-31')
})

test('one that is approved before it is due is followed by the one after it', () => {
  expect(due('monthly', '2027-05-31', 31, '2027-01-05')).toBe('2027-06-30')
})

test('any date, however it is approved: later than the last, after today, on the day or at the end of its month', () => {
  for (let n = 0; n < 2000; n += 1) {
    const at = (days: number) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)
    const [from, today] = [at((n * 37) % 1500), at((n * 101) % 1500)]
    const day = 1 + (n % 31)
    const next = due(n % 2 ? 'monthly' : 'quarterly', from, day, today)
    const [year = 0, month = 0] = next.split('-').map(Number)
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    expect(next.slice(0, 7) > from.slice(0, 7) && next > today).toBe(true)
    expect(Number(next.slice(8))).toBe(Math.min(day, last))
  }
})
