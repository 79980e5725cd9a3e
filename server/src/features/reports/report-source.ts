import type { OwnValues } from '@ats/contract/own-fields/types.ts'
import type { Access } from '@ats/contract/permissions.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { fieldColumnsOf, withOwnValues } from '#features/own-fields/own-fields.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, type KeyRange, mostCounted, type Ordering, sortedBy } from '#kernel/db/paging.ts'
import type { Tables } from '#kernel/db/tables.ts'
import {
  dayColumn,
  type ExportColumn,
  exportSource,
  momentColumn,
  numberColumn,
  type PeriodWords,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'

type Value = { value: RawBuilder<unknown>; is: ExportColumn['kind'] }
const valueAs =
  (is: Value['is']) =>
  (value: RawBuilder<unknown>): Value => ({ value, is })
export const textValue = valueAs('text')
export const plainValue = valueAs('plain')
export const numberValue = valueAs('number')
export const dayValue = valueAs('day')
export const momentValue = valueAs('moment')

/** The rows of a report for an actor, under the alias `report`. */
type Rows<Name extends string> = {
  rows: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  /** The value of a column may depend on the actor's scope. */
  values: Record<Name, Value>
  /** A sort key with an index, and what distinguishes rows with the same key. */
  order: Ordering
  /** The rows of one page in index order, for lists that are too long to count; `rows` may then have any order. */
  walk?: (range: KeyRange) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** The number of rows, if the choice has counted them, and null beyond the bound; the walk then reads every page. */
  total?: number | null
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

type Filter = { cursor?: string | undefined; size: number; direction: 'asc' | 'desc' }

type Declared<Query extends z.ZodObject, Name extends string> = {
  title: string
  period?: PeriodWords
  permission: Access
  query: Query
  headings: Record<Name, { heading: string }>
  /** Its rows are spread over the whole table, but the page and its count must use the index anyway. */
  byIndexAlone?: true
  /** The column with the values of the fields of the organisation at that time. */
  ownValues?: string
  /** A page counts up to here; an export always counts up to the usual bound. */
  countedTo?: number
  choose: (db: Db, actor: Actor, filter: z.output<Query>, zone: string) => Promise<Rows<Name>>
}

const from = ({ rows }: { rows: RawBuilder<unknown> }) => sql`(${rows}) as report`

/** Counts up to the bound, in page order if that index is the right one. */
async function countOf<Name extends string>(db: Db, chosen: Rows<Name>, most = mostCounted) {
  if (chosen.total !== undefined) return chosen.total
  const { by, direction } = chosen.order
  const inOrder = chosen.walk === undefined ? sql`order by ${by} ${sql.raw(direction)}` : sql``
  const { rows } = await sql<{ count: number }>`${sql.raw(unprepared)} select count(*) as count from (
    select from ${from(chosen)} where ${chosen.where} ${inOrder} limit ${sql.lit(most + 1)}) as found`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  return count > most ? null : count
}

const columns = {
  text: textColumn,
  plain: plainColumn,
  number: numberColumn,
  day: dayColumn,
  moment: momentColumn,
}
type WithValues = { fields: OwnValues }
const identity = <Row>(row: Row) => row
/** Without the keys of the order. */
const plainRow = <Row>({ sortKey: _key, sortId: _id, ...row }: { sortKey: unknown; sortId: unknown }) =>
  row as Row

const titled = (title: string, { value, is }: Value): ExportColumn => columns[is](title, value)

/** One declaration for both the page and the export of a report. */
export function reportSource<Query extends z.ZodObject, Name extends string>({
  title,
  period,
  permission,
  query,
  headings,
  byIndexAlone,
  ownValues,
  countedTo,
  choose,
}: Declared<Query, Name>) {
  const names = Object.keys(headings) as Name[]
  const read = async (db: Db, actor: Actor, filter: z.output<Query> & Filter, zone: string) => {
    const chosen = await choose(db, actor, filter, zone)
    if (byIndexAlone) await sql`set local enable_seqscan = off`.execute(db)
    const total = await countOf(db, chosen, countedTo)
    const isWalked = total === null || chosen.total !== undefined
    const selected = (rows: RawBuilder<unknown>) =>
      db
        .selectFrom(sql<object>`(${rows})`.as('report'))
        .select(names.map((name) => sql`${chosen.values[name].value}`.as(name)))
        .$if(ownValues !== undefined, (query) =>
          query.select(sql<OwnValues>`${sql.ref(ownValues ?? '')}`.as('fields')),
        )
        .where(chosen.where)
        .where(sql<SqlBool>`true ${sql.raw(unprepared)}`)
    const pageOf = async (range: KeyRange) =>
      selected(isWalked && chosen.walk !== undefined ? await chosen.walk(range) : chosen.rows)
    const order = { ...chosen.order, direction: filter.direction }
    const answer = await boundedPage(pageOf, order, filter, total, countedTo)
    const rows = answer.rows.map(plainRow<Record<Name, never> & WithValues>)
    return {
      ...answer,
      rows: ownValues === undefined ? rows : await withOwnValues(db, actor, rows, identity),
    }
  }
  const page = (db: Kysely<Tables>, ...asked: Tail<Parameters<typeof read>>) =>
    byIndexAlone === undefined ? read(db, ...asked) : inTransaction(db, (tx) => read(tx, ...asked))
  return {
    page,
    file: exportSource({
      ...{ title, permission, ...(period && { period }) },
      filter: query.omit({ cursor: true, size: true } as never) as z.ZodObject,
      ...(ownValues !== undefined && { fieldColumns: fieldColumnsOf(ownValues) }),
      columns: Object.fromEntries(names.map((name) => [name, plainColumn(headings[name].heading, sql``)])),
      choose: async (db, actor, filter, zone) => {
        const chosen = await choose(db, actor, filter as z.output<Query>, zone)
        const { by, id } = chosen.order
        return {
          ...{ from: from(chosen), where: chosen.where, total: await countOf(db, chosen) },
          order: sortedBy([by as Expression<unknown>, id], chosen.order.direction),
          columns: Object.fromEntries(
            names.map((name) => [name, titled(headings[name].heading, chosen.values[name])]),
          ),
        }
      },
    }),
  }
}
