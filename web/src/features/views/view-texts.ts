import type { ViewSchedule } from '@ats/contract/views.ts'
import { formatWeekday } from '#kernel/words/format.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'

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
