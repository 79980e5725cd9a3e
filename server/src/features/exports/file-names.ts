import type { ExportDetails } from './queries.ts'

type Named = Pick<ExportDetails, 'list' | 'format' | 'filter' | 'createdAt' | 'inventory'>

const isDay = (text: string | undefined) => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text)

/** The day or the days that the rows are of, where the filter names them. */
function daysOf({ day, from, to, fromDate, toDate }: Record<string, string | undefined>) {
  if (isDay(day)) return day
  const [first, last] = [from ?? fromDate, to ?? toDate]
  return isDay(first) && isDay(last) ? `${first}-to-${last}` : undefined
}

/** What the file is, of which inventory, and of when: the days of its filter, or the day it was asked for. */
export function fileNameOf({ list, format, filter, createdAt, inventory }: Named, zone: string) {
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(createdAt))
  const of = daysOf(filter as Record<string, string>) ?? written
  return `${[list, ...(inventory === null ? [] : [inventory]), of].join('-')}.${format}`
}
