import { z } from 'zod'
import { coverKinds } from './covers.ts'
import { id } from './id.ts'
import { day } from './paging.ts'
import { type Columns, given, needed, ordered, page, where } from './report-parts.ts'

export const coveredReportColumns = {
  id: needed('Id'),
  assetId: { heading: 'Asset Id', is: z.uuid() },
  assetTagId: needed('Asset Tag Id'),
  assetName: needed('Asset Name'),
  place: needed('Place'),
  cover: given('Cover'),
  kind: { heading: 'Kind', is: z.enum(coverKinds).nullable() },
  vendor: given('Vendor'),
  endsOn: given('Last Day'),
} as const satisfies Columns

export const coveredReportFilter = z.object({
  ...page,
  ...where,
  ...ordered('id', 'asc'),
  day: day.optional().describe("Covers that run on this day; absent: today in the installation's time zone."),
  covered: z
    .enum(['yes', 'no'])
    .default('yes')
    .describe('`yes`: one row for each asset and cover. `no`: assets without such a cover.'),
  kind: z.enum(coverKinds).optional(),
  vendorId: id.optional(),
})
export type CoveredReportFilter = z.infer<typeof coveredReportFilter>
