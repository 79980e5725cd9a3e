import type { DashboardCounts, DashboardOverview } from '@ats/contract/dashboard.ts'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import type { Person } from './app.ts'

/** A person and the places they were given; undefined: all places. */
export type Watcher = { as: Person; given: readonly string[] | undefined }

/** Places by their parents alone, using neither the stored paths nor any counter. */
const placesBelow = (roots: ReturnType<typeof sql>) => sql`(with recursive below as (
    select id from places where ${roots}
    union select places.id from places join below on places.parent_id = below.id) select id from below)`

const mineOf = ({ given }: Watcher) =>
  placesBelow(given === undefined ? sql`parent_id is null` : sql`id = any(${given}::uuid[])`)

const liveIn = (places: ReturnType<typeof sql>) =>
  sql`assets.deleted_at is null and assets.place_id in ${places}`

/** True for users whose scope is within the watcher's. */
const peopleOf = (watcher: Watcher) =>
  watcher.given === undefined
    ? sql`true`
    : sql`exists (select from user_places where user_id = users.id) and not exists (
        select from user_places where user_id = users.id and place_id not in ${mineOf(watcher)})`

async function one<Row>(db: Db, query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(db)
  return rows[0] as Row
}

export const countedCards = (db: Db, watcher: Watcher) => {
  const mine = mineOf(watcher)
  const places = (kind: string) =>
    sql`(select count(*)::int from places where kind = ${kind} and id in ${mine})`
  return one<DashboardCounts>(
    db,
    sql`select ${places('mm')} as mm, ${places('property')} as properties,
      (select count(*)::int from assets where ${liveIn(mine)}) as assets,
      (select count(*)::int from assets where deleted_at is not null and place_id in ${mine}) as "deletedAssets",
      (select count(*)::int from users where deleted_at is null and ${peopleOf(watcher)}) as users`,
  )
}

export async function countedStates(db: Db, watcher: Watcher) {
  const { rows } = await sql<{ state: string; assets: number }>`
    select asset_states.name as state, count(*)::int as assets
    from assets join asset_states on asset_states.id = assets.state_id
    where ${liveIn(mineOf(watcher))} group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

type Bar = NonNullable<DashboardOverview['places']>['rows'][number]
const mostBars = 8

/** The cities; for a person with one place its parts, if they hold anything; otherwise the person's places. */
export async function countedPlaces(db: Db, watcher: Watcher) {
  const { given } = watcher
  const inParts = given?.length === 1 ? await bars(db, sql`parent_id = any(${given}::uuid[])`) : []
  const rows =
    inParts.length > 0
      ? inParts
      : await bars(db, given === undefined ? sql`kind = 'city'` : sql`id = any(${given}::uuid[])`)
  const { assets } = await countedCards(db, watcher)
  return { rows, others: rows.reduce((left, bar) => left - bar.assets, assets) }
}

async function bars(db: Db, which: ReturnType<typeof sql>) {
  const { rows } = await sql<Bar>`select * from (
      select id as "_id", kind, name, (select count(*)::int from assets
        where ${liveIn(placesBelow(sql`id = shown.id`))}) as assets
      from places as shown where ${which}) as bars
    where assets > 0 order by assets desc, name, "_id" limit ${mostBars}`.execute(db)
  return rows
}

export async function countedWaiting(db: Db, watcher: Watcher): Promise<DashboardOverview['waiting']> {
  const { id } = watcher.as
  const counts = await one<Record<DashboardOverview['waiting'][number]['what'], number>>(
    db,
    sql`select
      (select count(*)::int from inventories join inventory_people on inventory_id = inventories.id
        where status = 'counting' and user_id = ${id} and is_named
          and place_id in ${mineOf(watcher)}) as "inventories-to-count",
      (select count(*)::int from state_changes join assets on assets.id = asset_id where status = 'pending'
        and state_changes.created_by <> ${id} and assets.place_id in ${mineOf(watcher)}) as "state-changes",
      (select count(*)::int from access_requests where status = 'pending'
        and ${watcher.given === undefined ? sql`true` : sql`city_id in ${mineOf(watcher)}`}) as "access-requests",
      (select count(*)::int from help_requests join users on users.id = help_requests.created_by
        where help_requests.status = 'waiting' and users.id <> ${id} and ${peopleOf(watcher)}) as "help-requests",
      (select count(*)::int from assets where tag_expected and ${liveIn(mineOf(watcher))}) as "expected-tags"`,
  )
  return Object.entries(counts).map(
    ([what, count]) => ({ what, count }) as DashboardOverview['waiting'][number],
  )
}

type Days = { from: string; to: string }

export const countedRentals = async (db: Db, watcher: Watcher, { from, to }: Days) =>
  (
    await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from assets where ${liveIn(mineOf(watcher))}
        and rental_start + make_interval(months => rental_months) between ${from}::date and ${to}::date`,
    )
  ).count

export const countedInventories = (db: Db, watcher: Watcher, from: string) => {
  const mine = mineOf(watcher)
  const approved = sql`(select * from inventories
    where status = 'approved' and started_on >= ${from}::date and place_id in ${mine}) as approved`
  const counted = placesBelow(sql`id in (select place_id from ${approved})`)
  return one<Omit<NonNullable<DashboardOverview['inventories']>, 'from'>>(
    db,
    sql`select (select count(*)::int from ${approved}) as approved,
      (select coalesce(sum(total), 0)::int from ${approved}) as expected,
      (select coalesce(sum(found), 0)::int from ${approved}) as found,
      (select count(*)::int from assets where ${liveIn(counted)}) as covered,
      (select count(*)::int from assets where ${liveIn(mine)}) as assets`,
  )
}
