import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { KeyRange } from '#kernel/db/paging.ts'
import { hasIndex, highestText } from './field-tests.ts'
import { hasValue, storedText } from './field-value.ts'
import { ownFieldExpression } from './index-expression.ts'

type Direction = 'asc' | 'desc'

/** An order by a field: its sort key, and how its index is read; assets without a value are last both ways. */
export type FieldOrder = {
  by: RawBuilder<string>
  /** Without an index the list must be short enough to sort. */
  first: ((test: RawBuilder<SqlBool>, range: KeyRange) => RawBuilder<unknown>) | undefined
  field: OwnField
}

const uuidOf = (field: OwnField) => sql`${storedText(field)}::uuid`

/** Choices are in the order of the field, people and places in the order of their names. */
function keyOf(field: OwnField): RawBuilder<unknown> {
  const { type, choices } = field
  if (type === 'choice')
    return sql`array_position(array[${sql.join(choices.map(({ key }) => sql.lit(key)))}]::text[],
      ${storedText(field)})`
  if (type === 'person') return sql`(select lower(full_name) from users where users.id = ${uuidOf(field)})`
  if (type === 'place')
    return sql`(select lower(${placePath}) from places where places.id = ${uuidOf(field)})`
  return sql.raw(ownFieldExpression(field))
}

const isNumeric = ({ type }: OwnField) => type === 'number' || type === 'money'

/** The key of assets without a value, which is beyond every value in this direction. */
function lastKey(field: OwnField, direction: Direction) {
  if (field.type === 'choice') return direction === 'asc' ? field.choices.length + 1 : 0
  if (isNumeric(field)) return direction === 'asc' ? 'Infinity' : '-Infinity'
  return direction === 'asc' ? highestText : ''
}

export function orderByField(field: OwnField, direction: Direction): FieldOrder {
  const last = lastKey(field, direction)
  const none = isNumeric(field) ? sql`${sql.lit(last)}::numeric` : sql.lit(last)
  const by = sql<string>`coalesce(${keyOf(field)}, ${none})`
  const isWalked = hasIndex(field) && field.type !== 'person' && field.type !== 'place'
  return {
    by,
    field,
    first: isWalked ? (test, range) => walkOf({ field, by, last, direction }, test, range) : undefined,
  }
}

type Ordered = { field: OwnField; by: RawBuilder<string>; last: string | number; direction: Direction }
type Part = (limit: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Values are read from the index of the field, and assets without a value in the order of ids. The second part is
 * read only if the first does not fill the page.
 */
function walkOf(ordered: Ordered, test: RawBuilder<SqlBool>, range: KeyRange): RawBuilder<unknown> {
  const isForward = range.direction === ordered.direction
  const startsAmongMissing = range.key !== undefined && range.key === String(ordered.last)
  const values = ordered.field.type === 'choice' ? choiceParts : valueParts
  const missing = missingPart(ordered, test, startsAmongMissing ? range : { ...range, after: undefined })
  const valued = values(
    ordered,
    test,
    startsAmongMissing ? { ...range, key: undefined, after: undefined } : range,
  )
  if (isForward) return inTurn(startsAmongMissing ? [missing] : [...valued, missing], range)
  return inTurn(range.key === undefined || startsAmongMissing ? [missing, ...valued] : valued, range)
}

/** Each part is limited to the rows that the parts before it left over. */
function inTurn(parts: readonly Part[], { limit }: KeyRange) {
  const names = parts.map((_, at) => sql.ref(`part${at}`))
  const withParts = parts.map((part, at) => {
    const before = names.slice(0, at).map((name) => sql`(select count(*) from ${name})`)
    const left = sql.join([sql`${limit}::bigint`, ...before], sql` - `)
    // The limit within is a constant, so that the plan is made for a page.
    return sql`${names[at]} as materialized (
      select id, key from (${part(sql`${limit}`)}) as part limit greatest(0, ${left}))`
  })
  const rows = names.map((name) => sql`select id, key from ${name}`)
  return sql`(with ${sql.join(withParts)} ${sql.join(rows, sql` union all `)})`
}

const way = ({ direction }: KeyRange) => sql.raw(direction)
const comparing = ({ direction }: KeyRange) => sql.raw(direction === 'asc' ? '>' : '<')
const isLive = sql`assets.deleted_at is null`

const missingPart =
  ({ field, by }: Ordered, test: RawBuilder<SqlBool>, range: KeyRange): Part =>
  (limit) =>
    sql`select assets.id, ${by} as key from assets
    where ${isLive} and not (${hasValue(field)}) and ${test}
      and ${range.after === undefined ? sql`true` : sql`assets.id ${comparing(range)} ${range.after}`}
    order by assets.id ${way(range)} limit ${limit}`

function valueParts({ field, by }: Ordered, test: RawBuilder<SqlBool>, range: KeyRange): Part[] {
  const value = sql.raw(ownFieldExpression(field))
  const beyond =
    range.key === undefined
      ? sql`true`
      : sql`(${value}, assets.id) ${comparing(range)} (${range.key}, ${range.after})`
  return [
    (limit) => sql`select assets.id, ${by} as key from assets
      where ${isLive} and ${hasValue(field)} and ${beyond} and ${test}
      order by ${value} ${way(range)}, assets.id ${way(range)} limit ${limit}`,
  ]
}

/** One range of the index for each choice, in the order of the choices. */
function choiceParts({ field, by }: Ordered, test: RawBuilder<SqlBool>, range: KeyRange): Part[] {
  const start = range.key === undefined ? undefined : Number(range.key)
  const value = sql.raw(ownFieldExpression(field))
  const isAsc = range.direction === 'asc'
  const numbered = field.choices.map(({ key }, at) => ({ key, at: at + 1 }))
  return (isAsc ? numbered : numbered.toReversed())
    .filter(({ at }) => start === undefined || (isAsc ? at >= start : at <= start))
    .map(
      ({ key, at }): Part =>
        (limit) =>
          sql`select assets.id, ${by} as key from assets
          where ${isLive} and ${hasValue(field)} and ${value} = ${sql.lit(key)}
            and ${at === start ? sql`assets.id ${comparing(range)} ${range.after}` : sql`true`} and ${test}
          order by ${value} ${way(range)}, assets.id ${way(range)} limit ${limit}`,
    )
}
