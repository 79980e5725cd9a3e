import type { ExportDetails } from './queries.ts'

type Named = Pick<ExportDetails, 'list' | 'format' | 'filter' | 'createdAt' | 'inventory'>

const isDay = (text: string | undefined) => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text)

/** The day or days of the rows, if the filter names them. */
function daysOf({ day, from, to, fromDate, toDate }: Record<string, string | undefined>) {
  if (isDay(day)) return day
  const [first, last] = [from ?? fromDate, to ?? toDate]
  return isDay(first) && isDay(last) ? `${first}-to-${last}` : undefined
}

/** The list, the inventory if any, and the days of the filter or the day of the request. */
export function fileNameOf({ list, format, filter, createdAt, inventory }: Named, zone: string) {
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(createdAt))
  const of = daysOf(filter as Record<string, string>) ?? written
  return `${[list, ...(inventory === null ? [] : [inventory]), of].join('-')}.${format}`
}
