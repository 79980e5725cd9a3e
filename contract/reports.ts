import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './id.ts'
import { day, location, pageQuery, pageReply } from './paging.ts'

/** What stands at the head of a column in a file, and what its values are on the wire. */
type Column = { heading: string; is: z.ZodType }
type Columns = Record<string, Column>

const needed = (heading: string) => ({ heading, is: z.string() })
const given = (heading: string) => ({ heading, is: z.string().nullable() })

const namesOf = <Name extends string>(columns: Record<Name, unknown>) =>
  Object.keys(columns) as [Name, ...Name[]]

const rowOf = <C extends Columns>(columns: C) =>
  z.object(Object.fromEntries(Object.entries(columns).map(([name, { is }]) => [name, is]))) as z.ZodObject<{
    [Name in keyof C]: C[Name]['is']
  }>

/** Every report is asked for a page at a time and answers with rows of its own columns. */
const report = <const Path extends string, Query extends z.ZodObject, C extends Columns>(
  path: Path,
  summary: string,
  { query, columns }: { query: Query; columns: C },
) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/reports/${path}`,
    permission: 'reports',
    summary,
    query,
    reply: z.object({ rows: z.array(rowOf(columns)), ...pageReply }),
  })

const { search: _search, ...page } = pageQuery.shape
const text = z.string().trim().max(200).optional()

/** In the order of the screen and of the file. */
export const assetReportColumns = {
  id: { heading: 'Id', is: z.uuid() },
  rfidTagId: given('RFID Tag Id'),
  city: needed('City'),
  mm: given('MM'),
  property: given('Property'),
  aou: given('AoU'),
  room: given('Room'),
  assetName: needed('Asset Name'),
  assetState: needed('Asset State'),
  assetTagId: needed('Asset Tag Id'),
  brand: given('Brand'),
  model: given('Model'),
  serialNo: given('Serial No.'),
  vendor: given('Vendor'),
  rentalStartDate: given('Rental Start Date'),
  rentalPeriod: given('Rental Period (in Months)'),
  createdBy: given('Created By'),
  createdAt: needed('Created At'),
} as const satisfies Columns
export type AssetReportColumn = keyof typeof assetReportColumns

export const assetReportFilter = z.object({
  ...page,
  sort: z
    .enum(namesOf(assetReportColumns))
    .default('createdAt')
    .describe('createdAt and id: reports of any length; rfidTagId and assetState: any length without days.'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  rfidTagId: text.describe('A part of the tag, from three characters on; a shorter text is the whole tag.'),
  assetTagId: text.describe('A part of the asset tag id, from three characters on; else its number.'),
  location: location.optional(),
  mmId: id.optional(),
  propertyId: id.optional(),
  assetState: text,
  from: day.optional().describe("Created from this day on, in the installation's time zone."),
  to: day.optional().describe('Created up to the end of this day.'),
})
export type AssetReportFilter = z.infer<typeof assetReportFilter>

export const reports = {
  assets: report('assets', 'Assets within scope, with all that is known of them', {
    query: assetReportFilter,
    columns: assetReportColumns,
  }),
}

/** The reports by the names that their files have among the exported lists. */
export const reportColumns = {
  'report-assets': namesOf(assetReportColumns),
}
export type ReportList = keyof typeof reportColumns
export const reportLists = namesOf(reportColumns)
