import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { m } from '#texts'
import { DayInput } from '#ui/form/day-input.tsx'
import { starred } from '#ui/form/fields.tsx'
import { ownFieldHelp, ownFieldLabel } from './own-value-text.tsx'

type Props = {
  field: OwnField
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** The input of a field in a form. */
export function OwnFieldInput({ field, value, onChange, error }: Props) {
  const help = ownFieldHelp(field)
  const unit = field.unit === null ? '' : ` (${field.unit})`
  const shared = {
    ...{ label: `${ownFieldLabel(field)}${unit}`, value, error, ...starred(field.required) },
    ...(help !== null && { description: help }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
  if (field.type === 'day') return <DayInput {...shared} onChange={onChange} />
  const data = choicesOf(field)
  if (data !== undefined)
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: m.form_choose() }, ...data]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  const isNumber = field.type === 'number' || field.type === 'money'
  return (
    <TextInput
      {...shared}
      {...(isNumber && { inputMode: 'decimal' as const })}
      {...(field.type === 'link' && { type: 'url', placeholder: 'https://' })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function choicesOf({ type, choices }: OwnField) {
  if (type === 'yes-no')
    return [
      { value: 'true', label: m.own_fields_yes() },
      { value: 'false', label: m.own_fields_no() },
    ]
  if (type !== 'choice') return undefined
  return choices
    .filter(({ retired }) => !retired)
    .map((choice) => ({ value: choice.key, label: ownFieldLabel(choice) }))
}
