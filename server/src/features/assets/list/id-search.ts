import { type SqlBool, sql } from 'kysely'

export const digitsOfId = 32
const partOfId = /^[0-9a-f]{8,32}$/
const isNever = sql<SqlBool>`false`

/** The hex digits of a partial id, if they are too many to be another text by chance. */
export function idDigits(search: string) {
  const digits = search.replaceAll('-', '')
  return partOfId.test(digits) ? digits : undefined
}

/** Finds an id by its beginning, with the primary key. */
export function idBegins(search: string) {
  const digits = idDigits(search)
  if (digits === undefined) return isNever
  return sql<SqlBool>`assets.id between ${digits.padEnd(digitsOfId, '0')}::uuid and ${digits.padEnd(digitsOfId, 'f')}::uuid`
}

const digitsShown = 8

/** Finds an id by its end in a list of any length: lists show the last digits. */
export function idEnds(search: string) {
  const digits = idDigits(search)
  if (digits === undefined) return isNever
  return sql<SqlBool>`(right(assets.id::text, ${sql.lit(digitsShown)}) collate "C" = ${digits.slice(-digitsShown)}
    and replace(assets.id::text, '-', '') like ${`%${digits}`})`
}

/**
 * Finds an id by any other part, by reading all of them: index-only scans suffice, because the indexes of
 * places contain the ids.
 */
export function idHolds(search: string) {
  const digits = idDigits(search)
  if (digits === undefined) return isNever
  return sql<SqlBool>`strpos(replace(assets.id::text, '-', ''), ${digits}) > 0`
}
