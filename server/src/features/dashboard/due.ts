import type { DashboardOverview } from '@ats/contract/dashboard.ts'
import { sql } from 'kysely'
import { isOverdue } from '#features/inventories/inventories.ts'
import { assetCounters, topmostPlaces } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { mostCounted } from '#kernel/db/paging.ts'
import { registerInScope, withinScope } from '#kernel/scope.ts'
import { inCity } from './overview.ts'

export const readsReports = ({ permissions }: Actor) => permissions.includes('reports')
export const today = (zone: string) => sql`(now() at time zone ${zone})::date`

/**
 * The results of the approved inventories of a year, and the number of assets in the places they covered.
 * Inventories may be nested; the counters of the topmost place include everything below.
 */
export async function inventoriesOfAYear(db: Db, actor: Actor, cityId: Id | undefined, zone: string) {
  if (!readsReports(actor)) return null
  const { rows } = await sql<NonNullable<DashboardOverview['inventories']>>`
    with year as (select (${today(zone)} - interval '1 year')::date as began),
    counted as (
      select inventories.place_id, inventories.total, inventories.found from inventories
      join places on places.id = inventories.place_id
      where inventories.status = 'approved' and inventories.started_on >= (select began from year)
        and ${inCity('places.city_id', cityId)} and ${registerInScope(actor)})
    select (select began::text from year) as from,
      (select count(*) from counted) as approved,
      (select coalesce(sum(total), 0)::bigint from counted) as expected,
      (select coalesce(sum(found), 0)::bigint from counted) as found,
      (select coalesce(sum(live), 0)::bigint
        from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
        where places.id in (select place_id from counted) and not exists (
          select from counted where counted.place_id <> places.id
          and counted.place_id in (places.city_id, places.mm_id, places.property_id, places.aou_id))) as covered,
      (select coalesce(sum(live), 0)::bigint
        from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
        where ${topmostPlaces(actor)} and ${inCity('places.city_id', cityId)}) as assets`.execute(db)
  return rows[0] ?? null
}

/** The inventories that the report shows as overdue. */
export async function overdueInventories(db: Db, actor: Actor, cityId: Id | undefined, zone: string) {
  if (!readsReports(actor)) return null
  const { rows } = await sql<{ count: number }>`select count(*) as count from inventories
    join places on places.id = inventories.place_id
    where ${isOverdue(zone)} and ${inCity('places.city_id', cityId)} and ${withinScope(actor, 'places')}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const daysAhead = 30

/** Counted up to a bound; the index contains the days, and the scope is checked for each row. */
export async function rentalsEnding(db: Db, actor: Actor, cityId: Id | undefined, zone: string) {
  if (!readsReports(actor)) return null
  const ends = sql`(rental_start + make_interval(months => rental_months))::date`
  const { rows } = await sql<{ from: string; to: string; count: number }>`
    with days as (select ${today(zone)} as first, ${today(zone)} + ${daysAhead}::int as last)
    select (select first::text from days) as from, (select last::text from days) as to, count(*) as count from (
      select from assets
      where deleted_at is null and rental_start is not null and rental_months is not null
        and ${ends} between (select first from days) and (select last from days)
        and ${inCity('assets.city_id', cityId)} and ${withinScope(actor, 'assets')}
      limit ${mostCounted + 1}) as ending`.execute(db)
  const [found] = rows
  return found === undefined
    ? null
    : { ...found, count: Math.min(found.count, mostCounted), isExact: found.count <= mostCounted }
}
