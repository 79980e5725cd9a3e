import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnValue } from '@ats/contract/own-fields/types.ts'
import { formatDate, formatMoney, formatNumber, fractionDigits } from '#kernel/words/format.ts'
import { currentLanguage } from '#kernel/words/language.ts'
import { fieldDigits } from '#kernel/words/money.ts'
import { m } from '#texts'

type Labelled = { label: string; labelHi: string | null }

/** The label of a field, choice or group in the person's language. */
export const ownFieldLabel = ({ label, labelHi }: Labelled) =>
  currentLanguage() === 'hi' ? (labelHi ?? label) : label

export const ownFieldHelp = ({ help, helpHi }: Pick<OwnField, 'help' | 'helpHi'>) =>
  (currentLanguage() === 'hi' ? helpHi : null) ?? help

/** A value as text. `texts` has the names behind people and places, by the key of the field or by their ids. */
export function ownValueText(
  { key: fieldKey, type, unit, choices }: Pick<OwnField, 'key' | 'type' | 'unit' | 'choices'>,
  value: OwnValue | null | undefined,
  texts: Record<string, string> = {},
): string {
  if (value === null || value === undefined || value === '') return m.assets_nothing()
  if (type === 'yes-no') return value === true ? m.common_yes() : m.common_no()
  if (type === 'number') return [formatNumber(Number(value)), unit].filter(Boolean).join(' ')
  if (type === 'money') return moneyText(Number(value), unit)
  if (type === 'day') return formatDate(String(value))
  if (type === 'choice') {
    const choice = choices.find(({ key }) => key === value)
    return choice === undefined ? String(value) : ownFieldLabel(choice)
  }
  if (type === 'person') return texts[fieldKey] ?? texts[String(value)] ?? m.ownfields_person_unknown()
  if (type === 'place') return texts[fieldKey] ?? texts[String(value)] ?? m.assets_place_elsewhere()
  return String(value)
}

function moneyText(value: number, currency: string | null) {
  if (currency === null || !/^[A-Z]{3}$/.test(currency))
    return [formatNumber(value / 10 ** fieldDigits), currency].filter(Boolean).join(' ')
  return formatMoney(value * 10 ** (fractionDigits(currency) - fieldDigits), currency)
}
