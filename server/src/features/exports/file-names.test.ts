import { expect, test } from 'vitest'
import { fileNameOf } from './file-names.ts'

const asked = {
  list: 'assets' as const,
  format: 'xlsx' as const,
  filter: {},
  createdAt: '2026-03-31T20:00:00Z',
  inventory: null,
}

test('a file is named after the day of the installation on which it was asked for', () => {
  expect(fileNameOf(asked, 'UTC')).toBe('assets-2026-03-31.xlsx')
  expect(fileNameOf(asked, 'Asia/Kolkata')).toBe('assets-2026-04-01.xlsx')
})

test('a report of a day is named after that day', () => {
  const name = fileNameOf({ ...asked, list: 'report-as-of', filter: { day: '2025-12-31' } }, 'UTC')
  expect(name).toBe('report-as-of-2025-12-31.xlsx')
})

test('a report between days is named after them', () => {
  const changes = { ...asked, list: 'report-changes' as const }
  const days = { from: '2026-01-01', to: '2026-02-28' }
  expect(fileNameOf({ ...changes, filter: days }, 'UTC')).toBe('report-changes-2026-01-01-to-2026-02-28.xlsx')
  expect(fileNameOf({ ...changes, filter: { from: '2026-01-01' } }, 'UTC')).toBe(
    'report-changes-2026-03-31.xlsx',
  )
})

test('items carry the id of their inventory', () => {
  const name = fileNameOf(
    { ...asked, list: 'inventory-items', format: 'csv', inventory: 'INV-2026-0004' },
    'UTC',
  )
  expect(name).toBe('inventory-items-INV-2026-0004-2026-03-31.csv')
})
