import type { Coverage, Programme, VerificationLine } from '@ats/contract/inventories/programmes.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cityNamed, placeNames, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, mostCounted, type PageRequest } from '#kernel/db/paging.ts'
import { found } from '#kernel/http/problem.ts'
import { programmeFor, programmeInScope } from './access.ts'

type Day = { asOf: RawBuilder<unknown>; zone: string }

const dayOf = (moment: string, zone: string) => sql`(${sql.ref(moment)} at time zone ${zone})::date`

/** The days on which each line is due within the period of its programme, with the inventory made for it. */
export const duesOf = (where: RawBuilder<unknown>) => sql`(
  select lines.*, of_programme.lead_days, of_programme.created_by, due.day::date as day, made.id as made_id,
    made.readable_id, made.status as made_status, made.approved_at as made_approved_at
  from verification_lines as lines
  join verification_programmes as of_programme on of_programme.id = lines.programme_id
  cross join lateral (
    select lines.due_on + make_interval(months => step * coalesce(lines.every_months, 0)) as day
    from generate_series(0, case when lines.every_months is null then 0 else 60 end) as step
  ) as due
  left join inventories as made on made.line_id = lines.id and made.line_due = due.day::date
    and made.status <> 'cancelled'
  where (due.day::date <= of_programme.ends_on or due.day::date = lines.due_on) and ${where})`

const isDone = ({ asOf, zone }: Day) =>
  sql`coalesce(dues.made_status = 'approved' and ${dayOf('dues.made_approved_at', zone)} <= ${asOf}, false)`
const isLate = (when: Day) => sql`(dues.day < ${when.asOf} and not ${isDone(when)})`

const today = (zone: string) => sql`(now() at time zone ${zone})::date`

const listedRows = (db: Db, actor: Actor, zone: string) =>
  db
    .selectFrom('verification_programmes as programmes')
    .innerJoin('places', 'places.id', 'programmes.place_id')
    .select([
      ...(['programmes.id as _id', 'programmes.name', 'programmes.place_id as placeId'] as const),
      placeNames.as('placeNames'),
      ...(['programmes.starts_on as startsOn', 'programmes.ends_on as endsOn'] as const),
      sql<string>`${fullNameOf('programmes.created_by')}`.as('createdBy'),
      'programmes.retired_at as retiredAt',
      sql<number>`(select count(*) from verification_lines where programme_id = programmes.id)`.as('lines'),
      sql<number>`(select count(*) from ${duesOf(sql`lines.programme_id = programmes.id`)} as dues
        where ${isLate({ asOf: today(zone), zone })})`.as('overdue'),
    ])
    .where(programmeInScope(actor))

export async function programmePage(
  db: Db,
  actor: Actor,
  { location, search, ...page }: PageRequest & { location?: string | undefined; search: string },
  zone: string,
) {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const rows = listedRows(db, actor, zone)
    .$if(city !== undefined, (some) => some.where('places.city_id', '=', city?.id ?? ''))
    .$if(search !== '', (some) =>
      some.where(sql<SqlBool>`${containsWords(sql`programmes.name`, search)} ${sql.raw(unprepared)}`),
    )
  const { count } = await db
    .selectFrom(
      rows
        .clearSelect()
        .select('programmes.id')
        .limit(mostCounted + 1)
        .as('shown'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const order = {
    ...{ name: 'id', by: sql<string>`programmes.id`, id: sql<string>`programmes.id` },
    direction: 'desc' as const,
  }
  const shown = await boundedPage(rows, order, page, count > mostCounted ? null : count)
  const { rows: found, ...rest } = shown
  return { programmes: found.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...rest }
}

type Period = { placeId: Id; startsOn: string }

/** Inventories of the place, of places above and below, that were counted in the period and approved by a day. */
const approvedIn = ({ placeId, startsOn }: Period, { asOf, zone }: Day) => sql`
  select inventories.id, inventories.place_id, inventories.approved_at from inventories
  join places on places.id = inventories.place_id join places as root on root.id = ${placeId}
  where inventories.status = 'approved' and inventories.started_on >= ${startsOn}::date
    and ${dayOf('inventories.approved_at', zone)} <= ${asOf}
    and (root.id in (places.id, places.aou_id, places.property_id, places.mm_id, places.city_id)
      or places.id in (root.aou_id, root.property_id, root.mm_id, root.city_id))`

const isBelow = (placeId: Id) =>
  sql`${placeId} in (places.id, places.aou_id, places.property_id, places.mm_id, places.city_id)`

/** Assets by place: of today from their counters, of a day in the past from their versions. */
const registered = ({ placeId }: Period, { asOf, zone }: Day, isToday: boolean) =>
  isToday
    ? // A counter includes the places below, so those are subtracted again.
      sql`select place_id, sum(live)::int as count from (
          select places.id as place_id, live from asset_counters join places on places.id = place_id
          where ${isBelow(placeId)}
          union all select places.parent_id, -live from asset_counters join places on places.id = place_id
          where ${isBelow(placeId)} and places.id <> ${placeId}
        ) as counters group by place_id having sum(live) > 0`
    : sql`select place_id, count(*)::int as count
        from assets_as_of(${placeId}, (${asOf} + 1)::timestamp at time zone ${zone}) as version
        where not deleted group by place_id`

/**
 * What was found or decided of each place, in its last approved inventory: sums of triggers, so no item is read.
 * Assets that came since are not covered.
 */
const coveredPlaces = (period: Period, when: Day, isToday: boolean) => sql`
  with approved as (${approvedIn(period, when)}), last as (
    select distinct on (counts.place_id) counts.place_id,
      greatest(counts.found, counts.expected - counts.unresolved) as decided
    from approved join inventory_counts as counts on counts.inventory_id = approved.id
    order by counts.place_id, approved.approved_at desc
  )
  select now_there.place_id, now_there.count, least(coalesce(last.decided, 0), now_there.count) as covered
  from (${registered(period, when, isToday)}) as now_there left join last using (place_id)`

const named = (ids: RawBuilder<unknown>) => sql<VerificationLine['people']>`coalesce((
  select json_agg(json_build_object('_id', users.id, 'name', full_name) order by lower(full_name), users.id)
  from users where users.id = any(${ids})), '[]')`

/** Hidden from people who count a place blind: the number of its assets would tell what is expected. */
const unlessBlind = ({ withheld }: Actor, figure: RawBuilder<unknown>) =>
  withheld === null ? sql<number | null>`${figure}` : sql<number | null>`null::int`

async function linesOf(db: Db, actor: Actor, id: Id, period: Period, when: Day & { isToday: boolean }) {
  const { rows } = await sql<VerificationLine>`
    with covered as (${coveredPlaces(period, when, when.isToday)}), by_line as (
      select lines.id, sum(covered.count)::int as assets, sum(covered.covered)::int as covered
      from covered join places on places.id = covered.place_id
      join verification_lines as lines on lines.programme_id = ${id} and lines.place_id in (
        places.id, places.aou_id, places.property_id, places.mm_id, places.city_id)
      group by lines.id
    ), dues as (
      select dues.id, json_agg(json_build_object('dueOn', day, 'inventoryId', made_id, 'inventory', readable_id,
        'status', made_status, 'state', case when ${isDone(when)} then 'done' when ${isLate(when)} then 'overdue'
          else 'waiting' end) order by day) as dues
      from ${duesOf(sql`lines.programme_id = ${id}`)} as dues group by dues.id
    )
    select lines.id as "_id", lines.place_id as "placeId",
      (${placeNames})[1 + (select cardinality(${placeNames}) from places where places.id = ${period.placeId}):]
        as "placeNames",
      lines.due_on as "dueOn", lines.every_months as "everyMonths", ${named(sql`lines.people`)} as people,
      lines.blind, ${named(sql`array[lines.approver_id]`)} -> 0 as approver, lines.must_count as "mustCount",
      dues.dues, exists (select from (${approvedIn(period, when)}) as one where one.place_id in (
        places.id, places.aou_id, places.property_id, places.mm_id, places.city_id)) as "isCovered",
      ${unlessBlind(actor, sql`coalesce(by_line.assets, 0)`)} as assets,
      ${unlessBlind(actor, sql`coalesce(by_line.covered, 0)`)} as covered
    from verification_lines as lines join places on places.id = lines.place_id
    join dues on dues.id = lines.id left join by_line on by_line.id = lines.id
    where lines.programme_id = ${id} order by lines.due_on, ${placePath}, lines.id`.execute(db)
  return rows
}

async function coverageOf(db: Db, actor: Actor, period: Period, when: Day & { isToday: boolean }) {
  const { rows } = await sql<Pick<Coverage, 'asOf' | 'assets' | 'coveredAssets'>>`
    select ${when.asOf}::text as "asOf", ${unlessBlind(actor, sql`coalesce(sum(count), 0)::int`)} as assets,
      ${unlessBlind(actor, sql`coalesce(sum(covered), 0)::int`)} as "coveredAssets"
    from (${coveredPlaces(period, when, when.isToday)}) as covered`.execute(db)
  return rows[0] ?? { asOf: '', assets: null, coveredAssets: null }
}

type Wanted = { id: Id; asOf?: string | undefined; zone: string }

export async function programmeById(db: Db, actor: Actor, { id, asOf, zone }: Wanted): Promise<Programme> {
  const row = found(
    await listedRows(db, actor, zone).where('programmes.id', '=', id).executeTakeFirst(),
    'programme-not-found',
  )
  const { leadDays, version, placeId, startsOn } = await programmeFor(db, actor, id)
  const when = {
    asOf: asOf === undefined ? today(zone) : sql`${asOf}::date`,
    ...{ zone, isToday: asOf === undefined },
  }
  const period = { placeId, startsOn }
  const allLines = await linesOf(db, actor, id, period, when)
  const places = allLines.length
  const coveredCount = allLines.filter(({ isCovered }) => isCovered).length
  const coverage = { ...(await coverageOf(db, actor, period, when)), places, coveredPlaces: coveredCount }
  return { ...row, leadDays, version, coverage, allLines }
}
