import { reports, stateByPlaceColumns, stateByPlaceFilter } from '@ats/contract/reports.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { stateIdOrNull } from '#features/assets/assets.ts'
import { assetCounters, placeOrCity, placePath, within } from '#features/places/places.ts'
import type { Db } from '#kernel/db/db.ts'
import { mostCounted } from '#kernel/db/paging.ts'
import { invalid } from '#kernel/http/problem.ts'
import { withinScope } from '#kernel/scope.ts'
import { numberValue, plainValue, reportSource, textValue } from './report-source.ts'

const values = {
  id: plainValue(sql`report.id`),
  place: textValue(sql`report.path`),
  assetState: textValue(sql`report.state`),
  assets: numberValue(sql`report.live`),
  deleted: numberValue(sql`report.deleted`),
}

/** Places are sorted by their path, for which there is no index. */
async function mustBeFew(db: Db, places: RawBuilder<unknown>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from places where ${places} limit ${mostCounted + 1}) as found`.execute(db)
  if ((rows[0]?.count ?? 0) > mostCounted) throw invalid('level', 'too-many-places', { most: mostCounted })
}

/** From the counters, which include everything below a place: no asset is read. */
export const stateByPlace = reportSource({
  title: 'State by Place',
  permission: reports.stateByPlace.permission,
  query: stateByPlaceFilter,
  headings: stateByPlaceColumns,
  choose: async (db, actor, filter) => {
    const place = await placeOrCity(db, actor, filter)
    const stateId = filter.assetState ? await stateIdOrNull(db, filter.assetState) : undefined
    const asked = sql`places.kind = ${filter.level} and ${withinScope(actor, 'places')}
      and ${place === undefined ? sql`true` : within(place)}`
    await mustBeFew(db, asked)
    const inState = stateId === undefined ? sql`true` : sql`asset_counters.state_id = ${stateId}`
    return {
      values,
      rows: sql`select places.id || ' ' || asset_counters.state_id as id, ${placePath} as path,
          asset_states.name as state, sum(live)::bigint as live, sum(deleted)::bigint as deleted
        from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
        join asset_states on asset_states.id = asset_counters.state_id
        where ${asked} and ${inState}
        group by places.id, asset_counters.state_id, asset_states.name
        having sum(live) <> 0 or sum(deleted) <> 0`,
      where: sql<SqlBool>`true`,
      order: {
        ...{ name: 'place', by: sql<string>`lower(report.path || chr(9) || report.state)` },
        ...{ id: sql<string>`report.id`, direction: 'asc' },
      },
    }
  },
})
