import { asOfColumns, asOfFilter, reports } from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { startOf } from './days.ts'
import { holderThen, labelOf, nameThen, pathThen, placesAsked } from './places-then.ts'
import { momentValue, plainValue, reportSource, textValue } from './report-source.ts'

const values = {
  id: plainValue(sql`report.asset_id`),
  assetTagId: plainValue(labelOf('report.asset_id')),
  assetName: textValue(nameThen('asset_names', 'report.name_id')),
  rfidTagId: textValue(sql`report.rfid_tag`),
  place: textValue(pathThen('report.')),
  assetState: textValue(nameThen('asset_states', 'report.state_id')),
  assignedUser: textValue(holderThen('report.')),
  since: momentValue(sql`report.valid_from`),
}

/**
 * What was where at the end of a day: for each asset the version valid at that moment, without deleted
 * assets. They are counted among the assets registered by then, or place by place. Oldest first, which is the
 * order of the versions' primary key: for long lists an index scan fills a page quickly.
 */
export const asOf = reportSource({
  title: 'Assets as of a Day',
  permission: reports.asOf.permission,
  query: asOfFilter,
  headings: asOfColumns,
  byIndexAlone: true,
  choose: async (db, actor, filter, zone) => {
    const { isAsked, somePlaces } = await placesAsked(db, actor, filter)
    const moment = filter.day === undefined ? sql`now()` : sql`least(now(), ${startOf(filter.day, zone, 1)})`
    const span = (table: string) => sql`${sql.ref(`${table}.valid_to`)} > ${moment}
      and ${sql.ref(`${table}.valid_from`)} <= ${moment} and not ${sql.ref(`${table}.deleted`)}`
    const lookedUp = (from: RawBuilder<unknown>, test: RawBuilder<unknown>) => sql`select spans.* from ${from}
      cross join lateral (select * from asset_versions where ${test} and ${span('asset_versions')} offset 0) as spans`
    const registered = sql`(select id from assets where registered_at <= ${moment} order by registered_at) as asked`
    const rows =
      somePlaces === undefined
        ? lookedUp(registered, sql`asset_versions.asset_id = asked.id`)
        : lookedUp(somePlaces, sql`asset_versions.place_id = asked.id`)
    const where = sql<SqlBool>`(${span('report')} and ${isAsked('report.')})`
    return {
      ...{ rows, values, where, walk: { rows: sql`select * from asset_versions`, where } },
      order: {
        ...{ name: 'id', by: sql<string>`report.asset_id`, id: sql<string>`report.asset_id` },
        direction: 'asc',
      },
    }
  },
})
