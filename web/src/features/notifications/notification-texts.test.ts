import type { Notification } from '@ats/contract/notifications.ts'
import { expect, test, vi } from 'vitest'
import { byDay } from './notification-days.ts'
import { textOf } from './notification-texts.ts'

// The catalogue reads the person's language from the browser.
vi.stubGlobal('localStorage', { getItem: () => null })

const told = (change: Partial<Notification> = {}): Notification => ({
  id: 1,
  rule: 'state-change-requested',
  action: 'state-change.requested',
  user: 'Asha Rao',
  at: '2026-03-10T10:00:00Z',
  count: 1,
  subject: 'Chair A0000001',
  detail: null,
  reason: null,
  field: null,
  recordKind: 'state-change',
  recordId: '00000000-0000-4000-8000-000000000000',
  read: false,
  ...change,
})

test.each([
  [{}, 'Asha Rao requested a state change for Chair A0000001'],
  [{ count: 2, subject: null }, 'Asha Rao requested a state change for 2 assets'],
  [{ action: 'state-change.denied', user: null }, 'Someone denied your request for Chair A0000001'],
  [{ action: 'state-change.stale', count: 3, subject: null }, /^3 of your requests are outdated/],
  [{ action: 'export.finished', subject: 'deleted-assets' }, 'Your Excel file is ready: Deleted assets'],
  [{ action: 'asset.rental-ending', detail: '2026-04-02' }, /^The rental of Chair A0000001 ends on .*2026$/],
  [
    { action: 'asset.field-due', detail: '2026-04-02', field: { label: 'Next Inspection', labelHi: null } },
    /^Next Inspection of Chair A0000001: .*2026$/,
  ],
  [{ action: 'something.new' }, 'something.new'],
])('%j reads as %s', (change, text) => {
  expect(textOf(told(change))).toMatch(text)
})

test('the newest day comes first, each with its notifications in their order', () => {
  const now = new Date(2026, 2, 10, 12)
  const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()
  const list = [at(10, 9), at(10, 0), at(9, 23), at(1, 5)].map((moment, id) => told({ id, at: moment }))
  expect(byDay(list, now).map(({ title, notifications }) => [title, notifications.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    [expect.stringContaining('2026'), 1],
  ])
})
