import { afterEach, expect, test, vi } from 'vitest'

// The catalogue reads the person's language from the browser.
let language = 'en'
vi.stubGlobal('localStorage', { getItem: () => language })
const { TZ } = process.env
afterEach(() => {
  language = 'en'
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** A formatter has the time zone of its first use. */
async function formatIn(zone: string) {
  process.env.TZ = zone
  vi.resetModules()
  return import('./format.ts')
}

test.each(['Asia/Kolkata', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'a calendar day is the same day in %s',
  async (zone) => {
    const { dayHere, formatDate, formatFullDay, formatMonth } = await formatIn(zone)
    expect(formatDate('2026-11-17')).toBe('17 Nov 2026')
    expect(formatDate('2024-02-29')).toBe('29 Feb 2024')
    expect(formatMonth('2026-11-01')).toBe('November 2026')
    expect(formatFullDay('2026-11-01')).toMatch(/^Sunday.*1 November.*2026$/)
    expect(dayHere(new Date(2026, 10, 17))).toBe('2026-11-17')
  },
)

test('a moment is shown in the time zone of the person, with the day before the month', async () => {
  const { formatDate, formatTime } = await formatIn('Asia/Kolkata')
  expect(formatDate('2026-11-17T20:00:00Z')).toBe('18 Nov 2026')
  expect(formatTime('2026-04-03T10:00:00Z')).toMatch(/^3 Apr 2026, 3:30\spm$/)
})

test('in Hindi the months and the days of the week have Hindi names', async () => {
  const { formatDate, formatMonth, formatWeekday } = await formatIn('Asia/Kolkata')
  language = 'hi'
  expect(formatDate('2026-11-17')).toBe('17 नव॰ 2026')
  expect(formatMonth('2026-11-17')).toBe('नवंबर 2026')
  expect([0, 1, 7].map((weekday) => formatWeekday(weekday))).toEqual(['रविवार', 'सोमवार', 'रविवार'])
})
