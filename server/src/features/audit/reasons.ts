import type { RecordAction, RecordKind } from '@ats/contract/record-kinds.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { personInScope, programInScope } from '#kernel/scope.ts'
import type { FoundRecords } from './record-search.ts'

export type Direction = 'asc' | 'desc'

export type Reason = {
  /** Conditions that an index alone can count, at least as wide as `collected`. */
  indexed: RawBuilder<SqlBool>[]
  /** Conditions that each use one index; together they find all such entries. */
  collected: RawBuilder<SqlBool>[]
  /** The condition for a scan of all entries in list order. */
  walked: RawBuilder<SqlBool>
  /** The first such entry in a direction, or an earlier one, among those of a span. */
  first: (direction: Direction, span: Span) => RawBuilder<unknown>
}

/** Entries from a moment on; undefined: all. It is part of every subquery, so that earlier months are not even planned. */
export type Span = string | undefined
export const inSpan = (table: string, span: Span) =>
  span === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${table}.at`)} >= ${span}::timestamptz`

export const all = (tests: RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(tests, sql` and `)})`

/**
 * The first entry with one of the keys in a column. As a range ordered by the column first, only the column's
 * own index can serve it. With an equality the planner may scan all entries by number, which for a key
 * without entries is the whole ledger.
 */
function firstOf(keys: RawBuilder<unknown>, column: string, direction: Direction, span: Span) {
  const [own, way] = [sql.ref(`line.${column}`), sql.raw(direction)]
  return sql`(select first_of_one.id from ${keys} cross join lateral (
    select id from events as line where ${own} between wanted.key and wanted.key and ${inSpan('line', span)}
    order by ${own} ${way}, id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
}

const oneOf = (column: string, values: readonly string[], type: string): Reason => {
  // An index by the column has the entries of one value in the order of the list; those of several it has not.
  const test =
    values.length === 1
      ? sql<SqlBool>`${sql.ref(`events.${column}`)} = ${values[0]}::${sql.raw(type)}`
      : sql<SqlBool>`${sql.ref(`events.${column}`)} = any(${values}::${sql.raw(type)}[])`
  const keys = sql`unnest(${values}::${sql.raw(type)}[]) as wanted (key)`
  return {
    indexed: [test],
    collected: [test],
    walked: test,
    first: (...given) => firstOf(keys, column, ...given),
  }
}
export const ofActions = (actions: readonly RecordAction[]) => oneOf('action', actions, 'text')
export const byActor = (actorId: Id) => oneOf('actor_id', [actorId], 'uuid')

/** `greatest` and `least` ignore nulls, so a column without such entries does not count. */
export const earliestOf = (lines: RawBuilder<unknown>[], direction: Direction) =>
  sql`${sql.raw(direction === 'desc' ? 'greatest' : 'least')}(${sql.join(lines)})`

/**
 * Entries in these places, and entries about records that left them. A scalar subquery or an array cannot become a
 * join, which would read and sort all entries, and be planned for each month.
 */
export function inPlaces(places: RawBuilder<SqlBool>): Reason {
  const columns = ['place_id', 'from_place_id']
  const keys = sql`(select places.id as key from places where ${places}) as wanted`
  const collected = columns.map(
    (column) =>
      sql<SqlBool>`${sql.ref(`events.${column}`)} = any(array(select places.id from places where ${places}))`,
  )
  return {
    ...{ indexed: collected, collected },
    walked: sql<SqlBool>`((select true from places where places.id = events.place_id and ${places})
      or (select true from places where places.id = events.from_place_id and ${places}))`,
    first: (direction, span) =>
      earliestOf(
        columns.map((column) => firstOf(keys, column, direction, span)),
        direction,
      ),
  }
}

export function ofRecord(kind: RecordKind, id: Id): Reason {
  const test = sql<SqlBool>`(events.record_kind = ${kind} and events.record_id = ${id})`
  const first = (direction: Direction, span: Span) =>
    sql`(select id from events where ${test} and ${inSpan('events', span)} order by id ${sql.raw(direction)} limit 1)`
  return { indexed: [test], collected: [test], walked: test, first }
}

/**
 * Entries about records with these ids, by kind, because the kind is the first column of the index. An array cannot
 * become a join with the whole index.
 */
function ofRecords(kind: RecordKind, ids: RawBuilder<unknown>): Reason {
  const test = sql<SqlBool>`(events.record_kind = ${kind} and events.record_id = any(array(select key from ${ids})))`
  const first = (direction: Direction, span: Span) => {
    const way = sql.raw(direction)
    return sql`(select first_of_one.id from ${ids} cross join lateral (
      select id from events as line where line.record_kind = ${kind} and line.record_id between wanted.key and wanted.key
        and ${inSpan('line', span)} order by line.record_kind ${way}, line.record_id ${way}, id ${way} limit 1) as first_of_one order by 1 ${way} limit 1)`
  }
  return { indexed: [test], collected: [test], walked: test, first }
}

/** Entries about accounts that the actor may see, including deleted ones. */
export const aboutPeople = (actor: Actor) =>
  ofRecords('user', sql`(select users.id as key from users where ${personInScope(actor)}) as wanted`)

/** Entries about programs that the actor may see, including revoked ones. */
export const aboutPrograms = (actor: Actor) =>
  ofRecords('program', sql`(select users.id as key from users where ${programInScope(actor)}) as wanted`)

/** Combines reasons with 'or'. */
export const oneOfThese = (reasons: Reason[]): Reason => ({
  indexed: reasons.flatMap(({ indexed }) => indexed),
  collected: reasons.flatMap(({ collected }) => collected),
  walked: sql<SqlBool>`(${sql.join(
    reasons.map(({ walked }) => walked),
    sql` or `,
  )})`,
  first: (direction, span) =>
    earliestOf(
      reasons.map(({ first }) => first(direction, span)),
      direction,
    ),
})

/** Entries about records that a search text refers to. */
export const aboutRecords = ({ ids, names }: FoundRecords) =>
  oneOfThese([
    oneOf('record_name', names, 'text'),
    ...Object.entries(ids).map(([kind, some]) =>
      ofRecords(kind as RecordKind, sql`unnest(${some}::uuid[]) as wanted (key)`),
    ),
  ])

/** A condition that the planner cannot use an index for: it only filters entries found by another index. */
export const plainly = (test: RawBuilder<unknown>) => sql<SqlBool>`case when ${test} then true else false end`

/** Entries found by one reason and filtered by another. */
export const where = ({ indexed, collected, walked, first }: Reason, other: Reason): Reason => ({
  indexed,
  collected: collected.map((test) => all([test, plainly(other.walked)])),
  walked: all([walked, other.walked]),
  first,
})

/** True if one of the reasons holds for an entry. */
export const isKnown = (reasons: Reason[]) => plainly(oneOfThese(reasons).walked)
