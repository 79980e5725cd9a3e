import {
  type FlatKind,
  flatMasters,
  isPlace,
  type Master,
  type MasterFilter,
  type MasterKind,
  masterKinds,
} from '@ats/contract/masters.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assetCounters, pathAbove, placesAbove, topmostPlaces, workOn } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { cursorAround, pageByKey } from '#kernel/db/paging.ts'
import { invalid } from '#kernel/http/problem.ts'
import { registerInScope, seesParts, withinScope } from '#kernel/scope.ts'

/** Above this a usage count is only 'more than'; exact counting would cost more than it is worth. */
export const mostUses = 1000

const usesOfPlace = (actor: Actor) => sql<number>`(
  (select coalesce(sum(live), 0) from ${assetCounters(actor)} where place_id = places.id)
  + (select count(*) from places below where below.parent_id = places.id)
  + (select count(*) from users where city_id = places.id and deleted_at is null)
  + (select count(*) from user_places where place_id = places.id)
  + (select count(*) from readers where place_id = places.id and removed_at is null)
  + (select count(*) from read_points where place_id = places.id))::bigint`

const placeRows = (db: Db, actor: Actor, kind: PlaceKind) =>
  db
    .selectFrom('places')
    .where('places.kind', '=', kind)
    .where(withinScope(actor, 'places'))
    .select([
      'places.id',
      'places.number',
      'places.name',
      workOn('places.id').as('work'),
      'places.parent_id as parentId',
      'places.created_at as createdAt',
      'places.version',
      fullNameOf('places.created_by').as('createdBy'),
      pathAbove.as('path'),
      placesAbove.as('above'),
      usesOfPlace(actor).as('uses'),
    ])

const usesBy = (actor: Actor, using: RawBuilder<unknown>) =>
  sql`(select count(*) from (select ${using} and ${withinScope(actor, 'assets')} limit ${sql.lit(mostUses + 1)}) as used)`

/** State change requests refer to states, even after the decision. */
const requestsFor = (actor: Actor) =>
  usesBy(
    actor,
    sql`from state_changes join assets on assets.id = state_changes.asset_id
      where (from_state_id = asset_states.id or to_state_id = asset_states.id)`,
  )

/** The counters hold the number of assets per state. */
const inStateOf = (actor: Actor, stateId: RawBuilder<unknown>, counted: 'live' | 'deleted') => sql`(
  select least(coalesce(sum(${sql.ref(counted)}), 0), ${sql.lit(mostUses + 1)})
  from places join ${assetCounters(actor)} on asset_counters.place_id = places.id
  where asset_counters.state_id = ${stateId} and ${topmostPlaces(actor)})`

const usesOfState = (actor: Actor) =>
  sql<number>`(${inStateOf(actor, sql.ref('asset_states.id'), 'live')} + ${requestsFor(actor)})::bigint`

/**
 * For most people a scan soon finds enough uses. For people who see only parts of cities, uses are counted in
 * one pass over their assets.
 */
function usesOf(actor: Actor, kind: Exclude<FlatKind, 'asset-state'>) {
  const { table, column } = flatMasters[kind]
  if (!seesParts(actor))
    return usesBy(
      actor,
      sql`from assets
      where ${sql.ref(`assets.${column}`)} = ${sql.ref(`${table}.id`)} and assets.deleted_at is null`,
    )
  return sql`coalesce((select least(used.count, ${sql.lit(mostUses + 1)}) from (
    select ${sql.ref(`assets.${column}`)} as id, count(*) as count from assets
    where assets.place_id = any(array(select places.id from places where ${registerInScope(actor)}))
      and assets.deleted_at is null
    group by 1 offset 0) as used where used.id = ${sql.ref(`${table}.id`)}), 0)`
}

/**
 * The flat tables have the same shape, so one query serves all of them. Everybody shares them, but counts
 * only assets in scope.
 */
const flatRows = (db: Db, actor: Actor, kind: FlatKind) =>
  db
    .selectFrom(flatMasters[kind].table)
    .select([
      'id',
      'number',
      'name',
      workOn(`${flatMasters[kind].table}.id`).as('work'),
      sql<Id | null>`null::uuid`.as('parentId'),
      'created_at as createdAt',
      'version',
      fullNameOf(`${flatMasters[kind].table}.created_by`).as('createdBy'),
      sql<string>`''`.as('path'),
      sql<string[]>`'{}'::text[]`.as('above'),
      (kind === 'asset-state' ? usesOfState(actor) : sql<number>`(${usesOf(actor, kind)})::bigint`).as(
        'uses',
      ),
    ])

type MasterRow = Omit<Master, `${string}Name`>

const named = (kind: MasterKind, row: MasterRow): Master => ({ ...row, [masterKinds[kind].field]: row.name })

export async function masterById(
  db: Db,
  actor: Actor,
  kind: MasterKind,
  id: Id,
): Promise<Master | undefined> {
  const row = isPlace(kind)
    ? await placeRows(db, actor, kind).where('places.id', '=', id).executeTakeFirst()
    : await flatRows(db, actor, kind).where('id', '=', id).executeTakeFirst()
  return row && named(kind, row)
}

/** How many deleted assets in scope use a record, up to the same bound as uses. */
export async function binnedUses(db: Db, actor: Actor, kind: MasterKind, id: Id): Promise<number> {
  const count = isPlace(kind)
    ? sql`(select coalesce(sum(deleted), 0) from ${assetCounters(actor)} where place_id = ${id})`
    : kind === 'asset-state'
      ? inStateOf(actor, sql`${id}`, 'deleted')
      : usesBy(
          actor,
          sql`from assets where ${sql.ref(`assets.${flatMasters[kind].column}`)} = ${id} and deleted_at is not null`,
        )
  const { rows } = await sql<{ count: number }>`select ${count}::bigint as count`.execute(db)
  return rows[0]?.count ?? 0
}

type ResolvedFilter = Pick<
  MasterFilter,
  'search' | 'sort' | 'direction' | 'parentId' | 'cursor' | 'size' | 'around'
> & {
  cityId: Id | undefined
}

/** The sort key. Uses of names, brands and vendors are counted asset by asset: for one page, not for all of them. */
function orderOf(actor: Actor, kind: MasterKind, sort: MasterFilter['sort']) {
  const table = isPlace(kind) ? 'places' : flatMasters[kind].table
  const column = (name: string) => sql<string>`${sql.ref(`${table}.${name}`)}`
  if (sort === 'uses') {
    if (isPlace(kind)) return sql<string>`${usesOfPlace(actor)}`
    if (kind === 'asset-state') return sql<string>`${usesOfState(actor)}`
    throw invalid('sort', 'uses-not-sorted')
  }
  if (sort === 'path') return isPlace(kind) ? sql<string>`lower(${pathAbove})` : sql<string>`''::text`
  if (sort === 'createdBy') return sql<string>`coalesce(lower(${fullNameOf(`${table}.created_by`)}), '')`
  if (sort === 'number') return column('number')
  return sort === 'name' ? sql<string>`lower(${column('name')})` : column('created_at')
}

/** The number of a record has at most nine digits. */
const isNumber = (text: string) => /^\d{1,9}$/.test(text)

/** The records of a kind, the conditions of a filter, and its sort order. */
export function mastersQuery(
  db: Db,
  actor: Actor,
  kind: MasterKind,
  filter: Omit<ResolvedFilter, 'cursor' | 'size' | 'around'>,
) {
  const table = isPlace(kind) ? 'places' : flatMasters[kind].table
  const column = (name: string) => sql<string>`${sql.ref(`${table}.${name}`)}`
  // The list shows the number as the record's ID.
  const hasNumber = isNumber(filter.search) ? sql`${column('number')} = ${Number(filter.search)}` : sql`false`
  const tests = [
    ...(filter.search === ''
      ? []
      : [
          sql<SqlBool>`(${containsWords(column('name'), filter.search)} or ${hasNumber}) ${sql.raw(unprepared)}`,
        ]),
    ...(filter.parentId === undefined || !isPlace(kind)
      ? []
      : [sql<SqlBool>`${column('parent_id')} = ${filter.parentId}`]),
    ...(filter.cityId === undefined || !isPlace(kind)
      ? []
      : [sql<SqlBool>`${column('city_id')} = ${filter.cityId}`]),
  ]
  const all = tests.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const rows = (isPlace(kind) ? placeRows(db, actor, kind) : flatRows(db, actor, kind)) as ReturnType<
    typeof flatRows
  >
  const order = {
    name: filter.sort,
    by: orderOf(actor, kind, filter.sort),
    id: column('id'),
    direction: filter.direction,
  }
  return { rows: rows.where(all), order }
}

export async function countOf(rows: ReturnType<typeof mastersQuery>['rows']) {
  const { count } = await rows
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function masterPage(db: Db, actor: Actor, kind: MasterKind, filter: ResolvedFilter) {
  const { rows, order } = mastersQuery(db, actor, kind, filter)
  const around = filter.around && (await cursorAround(rows, order, filter.around, filter.size))
  const page = { cursor: filter.cursor ?? around, size: filter.size }
  const { rows: shown, ...rest } = await pageByKey(rows, order, page, () => countOf(rows))
  return { records: shown.map(({ sortKey: _key, sortId: _id, ...row }) => named(kind, row)), ...rest }
}
