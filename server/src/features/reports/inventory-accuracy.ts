import { monthsOfAccuracy } from '@ats/contract/report-days.ts'
import { inventoryAccuracyColumns, inventoryAccuracyFilter, reports } from '@ats/contract/reports.ts'
import { type SqlBool, sql } from 'kysely'
import { mustBeInOrder } from './days.ts'
import { placesAsked } from './places-then.ts'
import { dayValue, numberValue, plainValue, reportSource, textValue } from './report-source.ts'

const values = {
  id: plainValue(sql`report.id`),
  inventoryId: plainValue(sql`report.readable_id`),
  inventoryDate: dayValue(sql`report.started_on::text`),
  place: textValue(sql`array_to_string(report.place_names, ' > ')`),
  total: numberValue(sql`report.total`),
  found: numberValue(sql`report.found`),
  notFound: numberValue(sql`report.total - report.found`),
  misplaced: numberValue(sql`report.misplaced`),
  access: numberValue(sql`report.outside + report.binned + report.unknown`),
  accuracy: numberValue(sql`round(100.0 * report.found / nullif(report.total, 0), 1)::float8`),
}

/** Uses the figures stored at approval; an inventory is visible to people who see its place today. */
export const inventoryAccuracy = reportSource({
  title: 'Inventory Accuracy',
  period: { from: 'a year before it was written' },
  permission: reports.inventoryAccuracy.permission,
  query: inventoryAccuracyFilter,
  headings: inventoryAccuracyColumns,
  choose: async (db, actor, filter, zone) => {
    mustBeInOrder(filter)
    const { isAsked } = await placesAsked(db, actor, filter)
    const aYearAgo = sql`((now() at time zone ${zone})::date
      - make_interval(months => ${monthsOfAccuracy}::int))::date`
    const first = filter.from === undefined ? aYearAgo : sql`${filter.from}::date`
    const last = filter.to === undefined ? sql`'infinity'::date` : sql`${filter.to}::date`
    return {
      values,
      rows: sql`select inventories.*, places.city_id, places.mm_id, places.property_id, places.aou_id
        from inventories join places on places.id = inventories.place_id where status = 'approved'`,
      where: sql<SqlBool>`(report.started_on between ${first} and ${last} and ${isAsked('report.')})`,
      order: {
        ...{ name: 'inventoryDate', by: sql<string>`report.started_on`, id: sql<string>`report.id` },
        direction: 'desc',
      },
    }
  },
})
