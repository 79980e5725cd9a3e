import type { DashboardOverview, WaitingKind } from '@ats/contract/dashboard.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { placeKinds } from '@ats/contract/places.ts'
import { type RawBuilder, sql } from 'kysely'
import { waitsForCounter } from '#features/inventories/inventories.ts'
import { assetCounters, topmostPlaces } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { counting, mostCounted } from '#kernel/db/paging.ts'
import { inWholeCity, isNotWithheld, personInScope, withinScope } from '#kernel/scope.ts'

const mostPlaces = 8

/** True for rows of the city that the address names. */
export const inCity = (column: string, cityId: Id | undefined) =>
  cityId === undefined ? sql`true` : sql`${sql.ref(column)} = ${cityId}`

type Waiting = {
  permission: Permission
  rows: (actor: Actor, cityId: Id | undefined) => RawBuilder<unknown>
  /** The id of the row, if there is exactly one to link to. */
  only?: RawBuilder<unknown>
  /** Up to how many are counted: those of a new building can be very many. */
  most?: number
}

/** Inventories that the caller is to count, and requests that the caller may decide or answer; each kind needs its permission. */
const waiting: Record<WaitingKind, Waiting> = {
  'inventories-to-count': {
    permission: 'manage-asset',
    rows: (actor, cityId) => sql`inventories join places on places.id = inventories.place_id
      where ${waitsForCounter(actor)} and ${inCity('places.city_id', cityId)}`,
    only: sql`case when count(*) = 1 then (array_agg(inventories.id))[1] end`,
  },
  'state-changes': {
    permission: 'manage-asset',
    rows: (actor, cityId) => sql`state_changes join assets on assets.id = state_changes.asset_id
      where state_changes.status = 'pending' and state_changes.created_by <> ${actor.id}
        and ${inCity('assets.city_id', cityId)} and ${withinScope(actor, 'assets')}`,
  },
  'access-requests': {
    permission: 'user-management',
    rows: (actor) =>
      sql`access_requests where status = 'pending' and ${inWholeCity(actor, 'access_requests.city_id')}`,
  },
  'help-requests': {
    permission: 'user-management',
    rows: (actor, cityId) => sql`help_requests join users on users.id = help_requests.created_by
      where help_requests.status = 'waiting' and users.id <> ${actor.id}
        and ${inCity('users.city_id', cityId)} and ${personInScope(actor)}`,
  },
  'expected-tags': {
    permission: 'manage-asset',
    rows: (actor, cityId) => sql`(select from assets where assets.deleted_at is null and assets.tag_expected
      and ${inCity('assets.city_id', cityId)} and ${withinScope(actor, 'assets')}
      and ${isNotWithheld(actor, 'assets') ?? sql`true`} ${counting}) as expected`,
    most: mostCounted,
  },
}

export async function waitingFor(db: Db, actor: Actor, cityId: Id | undefined) {
  const kinds = (Object.keys(waiting) as WaitingKind[]).filter((what) =>
    actor.permissions.includes(waiting[what].permission),
  )
  if (kinds.length === 0) return []
  const counts = kinds.map((what) => {
    const { rows, only = sql`null::uuid` } = waiting[what]
    return sql`select ${sql.lit(what)} as what, count(*), ${only} as only from ${rows(actor, cityId)}`
  })
  const { rows } = await sql<{
    what: WaitingKind
    count: number
    only: Id | null
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ what, count, only }) => {
    const { most = count } = waiting[what]
    const more = count > most && ({ more: true } as const)
    return { what, count: Math.min(count, most), ...(only !== null && { only }), ...more }
  })
}

export const seesAssets = ({ permissions }: Actor) =>
  permissions.includes('manage-asset') || permissions.includes('reports')

/** Exact, from the counters; no asset is read. */
export async function assetsByState(db: Db, actor: Actor, cityId: Id | undefined) {
  if (!seesAssets(actor)) return null
  const { rows } = await sql<{ state: string; assets: number }>`
    select asset_states.name as state, sum(live)::bigint as assets
    from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
      join asset_states on asset_states.id = asset_counters.state_id
    where ${topmostPlaces(actor)} and ${inCity('places.city_id', cityId)}
    group by asset_states.id having sum(live) > 0
    order by assets desc, asset_states.name`.execute(db)
  return rows
}

type Counted = NonNullable<DashboardOverview['places']>['rows'][number]

const countedPlaces = async (db: Db, actor: Actor, which: RawBuilder<unknown>) =>
  (
    await sql<Counted>`
      select places.id as "_id", places.kind, places.name, coalesce(sum(live), 0)::bigint as assets
      from places left join ${assetCounters(actor)} on asset_counters.place_id = places.id
      where ${which} group by places.id order by assets desc, places.name, places.id`.execute(db)
  ).rows

const withAssets = (places: Counted[]) => places.filter(({ assets }) => assets > 0)

/** For a person who sees only one place its parts, unless all assets are in the place itself. */
export async function assetsByPlace(db: Db, actor: Actor, cityId: Id | undefined) {
  if (!seesAssets(actor)) return null
  const topmost = await countedPlaces(
    db,
    actor,
    sql`${topmostPlaces(actor)} and ${inCity('places.city_id', cityId)}`,
  )
  const total = topmost.reduce((sum, { assets }) => sum + assets, 0)
  const [only, ...more] = topmost
  const isOne = only !== undefined && more.length === 0 && only.kind !== placeKinds.at(-1)
  const below = isOne ? withAssets(await countedPlaces(db, actor, sql`places.parent_id = ${only._id}`)) : []
  const rows = (below.length > 0 ? below : withAssets(topmost)).slice(0, mostPlaces)
  return { rows, others: total - rows.reduce((sum, { assets }) => sum + assets, 0) }
}
