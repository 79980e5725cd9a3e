// Why it is built this way: docs/decisions/070-own-fields.md

import { z } from 'zod'
import { id } from '../id.ts'
import { day } from '../paging.ts'
import { says } from '../problems/fields.ts'

/** Types of the fields that an organisation adds to its assets. A type never changes. */
export const ownFieldTypes = [
  'text',
  'number',
  'money',
  'day',
  'yes-no',
  'choice',
  'link',
  'person',
  'place',
] as const
export type OwnFieldType = (typeof ownFieldTypes)[number]

/** The name of a field in requests, files and the ledger. It never changes, and is never used again. */
export const ownFieldKey = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, says('own-field-key-malformed'))

/** At most this many fields can be active. */
export const mostOwnFields = 100
export const mostChoices = 200

/** Hundredths of a currency stay exact up to here. */
const mostMoney = 1_000_000_000_000_000
const mostNumber = 1_000_000_000_000

const malformed = says('own-value-malformed')
const link = z
  .string()
  .trim()
  .max(2000, says('text-too-long'))
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), says('own-value-link-malformed'))

/** The value of each type, as assets store it and as requests and responses carry it. */
export const ownValueSchemas = {
  text: z.string(malformed).trim().min(1).max(1000, says('text-too-long')),
  number: z.number(malformed).min(-mostNumber, malformed).max(mostNumber, malformed),
  money: z
    .int(malformed)
    .min(-mostMoney, malformed)
    .max(mostMoney, malformed)
    .describe('In hundredths of the currency, such as cents or paise.'),
  day,
  'yes-no': z.boolean(malformed),
  choice: z.string(malformed).max(40).describe('The key of the choice.'),
  link,
  person: id.describe('The id of a user.'),
  place: id,
} satisfies Record<OwnFieldType, z.ZodType>

export type OwnValue = string | number | boolean
/** The values of an asset by the keys of their fields; a field without a value has no key. */
export const ownValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type OwnValues = z.infer<typeof ownValues>

/** In a request, null or an empty text clears a field. */
export const ownValueInput = z.union(
  [z.string().max(4000), z.number(), z.boolean(), z.null()],
  says('own-value-malformed'),
)
export type OwnValueInput = z.infer<typeof ownValueInput>
export const ownValuesInput = z.record(z.string(), ownValueInput, says('own-value-malformed'))
export type OwnValuesInput = z.infer<typeof ownValuesInput>

/** A form with a picture carries the values as one text of JSON. A key that no object can hold makes all of it invalid. */
function valuesOfText(given: OwnValuesInput | string): unknown {
  if (typeof given !== 'string') return given
  try {
    const values: unknown = JSON.parse(given)
    return typeof values === 'object' && values !== null && Object.hasOwn(values, '__proto__')
      ? given
      : values
  } catch {
    return given
  }
}

export const ownValuesGiven = z.preprocess(valuesOfText, ownValuesInput)

/** A part of a filter on one field; `empty` finds assets without a value, or with one. */
export const ownFieldTest = z
  .object({
    contains: z.string().trim().min(1).max(200).optional().describe('Texts and links.'),
    from: z
      .union([z.number(), z.string().max(20)])
      .optional()
      .describe('Numbers, money and days.'),
    to: z
      .union([z.number(), z.string().max(20)])
      .optional()
      .describe('Numbers, money and days, included.'),
    is: z
      .union([z.boolean(), id, z.string().max(40)])
      .optional()
      .describe('Yes or no, a person, a place.'),
    oneOf: z.array(z.string().max(40)).min(1).max(mostChoices).optional().describe('Choices.'),
    empty: z.boolean().optional(),
  })
  .strict()
export type OwnFieldTest = z.infer<typeof ownFieldTest>

/** What a test of each type may use besides `empty`. */
export const testsOfType: Record<OwnFieldType, readonly (keyof OwnFieldTest)[]> = {
  text: ['contains'],
  link: ['contains'],
  number: ['from', 'to'],
  money: ['from', 'to'],
  day: ['from', 'to'],
  'yes-no': ['is'],
  choice: ['oneOf'],
  person: ['is'],
  place: ['is'],
}

/** The name of a value in ledger entries, next to the other facts of an asset. */
export const ownFact = (key: string) => `field:${key}` as const
/** The names behind people and places among the values of fields, by their ids. */
export const ownTexts = z
  .record(z.string(), z.string())
  .describe('The names behind people and places in facts of fields, by their ids.')

export const keyOfOwnFact = (fact: string) => /^field:(.+)$/.exec(fact)?.[1]
