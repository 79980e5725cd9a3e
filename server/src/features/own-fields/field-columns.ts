import { ownFieldHeading } from '@ats/contract/own-fields/headings.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { placesWithPaths } from '#features/places/places.ts'
import type { Caller } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { harmlessText } from '#kernel/files/csv.ts'
import {
  dayColumn,
  type ExportColumn,
  type FieldColumns,
  numberColumn,
  plainColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { fieldsWithKeys } from './field-tests.ts'
import { storedText } from './field-value.ts'
import { ownFieldsSeenBy } from './stored-fields.ts'

/** The label of a choice. Labels are few and known before the query, so only they are made harmless. */
function labelOf({ choices }: OwnField, value: RawBuilder<unknown>) {
  if (choices.length === 0) return value
  const labels = choices.map(
    ({ key, label }) => sql`when ${sql.lit(key)} then ${sql.lit(harmlessText(label))}`,
  )
  return sql`(case ${value} ${sql.join(labels, sql` `)} else ${value} end)`
}

/**
 * A value as a person reads it in a file, and as an import reads it back. Numbers and days are written as they are
 * stored: a cast to their type and back costs more than reading them.
 */
function columnOf(field: OwnField, column: string): ExportColumn {
  const { type, key } = field
  const title = ownFieldHeading(field)
  const value = storedText(field, column)
  const alias = sql.ref(`own ${key}`)
  if (type === 'number') return numberColumn(title, value)
  // Money is stored in hundredths.
  if (type === 'money') return numberColumn(title, sql`(${value}::numeric * 0.01)`)
  if (type === 'day') return dayColumn(title, value)
  if (type === 'yes-no')
    return {
      ...plainColumn(title, sql`case ${value} when 'true' then 'Yes' when 'false' then 'No' end`),
      kind: 'text',
    }
  if (type === 'choice') return { ...plainColumn(title, labelOf(field, value)), kind: 'text' }
  if (type === 'person')
    return {
      ...textColumn(title, sql`coalesce(${alias}.email, ${alias}.full_name)`),
      join: sql`left join users as ${alias} on ${alias}.id = ${value}::uuid`,
    }
  if (type === 'place')
    return {
      ...textColumn(title, sql`${alias}.path`),
      join: sql`left join ${placesWithPaths} as ${alias} on ${alias}.id = ${value}::uuid`,
    }
  return textColumn(title, value)
}

/** The columns of fields in a file whose rows have their values in this column. */
export const fieldColumnsOf = (column: string): FieldColumns => ({
  all: async (db: Db, caller: Pick<Caller, 'permissions'>) =>
    (await ownFieldsSeenBy(db, caller)).map(({ key }) => key),
  withKeys: async (db, caller, keys) => {
    const fields = await fieldsWithKeys(db, caller, keys, 'columns')
    return fields.map((field) => columnOf(field, column))
  },
})
