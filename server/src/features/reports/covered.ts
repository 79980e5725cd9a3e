import {
  type CoveredReportFilter,
  coveredReportColumns,
  coveredReportFilter,
} from '@ats/contract/covered-report.ts'
import { reports } from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { todayIn } from '#features/covers/covers.ts'
import { nameThen, pathThen, placesAsked } from './places-then.ts'
import { dayValue, plainValue, reportSource, textValue } from './report-source.ts'

const values = {
  id: plainValue(sql`report.asset_id || ' ' || report.cover_id`),
  assetId: plainValue(sql`report.asset_id`),
  assetTagId: plainValue(sql`asset_tag_id(report.number)`),
  assetName: textValue(nameThen('asset_names', 'report.name_id')),
  place: textValue(pathThen('report.')),
  cover: textValue(sql`report.cover`),
  kind: plainValue(sql`report.cover_kind`),
  vendor: textValue(sql`(select name from vendors where vendors.id = report.cover_vendor)`),
  endsOn: dayValue(sql`report.cover_end::text`),
}

/** True for covers that run on the day of the filter. */
function isRunning({ day, kind, vendorId }: CoveredReportFilter, zone: string) {
  const on = day === undefined ? todayIn(zone) : sql`${day}::date`
  const tests = [
    sql`covers.cancelled_at is null and covers.starts_on <= ${on} and covers.ends_on >= ${on}`,
    ...(kind === undefined ? [] : [sql`covers.kind = ${kind}`]),
    ...(vendorId === undefined ? [] : [sql`covers.vendor_id = ${vendorId}`]),
  ]
  return sql`(${sql.join(tests, sql` and `)})`
}

/** The live assets of some places, read place by place. */
const inPlaces = (places: RawBuilder<unknown>) => sql`${places} cross join lateral (
  select * from assets where assets.place_id = asked.id and assets.deleted_at is null offset 0) as assets`

/** A row for each asset and cover. Without places it begins with the covers, because few of them run. */
function coveredRows(running: RawBuilder<unknown>, places: RawBuilder<unknown> | undefined) {
  const from =
    places === undefined
      ? sql`covers join cover_assets on cover_assets.cover_id = covers.id
          join assets on assets.id = cover_assets.asset_id`
      : sql`${inPlaces(places)} join cover_assets on cover_assets.asset_id = assets.id
          join covers on covers.id = cover_assets.cover_id`
  return sql`select assets.*, cover_assets.asset_id, cover_assets.cover_id, covers.name as cover,
      covers.kind as cover_kind, covers.vendor_id as cover_vendor, covers.ends_on as cover_end
    from ${from} where assets.deleted_at is null and ${running}`
}

function uncoveredRows(running: RawBuilder<unknown>, places: RawBuilder<unknown> | undefined) {
  return sql`select assets.*, assets.id as asset_id, assets.id as cover_id, null::text as cover,
      null::text as cover_kind, null::uuid as cover_vendor, null::date as cover_end
    from ${places === undefined ? sql`assets` : inPlaces(places)}
    where assets.deleted_at is null and not exists (
      select from cover_assets join covers on covers.id = cover_assets.cover_id
      where cover_assets.asset_id = assets.id and ${running})`
}

/** Today's assets in their present places, oldest first: the day only chooses the covers. */
export const covered = reportSource({
  title: 'Assets Covered',
  permission: reports.covered.permission,
  query: coveredReportFilter,
  headings: coveredReportColumns,
  byIndexAlone: true,
  choose: async (db, actor, filter, zone) => {
    const { isAsked, fewPlaces } = await placesAsked(db, actor, filter)
    const rowsOf = filter.covered === 'yes' ? coveredRows : uncoveredRows
    const running = isRunning(filter, zone)
    return {
      ...{ values, rows: rowsOf(running, fewPlaces), where: sql<SqlBool>`${isAsked('report.')}` },
      walk: () => rowsOf(running, undefined),
      order: {
        ...{ name: 'id', by: sql<string>`report.asset_id`, id: sql<string>`report.cover_id` },
        direction: 'asc',
      },
    }
  },
})
