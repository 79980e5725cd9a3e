import type { Access } from '@ats/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Archived } from '#kernel/db/archived.ts'
import type { Db } from '#kernel/db/db.ts'
import type { CellKind } from './xlsx-stream.ts'

/** One column of a file. A CSV file has no cell types: it quotes texts, which never run as formulas. */
export type ExportColumn = {
  title: string
  value: RawBuilder<unknown>
  /** `plain` is an id or a code: neither typed text nor a number to calculate with. */
  kind: CellKind | 'plain'
  /** The table that a name comes from. As a join it is read once; as a lookup it would be read for each row. */
  join?: RawBuilder<unknown>
}

/** The rows of a list for an actor: which ones, in which order, and how many if that is known. */
export type ExportSelection = {
  from: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
  total: number | null
  /** Replaces the columns of the source if their values depend on the actor. */
  columns?: Record<string, ExportColumn>
}

/**
 * The text for a missing start, a missing end, or both; without a text there is no bound. `zone` is the time
 * zone of the days if it is not the installation's.
 */
export type PeriodWords = { neither?: string; from?: string; to?: string; zone?: string }

/** The fields of the organisation as columns. A key of no field that the caller may see is an error. */
export type FieldColumns = {
  all(db: Db, actor: Actor): Promise<string[]>
  withKeys(db: Db, actor: Actor, keys: readonly string[]): Promise<ExportColumn[]>
}

/** How one list is exported; each slice declares its own, next to its queries. */
export type ExportSource<Filter extends z.ZodObject = z.ZodObject> = {
  /** The title of the list for people. */
  title: string
  permission: Access
  /** The list's own query without paging. */
  filter: Filter
  columns: Record<string, ExportColumn>
  /** Its rows also have the fields of the organisation, as columns named `field:<key>`. */
  fieldColumns?: FieldColumns
  /** The text for the period of the rows if the filter has no days. */
  period?: PeriodWords
  /** The table whose archives hold older rows of the list. */
  archived?: Archived['of']
  /** Days are in the time zone of the installation. */
  choose(db: Db, actor: Actor, filter: z.output<Filter>, zone: string): Promise<ExportSelection>
}

/** Allows sources with different filters in one table: each parses its filter with its own schema. */
export const exportSource = <Filter extends z.ZodObject>(source: ExportSource<Filter>) =>
  source as unknown as ExportSource

const signs = ['=', '+', '-', '@', '\t', '\r'].map((sign) => sign.charCodeAt(0))
const highest = Math.max(...signs)

/**
 * A text that a spreadsheet would run as a formula gets a leading quote, as by `harmlessText`. Nearly all texts
 * start with a letter, for which one comparison is enough.
 */
const neutral = (value: RawBuilder<unknown>) =>
  sql`case when ascii(${value}) <= ${sql.lit(highest)} and ascii(${value}) in (${sql.raw(signs.join(', '))})
    then '''' || ${value} else ${value} end`

export const textColumn = (title: string, value: RawBuilder<unknown>): ExportColumn => ({
  title,
  value: neutral(value),
  kind: 'text',
})

const columnOf =
  (kind: ExportColumn['kind']) =>
  (title: string, value: RawBuilder<unknown>): ExportColumn => ({ title, value, kind })

export const plainColumn = columnOf('plain')
/** A number that can be summed. */
export const numberColumn = columnOf('number')
export const dayColumn = columnOf('day')

/** Without fractions of a second. PostgreSQL writes it in the time zone of the connection, with the UTC offset. */
export const momentColumn = (title: string, value: RawBuilder<unknown>): ExportColumn => ({
  title,
  value: sql`date_trunc('second', ${value})`,
  kind: 'moment',
})

/** The name of the record that an id refers to, if it is of the wanted kind. */
export function nameColumn(
  title: string,
  { table, id, kind, name = 'name' }: { table: string; id: string; kind?: string; name?: string },
) {
  const [alias, key] = [sql.ref(`named ${title}`), sql.ref(id)]
  const ofKind = kind === undefined ? sql`` : sql`and ${alias}.kind = ${sql.lit(kind)}`
  return {
    ...textColumn(title, sql`${alias}.${sql.ref(name)}`),
    join: sql`left join ${sql.table(table)} as ${alias} on ${alias}.id = ${key} ${ofKind}`,
  }
}

export const personColumn = (title: string, id: string) =>
  nameColumn(title, { table: 'users', id, name: 'full_name' })

/** The whole query of a file. Joins only what the chosen columns need. */
export function exportQuery(columns: readonly ExportColumn[], selection: ExportSelection, sorted: boolean) {
  const { from, where, order } = selection
  const values = columns.map(({ title, value }) => sql`${value} as ${sql.id(title)}`)
  const joins = columns.flatMap(({ join }) => join ?? [])
  return sql`select ${sql.join(values)} from ${from} ${sql.join(joins, sql` `)}
    where ${where} ${sorted ? sql`order by ${order}` : sql``}`
}
