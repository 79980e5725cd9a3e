import type { ViewSchedule } from '@ats/contract/views.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'

const aMonday = Date.UTC(2024, 0, 1)
const aDay = 24 * 60 * 60 * 1000

/** A day of the week by its number; 1 is Monday. */
export const formatWeekday = (weekday: number) =>
  new Intl.DateTimeFormat(`${currentLanguage()}-IN`, { weekday: 'long', timeZone: 'UTC' }).format(
    aMonday + (weekday - 1) * aDay,
  )

/** 'Every Friday at 07:00'. */
export function scheduleText({ every, weekday, monthDay, hour }: ViewSchedule): string {
  const time = `${String(hour).padStart(2, '0')}:00`
  if (every === 'day') return m.views_mailed_daily({ time })
  if (every === 'week') return m.views_mailed_weekly({ day: formatWeekday(weekday), time })
  return m.views_mailed_monthly({ day: monthDay, time })
}

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'India Standard Time'. */
export const zoneName = () =>
  new Intl.DateTimeFormat(`${currentLanguage()}-IN`, { timeZoneName: 'long' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ownZone()
