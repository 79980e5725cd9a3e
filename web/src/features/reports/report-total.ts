import type { PageOf } from '#kernel/http/page-of.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Report } from './report.ts'

/** The number of matching rows, as far as they were counted. */
export const totalText = ({ one, other }: Report, { total, totalIsExact }: PageOf<unknown>) =>
  totalIsExact
    ? counted(total, one, other)
    : m.reports_more_than({ rows: other({ count: formatNumber(total) }) })
