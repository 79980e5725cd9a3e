/** Calculations with calendar days, written yyyy-mm-dd. They do not depend on a time zone. */

const inMs = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Undefined if the month has no such day. */
export function dayOf(year: number, month: number, date: number): string | undefined {
  const text = [String(year).padStart(4, '0'), ...[month, date].map((part) => String(part).padStart(2, '0'))]
  const day = text.join('-')
  const ms = inMs(day)
  return Number.isNaN(ms) || dayAt(ms) !== day ? undefined : day
}

export const addDays = (day: string, count: number) => dayAt(inMs(day) + count * 86_400_000)

/** The same date in another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return addDays(dayAt(first.getTime()), Math.min(date, length) - 1)
}

/** 0 is Sunday. */
export const weekdayOf = (day: string) => new Date(inMs(day)).getUTCDay()
