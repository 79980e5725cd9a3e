import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { invalid } from '#kernel/http/problem.ts'

/*
 * How a page of a long list is read (assets, the audit log, reports):
 * - Keyset pagination: a page begins next to the key of a row, never at an offset, so the thousandth page costs as much
 *   as the first.
 * - If few rows match, they are collected with an index and sorted (`mostCollected`).
 * - If many rows match, an index is scanned in list order, and each row is tested until the page is full.
 * - If only places and states are filtered, counters hold the number of rows per pair, and an index contains each pair
 *   in order, so the index ranges of the scope are merged (assets/list/index-ranges.ts). The audit log does the same
 *   with the reasons why an entry matches (audit/collected-lines.ts).
 * - The total comes from the counters, or is counted up to `mostCounted`, or `mostLookedUp` where each row has to be
 *   looked up; beyond that a list says 'more than'.
 * The choice depends on real counts, not on the planner's estimates. The benches assets, reports and growth measure
 * each way at 1 and 10 million rows; remove an optimisation that they do not need.
 */
type Direction = 'asc' | 'desc'
export type Ordering = { name: string; by: Expression<string>; id: Expression<string>; direction: Direction }
export type PageRequest = { cursor?: string | undefined; size: number }

const position = z.object({
  order: z.string(),
  way: z.enum(['forward', 'backward']),
  /** The row next to the page, on the side from which it is read; absent: start at that end. */
  key: z.tuple([z.string(), z.string()]).optional(),
  /** The position of the row next to the page, counted from 1. */
  at: z.number().int(),
})
type Position = z.infer<typeof position>

const write = (value: Position) => Buffer.from(JSON.stringify(value)).toString('base64url')

function read(cursor: string, order: string): Position {
  try {
    const value = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (value.order === order) return value
  } catch {
    // Falls through to the error: any other cursor is invalid.
  }
  throw unknownPage()
}

const unknownPage = () => invalid('cursor', 'page-gone')

/** A key that PostgreSQL cannot parse as the column's type is not ours either. */
const isUnreadable = (error: unknown) => error instanceof pg.DatabaseError && error.code?.startsWith('22')

/** What a query needs to read only one page: where the page starts, its order and its length. */
export type KeyRange = {
  by: Expression<string>
  direction: Direction
  beyond: RawBuilder<SqlBool>
  /** The sort key and the id of the row next to the page. */
  key?: string | undefined
  after?: string | undefined
  limit: number
}

type Rows<B, T extends keyof B, O> = SelectQueryBuilder<B, T, O>

/**
 * One page by key. The query selects the columns; this adds the order, the key and the limit. It reads one
 * extra row to know whether there is a next page. `total` is queried once; its bound is up to the caller.
 */
export async function pageByKey<T extends keyof B, B, O>(
  query: Rows<B, T, O> | ((range: KeyRange) => Promise<Rows<B, T, O>>),
  ordering: Ordering,
  { cursor, size }: PageRequest,
  total: () => Promise<number>,
) {
  const order = `${ordering.name} ${ordering.direction}`
  const start = cursor === undefined ? { order, way: 'forward' as const, at: 0 } : read(cursor, order)
  const forward = start.way === 'forward'
  const ascending = (ordering.direction === 'asc') === forward
  const count = await total()
  const lastSize = count % size || size
  const wanted = forward || start.key !== undefined ? size : lastSize

  const direction = ascending ? 'asc' : 'desc'
  const key = start.key && beyond(ordering, start.key, ascending)
  const range: KeyRange = {
    ...{ by: ordering.by, direction, beyond: key ?? sql<SqlBool>`true` },
    ...{ key: start.key?.[0], after: start.key?.[1], limit: wanted + 1 },
  }
  const rows = await (typeof query === 'function' ? await query(range) : query)
    .select([sql<string>`${ordering.by}::text`.as('sortKey'), sql<string>`${ordering.id}::text`.as('sortId')])
    .$if(key !== undefined, (limited) => limited.where(key as RawBuilder<SqlBool>))
    .orderBy(ordering.by, direction)
    .orderBy(ordering.id, direction)
    .limit(wanted + 1)
    .execute()
    .catch((error: unknown) => {
      throw start.key !== undefined && isUnreadable(error) ? unknownPage() : error
    })

  const more = rows.length > wanted
  const shown = (forward ? rows.slice(0, wanted) : rows.slice(0, wanted).reverse()) as (O & SortKeys)[]
  const before = forward ? start.at : Math.max(0, (start.key ? start.at : count + 1) - 1 - shown.length)
  return { rows: shown, ...neighbours(order, shown, before, { forward, more, count, size, start }) }
}

type SortKeys = { sortKey: string; sortId: string }
type Surroundings = { forward: boolean; more: boolean; count: number; size: number; start: Position }

function neighbours(order: string, rows: SortKeys[], before: number, around: Surroundings) {
  const { forward, more, count, size, start } = around
  const first = rows[0]
  const last = rows.at(-1)
  const hasPrevious = forward ? start.key !== undefined : more
  const hasNext = forward ? more : start.key !== undefined
  const cursorAt = (way: Position['way'], row: SortKeys, at: number) =>
    write({ order, way, key: [row.sortKey, row.sortId], at })
  return {
    total: count,
    totalIsExact: true,
    from: rows.length === 0 ? 0 : before + 1,
    previous: hasPrevious && first ? cursorAt('backward', first, before + 1) : null,
    next: hasNext && last ? cursorAt('forward', last, before + rows.length) : null,
    last: count > size ? write({ order, way: 'backward', at: count + 1 }) : null,
  }
}

function beyond({ by, id }: Ordering, [key, rowId]: [string, string], ascending: boolean) {
  return ascending
    ? sql<SqlBool>`(${by}, ${id}) > (${key}, ${rowId})`
    : sql<SqlBool>`(${by}, ${id}) < (${key}, ${rowId})`
}

const firstOf = async <R>(query: { execute: () => Promise<unknown[]> }) =>
  (await query.execute())[0] as R | undefined

/**
 * The cursor of the page that contains a row; undefined for the first page, and if the list does not contain
 * the row.
 */
export async function cursorAround<T extends keyof B, B, O>(
  query: Rows<B, T, O>,
  ordering: Ordering,
  rowId: string,
  size: number,
): Promise<string | undefined> {
  const { by, id, name, direction } = ordering
  const rows = query.clearSelect()
  const keys = rows.select([sql<string>`${by}::text`.as('sortKey'), sql<string>`${id}::text`.as('sortId')])
  const row = await firstOf<SortKeys>(keys.where(sql<SqlBool>`${id} = ${rowId}`))
  if (row === undefined) return undefined
  const isBefore = beyond(ordering, [row.sortKey, row.sortId], direction === 'desc')
  const counted = await firstOf<{ before: number }>(
    rows.select(sql<number>`count(*)`.as('before')).where(isBefore),
  )
  const before = counted?.before ?? 0
  const start = before - (before % size)
  if (start === 0) return undefined
  const last = await firstOf<SortKeys>(
    keys
      .orderBy(by, direction)
      .orderBy(id, direction)
      .offset(start - 1)
      .limit(1),
  )
  return (
    last &&
    write({ order: `${name} ${direction}`, way: 'forward', key: [last.sortKey, last.sortId], at: start })
  )
}

/** Counting stops here: a longer list says 'more than'. */
export const mostCounted = 10_000

/** The limit of a subquery that is only counted. */
export const counting = sql`limit ${sql.lit(mostCounted + 1)}`

/** The bound of lists that have to look up every row to count it. */
export const mostLookedUp = 1000

/** A page of a list whose total may be unknown (null): it then says 'more than', and has no link to the last page. */
export async function boundedPage<T extends keyof B, B, O>(
  query: Rows<B, T, O> | ((range: KeyRange) => Promise<Rows<B, T, O>>),
  ordering: Ordering,
  page: PageRequest,
  counted: number | null,
  most = mostCounted,
) {
  const answer = await pageByKey(query, ordering, page, async () => counted ?? most + 1)
  return counted === null ? { ...answer, total: most, totalIsExact: false, last: null } : answer
}

/** The sort order of a list, for an export. */
export const sortedBy = (keys: readonly Expression<unknown>[], direction: Direction) =>
  sql`${sql.join(keys.map((key) => sql`${key} ${sql.raw(direction)}`))}`
