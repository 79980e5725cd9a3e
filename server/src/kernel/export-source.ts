import type { Access } from '@ats/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from './actor.ts'
import type { Db } from './db.ts'

/** A small table that is read whole once, instead of once for each row of the list: `rows` selects id and name. */
type Names = { alias: string; rows: RawBuilder<unknown>; id: RawBuilder<unknown> }

/** One column of a file. A text is quoted, and never runs as a formula. */
export type ExportColumn = { title: string; value: RawBuilder<unknown>; isText: boolean; names?: Names }

/** What a list shows to someone: which rows, in which order, and how many where that is known. */
export type ExportSelection = {
  from: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
  total: number | null
}

/** How one list is exported; each slice declares its own, next to its queries. */
export type ExportSource<Filter extends z.ZodObject = z.ZodObject> = {
  permission: Access
  /** The list's own query, without what turns pages. */
  filter: Filter
  columns: Record<string, ExportColumn>
  choose(db: Db, actor: Actor, filter: z.output<Filter>): Promise<ExportSelection>
}

/** Lets sources with different filters stand side by side: each reads its filter with its own schema. */
export const exportSource = <Filter extends z.ZodObject>(source: ExportSource<Filter>) =>
  source as unknown as ExportSource

const firstOfFormula = ['=', '+', '-', '@', '\t', '\r'].map((sign) => sign.charCodeAt(0)).join(', ')

/** A text that a spreadsheet would run as a formula gets a quote in front, which it shows as plain text. */
const neutral = (value: RawBuilder<unknown>) =>
  sql`case when ascii(${value}) in (${sql.raw(firstOfFormula)}) then '''' || ${value} else ${value} end`

export const textColumn = (title: string, value: RawBuilder<unknown>): ExportColumn => ({
  title,
  value: neutral(value),
  isText: true,
})

/** A number, a day or an id: nothing that a person typed. */
export const plainColumn = (title: string, value: RawBuilder<unknown>): ExportColumn => ({
  title,
  value,
  isText: false,
})

/** In UTC, and without parts of a second. */
export const momentColumn = (title: string, value: RawBuilder<unknown>): ExportColumn =>
  plainColumn(title, sql`date_trunc('second', ${value} at time zone 'UTC') || 'Z'`)

export const nameColumn = (
  title: string,
  { alias, table, id }: { alias: string; table: RawBuilder<unknown>; id: string },
): ExportColumn => ({
  title,
  value: sql`${sql.ref(alias)}.name`,
  isText: true,
  names: {
    alias,
    rows: sql`select id, ${neutral(sql.ref('name'))} as name from ${table}`,
    id: sql.ref(id),
  },
})

/** The whole query of a file. Only what the chosen columns need is joined. */
export function exportQuery(columns: readonly ExportColumn[], selection: ExportSelection, sorted: boolean) {
  const { from, where, order } = selection
  const names = columns.flatMap((column) => column.names ?? [])
  const tables = names.map(({ alias, rows }) => sql`${sql.ref(alias)} as materialized (${rows})`)
  const joins = names.map(({ alias, id }) => sql`left join ${sql.ref(alias)} on ${sql.ref(alias)}.id = ${id}`)
  const values = columns.map(({ title, value }) => sql`${value} as ${sql.id(title)}`)
  return sql`${names.length === 0 ? sql`` : sql`with ${sql.join(tables)}`}
    select ${sql.join(values)} from ${from} ${sql.join(joins, sql` `)}
    where ${where} ${sorted ? sql`order by ${order}` : sql``}`
}
