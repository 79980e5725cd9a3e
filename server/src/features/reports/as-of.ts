import { asOfColumns, asOfFilter, reports } from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import type { KeyRange } from '#kernel/db/paging.ts'
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

const firstLook = 2000
const way = ({ direction }: KeyRange) => sql.raw(direction)

/** True if the next versions of all assets contain a page of the report. */
async function fillsPage(db: Db, range: KeyRange, where: RawBuilder<SqlBool>) {
  const { after, direction, limit } = range
  const beyond =
    after === undefined ? sql`true` : sql`asset_id ${sql.raw(direction === 'asc' ? '>' : '<')} ${after}`
  const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)} select count(*) as count from (
    select from (select * from asset_versions where ${beyond} order by asset_id ${way(range)}
      limit ${sql.lit(firstLook)}) as report
    where ${where} limit ${limit}) as found`.execute(db)
  return rows[0]?.count === limit
}

const [lowest, highest] = ['0', 'f'].map((digit) => sql`${digit.repeat(32)}::uuid`)

/**
 * The first rows of each place, for places that have few of all assets. A page has rows from at most as many
 * places as it has rows: those with the lowest first assets. So one row of each place is read, and then a
 * page of those.
 */
function nearest(places: RawBuilder<unknown>, range: KeyRange, test: RawBuilder<unknown>) {
  const after = range.after === undefined ? undefined : sql`${range.after}::uuid`
  const [from, to] = range.direction === 'asc' ? [after ?? lowest, highest] : [lowest, after ?? highest]
  const key = sql`(asset_versions.place_id, asset_versions.asset_id)`
  const versionsIn = (table: string, limit: RawBuilder<unknown>) => sql`(
    select * from asset_versions
    where ${key} >= (${sql.ref(`${table}.id`)}, ${from}) and ${key} <= (${sql.ref(`${table}.id`)}, ${to})
      and ${range.after === undefined ? sql`true` : sql`asset_versions.asset_id <> ${range.after}`} and ${test}
    order by asset_versions.place_id ${way(range)}, asset_versions.asset_id ${way(range)} limit ${limit})`
  return sql`select found.* from (
      select asked.id from ${places} cross join lateral ${versionsIn('asked', sql`1`)} as head
      order by head.asset_id ${way(range)} limit ${range.limit}) as nearest
    cross join lateral ${versionsIn('nearest', sql`${range.limit}`)} as found`
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
  ownValues: 'report.fields',
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
    const all = sql`select * from asset_versions`
    const walk = async (range: KeyRange) =>
      somePlaces === undefined || (await fillsPage(db, range, where))
        ? all
        : nearest(somePlaces, range, sql`${span('asset_versions')} and ${isAsked('asset_versions.')}`)
    return {
      ...{ rows, values, where, walk },
      order: {
        ...{ name: 'id', by: sql<string>`report.asset_id`, id: sql<string>`report.asset_id` },
        direction: 'asc',
      },
    }
  },
})
