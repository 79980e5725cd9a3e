import { readFieldTests } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { type OwnFieldTest, ownValueSchemas, testsOfType } from '@ats/contract/own-fields/types.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#kernel/actor.ts'
import { containing } from '#kernel/db/contains-pattern.ts'
import type { Db } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { invalid } from '#kernel/http/problem.ts'
import { hasValue } from './field-value.ts'
import { ownFieldExpression, ownFieldText } from './index-expression.ts'
import { allOwnFields } from './stored-fields.ts'
import { maySeeField } from './visibility.ts'

/** A test with its field. */
export type FieldTest = { field: OwnField; test: OwnFieldTest }

type Reader = Pick<Caller, 'permissions'>

/** A field by its key, for a filter, an order or a column. A field that the caller may not see does not exist. */
function fieldWithKey(fields: readonly OwnField[], caller: Reader, key: string, where: string) {
  const field = fields.find((one) => one.key === key && maySeeField(caller, one))
  if (field === undefined) throw invalid(where, 'own-field-named-unknown', { field: key })
  if (field.retired) throw invalid(where, 'own-field-out-of-use', { field: field.label })
  return field
}

/** The fields of columns, by the keys of the fields. */
export async function fieldsWithKeys(db: Db, caller: Reader, keys: readonly string[], where: string) {
  if (keys.length === 0) return []
  const fields = await allOwnFields(db)
  return keys.map((key) => fieldWithKey(fields, caller, key, where))
}

/** The tests in the text of a filter. Each must name an active field that the caller may see, and fit its type. */
export async function fieldTestsIn(db: Db, caller: Reader, text: string | undefined): Promise<FieldTest[]> {
  const tests = Object.entries(readFieldTests(text) ?? {})
  if (tests.length === 0) return []
  const fields = await allOwnFields(db)
  return tests.map(([key, test]) => {
    const field = fieldWithKey(fields, caller, key, 'fields')
    if (!isFitting(field, test)) throw invalid('fields', 'own-field-test-wrong', { field: field.label })
    return { field, test }
  })
}

function isFitting({ type }: OwnField, { empty, ...parts }: OwnFieldTest) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined)
  if (given.length === 0) return empty !== undefined
  const isValue = (value: unknown) => ownValueSchemas[type].safeParse(value).success
  return given.every(
    ([part, value]) =>
      testsOfType[type].some((name) => name === part) &&
      (part === 'contains' || part === 'oneOf' || isValue(value)),
  )
}

/** True if the index of the field is ready, so that lists of any length are filtered and sorted by it. */
export const hasIndex = ({ indexed, indexState }: OwnField) => indexed && indexState === 'ready'

const isText = ({ type }: Pick<OwnField, 'type'>) => type === 'text' || type === 'link'

/** Beyond every text of a field. */
export const highestText = '\u{10FFFF}'
const shortestContained = 3

/** A text without trigrams cannot be found by an index wherever it is. */
export const hasNoTrigrams = (text: string) =>
  text.length < shortestContained || /^[\p{L}\p{N}]?[^\p{L}\p{N}]+$/u.test(text)

const inUse = sql.raw(unprepared)
const expressionOf = (field: OwnField) => sql.raw(ownFieldExpression(field))
const textOf = (field: OwnField) => sql.raw(ownFieldText(field))

const begins = (field: OwnField, text: string) => {
  const [value, start] = [expressionOf(field), text.toLowerCase()]
  return sql`${value} >= ${start} and ${value} <= ${start + highestText} and starts_with(${value}, ${start})`
}

const contains = (field: OwnField, text: string) =>
  sql`${textOf(field)} like ${containing(text.toLowerCase())}`

/** A condition on the text of a field, which an index of the field supports; `isStart`: the text has to begin with it. */
export const textHolds = (field: OwnField, text: string, isStart: boolean) =>
  sql<SqlBool>`(${hasValue(field)} and ${isStart ? begins(field, text) : contains(field, text)} ${inUse})`

/** The same without index support: PostgreSQL assumes that it often holds, and scans a list in its order. */
export const textHoldsOften = (field: OwnField, text: string, isStart: boolean) =>
  isStart
    ? sql<SqlBool>`(starts_with(${expressionOf(field)}, ${text.toLowerCase()}) is true ${inUse})`
    : sql<SqlBool>`((strpos(${textOf(field)}, ${text.toLowerCase()}) > 0) is true ${inUse})`

/**
 * The condition of a test. If the list is long, a text without trigrams has to be the beginning. Without `byIndex`
 * no index supports the condition, for assets that are read in another way.
 */
export function conditionOf(
  { field, test }: FieldTest,
  { isLong, byIndex }: { isLong: boolean; byIndex: boolean },
) {
  const value = expressionOf(field)
  const { contains: text, from, to, is, oneOf, empty } = test
  const parts: RawBuilder<unknown>[] = []
  if (text !== undefined)
    parts.push(isLong && hasNoTrigrams(text) ? begins(field, text) : contains(field, text))
  if (from !== undefined) parts.push(sql`${value} >= ${from}`)
  if (to !== undefined) parts.push(sql`${value} <= ${to}`)
  if (is !== undefined) parts.push(sql`${value} = ${String(is)}`)
  if (oneOf !== undefined) parts.push(sql`${value} = any(${oneOf}::text[])`)
  if (empty === true) return sql<SqlBool>`(not (${hasValue(field)}) and ${sql.lit(parts.length === 0)})`
  // PostgreSQL takes the test for a value to be rare, and would then sort instead of reading in order.
  return byIndex || parts.length === 0
    ? sql<SqlBool>`(${sql.join([hasValue(field), ...parts], sql` and `)} ${inUse})`
    : sql<SqlBool>`((${sql.join(parts, sql` and `)}) is true ${inUse})`
}

/** True if only the beginning of a text is compared when the list is long. */
export const comparesBeginnings = ({ test }: FieldTest) =>
  test.contains !== undefined && hasNoTrigrams(test.contains)

/** True if the index of the order contains what passes the test one after the other. */
export const isInOrder = ({ field, test }: FieldTest) =>
  hasIndex(field) && test.empty !== true && (test.contains === undefined || hasNoTrigrams(test.contains))

/** Fields in which the search of the asset list looks for its words. */
export const searchedFields = async (db: Db, caller: Reader) =>
  (await allOwnFields(db)).filter(
    (field) =>
      field.searched && !field.retired && hasIndex(field) && isText(field) && maySeeField(caller, field),
  )
