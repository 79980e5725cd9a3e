import { ownFieldHeading } from '@ats/contract/own-fields/headings.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Caller } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import {
  dayColumn,
  type ExportColumn,
  type FieldColumns,
  numberColumn,
  textColumn,
} from '#kernel/files/export-source.ts'
import { fieldsWithKeys } from './field-tests.ts'
import { storedText } from './field-value.ts'
import { ownFieldsSeenBy } from './stored-fields.ts'

/** Money is stored in hundredths. */
const hundredths = sql.lit(100)

/** A value as a person reads it in a file, and as an import reads it back. */
function columnOf(field: OwnField, column: string): ExportColumn {
  const { type, key, choices } = field
  const title = ownFieldHeading(field)
  const value = storedText(field, column)
  const alias = sql.ref(`own ${key}`)
  if (type === 'number') return numberColumn(title, sql`${value}::numeric`)
  if (type === 'money') return numberColumn(title, sql`round(${value}::numeric / ${hundredths}, 2)`)
  if (type === 'day') return dayColumn(title, sql`${value}::date`)
  if (type === 'yes-no')
    return textColumn(title, sql`case ${value} when 'true' then 'Yes' when 'false' then 'No' end`)
  if (type === 'person')
    return {
      ...textColumn(title, sql`coalesce(${alias}.email, ${alias}.full_name)`),
      join: sql`left join users as ${alias} on ${alias}.id = ${value}::uuid`,
    }
  if (type === 'place')
    return {
      ...textColumn(title, sql`${alias}.path`),
      // Without the offset the path would be put together for each row instead of each place.
      join: sql`left join (select places.id, ${placePath} as path from places offset 0) as ${alias}
        on ${alias}.id = ${value}::uuid`,
    }
  if (type === 'choice' && choices.length > 0) {
    const labels = choices.map((one) => sql`when ${sql.lit(one.key)} then ${sql.lit(one.label)}`)
    return textColumn(title, sql`(case ${value} ${sql.join(labels, sql` `)} else ${value} end)`)
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
