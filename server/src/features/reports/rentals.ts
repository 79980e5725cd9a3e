import { daysOfRentals } from '@ats/contract/report-days.ts'
import { rentalColumns, rentalFilter, reports } from '@ats/contract/reports.ts'
import { type SqlBool, sql } from 'kysely'
import { mustBeInOrder } from './days.ts'
import { lastSeenValues } from './last-seen.ts'
import { nameThen, pathThen, placesAsked } from './places-then.ts'
import { dayValue, numberValue, plainValue, reportSource, textValue } from './report-source.ts'

/** The same expression as in the index. */
const ends = sql`(rental_start + make_interval(months => rental_months))::date`

const values = {
  id: plainValue(sql`report.id`),
  ends: dayValue(sql`report.ends::text`),
  assetTagId: plainValue(sql`asset_tag_id(report.number)`),
  assetName: textValue(nameThen('asset_names', 'report.name_id')),
  vendor: textValue(sql`(select name from vendors where vendors.id = report.vendor_id)`),
  place: textValue(pathThen('report.')),
  rentalStartDate: dayValue(sql`report.rental_start::text`),
  rentalPeriod: numberValue(sql`report.rental_months::text`),
}

/**
 * Rented assets in the order in which they go back: the index contains the days, and the scope is checked for
 * each row.
 */
export const rentals = reportSource({
  title: 'Rentals Ending',
  period: { from: 'the day it was written', to: `${daysOfRentals} days later` },
  permission: reports.rentals.permission,
  query: rentalFilter,
  headings: rentalColumns,
  choose: async (db, actor, filter, zone) => {
    mustBeInOrder(filter)
    const { isAsked } = await placesAsked(db, actor, filter)
    const today = sql`(now() at time zone ${zone})::date`
    const first = filter.from === undefined ? today : sql`${filter.from}::date`
    const last = filter.to === undefined ? sql`${first} + ${daysOfRentals}::int` : sql`${filter.to}::date`
    return {
      values: { ...values, ...lastSeenValues(actor, 'report.id') },
      rows: sql`select *, ${ends} as ends from assets
        where deleted_at is null and rental_start is not null and rental_months is not null`,
      where: sql<SqlBool>`(report.ends between ${first} and ${last} and ${isAsked('report.')})`,
      order: {
        ...{ name: 'ends', by: sql<string>`report.ends`, id: sql<string>`report.id` },
        direction: 'asc',
      },
    }
  },
})
