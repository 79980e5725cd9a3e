import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValue } from '@ats/contract/own-fields/types.ts'
import { formatDate, formatMoney, formatNumber } from '#kernel/words/format.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'

type Labelled = { label: string; labelHi: string | null }

/** The label of a field or a choice in the person's language. */
export const ownFieldLabel = ({ label, labelHi }: Labelled) =>
  currentLanguage() === 'hi' && labelHi !== null ? labelHi : label

const minorUnits = 100

const withUnit = (text: string, unit: string | null) => (unit === null ? text : `${text} ${unit}`)

/** A value as text in the person's language; `texts` has the names behind people and places. */
export function ownValueText(
  { type, key, unit, choices }: OwnField,
  value: OwnValue,
  texts: Record<string, string> = {},
): string {
  if (type === 'money') return withUnit(formatMoney(Number(value) / minorUnits), unit)
  if (type === 'number') return withUnit(formatNumber(Number(value)), unit)
  if (type === 'yes-no') return value === true ? m.common_yes() : m.common_no()
  if (type === 'day') return formatDate(String(value))
  if (type === 'person' || type === 'place') return texts[key] ?? String(value)
  const choice = type === 'choice' ? choices.find((one) => one.key === value) : undefined
  return choice === undefined ? String(value) : ownFieldLabel(choice)
}
