import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlaceSelect } from '#features/places/places.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { DayInput } from '#ui/form/day-input.tsx'
import { starred } from '#ui/form/fields.tsx'
import { isPersonId, OwnPersonSelect } from './own-person-select.tsx'
import { ownFieldHelp, ownFieldLabel } from './own-value-text.tsx'

type Props = {
  field: OwnField
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  errorProps?: { role: string }
  /** The name behind the value of a person, for people who may not list people. */
  personName?: string | undefined
}

type Part = 'label' | 'input' | 'description' | 'error'
const helpBelow: Part[] = ['label', 'input', 'description', 'error']

/** The input of a field in a form. */
export function OwnFieldInput({ field, value, onChange, personName, ...more }: Props) {
  const help = ownFieldHelp(field)
  const unit = field.unit === null ? '' : ` (${field.unit})`
  const shared = {
    ...{ label: `${ownFieldLabel(field)}${unit}`, value, ...more, ...starred(field.required) },
    ...(help !== null && { description: help }),
    inputWrapperOrder: helpBelow,
  }
  const { type } = field
  if (type === 'day') return <DayInput {...shared} onChange={onChange} onUnreadable={onChange} />
  if (type === 'place')
    return <PlaceSelect {...shared} scope={{}} clears={shared.label} onChange={onChange} />
  if (type === 'person') return <PersonInput {...shared} personName={personName} onChange={onChange} />
  const data = choicesOf(field, value)
  if (data !== undefined)
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: m.form_choose() }, ...data]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  const isNumber = type === 'number' || type === 'money'
  return (
    <TextInput
      {...shared}
      autoComplete="off"
      {...(isNumber && { inputMode: 'decimal' as const })}
      {...(type === 'link' && { type: 'url', placeholder: 'https://' })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** A retired choice is offered only where it is the present one. */
function choicesOf({ type, choices }: OwnField, present: string) {
  if (type === 'yes-no')
    return [
      { value: 'true', label: m.common_yes() },
      { value: 'false', label: m.common_no() },
    ]
  if (type !== 'choice') return undefined
  return choices
    .filter(({ key, retired }) => !retired || key === present)
    .map((choice) => ({ value: choice.key, label: ownFieldLabel(choice) }))
}

type PersonProps = Pick<Props, 'value' | 'onChange' | 'personName'> & { label: string }

/** People who may not list people type a name or an email, which the server resolves. */
function PersonInput({ personName, value, onChange, ...props }: PersonProps) {
  const mayList = useSession()?.user.permissions.includes('user-management') ?? false
  if (mayList)
    return (
      <OwnPersonSelect {...props} value={value} placeholder="" clears={props.label} onChange={onChange} />
    )
  return (
    <TextInput
      description={m.assets_assigned_hint()}
      {...props}
      autoComplete="off"
      value={isPersonId(value) ? (personName ?? m.ownfields_person_unknown()) : value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
