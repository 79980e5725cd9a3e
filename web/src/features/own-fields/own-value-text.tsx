import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValue } from '@ats/contract/own-fields/types.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { m } from '#texts'

/** The label of a field, a choice or a group in the person's language. */
export const ownFieldLabel = ({ label, labelHi }: Pick<OwnField, 'label' | 'labelHi'>) =>
  (currentLanguage() === 'hi' ? labelHi : null) ?? label

/** A value as people read it; `texts` has the names behind people and places. */
export function ownValueText(
  field: Pick<OwnField, 'key' | 'type' | 'unit' | 'choices'>,
  value: OwnValue,
  texts: Record<string, string> = {},
): string {
  const { key, type, unit, choices } = field
  if (type === 'yes-no') return value === true ? m.common_yes() : m.common_no()
  if (type === 'day') return formatDate(String(value))
  if (type === 'number') return [formatNumber(Number(value)), unit].filter(Boolean).join(' ')
  if (type === 'money') return [formatAmount(Number(value)), unit].filter(Boolean).join(' ')
  const choice = type === 'choice' ? choices.find((one) => one.key === value) : undefined
  return choice === undefined ? (texts[key] ?? String(value)) : ownFieldLabel(choice)
}

const formatAmount = (minor: number) =>
  new Intl.NumberFormat(`${currentLanguage()}-IN`, { minimumFractionDigits: 2 }).format(minor / 100)
