// Why it is built this way: docs/decisions/070-own-fields.md

import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { ownFieldKey } from '@ats/contract/own-fields/types.ts'

type Field = Pick<OwnField, 'key' | 'type'>

/** A key is written into statements, because an index serves no expression with a parameter. */
const literal = ({ key }: Field) => `'${ownFieldKey.parse(key)}'`

/** An index entry has limited room; texts that begin alike for longer keep the order of their assets. */
const mostSorted = 200

const isText = ({ type }: Field) => type === 'text' || type === 'link'
const isAmount = ({ type }: Field) => type === 'number' || type === 'money'

const storedValue = (field: Field) => `(assets.fields ->> ${literal(field)})`

/**
 * The value of a field as lists compare and sort it, as SQL: a number for numbers and money, a text in lower
 * case for texts and links, and the stored text of other types. Null without a value.
 */
export function ownFieldExpression(field: Field): string {
  if (isAmount(field)) return `${storedValue(field)}::numeric`
  if (isText(field)) return `left(lower(${storedValue(field)}), ${mostSorted})`
  return `${storedValue(field)} collate "C"`
}

/** The whole text of a field in lower case, as `contains` compares it, as SQL. */
export const ownFieldText = (field: Field) => `lower(${storedValue(field)})`

/** The assets of the indexes of a field, as SQL. A query uses an index only if it has this condition too. */
export const ownFieldPredicate = (field: Field) =>
  `assets.deleted_at is null and assets.fields ? ${literal(field)}`

/** The lower case of a key is unique; `_` is in no key. */
const nameOf = ({ key }: Pick<OwnField, 'key'>) => `own_field_${key.toLowerCase()}`

/** All names that indexes of fields can have. */
export const isOwnFieldIndex = (name: string) => /^own_field_[a-z][a-z0-9]{0,39}(_text)?$/.test(name)

export type OwnFieldIndex = { name: string; definition: string }

/**
 * The indexes of a field. One of a text serves its order, the other `contains`. All leave out deleted assets
 * and those without a value, so a field of few assets costs the others nothing.
 */
export function ownFieldIndexes(field: Field): OwnFieldIndex[] {
  const where = `where ${ownFieldPredicate(field)}`
  const sorted = {
    name: nameOf(field),
    definition: `on assets using btree ((${ownFieldExpression(field)}), id) ${where}`,
  }
  if (!isText(field)) return [sorted]
  const contains = {
    name: `${nameOf(field)}_text`,
    definition: `on assets using gin ((${ownFieldText(field)}) gin_trgm_ops) ${where}`,
  }
  return [sorted, contains]
}
