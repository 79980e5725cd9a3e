import { z } from 'zod'
import { coveredReportColumns, coveredReportFilter } from './covered-report.ts'
import { id } from './id.ts'
import { fieldFilter } from './own-fields/field-filters.ts'
import { shownOwnValues } from './own-fields/shown-values.ts'
import { day, location } from './paging.ts'
import { placeKinds } from './places.ts'
import {
  type Columns,
  days,
  given,
  namesOf,
  needed,
  ordered,
  page,
  report,
  text,
  where,
} from './report-parts.ts'

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
  fields: fieldFilter.optional(),
})
export type AssetReportFilter = z.infer<typeof assetReportFilter>

export const asOfColumns = {
  id: { heading: 'Id', is: z.uuid() },
  assetTagId: needed('Asset Tag Id'),
  assetName: given('Asset Name'),
  rfidTagId: given('RFID Tag Id'),
  place: given('Place'),
  assetState: given('Asset State'),
  assignedUser: given('Assigned User'),
  since: needed('Since'),
} as const satisfies Columns

export const asOfFilter = z.object({
  ...page,
  ...where,
  ...ordered('id', 'asc'),
  day: day.optional().describe("The end of this day in the installation's time zone; absent: now."),
})
export type AsOfFilter = z.infer<typeof asOfFilter>

/** The aspects of an asset that the report of changes can filter by. */
export const changedFacts = ['state', 'place', 'holder', 'name', 'tag', 'brand', 'vendor', 'bin'] as const

/** What fixed readers report about an asset today, regardless of the days of the report. */
const lastSeen = { lastSeenPlace: given('Last Seen In'), lastSeenAt: given('Last Seen At') }

export const changeColumns = {
  id: needed('Id'),
  assetId: { heading: 'Asset Id', is: z.uuid() },
  at: needed('Changed At'),
  assetTagId: needed('Asset Tag Id'),
  assetName: given('Asset Name'),
  changed: needed('Changed'),
  stateBefore: given('State Before'),
  stateAfter: given('State After'),
  placeBefore: given('Place Before'),
  placeAfter: given('Place After'),
  holderBefore: given('Assigned User Before'),
  holderAfter: given('Assigned User After'),
  by: given('Changed By'),
} as const satisfies Columns

export const movementColumns = {
  id: needed('Id'),
  assetId: { heading: 'Asset Id', is: z.uuid() },
  at: needed('Moved At'),
  assetTagId: needed('Asset Tag Id'),
  assetName: given('Asset Name'),
  placeBefore: given('From'),
  placeAfter: given('To'),
  by: given('Moved By'),
  ...lastSeen,
} as const satisfies Columns

export const changeFilter = z.object({ ...page, ...where, ...ordered('at', 'desc'), ...days })
export type ChangeFilter = z.infer<typeof changeFilter>

export const rentalColumns = {
  id: { heading: 'Id', is: z.uuid() },
  ends: needed('Rental Ends'),
  assetTagId: needed('Asset Tag Id'),
  assetName: needed('Asset Name'),
  vendor: given('Vendor'),
  place: needed('Place'),
  rentalStartDate: needed('Rental Start Date'),
  rentalPeriod: needed('Rental Period (in Months)'),
  ...lastSeen,
} as const satisfies Columns

export const rentalFilter = z.object({
  ...page,
  ...where,
  ...ordered('ends', 'asc'),
  from: day.optional().describe('Absent: today.'),
  to: day.optional().describe('Absent: ninety days later.'),
})
export type RentalFilter = z.infer<typeof rentalFilter>

export const stateByPlaceColumns = {
  id: needed('Id'),
  place: needed('Place'),
  assetState: needed('Asset State'),
  assets: { heading: 'Assets', is: z.number().int() },
  deleted: { heading: 'Deleted', is: z.number().int() },
} as const satisfies Columns

export const stateByPlaceFilter = z.object({
  ...page,
  ...where,
  sort: z.enum(['place']).default('place'),
  level: z.enum(placeKinds).default('city').describe('The kind of places that are listed.'),
  assetState: text,
})
export type StateByPlaceFilter = z.infer<typeof stateByPlaceFilter>

const { id: assetId, rfidTagId, city, mm, property, aou, room, ...rest } = assetReportColumns
const { assetName, assetState, assetTagId, createdBy, createdAt } = rest

export const incompleteColumns = {
  ...{ id: assetId, assetTagId, assetName, rfidTagId, city, mm, property, aou, room },
  ...{ assetState, createdBy, createdAt },
} as const satisfies Columns

export const incompleteFilter = z.object({
  ...page,
  ...where,
  ...ordered('createdAt', 'desc'),
  lacks: z.enum(['tag', 'picture']).default('tag'),
})
export type IncompleteFilter = z.infer<typeof incompleteFilter>

/** How an asset was last seen; `never`: neither a reader nor an inventory has seen it. */
export const seenBy = ['reader', 'inventory', 'never'] as const

export const notSeenColumns = {
  ...{
    id: assetId,
    assetTagId,
    assetName,
    rfidTagId: needed('RFID Tag Id'),
    place: needed('Place'),
    assetState,
  },
  lastSeenAt: given('Last Seen'),
  lastSeenPlace: given('Last Seen In'),
  lastSeenBy: { heading: 'Last Seen By', is: z.enum(seenBy) },
  createdAt,
} as const satisfies Columns

export const mostDaysNotSeen = 3650

export const notSeenFilter = z.object({
  ...page,
  ...where,
  ...ordered('createdAt', 'asc'),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(mostDaysNotSeen)
    .default(90)
    .describe('No fixed reader and no inventory has seen it for so many days, or ever.'),
})

export const inventoryAccuracyColumns = {
  id: { heading: 'Id', is: z.uuid() },
  inventoryId: needed('Inventory Id'),
  inventoryDate: needed('Inventory Date'),
  place: needed('Place'),
  total: { heading: 'Total', is: z.number().int() },
  found: { heading: 'Found', is: z.number().int() },
  notFound: { heading: 'Not Found', is: z.number().int() },
  misplaced: { heading: 'Misplaced', is: z.number().int() },
  access: { heading: 'Access', is: z.number().int() },
  accuracy: { heading: 'Accuracy (in %)', is: z.number().nullable() },
} as const satisfies Columns

export const inventoryAccuracyFilter = z.object({
  ...page,
  ...where,
  ...ordered('inventoryDate', 'desc'),
  from: day.optional().describe('Counted from this day on; absent: a year ago.'),
  to: day.optional(),
})
export type InventoryAccuracyFilter = z.infer<typeof inventoryAccuracyFilter>

export const reports = {
  assets: report('assets', 'Assets within scope, with all that is known of them', {
    query: assetReportFilter,
    columns: assetReportColumns,
    more: shownOwnValues,
  }),
  asOf: report('as-of', 'Where every asset was on a day, in which state and with whom', {
    query: asOfFilter,
    columns: asOfColumns,
    more: shownOwnValues,
  }),
  changes: report('changes', 'What became different about assets between two days', {
    query: changeFilter,
    columns: changeColumns,
  }),
  movements: report('movements', 'Assets that went from one place to another between two days', {
    query: changeFilter,
    columns: movementColumns,
  }),
  rentals: report('rentals', 'Rented assets that go back between two days', {
    query: rentalFilter,
    columns: rentalColumns,
  }),
  stateByPlace: report('state-by-place', 'How many assets are in which state, place by place', {
    query: stateByPlaceFilter,
    columns: stateByPlaceColumns,
  }),
  incomplete: report('incomplete', 'Assets without a tag, or without a picture', {
    query: incompleteFilter,
    columns: incompleteColumns,
  }),
  notSeen: report('not-seen', 'Tagged assets that neither a reader nor an inventory has seen for some days', {
    query: notSeenFilter,
    columns: notSeenColumns,
  }),
  inventoryAccuracy: report(
    'inventory-accuracy',
    'How much of what was expected approved inventories found',
    {
      query: inventoryAccuracyFilter,
      columns: inventoryAccuracyColumns,
    },
  ),
  covered: report('covered', 'Which assets are covered on a day, by which covers, and which are not', {
    query: coveredReportFilter,
    columns: coveredReportColumns,
  }),
}

/** The reports, by the names of their export lists. */
export const reportColumns = {
  'report-assets': namesOf(assetReportColumns),
  'report-as-of': namesOf(asOfColumns),
  'report-changes': namesOf(changeColumns),
  'report-movements': namesOf(movementColumns),
  'report-rentals': namesOf(rentalColumns),
  'report-state-by-place': namesOf(stateByPlaceColumns),
  'report-incomplete': namesOf(incompleteColumns),
  'report-not-seen': namesOf(notSeenColumns),
  'report-inventory-accuracy': namesOf(inventoryAccuracyColumns),
  'report-covered': namesOf(coveredReportColumns),
}
export type ReportList = keyof typeof reportColumns
export const reportLists = namesOf(reportColumns)
