import { tagNumbers } from '@ats/contract/tag-series.ts'
import { query } from '#kernel/http/query.ts'

/** Series from which numbers can be reserved. */
export const openSeries = query(
  tagNumbers.list,
  {},
  { select: ({ series }) => series.filter(({ retired, nextTag }) => !retired && nextTag !== null) },
)

/** Whether the organisation has ever numbered its tags. */
export const hasTagSeries = query(tagNumbers.list, {}, { select: ({ series }) => series.length > 0 })
