import type { Asset } from '@ats/contract/assets/assets.ts'

type Rented = Pick<Asset, 'rentalStartDate' | 'rentalPeriod'>

/** The day on which a rented asset goes back, as the server computes it; undefined if it is not rented. */
export function rentalEnd({ rentalStartDate, rentalPeriod }: Rented): string | undefined {
  const months = Number(rentalPeriod)
  const [year = 0, month = 0, day = 0] = (rentalStartDate ?? '').split('-').map(Number)
  if (!rentalStartDate || !rentalPeriod || !Number.isInteger(months)) return undefined
  // The last day of a shorter month, where the month has no such day.
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString().slice(0, 10)
}

/** The last day of the rental still belongs to it. */
export const isOver = (end: string, now = new Date()) => new Date(`${end}T23:59:59`) < now
