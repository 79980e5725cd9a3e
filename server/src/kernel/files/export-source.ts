import type { Access } from '@ats/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import type { CellKind } from './xlsx-stream.ts'

/** One column of a file. A CSV file has no kinds of cells: it quotes texts, which never run as formulas. */
export type ExportColumn = {
  title: string
  value: RawBuilder<unknown>
  /** `plain` is an id or a code: nothing that a person typed, nothing to calculate with. */
  kind: CellKind | 'plain'
  /** The table that a name comes from. Joined, it is read once; looked up for each row, it would be read each time. */
  join?: RawBuilder<unknown>
}

/** What a list shows to someone: which rows, in which order, and how many where that is known. */
export type ExportSelection = {
  from: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
  total: number | null
  /** In place of the columns of the source, where what they hold depends on who asks. */
  columns?: Record<string, ExportColumn>
}

/**
 * `neither` where both days are missing, the others where that one is; without a text there is no bound. The zone is that
 * of the days where it is not the installation's.
 */
export type PeriodWords = { neither?: string; from?: string; to?: string; zone?: string }

/** How one list is exported; each slice declares its own, next to its queries. */
export type ExportSource<Filter extends z.ZodObject = z.ZodObject> = {
  /** What people call the list. */
  title: string
  permission: Access
  /** The list's own query, without what turns pages. */
  filter: Filter
  columns: Record<string, ExportColumn>
  /** In words, which days the rows are of where the filter does not name them. */
  period?: PeriodWords
  /** Days are those of the installation's time zone. */
  choose(db: Db, actor: Actor, filter: z.output<Filter>, zone: string): Promise<ExportSelection>
}

/** Lets sources with different filters stand side by side: each reads its filter with its own schema. */
export const exportSource = <Filter extends z.ZodObject>(source: ExportSource<Filter>) =>
  source as unknown as ExportSource

const signs = ['=', '+', '-', '@', '\t', '\r'].map((sign) => sign.charCodeAt(0))
const highest = Math.max(...signs)

/**
 * A text that a spreadsheet would run as a formula gets a quote in front, which it shows as plain text. Nearly all texts
 * start with a letter, and one comparison is enough for those.
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
/** A figure that can be added up. */
export const numberColumn = columnOf('number')
export const dayColumn = columnOf('day')

/** Without parts of a second. PostgreSQL writes it in the time zone of the connection, with the distance from UTC. */
export const momentColumn = (title: string, value: RawBuilder<unknown>): ExportColumn => ({
  title,
  value: sql`date_trunc('second', ${value})`,
  kind: 'moment',
})

/** The name of what an id points at, where that is of the kind that is wanted. */
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

/** The whole query of a file. Only what the chosen columns need is joined. */
export function exportQuery(columns: readonly ExportColumn[], selection: ExportSelection, sorted: boolean) {
  const { from, where, order } = selection
  const values = columns.map(({ title, value }) => sql`${value} as ${sql.id(title)}`)
  const joins = columns.flatMap(({ join }) => join ?? [])
  return sql`select ${sql.join(values)} from ${from} ${sql.join(joins, sql` `)}
    where ${where} ${sorted ? sql`order by ${order}` : sql``}`
}
