import type { AuditFilter } from '@ats/contract/audit.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { withoutUnseenFacts } from '#features/own-fields/own-fields.ts'
import { factsInScope, pathsInScope, placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, mostCounted, mostLookedUp } from '#kernel/db/paging.ts'
import { allEntries, entriesAt, entriesOf } from '#kernel/ledger/entries.ts'
import { withinScope } from '#kernel/scope.ts'
import {
  collectedLines,
  longDays,
  pageOfFound,
  type ResolvedFilter,
  shortDays,
  spansOf,
} from './collected-lines.ts'
import { all, type Direction, earliestOf, inSpan, isKnown, type Reason, type Span } from './reasons.ts'
import { readableId, recordName } from './record-names.ts'

/**
 * Many entries are scanned in list order, which fills a page quickly. By number the scan starts at the first
 * matching entry, because all matching ones may be old; by time it starts with the days.
 */
function walked({ tests, narrowed, reasons, byTime }: ResolvedFilter, direction: Direction, span: Span) {
  const isFrom = sql.raw(direction === 'desc' ? '<=' : '>=')
  const beginAt = (wanted: Reason[]) => {
    const first = () =>
      earliestOf(
        wanted.map((reason) => reason.first(direction, span)),
        direction,
      )
    return byTime ? [] : [sql`events.id ${isFrom} ${first()}`]
  }
  const known = reasons === undefined ? [] : [isKnown(reasons), ...beginAt(reasons)]
  const filter = narrowed.flatMap((reason) => [reason.walked, ...beginAt([reason])])
  return all([...tests, inSpan('events', span), ...filter, ...known])
}

/** All matching entries for an export, as a table and a condition, and their number; null: more than the bound. */
export async function shownLines(db: Db, filter: ResolvedFilter, direction: Direction) {
  const { found: few } = await collectedLines(db, filter, { isTimed: true, mostLooked: mostCounted })
  return {
    from: few && entriesAt(sql`select * from unnest(${few.ids}::bigint[], ${few.times}::timestamptz[])`),
    where: few === undefined ? whereWalked(filter, direction, undefined) : sql<SqlBool>`true`,
    total: few?.ids.length ?? null,
  }
}

const whereWalked = (filter: ResolvedFilter, direction: Direction, span: Span) =>
  sql<SqlBool>`${walked(filter, direction, span)} ${sql.raw(unprepared)}`

/**
 * A person who sees only the place that a record left does not see where it went. A person who sees only the
 * person that an entry is about does not see its place. The cities of their own places are always visible.
 */
function shownPlace(actor: Actor) {
  if (actor.everywhere) return sql`events.place_id`
  const isSeen = (column: string) => sql`exists (select from places where places.id = ${sql.ref(column)}
    and (${withinScope(actor, 'places')} or places.id = any(${actor.cities}::uuid[])))`
  return sql`case when ${isSeen('events.place_id')} then events.place_id
    when ${isSeen('events.from_place_id')} then events.from_place_id end`
}

/** Entries as the actor may see them. */
export async function lineRows(db: Db, actor: Actor, from = allEntries) {
  const paths = await pathsInScope(db, actor)
  return db
    .selectFrom(from.as('events'))
    .leftJoin('users', 'users.id', 'events.actor_id')
    .leftJoin('places', (join) => join.on(sql<SqlBool>`places.id = ${shownPlace(actor)}`))
    .select([
      'events.id',
      'events.at',
      'users.full_name as by',
      sql<boolean>`coalesce(users.kind = 'program', false)`.as('byProgram'),
      'events.action',
      'events.record_kind as recordKind',
      'events.record_id as recordId',
      readableId.as('readableId'),
      recordName(actor).as('recordName'),
      sql<string | null>`case when places.id is not null then ${placePath} end`.as('place'),
      factsInScope(withoutUnseenFacts(actor, sql.ref('events.before')), paths).as('before'),
      factsInScope(withoutUnseenFacts(actor, sql.ref('events.after')), paths).as('after'),
      'events.request_id as requestId',
    ])
}

type Page = Pick<AuditFilter, 'cursor' | 'size' | 'direction'>

const isNewest = ({ cursor, direction }: Page) => cursor === undefined && direction === 'desc'

export async function linePage(db: Db, actor: Actor, filter: ResolvedFilter, page: Page) {
  const enough = isNewest(page) ? page.size + 1 : undefined
  const limits = { isTimed: filter.byTime, mostLooked: mostLookedUp, enough }
  const { found, most, newest } = await collectedLines(db, filter, limits)
  const few = found ?? (enough !== undefined && newest && newest.ids.length >= enough ? newest : undefined)
  const { rows, ...rest } =
    few === undefined
      ? await walkedPage(db, actor, filter, page, most)
      : await boundedPage(
          (range) => lineRows(db, actor, entriesOf(pageOfFound(few, range))),
          orderOf(filter, page),
          page,
          found?.ids.length ?? null,
          most,
        )
  return { events: rows.map(({ sortKey: _key, sortId: _id, ...line }) => line), ...rest }
}

function orderOf({ byTime }: ResolvedFilter, { direction }: Page) {
  const name = byTime ? 'at' : 'id'
  return { name, by: sql<string>`${sql.ref(`events.${name}`)}`, id: sql<string>`events.id`, direction }
}

/** The first page of the newest is mostly within the last days; if it is full, older months need no look. */
async function walkedPage(db: Db, actor: Actor, filter: ResolvedFilter, page: Page, most: number) {
  const lines = await lineRows(db, actor)
  const inside = (span: Span) =>
    boundedPage(
      lines.where(whereWalked(filter, page.direction, span)),
      orderOf(filter, page),
      page,
      null,
      most,
    )
  for (const span of isNewest(page) ? spansOf(filter, [...shortDays, ...longDays]) : []) {
    const found = await inside(span)
    if (found.next !== null) return found
  }
  return inside(undefined)
}

/** One entry, if the actor may see it. */
export async function lineById(
  db: Db,
  actor: Actor,
  id: number,
  { reasons, shown }: { reasons: Reason[] | undefined; shown: RawBuilder<SqlBool> | undefined },
) {
  const lines = (await lineRows(db, actor)).where('events.id', '=', id).where(shown ?? sql<SqlBool>`true`)
  return (reasons === undefined ? lines : lines.where(isKnown(reasons))).executeTakeFirst()
}

/** Those of some entries that the actor may see now. */
export async function linesAmong(
  db: Db,
  actor: Actor,
  entries: readonly { id: number; at: string }[],
  { reasons, shown }: { reasons: Reason[] | undefined; shown: RawBuilder<SqlBool> | undefined },
) {
  const [ids, times] = [entries.map(({ id }) => id), entries.map(({ at }) => at)]
  const wanted = entriesAt(sql`select * from unnest(${ids}::bigint[], ${times}::timestamptz[])`)
  const lines = (await lineRows(db, actor, wanted)).where(shown ?? sql<SqlBool>`true`)
  return reasons === undefined ? lines : lines.where(isKnown(reasons))
}
