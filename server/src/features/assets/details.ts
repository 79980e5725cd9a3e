import {
  type DetailFact,
  type DetailField,
  type DetailIdFact,
  detailFields,
  details,
  exportHeading,
  type FieldOf,
  type FieldType,
  factOf,
  idFactOf,
  masterDetails,
} from '@ats/contract/assets/fields.ts'
import { type AliasedRawBuilder, type RawBuilder, sql, type Updateable } from 'kysely'
import { findOrCreateMaster, masterTable } from '#features/masters/masters.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import {
  dayColumn,
  type ExportColumn,
  nameColumn,
  numberColumn,
  textColumn,
} from '#kernel/files/export-source.ts'

type Detail = (typeof details)[number]
type Value<Name extends DetailField> = (Name extends FieldOf<'months'> ? number : string) | null
type DetailRow = { [Name in DetailField]: Value<Name> }
type DetailIds = { [Name in DetailIdFact]: string | null }

export const nameOf = (table: string, column: string) =>
  sql<
    string | null
  >`(select name from ${sql.table(table)} as named where named.id = ${sql.ref(`assets.${column}`)})`

/** Compiles only while the table has a column for every field. */
const columnOf = ({ name }: Detail): keyof Tables['assets'] => detailFields[name].column
const own = (field: Detail) => sql.ref(`assets.${columnOf(field)}`)

const selected = (field: Detail) =>
  field.is === 'master' ? nameOf(masterTable(field.kind), columnOf(field)) : sql`${own(field)}`

/** The select list of the details, each under its field's name. */
export const detailSelections = details.map((field) => selected(field).as(field.name)) as {
  [Name in DetailField]: AliasedRawBuilder<Value<Name>, Name>
}[DetailField][]

/** The ids of the masters among the details. */
export const detailIdSelections = masterDetails.map((field) =>
  sql`${own(field)}`.as(idFactOf(field.name)),
) as { [Name in DetailIdFact]: AliasedRawBuilder<string | null, Name> }[DetailIdFact][]

const nothingGiven: Record<FieldType, RawBuilder<unknown>> = {
  text: sql`''`,
  master: sql`''`,
  day: sql`'-infinity'::date`,
  months: sql`0`,
}

export const detailOrders = Object.fromEntries(
  details.map((field) => {
    const value = field.is === 'text' || field.is === 'master' ? sql`lower(${selected(field)})` : own(field)
    return [field.name, sql<string>`coalesce(${value}, ${nothingGiven[field.is]})`]
  }),
) as Record<DetailField, RawBuilder<string>>

/** The details as the API returns them. */
export function detailsOf(row: DetailRow) {
  const texts = {} as Record<DetailField, string | null>
  for (const { name } of details) texts[name] = row[name] === null ? null : String(row[name])
  return texts
}

/** The details as the ledger stores them. */
export function detailFacts(row: DetailRow & DetailIds) {
  const facts = {} as Record<DetailFact | DetailIdFact, string | number | null>
  for (const field of details) facts[factOf(field)] = row[field.name]
  for (const { name } of masterDetails) {
    const id = idFactOf(name) as DetailIdFact
    facts[id] = row[id]
  }
  return facts
}

const orNull = (text: string) => (text === '' ? null : text)

/** Converts typed text to the value of a column; names of masters are looked up separately. */
const stored: Record<Exclude<FieldType, 'master'>, (text: string) => string | number | null> = {
  text: orNull,
  day: orNull,
  months: (text) => (text === '' ? null : Number(text)),
}

/** The columns for the details that were sent. */
export async function detailColumns(
  tx: Db,
  actor: Actor,
  given: { [Name in DetailField]?: string | undefined },
): Promise<Updateable<Tables['assets']>> {
  const columns: Record<string, string | number | null> = {}
  for (const field of details) {
    const text = given[field.name]
    if (text === undefined) continue
    if (field.is !== 'master') columns[columnOf(field)] = stored[field.is](text)
    else columns[columnOf(field)] = text === '' ? null : await findOrCreateMaster(tx, actor, field.kind, text)
  }
  return columns
}

const columns = { text: textColumn, day: dayColumn, months: numberColumn }

function exportColumn(field: Detail): ExportColumn {
  const title = exportHeading(field.name)
  if (field.is === 'master')
    return nameColumn(title, { table: masterTable(field.kind), id: `assets.${columnOf(field)}` })
  return columns[field.is](title, own(field))
}

export const detailExports = Object.fromEntries(
  details.map((field) => [field.name, exportColumn(field)]),
) as Record<DetailField, ExportColumn>
