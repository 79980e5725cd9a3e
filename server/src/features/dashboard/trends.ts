import type { DashboardTrends } from '@ats/contract/dashboard.ts'
import { sql } from 'kysely'
import { assetCounters, topmostPlaces } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { registerInScope, withinScope } from '#kernel/scope.ts'
import { readsReports, today } from './due.ts'
import { inCity, seesAssets } from './overview.ts'

type Rows<K extends 'assets' | 'inventories'> = NonNullable<DashboardTrends[K]>

/** The last twelve months with the moments at which they begin; number 12 is the present one. */
const months = (zone: string) => sql`months as (
  select number, first, least((first + interval '1 month')::date - 1, ${today(zone)}) as last,
    first::timestamp at time zone ${zone} as began
  from generate_series(1, 12) as number cross join lateral (
    select (date_trunc('month', ${today(zone)}) + make_interval(months => number - 12))::date as first) as days)`

const began = sql`(select min(began) from months)`
/** The number of the month that a moment is in; cheaper for many rows than the name of the month. */
const monthOf = (moment: string) =>
  sql`width_bucket(${sql.ref(moment)}, (select array_agg(began order by number) from months))`
const range = sql`months.first::text as from, months.last::text as to`

const liveNow = (actor: Actor, cityId: Id | undefined) => sql`(select coalesce(sum(live), 0)::bigint
  from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
  where ${topmostPlaces(actor)} and ${inCity('places.city_id', cityId)})`

/**
 * Backwards from the present number: without the registrations after a month, and with the deletions after
 * it. Only the assets of the year are read, for people who see every place from an index alone.
 */
export async function assetsByMonth(db: Db, actor: Actor, cityId: Id | undefined, zone: string) {
  if (!seesAssets(actor)) return null
  const changed = (moment: string) => sql`select ${monthOf(moment)} as number, count(*) as assets from assets
    where ${sql.ref(moment)} >= ${began} and ${inCity('assets.city_id', cityId)} and ${withinScope(actor, 'assets')}
    group by 1`
  const later = (changes: string) => sql`(select coalesce(sum(assets), 0) from ${sql.ref(changes)}
    where ${sql.ref(changes)}.number > months.number)`
  const { rows } = await sql<Rows<'assets'>[number]>`
    with ${months(zone)}, registered as (${changed('registered_at')}), removed as (${changed('deleted_at')})
    select ${range}, (${liveNow(actor, cityId)} - ${later('registered')} + ${later('removed')})::bigint as assets
    from months order by number`.execute(db)
  return rows
}

/** Accuracy of each month, and the assets in places counted within a year; nested places count once. */
export async function inventoriesByMonth(db: Db, actor: Actor, cityId: Id | undefined, zone: string) {
  if (!readsReports(actor)) return null
  const { rows } = await sql<Rows<'inventories'>[number]>`
    with ${months(zone)}, counted as materialized (
      select inventories.place_id, inventories.started_on, inventories.total, inventories.found from inventories
      join places on places.id = inventories.place_id
      where inventories.status = 'approved' and inventories.started_on >= ${today(zone)} - interval '2 years'
        and ${inCity('places.city_id', cityId)} and ${registerInScope(actor)}),
    windows as materialized (select distinct number, place_id from months join counted
      on started_on between (last - interval '1 year')::date and last)
    select ${range}, count(counted.place_id) as approved, coalesce(sum(total), 0)::bigint as expected,
      coalesce(sum(found), 0)::bigint as found,
      (select coalesce(sum(live), 0)::bigint from windows
        join places on places.id = windows.place_id
        join ${assetCounters(actor)} on asset_counters.place_id = places.id
        where windows.number = months.number and not exists (
          select from windows as wider where wider.number = windows.number and wider.place_id <> places.id
          and wider.place_id in (places.city_id, places.mm_id, places.property_id, places.aou_id))) as covered,
      ${liveNow(actor, cityId)} as assets
    from months left join counted on started_on between first and last
    group by number, first, last order by number`.execute(db)
  return rows
}

type Requests = NonNullable<DashboardTrends['requests']>

/** Requests of the year by the months in which people asked and decided, and those that are still open. */
export async function requestsByMonth(db: Db, actor: Actor, cityId: Id | undefined, zone: string) {
  if (!actor.permissions.includes('manage-asset')) return null
  const seesAll = actor.everywhere && actor.withheld === null && cityId === undefined
  const shown = seesAll
    ? sql`state_changes where true`
    : sql`state_changes join assets on assets.id = state_changes.asset_id
        where ${inCity('assets.city_id', cityId)} and ${withinScope(actor, 'assets')}`
  const { rows } = await sql<Requests['months'][number] & { open: number }>`
    with ${months(zone)},
    opened as (select ${monthOf('state_changes.created_at')} as number, count(*) as requests
      from ${shown} and state_changes.created_at >= ${began} group by 1),
    decided as (select ${monthOf('state_changes.decided_at')} as number, count(*) as requests,
        percentile_cont(0.5) within group (
          order by extract(epoch from state_changes.decided_at - state_changes.created_at) / 3600) as hours
      from ${shown} and state_changes.decided_at >= ${began} and state_changes.status in ('accepted', 'denied')
      group by 1)
    select ${range}, coalesce(opened.requests, 0)::bigint as opened, coalesce(decided.requests, 0)::bigint as decided,
      round(decided.hours::numeric, 1)::float8 as "medianHours",
      (select count(*) from ${shown} and state_changes.status = 'pending') as open
    from months left join opened using (number) left join decided using (number) order by number`.execute(db)
  return { open: rows[0]?.open ?? 0, months: rows.map(({ open: _open, ...month }) => month) }
}
