import { addDays, addMonths } from './days.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** The days of a report whose filter does not name both: what the API reads, and what the screen shows. */
export type ReportDays = (given: Days, today: string) => Days

export const daysOfChanges = 30
export const daysOfRentals = 90
export const monthsOfAccuracy = 12

/** The last days, if the filter names neither. With one of them the other is open. */
export const changeDays: ReportDays = ({ from, to }, today) =>
  from === undefined && to === undefined ? { from: addDays(today, -daysOfChanges), to: today } : { from, to }

export const rentalDays: ReportDays = ({ from, to }, today) => ({
  from: from ?? today,
  to: to ?? addDays(from ?? today, daysOfRentals),
})

/** Open at the end: an inventory is never in the future. */
export const accuracyDays: ReportDays = ({ from, to }, today) => ({
  from: from ?? addMonths(today, -monthsOfAccuracy),
  to,
})
