import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownFieldKey } from '@ats/contract/own-fields/types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Keyed = Pick<OwnField, 'key'>

/** A key is a literal, because neither an index nor a prepared statement serves an expression with a parameter. */
const literal = ({ key }: Keyed) => sql.lit(ownFieldKey.parse(key))

/** The stored value as a text, from a column of values. */
export const storedText = (field: Keyed, column = 'assets.fields'): RawBuilder<string | null> =>
  sql`(${sql.ref(column)} ->> ${literal(field)})`

export const hasValue = (field: Keyed, column = 'assets.fields'): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} ? ${literal(field)}`
