import type { Repeat } from '@ats/contract/inventories/inventories.ts'

const monthsOf: Record<Repeat, number> = { monthly: 1, quarterly: 3 }

type Due = {
  repeat: Repeat
  /** When the last one was due, or when it started if it had no due date: 2026-01-31. */
  from: string
  /** The day of the month on which the series is due; in shorter months the last day. */
  day: number
  today: string
}

/** Months are counted from year 0 on. */
function dateIn(month: number, day: number) {
  const [year, ofYear] = [Math.floor(month / 12), month % 12]
  const last = new Date(Date.UTC(year, ofYear + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, ofYear, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The first future date of a series after the last one. */
export function nextDueOn({ repeat, from, day, today }: Due): string {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const [thisYear = 0, thisMonth = 1] = today.split('-').map(Number)
  const step = monthsOf[repeat]
  const first = year * 12 + month - 1
  const passed = Math.floor((thisYear * 12 + thisMonth - 1 - first) / step)
  const next = first + Math.max(1, passed) * step
  const due = dateIn(next, day)
  return due > today ? due : dateIn(next + step, day)
}
