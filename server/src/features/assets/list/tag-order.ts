// Why it is built this way: docs/decisions/014-lists-and-search.md

import { placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KeyRange } from '#kernel/db/paging.ts'
import {
  countIn,
  firstBy,
  type IndexRange,
  idsOf,
  inOrder,
  mostCollected,
  placeColumns,
  placesOf,
  sourcesOf,
  states,
  way,
} from './index-ranges.ts'

/**
 * The index for the order of tags has a range for each city and state. The first rows of these ranges are
 * merged. The range of a whole city contains nothing else. For a part of a city the scan skips the rest of
 * the city, so small parts are collected instead.
 */
export function firstInTagOrder(indexRanges: readonly IndexRange[]) {
  const groups = [...Map.groupBy(indexRanges, ({ cityId, stateId }) => `${cityId} ${stateId}`).values()]
  const whole = groups.filter(isWholeCity).flat()
  const { few, many } = bySize(groups.filter((group) => !isWholeCity(group)))
  return (range: KeyRange) => {
    const walks = [
      ...(whole.length > 0 ? [walkOf(whole, range, sql``)] : []),
      ...(many.length > 0 ? [walkOf(many, range, sql`and ${areIn(many)}`)] : []),
    ]
    const small = idsOf(sourcesOf(few, 'live'), range, sql`offset 0`)
    return firstBy(sql.join([...walks, small], sql` union all `), range)
  }
}

/** All assets in the order of tags, from the index of unique tags; assets without a tag are at one end. */
export const firstOfAllInTagOrder = (all: RawBuilder<SqlBool>) => (range: KeyRange) => {
  const start = range.direction === 'asc' ? sql`>=` : sql`<=`
  const near = range.key === undefined ? sql`` : sql`and upper(assets.rfid_tag) ${start} ${range.key}`
  return firstBy(
    sql`(select assets.id, '' as key from assets where assets.rfid_tag is null and ${all} and ${range.beyond}
        order by assets.id ${way(range)} limit ${range.limit})
      union all (select assets.id, upper(assets.rfid_tag) as key from assets
        where assets.rfid_tag is not null and ${all} and ${range.beyond} ${near}
        order by upper(assets.rfid_tag) ${way(range)} limit ${range.limit})`,
    range,
  )
}

const isWholeCity = (group: readonly IndexRange[]) => group.some(({ kind }) => kind === 'city')

/**
 * The first rows of all ranges. Only the ranges with the lowest first rows have rows on the page, at most as
 * many ranges as rows. So one row of each range is read, and then a page of those.
 */
function walkOf(indexRanges: readonly IndexRange[], range: KeyRange, test: RawBuilder<unknown>) {
  const keys = [...new Map(indexRanges.map((one) => [`${one.cityId} ${one.stateId}`, one])).values()]
  const cities = keys.map(({ cityId }) => cityId)
  const rowsOf = (table: string, limit: RawBuilder<unknown>) => sql`(
    select assets.id, ${range.by} as key from assets
    where assets.city_id = ${sql.ref(`${table}.city_id`)} and assets.state_id = ${sql.ref(`${table}.state_id`)}
      and assets.deleted_at is null and ${range.beyond} ${test}
    ${inOrder(range)} limit ${limit})`
  return sql`select found.id, found.key from (
      select ranges.* from unnest(${cities}::uuid[], ${states(keys)}::uuid[]) as ranges (city_id, state_id)
      cross join lateral ${rowsOf('ranges', sql`1`)} as head
      order by head.key ${way(range)}, head.id ${way(range)} limit ${range.limit}) as nearest
    cross join lateral ${rowsOf('nearest', sql`${range.limit}`)} as found`
}

/** The same assets, in any state, as one condition, for an index that contains more than these. */
export function areIn(indexRanges: readonly IndexRange[]) {
  const inPlaces = placeKinds
    .map((kind) => ({ kind, ids: placesOf(indexRanges.filter((one) => one.kind === kind)) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ kind, ids }) => sql`${sql.ref(placeColumns[kind])} = any(${ids}::uuid[])`)
  return sql`(${sql.join(inPlaces, sql` or `)})`
}

/** The smallest groups, as many as may be collected together, and the others. */
function bySize(groups: readonly IndexRange[][]) {
  const smallestFirst = groups.toSorted((a, b) => countIn(a, 'live') - countIn(b, 'live'))
  let [small, sum] = [0, 0]
  for (const group of smallestFirst) {
    sum += countIn(group, 'live')
    if (sum <= mostCollected) small += 1
  }
  return { few: smallestFirst.slice(0, small).flat(), many: smallestFirst.slice(small).flat() }
}
