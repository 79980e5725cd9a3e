import { type Cover, type CoverFilter, type CoverState, soonDays } from '@ats/contract/covers.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted, sortedBy } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { withinScope, withNothingWithheld } from '#kernel/scope.ts'

/** The assets of a cover, as rows of `cover_assets` and `assets`. */
export const assetsOf = (coverId: RawBuilder<unknown>) =>
  sql`cover_assets join assets on assets.id = cover_assets.asset_id where cover_assets.cover_id = ${coverId}`

/**
 * True for covers that the actor sees: those with an asset in scope, and those that the actor made. People who see
 * every place see all.
 */
export const coverInScope = (actor: Actor, table = 'covers') =>
  actor.everywhere
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(`${table}.created_by`)} = ${actor.id}
        or exists (select from ${assetsOf(sql.ref(`${table}.id`))} and ${withinScope(actor, 'assets')}))`

/** True for covers whose assets are all in scope, so that the actor may change them. */
export const coversAssetsOf = (actor: Actor) =>
  actor.everywhere
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from ${assetsOf(sql.ref('covers.id'))}
        and ${withinScope(withNothingWithheld(actor), 'assets')} is not true)`

/** The lowest place that contains all of some assets; null without assets, and if they are in several cities. */
export const lowestPlace = (assets: RawBuilder<unknown>) => sql<Id | null>`(
  select (case when min(place_id::text) = max(place_id::text) then min(place_id::text)
      when count(aou_id) = count(*) and min(aou_id::text) = max(aou_id::text) then min(aou_id::text)
      when count(property_id) = count(*) and min(property_id::text) = max(property_id::text) then min(property_id::text)
      when count(mm_id) = count(*) and min(mm_id::text) = max(mm_id::text) then min(mm_id::text)
      when min(city_id::text) = max(city_id::text) then min(city_id::text) end)::uuid
  from ${assets})`

/** The ledger entry of a change belongs there, so people who see it see every asset that the entry is about. */
export const lowestPlaceOf = (coverId: RawBuilder<unknown>) => lowestPlace(assetsOf(coverId))

export const todayIn = (zone: string) => sql`(now() at time zone ${zone})::date`

export const stateOf = (zone: string) => sql<CoverState>`case
  when covers.cancelled_at is not null then 'cancelled'
  when covers.starts_on > ${todayIn(zone)} then 'upcoming'
  when covers.ends_on < ${todayIn(zone)} then 'ended'
  when covers.ends_on <= ${todayIn(zone)} + ${sql.lit(soonDays)} then 'ending-soon'
  else 'running' end`

export const vendorName = sql<string | null>`(select name from vendors where vendors.id = covers.vendor_id)`

const named = (id: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql<{ id: Id; name: string } | null>`case when ${id} is not null then
    jsonb_build_object('id', ${id}, 'name', ${name}) end`

/** A cover before or after this one, if the actor sees it. */
const neighbour = (actor: Actor, where: RawBuilder<unknown>) => sql<{ id: Id; name: string } | null>`(
  select jsonb_build_object('id', other.id, 'name', other.name) from covers as other
  where ${where} and ${coverInScope(actor, 'other')} limit 1)`

export const assetCountFor = (actor: Actor) => sql<number>`(select count(*) from (
  select from ${assetsOf(sql.ref('covers.id'))} and ${withinScope(actor, 'assets')} ${counting}) as counted)`

/** The covers that the actor sees, as the API returns them. */
const coverRows = (db: Db, actor: Actor, zone: string) =>
  db
    .selectFrom('covers')
    .select([
      ...(['covers.id as _id', 'covers.kind', 'covers.name', 'covers.note', 'covers.version'] as const),
      named(sql.ref('covers.vendor_id'), vendorName).as('vendor'),
      sql<string>`covers.starts_on::text`.as('startsOn'),
      sql<string>`covers.ends_on::text`.as('endsOn'),
      sql<number>`covers.ends_on - ${todayIn(zone)}`.as('daysLeft'),
      sql<Cover['cost']>`case when covers.cost is not null then
        jsonb_build_object('amount', covers.cost, 'currency', covers.currency) end`.as('cost'),
      'covers.reminder_days as reminderDays',
      stateOf(zone).as('state'),
      'covers.cancel_reason as cancelReason',
      assetCountFor(actor).as('assets'),
      sql<boolean>`${actor.permissions.includes('manage-asset')} and ${coversAssetsOf(actor)}`.as(
        'mayChange',
      ),
      neighbour(actor, sql`other.id = covers.renews_id`).as('previous'),
      neighbour(actor, sql`other.renews_id = covers.id and other.cancelled_at is null`).as('next'),
      fullNameOf('covers.created_by').as('createdBy'),
      'covers.created_at as createdAt',
    ])
    .where(coverInScope(actor))

export async function coverById(db: Db, actor: Actor, id: Id, zone: string): Promise<Cover> {
  return found(
    await coverRows(db, actor, zone).where('covers.id', '=', id).executeTakeFirst(),
    'cover-not-found',
  )
}

type Narrowing = Pick<CoverFilter, 'kind' | 'state' | 'vendorId' | 'assetId' | 'search'>

/** The condition of the covers that a filter shows, without the scope. */
function matches(actor: Actor, { kind, state, vendorId, assetId, search }: Narrowing, zone: string) {
  const isIn = state === 'running' ? ['running', 'ending-soon'] : [state]
  const tests = [
    coverInScope(actor),
    ...(kind === undefined ? [] : [sql`covers.kind = ${kind}`]),
    ...(state === undefined ? [] : [sql`${stateOf(zone)} = any(${isIn}::text[])`]),
    ...(vendorId === undefined ? [] : [sql`covers.vendor_id = ${vendorId}`]),
    ...(assetId === undefined
      ? []
      : [
          sql`exists (select from ${assetsOf(sql.ref('covers.id'))} and assets.id = ${assetId}
            and ${withinScope(actor, 'assets')})`,
        ]),
    ...(search === '' ? [] : [containsWords(sql.ref('covers.name'), search)]),
  ]
  return sql<SqlBool>`(${sql.join(tests, sql` and `)}) ${sql.raw(unprepared)}`
}

const orders: Record<CoverFilter['sort'], RawBuilder<string>> = {
  endsOn: sql`covers.ends_on`,
  startsOn: sql`covers.starts_on`,
  name: sql`lower(covers.name)`,
  createdAt: sql`covers.created_at`,
}

export const coverOrder = ({ sort, direction }: Pick<CoverFilter, 'sort' | 'direction'>) =>
  sortedBy([orders[sort], sql`covers.id`], direction)

/** Counts rows up to the bound; null: more. */
export async function countOf(db: Db, rows: RawBuilder<unknown>) {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count
    from (select ${rows} ${counting}) as found`.execute(db)
  const count = counted[0]?.count ?? 0
  return count > mostCounted ? null : count
}

/** The condition of all covers that match a filter, and their number; null: more than the bound. */
export async function shownCovers(db: Db, actor: Actor, filter: Narrowing, zone: string) {
  const where = matches(actor, filter, zone)
  return { where, total: await countOf(db, sql`from covers where ${where}`) }
}

export async function coverPage(db: Db, actor: Actor, filter: CoverFilter, zone: string) {
  const { where, total } = await shownCovers(db, actor, filter, zone)
  const { sort, direction } = filter
  const order = { name: sort, by: orders[sort], id: sql<string>`covers.id`, direction }
  const { rows, ...page } = await boundedPage(coverRows(db, actor, zone).where(where), order, filter, total)
  return { covers: rows.map(({ sortKey: _key, sortId: _id, ...row }): Cover => row), ...page }
}
