import { type AddedMaster, type DetailField, details, type FieldType } from '@ats/contract/assets/fields.ts'
import type { ImportColumn } from '@ats/contract/import-columns.ts'
import { type RawBuilder, sql } from 'kysely'
import { masterTable } from '#features/masters/masters.ts'

type Sql = RawBuilder<unknown>
type Detail = (typeof details)[number]

/** The alias of a master in the statements of an import: `brand` for the column `brand_id`. */
const aliasOf = (column: string) => column.replace(/_id$/, '')

const masterField = (name: ImportColumn, kind: AddedMaster, column: string) => ({
  ...{ name, kind, column },
  table: masterTable(kind),
  alias: aliasOf(column),
})

/** The records that a row refers to other than name, state, place and holder. */
export const detailMasters = details.flatMap((field) =>
  field.is === 'master' ? [masterField(field.name, field.kind as AddedMaster, field.column)] : [],
)

/** Lists to which new names are added, in the order that everybody uses to avoid deadlocks. */
export const mastersAddedTo = [masterField('assetName', 'asset-name', 'name_id'), ...detailMasters]

/** Names in a row that no list has yet. */
export const newNames = mastersAddedTo.map(({ alias }) => sql.ref(`new_${alias}`))

/** How cells other than texts are parsed. */
const readers: Partial<Record<FieldType, (cell: Sql) => Sql>> = {
  day: (cell) => sql`readable_day(${cell})`,
  months: (cell) => sql`case when ${cell} ~ '^[1-9]\\d{0,2}$' then ${cell}::int end`,
}

const textOf = ({ is, column }: Detail) =>
  sql.ref(readers[is] === undefined ? aliasOf(column) : `${column}_text`)

/** The cells of the details, as texts and parsed. */
export const detailCells = (cell: (column: DetailField) => Sql) =>
  details.flatMap((field) => {
    const read = readers[field.is]?.(cell(field.name))
    const text = sql`${cell(field.name)} as ${textOf(field)}`
    return read === undefined ? [text] : [text, sql`${read} as ${sql.ref(field.column)}`]
  })

/** What is wrong with the details of a row, as `column:reason`. */
export const detailCodes = [
  ...details
    .filter(({ is }) => readers[is] !== undefined)
    .map((field) => {
      const isUnread = sql`g.${textOf(field)} is not null and g.${sql.ref(field.column)} is null`
      return sql`case when ${isUnread} then ${sql.lit(`${field.name}:wrong`)} end`
    }),
  tooLong('assetName', sql.ref('name')),
  tooLong('assignedUser', sql.ref('holder')),
  ...details.filter(({ is }) => readers[is] === undefined).map((field) => tooLong(field.name, textOf(field))),
]

function tooLong(name: ImportColumn, cell: Sql) {
  return sql`case when length(g.${cell}) > 200 then ${sql.lit(`${name}:too-long`)} end`
}

/** The new value of a detail if the file has a column for it. */
const newValue = (field: Detail) => {
  if (field.is === 'master') return sql`${sql.ref(aliasOf(field.column))}.id`
  return sql`g.${sql.ref(field.column)}`
}

export const detailValues = (isGiven: (column: DetailField) => boolean): Record<string, Sql> =>
  Object.fromEntries(
    details.map((field) => [
      field.column,
      isGiven(field.name) ? newValue(field) : sql`old.${sql.ref(field.column)}`,
    ]),
  )

type Side = {
  value: (column: string) => Sql
  nameOf: (master: (typeof detailMasters)[number]) => Sql
}

/** The details of one side of a plan, named by `key`, for a JSON object. */
export const detailsOfSide = ({ value, nameOf }: Side, key: (field: Detail) => string) =>
  details.map((field) => {
    const master = detailMasters.find(({ name }) => name === field.name)
    return sql`${sql.lit(key(field))}, ${master === undefined ? value(field.column) : nameOf(master)}`
  })
