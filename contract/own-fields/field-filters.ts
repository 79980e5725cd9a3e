import { z } from 'zod'
import { says } from '../problems/fields.ts'
import { type OwnFieldTest, ownFieldKey, ownFieldTest } from './types.ts'

/** At most this many fields are filtered at once. */
export const mostFieldTests = 10
const longestFilter = 8000

const fieldTests = z
  .record(ownFieldKey, ownFieldTest)
  .refine((tests) => Object.keys(tests).length <= mostFieldTests)
export type FieldTests = Record<string, OwnFieldTest>

function parsed(text: string) {
  try {
    return fieldTests.safeParse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The tests in the text of a filter, by the keys of their fields; undefined if the text is malformed. */
export function readFieldTests(text: string | undefined): FieldTests | undefined {
  if (text === undefined || text === '') return {}
  return parsed(text)?.data
}

/** The text of a filter; undefined without tests. */
export const writeFieldTests = (tests: FieldTests) =>
  Object.keys(tests).length === 0 ? undefined : JSON.stringify(tests)

/** In a query and in a saved view the filter is a text. */
export const fieldFilter = z
  .string()
  .max(longestFilter, says('text-too-long'))
  .refine((text) => readFieldTests(text) !== undefined, says('own-field-filter-malformed'))
  .describe(
    `JSON with the tests of at most ${mostFieldTests} fields by their keys, such as {"poNumber":{"contains":"PO-7"},"cost":{"from":100000}}; all must hold. Each test may have contains, from, to, is, oneOf and empty, as fits the type of its field.`,
  )

const named = /^field:([a-z][A-Za-z0-9]{0,39})$/

/** A column or a sort order by a field: `field:<key>`. */
export const fieldName = z.string().regex(named, says('own-field-key-malformed')) as unknown as z.ZodType<
  FieldName,
  FieldName
>
export type FieldName = `field:${string}`
export const keyOfFieldName = (name: string) => named.exec(name)?.[1]
