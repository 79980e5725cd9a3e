import { m } from '#texts'
import type { Column } from '#ui/table/column.ts'
import { moment, path } from './report-cells.tsx'

type Seen = { lastSeenPlace: string | null; lastSeenAt: string | null }

/** Columns about fixed readers, hidden by default. */
export const lastSeenColumns: (Omit<Column<Seen>, 'sort'> & { id: keyof Seen })[] = [
  {
    ...{ id: 'lastSeenPlace', header: m.reports_last_seen_place, hidden: 'at-first' },
    // A place out of scope has no name here.
    cell: ({ lastSeenPlace, lastSeenAt }) =>
      path(lastSeenPlace ?? (lastSeenAt === null ? m.common_not_given() : m.reports_elsewhere())),
  },
  {
    ...{ id: 'lastSeenAt', header: m.reports_last_seen_at, hidden: 'at-first' },
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? m.reports_never_seen() : moment(lastSeenAt)),
  },
]
