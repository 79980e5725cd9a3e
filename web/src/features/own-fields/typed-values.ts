import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import {
  type OwnValue,
  type OwnValueInput,
  type OwnValues,
  type OwnValuesInput,
  ownValueSchemas,
} from '@ats/contract/own-fields/types.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { fieldDigits, moneyTyped, readMoney } from '#kernel/words/money.ts'

/** The texts that a person typed into the inputs of a form, by the keys of the fields. */
export type TypedValues = Record<string, string>

const number = /^[-+]?(\d+\.?\d*|\.\d+)$/

/** A value as the text of its input. */
export function typedText({ type }: Pick<OwnField, 'type'>, value: OwnValue | undefined): string {
  if (value === undefined) return ''
  return type === 'money' ? moneyTyped(Number(value), fieldDigits) : String(value)
}

/** The text of an input as a value; null if it is empty. A text that does not fit the type stays as it is. */
export function readTyped({ type }: Pick<OwnField, 'type'>, text: string): OwnValueInput {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'yes-no') return trimmed === 'true'
  if (type !== 'number' && type !== 'money') return trimmed
  if (type === 'money') return readMoney(trimmed, fieldDigits) ?? trimmed
  const plain = trimmed.replaceAll(/[,\s]/g, '')
  return number.test(plain) ? Number(plain) : trimmed
}

/** The values of a request: what the person typed, as far as it differs from the present values. */
export function valuesTyped(fields: readonly OwnField[], typed: TypedValues, present: OwnValues = {}) {
  const values: OwnValuesInput = {}
  for (const field of fields) {
    const text = typed[field.key]
    if (text !== undefined && text !== typedText(field, present[field.key]))
      values[field.key] = readTyped(field, text)
  }
  return values
}

/** The fields of assets with this name. */
export const fieldsForName = (fields: readonly OwnField[], assetName: string) =>
  fields.filter(
    ({ assetNameIds, assetNames }) =>
      assetNameIds === null ||
      assetNames.some(({ name }) => name.toLowerCase() === assetName.trim().toLowerCase()),
  )

type Issue = { message: string }

/** Why a text is no value; undefined if it is one. The server finds people by name, email or id. */
function issueOf(field: OwnField, text: string): Issue | undefined {
  const value = readTyped(field, text)
  if (value === null || field.type === 'person') return undefined
  return ownValueSchemas[field.type].safeParse(value).error?.issues[0]
}

/**
 * What is wrong with the texts of a form. A new asset, which has no present values, needs all required fields; an
 * existing one keeps those that it has.
 */
export function wrongTexts(fields: readonly OwnField[], typed: TypedValues, present?: OwnValues) {
  return fields.flatMap((field) => {
    const text = typed[field.key] ?? typedText(field, present?.[field.key])
    const isNeeded = field.required && (present === undefined || present[field.key] !== undefined)
    const isMissing = isNeeded && text.trim() === ''
    const issue = isMissing ? { message: says('field-required') } : issueOf(field, text)
    return issue === undefined ? [] : [{ ...issue, path: ['fields', field.key] }]
  })
}
