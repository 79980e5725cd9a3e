import type { ExportDetails } from './queries.ts'

type Named = Pick<ExportDetails, 'list' | 'format' | 'filter' | 'createdAt' | 'inventory'>

const day = /^\d{4}-\d\d-\d\d$/

/** What the file is, of which inventory, and of which day: the day of a report, or the day it was asked for. */
export function fileNameOf({ list, format, filter, createdAt, inventory }: Named, zone: string) {
  const asked = (filter as Record<string, string>).day
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(createdAt))
  const of = asked !== undefined && day.test(asked) ? asked : written
  return `${[list, ...(inventory === null ? [] : [inventory]), of].join('-')}.${format}`
}
