import { addDays, addMonths, weekdayOf } from '@ats/contract/days.ts'

/** The weeks of a day's month, from Sunday to Saturday, with the days of the months around it. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const start = addDays(first, -weekdayOf(first))
  const nextMonth = addMonths(first, 1)
  const weeks: string[][] = []
  for (let week = start; week < nextMonth; week = addDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(week, at)))
  return weeks
}

/** The day to which a key moves the focus; undefined for other keys. */
export function dayAfterKey(day: string, key: string, shift: boolean): string | undefined {
  const months = shift ? 12 : 1
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => addMonths(day, -months),
    PageDown: () => addMonths(day, months),
  }
  return moves[key]?.()
}

export const within = (day: string, min: string, max: string) => (day < min ? min : day > max ? max : day)

export const monthsLater = (day: string, count: number) => addMonths(day, count)
